#include "model/test_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "model/answering.h"

namespace skua::model {
Passing PassingOf(const Callable& callable, const Statement& call, std::size_t argument) {
  const uint16_t parameter = call.parameters[argument];
  switch (callable.parameters[parameter].kind) {
    case ParameterKind::kPositionalOnly:
      return Passing::kPosition;
    case ParameterKind::kVarPositional:
      return Passing::kUnpackSequence;
    case ParameterKind::kKeywordOnly:
      return Passing::kKeyword;
    case ParameterKind::kVarKeyword:
      return Passing::kUnpackMapping;
    case ParameterKind::kPositionalOrKeyword:
      break;
  }
  // Parameters ascend: if its index equals its rank, no parameter was skipped.
  return parameter == argument ? Passing::kPosition : Passing::kKeyword;
}

namespace {

bool PassesAllRequired(const Callable& callable, const Statement& call) {
  for (uint16_t p = 0; p < callable.parameters.size(); ++p) {
    const Parameter& parameter = callable.parameters[p];
    const bool required = !parameter.has_default &&
                          parameter.kind != ParameterKind::kVarPositional &&
                          parameter.kind != ParameterKind::kVarKeyword;
    if (required && std::ranges::find(call.parameters, p) == call.parameters.end()) return false;
  }
  return true;
}

}  // namespace

void CheckWellFormed(const TestCase& test, const Subject& subject) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    const auto require = [i](bool holds, const char* what) {
      if (!holds) throw std::logic_error(fmt::format("statement {}: {}", i, what));
    };
    for (VariableIndex operand : statement.operands) require(operand < i, "uses a later variable");
    require(statement.type < std::max<std::size_t>(1, subject.types.size()), "no such type");
    switch (statement.kind) {
      case StatementKind::kDict:
        require(statement.operands.size() % 2 == 0, "a key without a value");
        break;
      case StatementKind::kClass:
        require(statement.target < subject.classes.size(), "no such class");
        break;
      case StatementKind::kFunction: {
        require(statement.target < subject.callables.size(), "no such callable");
        const CallableKind kind = subject.callables[statement.target].kind;
        require(kind <= CallableKind::kClassMethod, "an operator or attribute as a value");
        const bool is_method = kind == CallableKind::kMethod;
        require(statement.operands.size() == (is_method ? 1 : 0), "a method without a receiver");
        break;
      }
      case StatementKind::kLambda:
        require(statement.operands.size() <= 1 || (statement.integer & (kInTurn | kCallsLast)) != 0,
                "a lambda returns one value");
        break;
      case StatementKind::kEnumMember:
        require(statement.target < subject.classes.size(), "no such class");
        require(static_cast<uint64_t>(statement.integer) <
                    subject.classes[statement.target].enum_members.size(),
                "no such member");
        break;
      case StatementKind::kCall: {
        require(statement.target < subject.callables.size(), "no such callable");
        const Callable& callable = subject.callables[statement.target];
        require(statement.operands.size() ==
                    statement.parameters.size() + (HasReceiver(callable) ? 1 : 0),
                "operands and parameters differ in number");
        require(std::adjacent_find(statement.parameters.begin(), statement.parameters.end(),
                                   std::greater_equal<>()) == statement.parameters.end(),
                "parameters not ascending");
        require(PassesAllRequired(callable, statement), "a required parameter is missing");
        for (uint16_t p : statement.parameters) {
          require(p < callable.parameters.size(), "no such parameter");
        }
        break;
      }
      default:
        break;
    }
  }
}

std::vector<VariableIndex> KeepStatements(TestCase& test, const std::vector<bool>& kept) {
  std::vector<VariableIndex> renumbered(test.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (!kept[i]) continue;
    renumbered[i] = static_cast<VariableIndex>(next);
    for (VariableIndex& operand : test.statements[i].operands) operand = renumbered[operand];
    if (next != i) test.statements[next] = std::move(test.statements[i]);
    ++next;
  }
  test.statements.resize(next);
  return renumbered;
}

std::size_t RemoveWithDependents(TestCase& test, std::size_t index) {
  std::vector<bool> kept(test.size(), true);
  kept[index] = false;
  std::size_t removed = 1;
  for (std::size_t i = index + 1; i < test.size(); ++i) {
    const auto& operands = test.statements[i].operands;
    if (std::any_of(operands.begin(), operands.end(), [&](VariableIndex v) { return !kept[v]; })) {
      kept[i] = false;
      ++removed;
    }
  }
  KeepStatements(test, kept);
  return removed;
}

void RemoveUnused(TestCase& test) {
  std::vector<bool> kept(test.size(), false);
  for (std::size_t i = test.size(); i > 0; --i) {
    const Statement& statement = test.statements[i - 1];
    if (statement.kind == StatementKind::kCall) kept[i - 1] = true;
    if (!kept[i - 1]) continue;
    for (VariableIndex operand : statement.operands) kept[operand] = true;
  }
  KeepStatements(test, kept);
}

}  // namespace skua::model
