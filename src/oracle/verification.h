// The last check of a suite. pytest runs the very text that will be written, in fresh processes
// under several hash seeds: each test alone, all as written, reversed and shuffled, with and
// without the project's settings and plug-ins. A test that fails once is dropped. A
// test that keeps pytest from collecting its file is found by bisection and costs itself alone.
// Where the time does not suffice to run all again, whatever would need that is dropped, so that
// the others are not lost with it.
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
#include "oracle/drop_cause.h"

namespace skua::oracle {

// A suite as text, in one file or several (tests, findings): the result of render::RenderPytest in
// the terms of this folder.
struct WrittenSuite {
  struct Test {
    std::string file;  // key of `files`
    std::string name;  // pytest's name for it within the file: "test_x[case]", "TestX::test_x"
    uint32_t line = 0;
    std::vector<uint32_t> assertion_lines;  // first line of each assertion, in the suite's order
  };
  std::map<std::string, std::string> files;  // name in the scratch folder → text
  std::vector<Test> tests;                   // one for each test of the suite, in order
};
using Writer = std::function<WrittenSuite(const model::Suite&)>;

struct VerificationOptions {
  std::map<std::string, std::string> other_files;  // conftest.py
  // The hash seeds of the runs of pytest. There are no more than two different ones, since each
  // needs a fork server.
  std::array<uint32_t, 3> hash_seeds = {0, 3, 3};
  uint64_t shuffle_seed = 1;
  std::string measured;  // the file of the subject, project-relative; empty: lines are not measured
  base::Team* team = nullptr;  // where it has a second core, two runs are made at a time
  unsigned rounds = 5;  // each round drops the tests that failed; a suite that needs more is given
                        // up
};

struct VerifiedSuite {
  model::Suite suite;
  std::map<std::string, std::string> files;      // as verified; empty when nothing is left
  std::vector<model::PytestResult::Test> tests;  // in the written order, with project settings
  std::vector<model::LineHit> lines;  // lines of `measured`; empty when there was no time
  std::vector<Dropped> dropped;
  bool in_part = false;           // the time did not suffice for all runs: some tests are missing
  bool has_fewer_orders = false;  // nor for all orders of the last run
  model::Reason reason;           // why nothing is left; kNone otherwise
};

// ENSURES: either the tests of `files` passed every pass of every run (of the last one those for
// which there was time, one at least), with the very text of
// `files`, beside no other tests than those in `files` or dropped; or the suite is empty and has a
// reason. Findings pass when they fail as expected, or are skipped because they would end the
// process. Throws base::Error only when pytest cannot be started.
VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options);

}  // namespace skua::oracle
