// The criteria, a file each: which goals a criterion adds to a subject, and
// which of them a test covers. How a test comes near to a goal, and on what the goal depends,
// stands in the goal itself (model::CriterionGoal), so that no algorithm knows of any criterion.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/criterion.h"
#include "model/goal.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::search {

// Finds the goals of one criterion that a test covers.
class GoalFinder {
 public:
  virtual ~GoalFinder() = default;
  // Appends indices into Subject::criterion_goals; may append one more than once. `trace` is that
  // of the test.
  virtual void Find(const model::TestCase& test, const model::Trace& trace,
                    std::vector<uint32_t>& found) const = 0;
};

struct CriterionEntry {
  using ChangedLines = std::vector<model::LineRange>;

  model::Criterion criterion;
  // Appends the goals that the subject has beside those of model::GoalsOf. `changed` are the lines
  // of its file that differ from the base; null: all do.
  void (*add)(const model::Subject& subject, const ChangedLines* changed,
              std::vector<model::CriterionGoal>& goals);
  // The finder knows the goals that `add` made for this subject, which outlives it.
  std::unique_ptr<GoalFinder> (*make_finder)(const model::Subject& subject);
};

// Defined in the criterion's own file.
template <model::Criterion>
CriterionEntry EntryOf();
#define SKUA_DECLARE_ENTRY(enumerator, name, note) \
  template <>                                      \
  CriterionEntry EntryOf<model::Criterion::enumerator>();
SKUA_CRITERIA(SKUA_DECLARE_ENTRY)
#undef SKUA_DECLARE_ENTRY

// Finds goals that are covered by taking one of the branches near to them or, where there are none,
// by entering their code object.
std::unique_ptr<GoalFinder> FinderOfShown(const model::Subject& subject,
                                          model::Criterion criterion);

// Adds the goals of these criteria, names of model::kCriteria, to a subject that has none yet. A
// pair of modules has its coupled branches in any case, and these alone unless coupled-branch is
// named: then the other criteria that are named add their goals of the caller, in functions that
// may get to a call of the callee. What else the caller does is the business of its own tests.
void AddCriteria(std::span<const std::string> criteria, const CriterionEntry::ChangedLines* changed,
                 model::Subject& subject);

// Returns a finder for each criterion by which the subject has goals.
std::vector<std::unique_ptr<GoalFinder>> FindersFor(const model::Subject& subject);

// The goals that have nothing to do with changed lines, ascending: a search comes to them last.
// None where the subject has no goals of kChangedLines.
std::vector<model::GoalIndex> GoalsBesideChanges(const model::Subject& subject);

}  // namespace skua::search
