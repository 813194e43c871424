#include "oracle/assertions/noticed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle/assertions/value_match.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::StatementObservation;
using model::Value;
using model::ValueKind;

constexpr std::size_t kMostCompared = 4;  // elements of a sequence of objects that are compared

// Returns whether `==` makes sense for the value, by its kind.
bool CanBeCompared(const Value& value) {
  if (value.kind == ValueKind::kOpaque) return false;
  if (value.kind == ValueKind::kObject && value.items.empty()) return !value.text.empty();
  return std::all_of(value.items.begin(), value.items.end(), CanBeCompared);
}

// Returns whether a test could import the type: not "builtins:generator" or "m:f.<locals>.C".
bool CanBeAskedFor(std::string_view type_name) {
  static constexpr std::array<std::string_view, 8> kBuiltins = {
      "int", "str", "bytes", "list", "tuple", "set", "frozenset", "dict"};
  const auto colon = type_name.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = type_name.substr(colon + 1);
  if (type_name.starts_with("builtins:")) return std::ranges::count(kBuiltins, name) > 0;
  return !name.starts_with('_') && name.find("._") == std::string_view::npos &&
         name.find('<') == std::string_view::npos;
}

// Returns whether `mutated` has another length than `baseline`, unless that is the one `before`.
bool LengthDiffers(const Value& baseline, const Value& mutated, const Value* before) {
  const std::optional<int64_t> length = LengthOf(baseline);
  const bool same_length = before != nullptr && LengthOf(*before) == length;
  return length && !same_length && LengthOf(mutated) != length;
}

bool ItemsDiffer(const Value& baseline, const Value* mutated);

// Returns whether an assertion that holds for `baseline` can fail for `mutated` (null: unknown).
// Parts of an object that equal those of `before`, its state before the statement, are not
// asserted.
bool Differs(const Value& baseline, const Value* mutated, const Value* before = nullptr) {
  if (baseline.kind == ValueKind::kOpaque) {
    return CanBeAskedFor(baseline.type_name) &&
           (mutated == nullptr || TypeNameOf(*mutated) != baseline.type_name);
  }
  if (mutated == nullptr) return true;
  if (CanBeCompared(baseline)) return !Matches(baseline, *mutated);
  if (before != nullptr && before->kind != ValueKind::kObject) before = nullptr;
  if (LengthDiffers(baseline, *mutated, before) || ItemsDiffer(baseline, mutated)) return true;
  return std::ranges::any_of(baseline.fields, [&](const auto& field) {
    const Value* field_before = before == nullptr ? nullptr : Attribute(before, field.first);
    if (field_before != nullptr && *field_before == field.second) return false;
    return Differs(field.second, Attribute(mutated, field.first), field_before);
  });
}

bool ItemsDiffer(const Value& baseline, const Value* mutated) {
  if (baseline.kind != ValueKind::kList && baseline.kind != ValueKind::kTuple) return false;
  for (std::size_t i = 0; i < std::min(baseline.items.size(), kMostCompared); ++i) {
    if (Differs(baseline.items[i], Attribute(mutated, fmt::format("[{}]", i)))) return true;
  }
  return false;
}

bool Same(const std::string& a, const std::string& b) { return a == b; }

bool Same(const std::vector<StatementObservation::LogRecord>& a,
          const std::vector<StatementObservation::LogRecord>& b) {
  return std::ranges::equal(a, b, [](const auto& left, const auto& right) {
    return std::tie(left.logger, left.level, left.message) ==
           std::tie(right.logger, right.level, right.message);
  });
}

bool EndsOtherwise(const Observation& baseline, const Observation& mutated,
                   const MatchedMessage& matched_message) {
  if (baseline.verdict != mutated.verdict ||
      baseline.statements.size() != mutated.statements.size() ||
      baseline.exception.type_name != mutated.exception.type_name) {
    return true;
  }
  if (baseline.verdict != model::Verdict::kRaised || !matched_message) return false;
  const std::string matched = matched_message(baseline.exception);
  return mutated.exception.message.find(matched) == std::string::npos;
}

// Returns whether statement `i` has other effects. `effects`: bits of Effect that assertions can
// still state. REQUIRES: both observations reached it.
bool LeavesOtherwise(std::size_t i, const ObservedStates& baseline, const ObservedStates& mutated,
                     uint8_t effects) {
  const StatementObservation& expected = *baseline.Statement(i);
  const StatementObservation& left = *mutated.Statement(i);
  const auto printed_differs = [&](StatementObservation::Effect effect, const auto& list) {
    if ((effects & effect) == 0 || (expected.*list).empty()) return false;
    return (left.unstable & effect) != 0 || !Same(expected.*list, left.*list);
  };
  const auto change_differs = [&](const StatementObservation::Change& change) {
    const Value* before = i == 0 ? nullptr : baseline.Variable(change.variable, i - 1);
    return Differs(change.value, mutated.Variable(change.variable, i), before);
  };
  return printed_differs(StatementObservation::kPrinted, &StatementObservation::printed) ||
         printed_differs(StatementObservation::kPrintedErrors,
                         &StatementObservation::printed_errors) ||
         printed_differs(StatementObservation::kLogged, &StatementObservation::logged) ||
         std::ranges::any_of(expected.changes, change_differs) ||
         std::ranges::any_of(
             expected.globals,
             [&](const auto& it) { return Differs(it.second, mutated.Global(it.first, i)); }) ||
         std::ranges::any_of(expected.files, [&](const auto& it) {
           return Differs(it.second, mutated.File(it.first, i));
         });
}

// Returns the observation of each trial, of one test each; kNotRun after the deadline.
std::vector<Observation> ObserveEach(std::span<const model::Executor::Trial> trials,
                                     model::Executor& executor, const base::Deadline& deadline) {
  std::vector<Observation> observations(trials.size());
  executor.ObserveEachUnder(trials, deadline,
                            [&](std::size_t trial, std::size_t, Observation seen) {
                              observations[trial] = std::move(seen);
                              return false;
                            });
  return observations;
}

// Returns whether a test notices the mutant: it reaches the mutant, and `mutated` differs from
// `baseline`, its observation without the mutant.
bool Shows(model::MutantIndex mutant, const Observation& baseline, const Observation& mutated,
           const MatchedMessage& matched_message) {
  return std::ranges::binary_search(baseline.reached_mutants, mutant) &&
         mutated.verdict != model::Verdict::kNotRun && Noticed(baseline, mutated, matched_message);
}

}  // namespace

bool Noticed(const Observation& baseline, const Observation& mutated,
             const MatchedMessage& matched_message) {
  if (EndsOtherwise(baseline, mutated, matched_message)) return true;
  const ObservedStates expected(baseline), states(mutated);
  uint8_t effects = StatementObservation::kPrinted | StatementObservation::kPrintedErrors |
                    StatementObservation::kLogged;
  for (std::size_t i = 0; expected.Statement(i) != nullptr; ++i) {
    effects &= static_cast<uint8_t>(~expected.Statement(i)->unstable);
    const Value* result = expected.Variable(i, i);
    if (result != nullptr && Differs(*result, states.Variable(i, i))) return true;
    if (LeavesOtherwise(i, expected, states, effects)) return true;
  }
  return false;
}

bool NoticesAll(const model::TestCase& test, std::span<const model::MutantIndex> mutants,
                uint32_t probe_limit, const MatchedMessage& matched_message,
                model::Executor& executor, const base::Deadline& deadline) {
  std::optional<Observation> baseline;
  while (!mutants.empty()) {
    std::vector<model::Executor::Trial> trials;
    if (!baseline) trials.push_back({model::kNoIndex, {test}, {probe_limit}});
    const std::size_t first = trials.size();
    // Tries further mutants along with the first ones only where that takes hardly longer.
    const std::size_t at_once = executor.width() * model::Executor::kTrialsTogether - first;
    const auto together = mutants.first(std::min(mutants.size(), at_once));
    for (const model::MutantIndex mutant : together) {
      trials.push_back({mutant, {test}, {probe_limit}});
    }
    std::vector<Observation> seen = ObserveEach(trials, executor, deadline);
    if (!baseline) baseline = std::move(seen.front());
    for (std::size_t i = 0; i < together.size(); ++i) {
      if (!Shows(together[i], *baseline, seen[first + i], matched_message)) return false;
    }
    mutants = mutants.subspan(together.size());
  }
  return true;
}

std::vector<bool> WhichNotice(std::span<const model::TestCase> tests, model::MutantIndex mutant,
                              uint32_t probe_limit, const MatchedMessage& matched_message,
                              model::Executor& executor, const base::Deadline& deadline) {
  std::vector<model::Executor::Trial> trials;
  for (const model::TestCase& test : tests) {
    trials.push_back({model::kNoIndex, {test}, {probe_limit}});
    trials.push_back({mutant, {test}, {probe_limit}});
  }
  const std::vector<Observation> seen = ObserveEach(trials, executor, deadline);
  std::vector<bool> notice;
  for (std::size_t i = 0; i < seen.size(); i += 2) {
    notice.push_back(Shows(mutant, seen[i], seen[i + 1], matched_message));
  }
  return notice;
}

}  // namespace skua::oracle
