// The last gate: the suite as the text that will be written, run by pytest in fresh processes —
// as written with the project's settings, and twice shuffled without them. What fails once is out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/reason.h"
#include "model/subject_loader.h"
#include "model/suite.h"

namespace skua::oracle {

// A suite as text; what render::RenderPytest gives, in the words of this folder.
struct WrittenSuite {
  struct Test {
    std::string name;
    uint32_t line = 0;
    std::vector<uint32_t> assertion_lines;  // first line of each assertion, in the suite's order
  };
  std::string text;
  std::vector<Test> tests;  // one a test of the suite, in order
};
using Writer = std::function<WrittenSuite(const model::Suite&)>;

struct VerificationOptions {
  std::string file_name = "test_generated.py";     // in the scratch folder
  std::map<std::string, std::string> other_files;  // conftest.py
  std::vector<uint32_t> hash_seeds = {0, 1, 2};    // of the runs; the first has project settings
  uint64_t shuffle_seed = 1;
  unsigned rounds = 5;  // each drops what failed in it; a suite that needs more is given up
};

struct VerifiedSuite {
  struct Dropped {
    std::string test;             // name of its function
    std::string why;              // "fails when shuffled: assert 3 == 4"
    bool assertion_only = false;  // the test stayed, one of its assertions went
  };
  model::Suite suite;
  std::string text;                              // empty when nothing is left
  std::vector<model::PytestResult::Test> tests;  // of the run with project settings; one a test
  std::vector<Dropped> dropped;
  model::Reason reason;  // why nothing is left; kNone otherwise
};

// ENSURES: either `text` passed every run, exactly as it is (or did so but for the tests that were
// then dropped from it, when the deadline came), or the suite is empty and has a reason. Throws base::Error only when pytest cannot be started.
VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options);

}  // namespace skua::oracle
