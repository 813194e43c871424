// Hand-written tests of a module: the goals that they cover, which are searched for last, and the
// types that they pass. They run once; the results hold until the tests or the module change.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/goal.h"
#include "model/options/time_policy.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::campaign {

struct ExistingTests {
  std::vector<std::string> files;  // project-relative; empty: there are none, or they are not to be
                                   // run
  std::string key;                 // of the module and these tests
  std::string known;               // results from earlier under the same key; may be empty
};

// The results of these tests for a module: JSON as existing_tests.py writes it.
class ExistingCoverage {
 public:
  ExistingCoverage() = default;
  // A text that cannot be read counts as no results.
  explicit ExistingCoverage(const std::string& text);

  // Returns the time of a run that was cut off; zero: it was complete.
  base::Duration cut_off_after() const { return cut_off_after_; }
  // "1 of 6": how many of the tests came to their end, where some did not; else empty.
  const std::string& part() const { return part_; }
  // Returns the types for LoadOptions::passed_types.
  const std::string& types() const { return types_; }
  // Returns for each goal whether the tests or the import cover it; empty if no test was run.
  std::vector<bool> Covered(const model::Subject& subject,
                            const std::vector<model::Goal>& goals) const;

 private:
  bool IsShown(const model::CriterionGoal& goal) const;

  std::size_t tests_ = 0;
  base::Duration cut_off_after_{};
  std::vector<uint32_t> code_objects_, true_branches_, false_branches_;  // ascending
  std::string types_, part_;
};

// Returns the known results or, within a part of the share, runs the tests now; new results are
// noted in the outcome for the state. If that time did not suffice, more is allowed the next time,
// up to a part of the time until `latest`.
ExistingCoverage AskExistingTests(const ExistingTests& tests, model::SubjectLoader& loader,
                                  const base::Deadline& share, const base::Deadline& latest,
                                  model::ModuleOutcome& outcome,
                                  const model::TimePolicy::ExistingTests& policy = {});

// The calls between the module and others that these tests made, by the caller's path; empty where
// none were noted, or the text, which is JSON as existing_tests.py writes it, cannot be read.
std::map<std::string, model::FileRun> CallsOfExistingTests(const std::string& json);

// The goals that a search may leave for last.
std::vector<model::GoalIndex> GoalsForLater(const std::vector<bool>& covered_by_existing);

}  // namespace skua::campaign
