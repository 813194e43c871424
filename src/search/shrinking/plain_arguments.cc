#include "search/shrinking/plain_arguments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Value;
using model::ValueKind;

constexpr std::size_t kLongestText = 60;  // bytes; a longer text is better made than written

// Calls of which the result is passed on and is no receiver, ascending.
std::vector<std::size_t> CallsPassedOn(const model::Subject& subject, const TestCase& test) {
  std::vector<bool> passed(test.size(), false), needed(test.size(), false);
  for (const Statement& user : test.statements) {
    const bool has_receiver =
        user.kind == StatementKind::kFunction ||
        (user.kind == StatementKind::kCall && HasReceiver(subject.callables[user.target]));
    for (std::size_t k = 0; k < user.operands.size(); ++k) {
      (has_receiver && k == 0 ? needed : passed)[user.operands[k]] = true;
    }
  }
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind == StatementKind::kCall && passed[i] && !needed[i] &&
        subject.callables[statement.target].kind != model::CallableKind::kEnvironment) {
      calls.push_back(i);
    }
  }
  return calls;
}

// The value as a literal; nothing where it is not plain.
std::optional<Statement> LiteralOf(const Value& value) {
  Statement literal;
  switch (value.kind) {
    case ValueKind::kNone:
      break;
    case ValueKind::kBool:
    case ValueKind::kInt:
      literal.kind = value.kind == ValueKind::kInt ? StatementKind::kInt : StatementKind::kBool;
      literal.integer = value.integer;
      literal.text = value.text;
      break;
    case ValueKind::kFloat:
      if (!std::isfinite(value.real)) return std::nullopt;
      literal.kind = StatementKind::kFloat;
      literal.real = value.real;
      break;
    case ValueKind::kStr:
      if (value.text.size() > kLongestText) return std::nullopt;
      literal.kind = StatementKind::kStr;
      literal.text = value.text;
      break;
    default:
      return std::nullopt;
  }
  return literal;
}

}  // namespace

bool PassesResults(const model::Subject& subject, const TestCase& test) {
  return !CallsPassedOn(subject, test).empty();
}

std::vector<TestCase> WithPlainArguments(const model::Subject& subject, const TestCase& test,
                                         const model::Observation& seen) {
  std::vector<std::size_t> calls;
  std::vector<Statement> literals;
  for (const std::size_t call : CallsPassedOn(subject, test)) {
    if (call >= seen.statements.size()) break;
    auto literal = LiteralOf(seen.statements[call].result);
    if (!literal) continue;
    calls.push_back(call);
    literals.push_back(*std::move(literal));
  }
  std::vector<TestCase> versions;
  const auto add = [&](std::size_t first, std::size_t last) {
    TestCase version = test;
    for (std::size_t k = first; k < last; ++k) version.statements[calls[k]] = literals[k];
    RemoveOrphans(test, version, /*calls_too=*/true);
    if (!RepeatsKeys(version)) versions.push_back(std::move(version));
  };
  if (!calls.empty()) add(0, calls.size());
  for (std::size_t k = 0; k < calls.size() && calls.size() > 1; ++k) add(k, k + 1);
  return versions;
}

}  // namespace skua::search
