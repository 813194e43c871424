// Settles the behaviour changes of a run before its campaigns: runs earlier tests of changed
// modules in place, those of modified modules first, and decides which changes are open.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/files/test_files.h"
#include "campaign/standing/open_changes.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/subject_loader.h"

namespace skua::command {

class Replay {
 public:
  // Borrows all arguments.
  Replay(const config::Config& config, const Survey& survey, const plan::Plan& pairs,
         const campaign::TestFiles& files, campaign::RunStamp now, const base::Log& log);

  // Returns the changes that were open before this run, by module, with their age.
  const std::map<std::string, std::vector<model::BehaviourChange>>& open() const { return open_; }
  const campaign::RunStamp& now() const { return now_; }
  // Returns whether earlier tests of any module have to run, even of a skipped one.
  bool NeedsPytest() const;

  // Runs earlier tests, of modified modules until the first deadline and of affected ones until the
  // second, and compares their outcomes with the recorded ones. Writes the test files and the
  // state. Returns the behaviour changes by module or pair, without modules whose tests could not
  // run in time or exist in the state alone. pytest may be null if no module runs.
  std::map<std::string, campaign::SettledChanges> Settle(model::PytestRunner* pytest,
                                                         const base::Deadline& for_modified,
                                                         const base::Deadline& for_affected);

 private:
  struct Earlier {
    const plan::PlannedModule* module = nullptr;
    bool runs = false;
    campaign::ChangesBefore before;
  };
  using Tests = std::vector<model::PytestResult::Test>;
  // The results of each file in the first process, then in the second.
  using Shown = std::map<std::string, std::vector<Tests>>;

  std::vector<Earlier> Concerned() const;
  bool IsMissing(const std::string& file) const;
  bool HasChanged(const Earlier& earlier) const;
  void Run(std::vector<const Earlier*> group, bool one_by_one, model::PytestRunner& pytest,
           const base::Deadline& deadline);
  bool RunTogether(const std::vector<std::string>& files, model::PytestRunner& pytest,
                   const base::Deadline& deadline, Shown& shown) const;
  void Decide(const Earlier& earlier, const campaign::BehaviourReport* seen);

  const config::Config& config_;
  const Survey& survey_;
  const plan::Plan& pairs_;
  const campaign::TestFiles& files_;
  const campaign::RunStamp now_;
  const base::Log& log_;
  std::map<std::string, std::vector<model::BehaviourChange>> open_;
  std::map<std::string, campaign::SettledChanges> settled_;
};

// Returns the stamp of changes found in this run.
campaign::RunStamp StampOf(int64_t run, std::string commit, int64_t started_unix_seconds);

}  // namespace skua::command
