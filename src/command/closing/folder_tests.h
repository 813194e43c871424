// The generated tests in the folder after the campaigns, with their times, goals and kills: those
// of this run, and those of earlier runs as far as the state or pytest know them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "campaign/files/test_files.h"
#include "campaign/suite/suite_time.h"
#include "config/config.h"
#include "model/outcome.h"
#include "model/subject_loader.h"
#include "state/state.h"

namespace skua::command {

using SuiteTime = config::Config::Budget::SuiteTime;

class FolderTests {
 public:
  struct Test {
    std::string file;    // project-relative
    std::string module;  // or pair
    campaign::TimedTest timed;
  };

  // Reads known facts without running anything. Borrows its arguments during the call.
  FolderTests(const model::RunOutcome& outcome, const campaign::TestFiles& files,
              state::State& state);

  const std::vector<Test>& tests() const { return tests_; }
  // Returns pytest's names for the tests of a file of an earlier run, in order; empty: unknown.
  std::vector<std::string> NamesIn(const std::string& file) const;
  // Returns the files whose tests have unknown times, such as edited ones.
  const std::vector<std::string>& unknown() const { return unknown_; }
  // Adds the tests of these files with pytest's results.
  void Add(const model::PytestResult& result, const campaign::TestFiles& files);

  // Returns the indices, ascending, of tests to remove: those beyond each module's limit, then
  // those beyond the folder's.
  std::vector<std::size_t> TooSlow(const SuiteTime& limits) const;
  double Seconds() const;  // total time of all tests

 private:
  void AddWritten(const model::ModuleOutcome& module);
  void AddStanding(const std::string& file, const campaign::TestFiles& files, state::State& state);
  void Show(const model::ModuleOutcome& module, std::size_t test, campaign::TimedTest& timed);
  std::size_t NumberOf(const std::string& what);

  std::vector<Test> tests_;
  std::vector<std::string> unknown_;
  std::map<std::string, std::size_t> numbers_;  // numbers of the goals and mutants of all modules
};

}  // namespace skua::command
