#include "search/making/test_edits.h"

#include <bit>
#include <iterator>
#include <utility>

#include "base/hash.h"
#include "search/making/environment_statements.h"

namespace skua::search {

using model::Callable;
using model::ParameterKind;
using model::Statement;
using model::TestCase;
using model::VariableIndex;

Opening::Opening(TestCase& test, std::size_t position, std::vector<Statement>& scratch)
    : test_(test), position_(position), tail_(scratch) {
  const auto begin = test.statements.begin() + static_cast<std::ptrdiff_t>(position);
  tail_.assign(std::make_move_iterator(begin), std::make_move_iterator(test.statements.end()));
  test.statements.resize(position);
}

Opening::~Opening() {
  const std::size_t added = test_.size() - position_;
  for (Statement& statement : tail_) {
    for (VariableIndex& operand : statement.operands) {
      if (operand >= position_) operand = static_cast<VariableIndex>(operand + added);
    }
    test_.statements.push_back(std::move(statement));
  }
  tail_.clear();
}

void Erase(TestCase& test, const std::vector<bool>& erased) {
  std::vector<VariableIndex> renumbered(test.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (erased[i]) continue;
    renumbered[i] = static_cast<VariableIndex>(next);
    for (VariableIndex& operand : test.statements[i].operands) operand = renumbered[operand];
    if (next != i) test.statements[next] = std::move(test.statements[i]);
    ++next;
  }
  test.statements.resize(next);
}

bool IsName(const TestCase& test, const model::Subject& subject, VariableIndex variable) {
  if (test.statements[variable].kind != model::StatementKind::kStr) return false;
  for (std::size_t i = variable + std::size_t{1}; i < test.size(); ++i) {
    const Statement& user = test.statements[i];
    if (IsTypedDict(subject, user)) {
      for (std::size_t k = 0; k < user.operands.size(); k += 2) {
        if (user.operands[k] == variable) return true;
      }
    } else if (IsEnvironment(subject, user)) {
      const auto& parameters = subject.callables[user.target].parameters;
      for (std::size_t k = 0; k < user.operands.size(); ++k) {
        if (user.operands[k] == variable && parameters[user.parameters[k]].name == "name") {
          return true;
        }
      }
    }
  }
  return false;
}

void DropUnpassable(Statement& call, const Callable& callable) {
  const std::size_t first = FirstArgument(callable);
  std::size_t kept = 0;
  uint16_t expected = 0;  // the first parameter not yet passed by position
  for (std::size_t i = 0; i < call.parameters.size(); ++i) {
    const uint16_t parameter = call.parameters[i];
    const ParameterKind kind = callable.parameters[parameter].kind;
    const bool needs_all_before =
        kind == ParameterKind::kPositionalOnly || kind == ParameterKind::kVarPositional;
    if (needs_all_before && parameter != expected) continue;
    if (parameter == expected) ++expected;
    call.parameters[kept] = parameter;
    call.operands[first + kept] = call.operands[first + i];
    ++kept;
  }
  call.parameters.resize(kept);
  call.operands.resize(first + kept);
}

void RemoveArgument(Statement& call, const Callable& callable, std::size_t argument) {
  call.parameters.erase(call.parameters.begin() + static_cast<std::ptrdiff_t>(argument));
  call.operands.erase(call.operands.begin() +
                      static_cast<std::ptrdiff_t>(FirstArgument(callable) + argument));
  DropUnpassable(call, callable);
}

uint64_t FingerprintOf(const TestCase& test) {
  uint64_t hash = test.size();
  const auto mix = [&hash](uint64_t value) {
    hash = (std::rotl(hash, 23) ^ value) * 0x9e3779b97f4a7c15;
  };
  for (const Statement& statement : test.statements) {
    mix(static_cast<uint64_t>(statement.kind) << 32 | statement.target);
    mix(static_cast<uint64_t>(statement.integer));
    mix(std::bit_cast<uint64_t>(statement.real));
    mix(std::bit_cast<uint64_t>(statement.imaginary));
    mix(base::Hash64(statement.text));
    for (auto operand : statement.operands) mix(operand);
    for (auto parameter : statement.parameters) mix(parameter + 0x10000u);
  }
  return hash;
}

}  // namespace skua::search
