#include "campaign/goal_coverage.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "model/goal.h"

namespace skua::campaign {
namespace {

model::GoalPlace CoupledPlace(const model::Subject& subject, const model::CoupledBranch& branches) {
  const model::Predicate& caller = subject.predicates[branches.caller.predicate];
  const model::Predicate& callee = subject.predicates[branches.callee.predicate];
  model::GoalPlace place{model::GoalKind::kCoupledBranch, false, caller.line,
                         subject.code_objects[caller.code_object].qualified_name};
  place.coupled = {subject.call_sites[branches.call_site].line, branches.caller.outcome,
                   callee.line, subject.code_objects[callee.code_object].qualified_name,
                   branches.callee.outcome};
  return place;
}

std::vector<model::GoalPlace> PlacesOf(const model::Subject& subject,
                                       const std::vector<model::Goal>& goals) {
  std::vector<model::GoalPlace> places;
  for (const model::Goal& goal : goals) {
    if (goal.kind == model::GoalKind::kCoupledBranch) {
      places.push_back(CoupledPlace(subject, subject.coupled_branches[goal.index]));
      continue;
    }
    const bool of_code = goal.kind == model::GoalKind::kCodeObject;
    const model::Predicate* predicate = of_code ? nullptr : &subject.predicates[goal.index];
    const model::CodeObject& code =
        subject.code_objects[of_code ? goal.index : predicate->code_object];
    places.push_back({goal.kind,
                      predicate != nullptr && predicate->kind == model::PredicateKind::kBlock,
                      of_code ? code.first_line : predicate->line, code.qualified_name,
                      model::JumpOf(subject, goal)});
  }
  return places;
}

// `covered` is by goal; `first` is the first goal of the criteria. Goals that count once they were
// seen are in the total only then.
std::vector<model::CriterionCoverage> CountCriteria(const model::Subject& subject,
                                                    const std::vector<bool>& covered,
                                                    std::size_t first) {
  std::vector<model::CriterionCoverage> counts;
  for (std::size_t i = first; i < covered.size(); ++i) {
    const model::CriterionGoal& goal = subject.criterion_goals[i - first];
    const std::string_view name = model::NameOf(goal.criterion);
    auto count = std::ranges::find(counts, name, &model::CriterionCoverage::criterion);
    if (count == counts.end()) count = counts.insert(count, {std::string(name), 0, 0});
    count->covered += covered[i] ? 1 : 0;
    count->total += covered[i] || goal.is_sought ? 1 : 0;
  }
  return counts;
}

}  // namespace

void SetCoverage(const model::Subject& subject, const model::Suite& suite,
                 model::ModuleOutcome& outcome) {
  std::vector<model::Goal> goals = model::GoalsOf(subject);
  const std::size_t not_drawn =
      std::max<std::size_t>(subject.coupled_in_all, subject.coupled_branches.size()) -
      subject.coupled_branches.size();
  outcome.goals.count = model::CountBranches(subject, goals) + not_drawn;
  std::vector<bool> covered = model::CoveredByImport(subject, goals);
  for (const model::GeneratedTest& test : suite) {
    for (model::GoalIndex goal : test.goals) covered[goal] = true;
  }
  const std::size_t common = model::CountCommon(subject, goals);
  outcome.goals.criteria = CountCriteria(subject, covered, common);
  goals.resize(common);
  covered.resize(common);
  outcome.goals.places = PlacesOf(subject, goals);
  outcome.goals.covered = std::move(covered);
}

std::vector<bool> GoalsFound(std::span<const search::ArchivedTest> tests,
                             const std::vector<bool>& covered_by_import,
                             const std::vector<bool>& before) {
  std::vector<bool> found = covered_by_import;
  for (const search::ArchivedTest& test : tests) {
    for (const model::GoalIndex goal : test.goals) {
      if (goal < found.size()) found[goal] = true;
    }
  }
  if (before.size() == found.size()) {
    std::transform(found.begin(), found.end(), before.begin(), found.begin(), std::logical_or());
  }
  return found;
}

}  // namespace skua::campaign
