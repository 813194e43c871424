#include "search/polish/edits.h"

#include <algorithm>
#include <utility>

#include "search/making/slice.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::TestCase;

namespace {

std::size_t StepOf(const Statement& collection) {
  return collection.kind == StatementKind::kDict ? 2 : 1;
}

bool IsRequiredKey(const model::Subject& subject, const TestCase& test, const Statement& dict,
                   std::size_t element) {
  if (!IsTypedDict(subject, dict)) return false;
  const model::Type& type = subject.types[dict.type];
  const auto end = type.names.begin() + static_cast<std::ptrdiff_t>(type.required_names);
  return std::find(type.names.begin(), end, test.statements[dict.operands[2 * element]].text) !=
         end;
}

// Inserts what is made before statement `index`. Returns where its value is then.
std::size_t Insert(TestCase& test, std::size_t index, std::span<const Statement> made) {
  std::vector<Statement> scratch;
  const Opening opening(test, index, scratch);
  for (Statement statement : made) {
    for (model::VariableIndex& operand : statement.operands) {
      operand = static_cast<model::VariableIndex>(operand + index);
    }
    AppendStatement(test, std::move(statement));
  }
  return index + made.size() - 1;
}

}  // namespace

std::vector<unsigned> UsesIn(const TestCase& test) {
  std::vector<unsigned> uses(test.size(), 0);
  for (const Statement& statement : test.statements) {
    for (const model::VariableIndex operand : statement.operands) ++uses[operand];
  }
  return uses;
}

std::vector<std::size_t> OptionalArguments(const model::Subject& subject, const Statement& call) {
  std::vector<std::size_t> parameters;
  for (const uint16_t parameter : call.parameters) {
    if (IsOptional(subject.callables[call.target].parameters[parameter])) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<std::size_t> FreeElements(const model::Subject& subject, const TestCase& test,
                                      std::size_t index) {
  std::vector<std::size_t> elements;
  const Statement& collection = test.statements[index];
  const bool is_fixed = collection.kind == StatementKind::kTuple &&
                        subject.types[collection.type].kind == model::TypeKind::kTuple;
  if (is_fixed) return elements;
  for (std::size_t i = 0; i < collection.operands.size() / StepOf(collection); ++i) {
    if (!IsRequiredKey(subject, test, collection, i)) elements.push_back(i);
  }
  return elements;
}

TestCase WithoutParts(const model::Subject& subject, const TestCase& test, std::size_t index,
                      std::span<const std::size_t> parts, bool calls_too) {
  TestCase version = test;
  Statement& statement = version.statements[index];
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
    if (statement.kind == StatementKind::kCall) {
      const auto at = std::ranges::find(statement.parameters, *it);
      if (at == statement.parameters.end()) continue;  // dropped together with one before it
      RemoveArgument(statement, subject.callables[statement.target],
                     static_cast<std::size_t>(at - statement.parameters.begin()));
    } else {
      const auto step = static_cast<std::ptrdiff_t>(StepOf(statement));
      const auto first = statement.operands.begin() + static_cast<std::ptrdiff_t>(*it) * step;
      statement.operands.erase(first, first + step);
    }
  }
  RemoveOrphans(test, version, calls_too);
  return version;
}

void RemoveOrphans(const TestCase& before, TestCase& after, bool calls_too) {
  const std::vector<unsigned> used = UsesIn(before);
  std::vector<unsigned> uses = UsesIn(after);
  std::vector<bool> kept(after.size(), true);
  for (std::size_t i = after.size(); i-- > 0;) {
    const bool may_go = calls_too || after.statements[i].kind != StatementKind::kCall;
    if (used[i] == 0 || uses[i] > 0 || !may_go) continue;
    kept[i] = false;
    for (const model::VariableIndex operand : after.statements[i].operands) --uses[operand];
  }
  model::KeepStatements(after, kept);
}

TestCase WithValue(const TestCase& test, std::size_t index, std::span<const Statement> made) {
  TestCase before = test;
  if (made.size() > 1) Insert(before, index, made.first(made.size() - 1));
  const std::size_t value = index + made.size() - 1;
  TestCase version = before;
  Statement& statement = version.statements[value] = made.back();
  for (model::VariableIndex& operand : statement.operands) {
    operand = static_cast<model::VariableIndex>(operand + index);
  }
  RemoveOrphans(before, version, /*calls_too=*/true);
  return version;
}

TestCase WithOperand(const TestCase& test, std::size_t user, std::size_t operand,
                     std::span<const Statement> made) {
  TestCase before = test;
  const std::size_t value = Insert(before, user, made);
  TestCase version = before;
  version.statements[value + 1].operands[operand] = static_cast<model::VariableIndex>(value);
  RemoveOrphans(before, version, /*calls_too=*/true);
  return version;
}

TestCase PartOf(const model::Subject& subject, const TestCase& test, std::size_t index) {
  TestCase part = test;
  part.statements.resize(index + 1);
  std::vector<bool> kept = OperandSliceOf(subject, part, index);
  kept[index] = true;
  model::KeepStatements(part, kept);
  return part;
}

}  // namespace skua::search
