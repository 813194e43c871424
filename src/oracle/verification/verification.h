// The last check of a suite: pytest runs the text that will be written, in fresh processes with
// several hash seeds: each test alone, all as written, reversed and shuffled, with and without the
// project's settings and plug-ins. A test that fails once is dropped. Bisection finds a test that
// keeps pytest from collecting its file. If time is too short to rerun all, tests that need another
// run are dropped.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/team.h"
#include "model/reason.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/verification/drop_cause.h"

namespace skua::oracle {

// A suite as text, in one or several files (tests, findings): the result of render::RenderPytest
// for this folder.
struct WrittenSuite {
  struct Test {
    std::string file;  // key of `files`
    std::string name;  // pytest's name within the file: "test_x[case]", "TestX::test_x"
    uint32_t line = 0;
    std::vector<uint32_t> assertion_lines;  // first line of each assertion
  };
  std::map<std::string, std::string> files;  // name in the scratch folder → text
  std::vector<Test> tests;                   // one for each test of the suite, in order
};
using Writer = std::function<WrittenSuite(const model::Suite&)>;

struct VerificationOptions {
  std::map<std::string, std::string> other_files;  // conftest.py
  // Hash seeds of the runs of pytest: two different ones at most, since each needs a fork server.
  std::array<uint32_t, 3> hash_seeds = {0, 3, 3};
  uint64_t shuffle_seed = 1;
  std::string measured;  // the subject's file, project-relative; empty: lines are not measured
  base::Team* team = nullptr;  // thread pool; runs two at a time on a free second core
  // Each round drops the tests that failed; a suite that needs more rounds is given up.
  unsigned rounds = 5;
};

struct VerifiedSuite {
  model::Suite suite;
  std::map<std::string, std::string> files;      // as verified; empty if no test is left
  std::vector<model::PytestResult::Test> tests;  // in the written order, with project settings
  std::vector<model::LineHit> lines;             // lines of `measured`; empty if there was no time
  std::vector<Dropped> dropped;
  bool in_part = false;           // time did not suffice for all runs: some tests are missing
  bool has_fewer_orders = false;  // time did not suffice for all orders of the last run
  model::Reason reason;           // why no test is left; kNone otherwise
};

// ENSURES: either the tests of `files` passed every pass of every run with this text (of the last
// run the passes for which there was time, at least one), together with no tests but those in
// `files` or dropped; or the suite is empty and has a reason. Findings pass if they fail as
// expected, or are skipped because they would end the process. Throws base::Error only if pytest
// cannot be started.
VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options);

}  // namespace skua::oracle
