#include "search/goals/criteria.h"

#include <algorithm>
#include <array>
#include <set>

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;
using model::GoalIndex;
using model::GoalKind;

#define SKUA_ENTRY(enumerator, name, note) EntryOf<Criterion::enumerator>(),
const std::array kEntries = {SKUA_CRITERIA(SKUA_ENTRY)};
#undef SKUA_ENTRY

// Returns whether calling the code object, or a function around it, may get to a call site of a
// pair.
bool MayGetToCallee(const model::Subject& subject, model::CodeObjectIndex code_object) {
  for (auto c = code_object; c != model::kNoIndex; c = subject.code_objects[c].parent) {
    if (std::ranges::binary_search(subject.covering, c)) return true;
  }
  return false;
}

}  // namespace

void AddCriteria(std::span<const std::string> criteria, const CriterionEntry::ChangedLines* changed,
                 model::Subject& subject) {
  const bool is_pair = subject.callee.has_value();
  if (is_pair && !model::Names(criteria, Criterion::kCoupledBranch)) return;
  subject.seeks_branches = is_pair || model::Names(criteria, Criterion::kBranch);
  for (const CriterionEntry& entry : kEntries) {
    if (model::Names(criteria, entry.criterion))
      entry.add(subject, changed, subject.criterion_goals);
  }
  std::erase_if(subject.criterion_goals, [&](const CriterionGoal& goal) {
    return model::RunsAtImport(subject, goal.code_object) ||
           (is_pair && !MayGetToCallee(subject, goal.code_object));
  });
}

std::vector<std::unique_ptr<GoalFinder>> FindersFor(const model::Subject& subject) {
  std::vector<std::unique_ptr<GoalFinder>> finders;
  for (const CriterionEntry& entry : kEntries) {
    const bool is_wanted = std::ranges::any_of(
        subject.criterion_goals,
        [&](const CriterionGoal& goal) { return goal.criterion == entry.criterion; });
    if (is_wanted) finders.push_back(entry.make_finder(subject));
  }
  return finders;
}

std::vector<GoalIndex> GoalsBesideChanges(const model::Subject& subject) {
  std::set<uint32_t> lines, code_objects;
  for (const CriterionGoal& goal : subject.criterion_goals) {
    if (goal.criterion != Criterion::kChangedLines) continue;
    lines.insert(subject.lines[goal.of].line);
    code_objects.insert(goal.code_object);
  }
  std::vector<GoalIndex> beside;
  if (lines.empty()) return beside;
  const std::vector<model::Goal> goals = model::GoalsOf(subject);
  for (GoalIndex i = 0; i < goals.size(); ++i) {
    const bool is_branch =
        goals[i].kind == GoalKind::kTrueBranch || goals[i].kind == GoalKind::kFalseBranch;
    const bool is_changed = is_branch
                                ? lines.contains(subject.predicates[goals[i].index].line)
                                : code_objects.contains(model::CodeObjectOf(subject, goals[i]));
    if (!is_changed) beside.push_back(i);
  }
  return beside;
}

}  // namespace skua::search
