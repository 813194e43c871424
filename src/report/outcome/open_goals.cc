#include "report/outcome/open_goals.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace skua::report {
namespace {

using model::GoalCoverage;
using model::GoalKind;
using model::GoalPlace;

// The body of the module, which only an import executes.
constexpr std::string_view kModuleBody = "<module>";

bool IsBranch(const GoalPlace& place) {
  return !place.is_block &&
         (place.kind == GoalKind::kTrueBranch || place.kind == GoalKind::kFalseBranch);
}

bool IsFound(const GoalCoverage& goals, std::size_t goal) {
  return goal < goals.found.size() && goals.found[goal];
}

bool IsComeTo(const GoalCoverage& goals, std::size_t goal) {
  return goals.covered[goal] || IsFound(goals, goal);
}

// Returns the goal for the other outcome of the same condition, if there is one: a condition's true
// branch directly precedes its false one.
std::optional<std::size_t> OtherOutcome(const GoalCoverage& goals, std::size_t goal) {
  const GoalPlace& place = goals.places[goal];
  const bool is_true = place.kind == GoalKind::kTrueBranch;
  if (!is_true && goal == 0) return std::nullopt;
  const std::size_t other = is_true ? goal + 1 : goal - 1;
  if (other >= goals.places.size() || other >= goals.covered.size()) return std::nullopt;
  const GoalPlace& beside = goals.places[other];
  const bool is_same_condition = IsBranch(beside) && beside.kind != place.kind &&
                                 beside.line == place.line &&
                                 beside.code_object == place.code_object;
  return is_same_condition ? std::optional(other) : std::nullopt;
}

bool RunsAtAll(const GoalCoverage& goals, const std::string& code_object) {
  for (std::size_t i = 0; i < goals.places.size() && i < goals.covered.size(); ++i) {
    if (goals.places[i].code_object == code_object && IsComeTo(goals, i)) return true;
  }
  return false;
}

}  // namespace

std::string WhyOpen(const GoalCoverage& goals, std::size_t goal) {
  if (goal >= goals.covered.size() || goal >= goals.places.size()) return "";
  const GoalPlace& place = goals.places[goal];
  if (goals.covered[goal] || place.is_block || place.coupled) return "";
  if (goal < goals.guarded.size() && goals.guarded[goal]) return "only a guard reaches it";
  if (IsFound(goals, goal)) return "a test was found for it, but is not among those written";
  const bool is_imported = place.code_object == kModuleBody;
  if (IsBranch(place)) {
    const std::optional<std::size_t> other = OtherOutcome(goals, goal);
    if (other && IsComeTo(goals, *other)) {
      const bool outcome = goals.places[*other].kind == GoalKind::kTrueBranch;
      return is_imported ? fmt::format("the condition is {} where the module is imported", outcome)
                         : fmt::format("the condition is always {} in generated tests", outcome);
    }
    if (is_imported) return "importing the module does not come to the condition";
    if (RunsAtAll(goals, place.code_object))
      return "no generated test comes as far as the condition";
  }
  return fmt::format("no generated test runs {}", place.code_object);
}

}  // namespace skua::report
