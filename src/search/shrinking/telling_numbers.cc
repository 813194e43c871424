#include "search/shrinking/telling_numbers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "search/making/test_edits.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {

using model::Callable;
using model::Statement;
using model::StatementKind;
using model::TestCase;

std::vector<TestCase> WithUsualYears(const model::Subject& subject, const TestCase& test,
                                     std::size_t index) {
  // The operand that is an early year, of a call that is given one.
  const auto early_year = [&](const TestCase& it, std::size_t i) -> std::optional<std::size_t> {
    constexpr int64_t kFirstYears = 100;
    const Statement& call = it.statements[i];
    if (call.kind != StatementKind::kCall) return std::nullopt;
    const Callable& callable = subject.callables[call.target];
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const std::size_t operand = FirstArgument(callable) + a;
      const Statement& value = it.statements[call.operands[operand]];
      const bool is_early = value.kind == StatementKind::kInt && value.text.empty() &&
                            0 < value.integer && value.integer < kFirstYears;
      if (is_early && callable.parameters[call.parameters[a]].name == "year") return operand;
    }
    return std::nullopt;
  };
  const auto dated = [&](const TestCase& it, std::size_t i, std::size_t operand) {
    const std::size_t value = it.statements[i].operands[operand];
    Statement year = it.statements[value];
    year.integer += 2000;
    if (UsesIn(it)[value] > 1) return WithOperand(it, i, operand, {&year, 1});
    TestCase version = it;
    version.statements[value] = year;
    return version;
  };
  const auto operand = early_year(test, index);
  if (!operand) return {};
  TestCase one = dated(test, index, *operand), all = test;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (const auto other = early_year(all, i)) {
      const std::size_t size = all.size();
      all = dated(all, i, *other);
      i += all.size() - size;
    }
  }
  if (all == one) return {one};
  return {all, one};
}

bool IsFactor(const model::Subject& subject, const TestCase& test, std::size_t index) {
  static constexpr std::array<std::string_view, 8> kByFactor = {
      "__mul__",      "__rmul__",     "__imul__", "__truediv__",
      "__floordiv__", "__itruediv__", "__pow__",  "__matmul__"};
  return std::ranges::any_of(test.statements, [&](const Statement& call) {
    if (call.kind != StatementKind::kCall || call.operands.size() != 2 ||
        call.operands[1] != index) {
      return false;
    }
    const Callable& callable = subject.callables[call.target];
    return callable.kind == model::CallableKind::kOperator &&
           std::ranges::find(kByFactor, callable.name) != kByFactor.end();
  });
}

bool IsIdleFactor(const Statement& number) {
  switch (number.kind) {
    case StatementKind::kBool:
      return true;
    case StatementKind::kInt:
      return number.text.empty() && -1 <= number.integer && number.integer <= 1;
    case StatementKind::kFloat:
      return number.real == 0 || number.real == 1 || number.real == -1;
    default:
      return false;
  }
}

bool IsOfCentury(const Statement& value) {
  return value.kind == StatementKind::kInt && value.text.empty() && 2000 <= value.integer &&
         value.integer < 2100;
}

}  // namespace skua::search
