// The last check before a run ends: pytest runs what will stand in the folder of tests in one
// process with the project's own tests, generated ones before and behind them. A generated test
// that fails there, or makes another one fail, is found by bisection.
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

// The names of the tests that a run wrote, by file.
using WrittenTests = std::map<std::string, std::vector<std::string>>;

struct TestFiles {
  WrittenTests written;
  std::vector<std::string> kept;  // generated files of earlier runs, and edited ones
  std::vector<std::string> own;   // hand-written ones
};

// A written test that makes another one fail.
struct Culprit {
  std::string file, name;
  std::string harms;  // "tests/test_stack.py::test_is_empty"; empty: it keeps pytest from ending
  bool is_suspect = false;  // no time was left to see whether it is the one
};

struct RunTogetherResult {
  std::map<std::string, std::set<std::string>> failing;  // written tests, by file
  std::vector<Culprit> culprits;
  std::vector<model::Reason> notes;  // what could not be found out
};

// For written tests of which pytest reported, but did not end: those that keep it from ending.
std::vector<Culprit> FindWhatKeepsFromEnding(const WrittenTests& written,
                                             model::PytestRunner& pytest,
                                             const base::Deadline& deadline);

// Own tests that fail by themselves, hang or take too long cost time, and nothing else. When the
// time ends amid a search for culprits, all that are still suspected count as such.
RunTogetherResult RunTogether(const TestFiles& files, model::PytestRunner& pytest,
                              const base::Deadline& deadline, const base::Log& log);

}  // namespace skua::command
