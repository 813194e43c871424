// The last gate: the suite as the text that will be written, run by pytest in fresh processes under
// several hash seeds: each test alone, all as written, reversed and shuffled, with and without the
// project's settings and plug-ins. What fails once is out.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/reason.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/drop_cause.h"

namespace skua::oracle {

// A suite as text, in one file or several (tests, findings); what render::RenderPytest gives, in
// the words of this folder.
struct WrittenSuite {
  struct Test {
    std::string file;  // of `files`
    std::string name;  // as pytest calls it behind its file: "test_x[case]", "TestX::test_x"
    uint32_t line = 0;
    std::vector<uint32_t> assertion_lines;  // first line of each assertion, in the suite's order
  };
  std::map<std::string, std::string> files;  // name in the scratch folder → text
  std::vector<Test> tests;                   // one a test of the suite, in order
};
using Writer = std::function<WrittenSuite(const model::Suite&)>;

struct VerificationOptions {
  std::map<std::string, std::string> other_files;  // conftest.py
  // Of the runs of pytest: no more than two, since each needs a fork server to be started.
  std::array<uint32_t, 3> hash_seeds = {0, 3, 3};
  uint64_t shuffle_seed = 1;
  std::string measured;  // the file of the subject, project-relative; empty: lines are not measured
  unsigned rounds = 5;   // each drops what failed in it; a suite that needs more is given up
};

struct VerifiedSuite {
  model::Suite suite;
  std::map<std::string, std::string> files;      // as verified; empty when nothing is left
  std::vector<model::PytestResult::Test> tests;  // as written, with project settings; one a test
  std::vector<model::LineHit> lines;             // of `measured`; empty when there was no time
  std::vector<Dropped> dropped;
  bool in_part = false;  // the time did not suffice for all runs
  model::Reason reason;  // why nothing is left; kNone otherwise
};

// ENSURES: either the tests of `files` passed every pass of every run, with the text that they have
// there, beside no others than those that are there or were dropped (where `in_part`, of the first
// run at least as written and reversed); or the suite is empty and has a reason. Findings
// are right when they fail as expected, or are skipped for what they would do to the process.
// Throws base::Error only when pytest cannot be started.
VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options);

}  // namespace skua::oracle
