// The generated tests that stand in the folder when campaigns are over, with what each takes and
// shows: those that this run wrote, and those of earlier runs as far as the state or pytest tell.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "campaign/suite_time.h"
#include "campaign/test_files.h"
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

  // Reads what is known without running anything. Borrows all for the time of the call.
  FolderTests(const model::RunOutcome& outcome, const campaign::TestFiles& files,
              state::State& state);

  const std::vector<Test>& tests() const { return tests_; }
  // What pytest calls the tests of a file of an earlier run, in order; empty: they are not known.
  std::vector<std::string> NamesIn(const std::string& file) const;
  // Files of which it is not known what their tests take, among them those that somebody edited.
  const std::vector<std::string>& unknown() const { return unknown_; }
  // Adds the tests of these files as pytest ran them.
  void Add(const model::PytestResult& result, const campaign::TestFiles& files);

  // The places, ascending, of tests to leave out: of each module those beyond its limit, then those
  // beyond that of the folder.
  std::vector<std::size_t> TooSlow(const SuiteTime& limits) const;
  double Seconds() const;  // of all tests together

 private:
  void AddWritten(const model::ModuleOutcome& module);
  void AddStanding(const std::string& file, const campaign::TestFiles& files, state::State& state);
  void Show(const model::ModuleOutcome& module, std::size_t test, campaign::TimedTest& timed);
  std::size_t NumberOf(const std::string& what);

  std::vector<Test> tests_;
  std::vector<std::string> unknown_;
  std::map<std::string, std::size_t> numbers_;  // of goals and mutants of all modules
};

}  // namespace skua::command
