#include "protocol/seeds.h"

#include <stdexcept>
#include <utility>

#include "model/answering.h"

namespace skua::protocol {
namespace {

using model::Statement;
using model::StatementKind;

Statement StatementOf(SeedStatement seed) {
  Statement statement;
  statement.kind = seed.kind;
  statement.integer =
      seed.kind == StatementKind::kEnumMember ? int64_t{seed.member} : seed.value.integer;
  if (seed.kind == StatementKind::kLambda && seed.operands.empty()) {
    statement.integer = model::kReturnsFirst;
  }
  statement.real = seed.value.real;
  statement.imaginary = seed.value.imaginary;
  statement.text = std::move(seed.value.text);
  statement.target = seed.target;
  statement.operands.assign(seed.operands.begin(), seed.operands.end());
  statement.parameters.assign(seed.parameters.begin(), seed.parameters.end());
  return statement;
}

// Sets each statement's type from the calls that make or take its value.
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

std::vector<model::TestCase> TestsOf(std::vector<std::vector<SeedStatement>> seeds,
                                     const model::Subject& subject) {
  std::vector<model::TestCase> tests;
  for (std::vector<SeedStatement>& seed : seeds) {
    model::TestCase test;
    for (SeedStatement& statement : seed) {
      test.statements.push_back(StatementOf(std::move(statement)));
    }
    try {
      model::CheckWellFormed(test, subject);
    } catch (const std::logic_error&) {
      continue;
    }
    InferTypes(test, subject);
    tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace skua::protocol
