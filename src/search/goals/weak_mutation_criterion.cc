// Weak mutation of comparisons: operands for which a mutant of the comparison (another operator, a
// constant that is one more or one less) gives another outcome at once. These are operands that are
// equal, and those on either side of it that are next to equal: numbers that differ by 1 at most,
// texts by anything. Goals are numbered by the predicate and by the side.
//
// Other mutants of conditions need no goals of their own. A negated operand, and a condition that
// is always true or always false, are infected by any test that takes the branch; `and` in place of
// `or`, and the other way round, by the branch of the last operand that decides, since operands are
// predicates of their own that are only evaluated where those before them did not decide: of
// `a and b`, false by `b` needs `a` to be true, which `a or b` tells apart. So the criterion
// `branch` stands for these. Mutants of arithmetic are judged by the oracle's mutants alone: traces
// hold what is compared, but not what that was calculated from.
#include <cmath>
#include <limits>
#include <optional>

#include "search/goals/criteria.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;
using model::ValueKind;

enum Side : uint32_t { kBelow, kEqual, kAbove };
constexpr uint32_t kSides = 3;

std::optional<double> OperandNumber(const model::Value& value) {
  switch (value.kind) {
    case ValueKind::kBool:
    case ValueKind::kInt:
      if (!value.text.empty()) return std::nullopt;
      return static_cast<double>(value.integer);
    case ValueKind::kFloat:
      return value.real;
    default:
      return std::nullopt;
  }
}

std::optional<Side> SideOf(const model::OperandPair& pair) {
  if (pair.left == pair.right) return kEqual;
  const auto left = OperandNumber(pair.left), right = OperandNumber(pair.right);
  if (left && right) {
    const double difference = *left - *right;
    if (difference == 0) return kEqual;
    if (!(std::abs(difference) <= 1)) return std::nullopt;
    return difference < 0 ? kBelow : kAbove;
  }
  const bool are_texts = pair.left.kind == pair.right.kind &&
                         (pair.left.kind == ValueKind::kStr || pair.left.kind == ValueKind::kBytes);
  if (!are_texts) return std::nullopt;
  return pair.left.text < pair.right.text ? kBelow : kAbove;
}

class BoundaryFinder : public GoalFinder {
 public:
  explicit BoundaryFinder(const model::Subject& subject)
      : goals_(kSides * subject.predicates.size(), model::kNoIndex) {
    for (uint32_t i = 0; i < subject.criterion_goals.size(); ++i) {
      const CriterionGoal& goal = subject.criterion_goals[i];
      if (goal.criterion == Criterion::kWeakMutation) goals_[kSides * goal.of + goal.which] = i;
    }
  }

  void Find(const model::TestCase& /*test*/, const model::Trace& trace,
            std::vector<uint32_t>& found) const override {
    for (const model::OperandPair& pair : trace.operands) {
      const auto side = SideOf(pair);
      if (!side) continue;
      const uint32_t goal = goals_[kSides * pair.predicate + *side];
      if (goal != model::kNoIndex) found.push_back(goal);
    }
  }

 private:
  std::vector<uint32_t> goals_;  // by predicate and side
};

void AddWeakMutations(const model::Subject& subject,
                      const CriterionEntry::ChangedLines* /*changed*/,
                      std::vector<CriterionGoal>& goals) {
  for (uint32_t p = 0; p < subject.predicates.size(); ++p) {
    const model::Predicate& predicate = subject.predicates[p];
    const bool can_decide = predicate.true_is_goal || predicate.false_is_goal;
    if (predicate.kind != model::PredicateKind::kCompare || !can_decide) continue;
    for (uint32_t side = 0; side < kSides; ++side) {
      goals.push_back({.criterion = Criterion::kWeakMutation,
                       .code_object = predicate.code_object,
                       .of = p,
                       .which = side,
                       .near = {{p, true}, {p, false}},
                       .at_boundary = true});
    }
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kWeakMutation>() {
  return {Criterion::kWeakMutation, AddWeakMutations,
          [](const model::Subject& subject) -> std::unique_ptr<GoalFinder> {
            return std::make_unique<BoundaryFinder>(subject);
          }};
}

}  // namespace skua::search
