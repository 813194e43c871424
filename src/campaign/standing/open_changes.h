// Settles the behaviour changes of one module: those that were open, and those that its earlier
// tests show now. Knows texts and results, but no process and no state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/standing/behaviour_change.h"
#include "model/outcome.h"

namespace skua::campaign {

// The run, commit and day by which a change is identified later; see model::BehaviourChange.
struct RunStamp {
  int64_t run = 0;
  std::string commit;
  std::string day;
};

// The known facts of a module before its behaviour changes are settled.
struct ChangesBefore {
  std::string file;         // of its tests, project-relative
  std::string text;         // of that file; empty when there is none
  std::string fingerprint;  // of the module now
  std::vector<model::BehaviourChange> open;
  // The fingerprint for which the suite was archived, if the tree lacks the file; else empty.
  std::string archived_for = {};
};

struct SettledChanges {
  std::vector<model::BehaviourChange> open;
  std::vector<model::EndedChange> ended;
  std::vector<std::string> misfits;  // see BehaviourReport
  std::size_t outdated = 0;  // tests that no longer fit, or that expect what was before the code
                             // went back
  std::optional<std::string> text;  // the file's new text, where it changes; empty: the file goes
  bool was_run = false;             // the earlier tests were run as they stand
  bool passed = false;              // all of them passed
};

// `seen`: the results of the tests; null if they were not run, as nothing that they depend on
// changed.
SettledChanges Settle(const ChangesBefore& before, const BehaviourReport* seen,
                      OnBehaviourChange policy, const RunStamp& now);

// Adds the changes to the outcome, and under kFail the reason why nothing is written.
void TellChanges(const SettledChanges& settled, OnBehaviourChange policy,
                 model::ModuleOutcome& outcome);

// Returns `text`, of a file of tests, in which the tests of these changes expect the present
// behaviour, or are gone (render::WithoutTests); empty if none is left, nullopt if it has none of
// them or was edited.
std::optional<std::string> WithAccepted(const std::string& text,
                                        const std::vector<model::BehaviourChange>& changes);

// "abc1234", or the day where no commit is known: what a mark says of the time since.
std::string SinceOf(const model::BehaviourChange& change);

}  // namespace skua::campaign
