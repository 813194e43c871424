// Branches. Those of a module are goals of every search, which seeks them when `branch` is named,
// and so are a pair's coupled branches: model::GoalsOf lists them. Beside coupled branches,
// `branch` adds the caller's own: the outcomes of its predicates, numbered by predicate and
// outcome, and its code objects without predicates. They are goals of a criterion there, so that
// the share of coupled branches that is covered (CBC) stays what it is.
#include "search/goals/criteria.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;

void AddToPair(const model::Subject& subject, const CriterionEntry::ChangedLines* /*changed*/,
               std::vector<CriterionGoal>& goals) {
  if (!subject.callee) return;
  std::vector<bool> has_predicate(subject.code_objects.size(), false);
  for (uint32_t p = 0; p < subject.predicates.size(); ++p) {
    const model::Predicate& predicate = subject.predicates[p];
    if (predicate.kind == model::PredicateKind::kBlock) continue;
    has_predicate[predicate.code_object] = true;
    for (const bool outcome : {true, false}) {
      if (!(outcome ? predicate.true_is_goal : predicate.false_is_goal)) continue;
      goals.push_back({.criterion = Criterion::kBranch,
                       .code_object = predicate.code_object,
                       .of = p,
                       .which = outcome ? 1u : 0u,
                       .near = {{p, outcome}},
                       .is_shown_by_near = true});
    }
  }
  for (uint32_t c = 0; c < subject.code_objects.size(); ++c) {
    if (has_predicate[c]) continue;
    goals.push_back({.criterion = Criterion::kBranch,
                     .code_object = c,
                     .of = static_cast<uint32_t>(subject.predicates.size()) + c,
                     .is_shown_by_near = true});
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kBranch>() {
  return {Criterion::kBranch, AddToPair,
          [](const model::Subject& subject) { return FinderOfShown(subject, Criterion::kBranch); }};
}

template <>
CriterionEntry EntryOf<Criterion::kCoupledBranch>() {
  return {Criterion::kCoupledBranch,
          [](const model::Subject&, const CriterionEntry::ChangedLines*,
             std::vector<CriterionGoal>&) {},
          [](const model::Subject& subject) {
            return FinderOfShown(subject, Criterion::kCoupledBranch);
          }};
}

}  // namespace skua::search
