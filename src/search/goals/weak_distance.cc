#include "search/goals/weak_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace skua::search {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double DistanceBetween(const model::OperandPair& pair) {
  if (pair.left == pair.right) return 0;
  const auto number = [](const model::Value& value) {
    switch (value.kind) {
      case model::ValueKind::kBool:
      case model::ValueKind::kInt:
        return value.text.empty() ? static_cast<double>(value.integer) : std::nan("");
      case model::ValueKind::kFloat:
        return value.real;
      default:
        return std::nan("");
    }
  };
  const double distance = std::abs(number(pair.left) - number(pair.right));
  return std::isnan(distance) ? kInfinity : distance;
}

}  // namespace

MutantPlace::MutantPlace(const GoalSet& goals, model::CodeObjectIndex code_object, uint32_t line)
    : code_object_(code_object), predicates_(goals.subject().predicates.size(), false) {
  for (const model::PredicateIndex p : goals.PredicatesOf(code_object)) {
    const model::Predicate& predicate = goals.subject().predicates[p];
    if (predicate.line != line || predicate.kind == model::PredicateKind::kBlock) continue;
    predicates_[p] = has_predicates_ = true;
  }
}

Nearness MutantPlace::NearnessOf(const model::Trace& trace) const {
  if (!std::binary_search(trace.code_objects.begin(), trace.code_objects.end(), code_object_)) {
    return {};
  }
  if (!has_predicates_) return {Nearness::kAtPredicates, 0};
  Nearness nearness{Nearness::kInCodeObject, kInfinity};
  for (const model::PredicateDistance& it : trace.predicates) {
    if (!predicates_[it.predicate]) continue;
    nearness.level = Nearness::kAtPredicates;
    nearness.distance = std::min(nearness.distance, std::max(it.to_true, it.to_false));
  }
  // In a loop both branches are soon taken, so the operands say more than the distances.
  double between = kInfinity;
  for (const model::OperandPair& pair : trace.operands) {
    if (predicates_[pair.predicate]) between = std::min(between, DistanceBetween(pair));
  }
  if (std::isfinite(between)) nearness.distance = between;
  return nearness;
}

}  // namespace skua::search
