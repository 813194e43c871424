#include "protocol/seed_json.h"

#include <limits>
#include <stdexcept>

#include "protocol/value_json.h"

namespace skua::protocol {
namespace {

using model::Statement;
using model::StatementKind;
using model::ValueKind;

// In the order of StatementKind.
constexpr std::string_view kStatementKinds[] = {
    "none", "bool",      "int",  "float",       "complex", "str",  "bytes",    "list",  "tuple",
    "set",  "frozenset", "dict", "enum_member", "class",   "call", "function", "lambda"};

uint16_t ReadSmall(const Field& field) {
  const uint32_t index = field.Unsigned();
  if (index > std::numeric_limits<uint16_t>::max()) field.Fail("an index of 16 bits");
  return static_cast<uint16_t>(index);
}

void ReadPrimitive(const Field& field, Statement& statement) {
  const model::Value value = ReadValue(field);
  if (static_cast<int>(value.kind) != static_cast<int>(statement.kind)) {
    field.Fail("a value of the statement's kind");
  }
  statement.integer = value.integer;
  statement.real = value.real;
  statement.imaginary = value.imaginary;
  statement.text = value.text;
}

Statement ReadStatement(const Field& field) {
  Statement statement;
  statement.kind = field["kind"].OneOf<StatementKind>(kStatementKinds);
  if (statement.kind <= StatementKind::kBytes) {
    if (statement.kind != StatementKind::kNone) ReadPrimitive(field["value"], statement);
    return statement;
  }
  field.Read("target", statement.target);
  if (field.Has("integer")) statement.integer = field["integer"].Integer();
  for (const uint16_t operand : field.List("operands", ReadSmall)) {
    statement.operands.push_back(operand);
  }
  for (const uint16_t parameter : field.List("parameters", ReadSmall)) {
    statement.parameters.push_back(parameter);
  }
  return statement;
}

// What a statement is taken to be follows from the calls that make it or take it.
void InferTypes(model::TestCase& test, const model::Subject& subject) {
  for (Statement& call : test.statements) {
    if (call.kind != StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[call.target];
    call.type = callable.result;
    const std::size_t receivers = model::HasReceiver(callable) ? 1 : 0;
    for (std::size_t i = 0; i < call.parameters.size(); ++i) {
      Statement& argument = test.statements[call.operands[receivers + i]];
      const model::Parameter& parameter = callable.parameters[call.parameters[i]];
      const bool is_one = parameter.kind != model::ParameterKind::kVarPositional &&
                          parameter.kind != model::ParameterKind::kVarKeyword;
      if (argument.type == 0 && argument.kind != StatementKind::kCall && is_one) {
        argument.type = parameter.type;
      }
    }
  }
}

}  // namespace

std::vector<model::TestCase> ReadSeeds(const Field& answer, const model::Subject& subject) {
  std::vector<model::TestCase> seeds;
  auto read = answer.List("seeds", [](const Field& seed) { return seed.Items(ReadStatement); });
  for (std::vector<Statement>& statements : read) {
    model::TestCase test;
    test.statements = std::move(statements);
    try {
      model::CheckWellFormed(test, subject);
    } catch (const std::logic_error&) {
      continue;
    }
    InferTypes(test, subject);
    seeds.push_back(std::move(test));
  }
  return seeds;
}

}  // namespace skua::protocol
