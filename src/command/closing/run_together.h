// The last check before a run ends: pytest runs all generated tests in one process with the
// project's own tests, before and after them. Bisection finds a generated test that fails there, or
// makes another one fail.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "model/reason.h"
#include "model/subject_loader.h"

namespace skua::command {

// Names of the tests that a run wrote, by file.
using WrittenTests = std::map<std::string, std::vector<std::string>>;

struct TestFiles {
  WrittenTests written;
  std::vector<std::string> kept;  // generated files of earlier runs, and edited ones
  std::vector<std::string> own;   // hand-written files
};

// A written test that makes another one fail.
struct Culprit {
  std::string file, name;
  std::string harms;        // "tests/test_stack.py::test_is_empty"; empty: keeps pytest from ending
  bool is_suspect = false;  // not confirmed, for lack of time
};

struct RunTogetherResult {
  std::map<std::string, std::set<std::string>> failing;  // written tests, by file
  std::vector<Culprit> culprits;
  std::vector<model::Reason> notes;  // questions that stayed open
};

// Finds the written tests that keep pytest from ending after it reported on all tests.
std::vector<Culprit> FindTestsThatBlockExit(const WrittenTests& written,
                                            model::PytestRunner& pytest,
                                            const base::Deadline& deadline);

// Runs all tests together. Own tests that fail by themselves, hang or take too long only cost time.
// If the time ends during a search for culprits, all remaining suspects count as culprits.
RunTogetherResult RunTogether(const TestFiles& files, model::PytestRunner& pytest,
                              const base::Deadline& deadline, const base::Log& log);

}  // namespace skua::command
