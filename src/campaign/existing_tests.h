// Hand-written tests of a module: what they cover, which is then searched for last, and the types
// that they pass. They run once; what they have shown holds until they or the module change.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "model/goal.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::campaign {

struct ExistingTests {
  std::vector<std::string> files;  // project-relative; empty: there are none, or none are asked for
  std::string key;                 // of the module and of these
  std::string known;               // what was shown earlier under the same key; may be empty
};

// What these tests have shown of a module: JSON as existing_tests.py writes it.
class ExistingCoverage {
 public:
  ExistingCoverage() = default;
  // What cannot be read shows nothing.
  explicit ExistingCoverage(const std::string& text);

  // Of a run that was cut off: what another one would need to be worth it. Zero: of none.
  base::Duration needed() const { return needed_; }
  // For LoadOptions::passed_types.
  const std::string& types() const { return types_; }
  // By goal: what they or the import cover; empty when no test was run.
  std::vector<bool> Covered(const model::Subject& subject,
                            const std::vector<model::Goal>& goals) const;

 private:
  std::size_t tests_ = 0;
  base::Duration needed_{};
  std::vector<uint32_t> code_objects_, true_branches_, false_branches_;  // ascending
  std::string types_;
};

// What is known of them or, within a part of the share, is found out now; what is new is noted in
// the outcome for the state. Where that did not suffice it takes twice as long the next time, up to
// a part of what is left until `latest`.
ExistingCoverage AskExistingTests(const ExistingTests& tests, model::SubjectLoader& loader,
                                  const base::Deadline& share, const base::Deadline& latest,
                                  model::ModuleOutcome& outcome);

// Goals that a search may leave for last.
std::vector<model::GoalIndex> GoalsForLater(const std::vector<bool>& covered_by_existing);

}  // namespace skua::campaign
