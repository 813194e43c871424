#include "search/shrinking/called_results.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "model/function_types.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

// The name of the class in the cluster, where types without a name to import have that of the
// module types.
std::string_view ClassOf(std::string_view type_name) {
  if (type_name == "builtins:function") return "FunctionType";
  if (type_name == "builtins:method") return "MethodType";
  return type_name.substr(type_name.find(':') + 1);
}

// How objects of the type are called. Nothing where the cluster does not have it.
std::optional<model::CallableIndex> CallOf(const model::Subject& subject,
                                           std::string_view type_name) {
  for (model::CallableIndex i = 0; i < subject.callables.size(); ++i) {
    const model::Callable& callable = subject.callables[i];
    if (callable.kind == model::CallableKind::kOperator && callable.name == "__call__" &&
        !callable.parameters.empty() && callable.class_index != model::kNoIndex &&
        callable.parameters.front().kind == model::ParameterKind::kVarPositional &&
        subject.classes[callable.class_index].qualified_name == ClassOf(type_name)) {
      return i;
    }
  }
  return std::nullopt;
}

Statement Of(StatementKind kind) {
  Statement statement;
  statement.kind = kind;
  return statement;
}

VariableIndex Append(TestCase& test, Statement statement) {
  test.statements.push_back(std::move(statement));
  return static_cast<VariableIndex>(test.size() - 1);
}

}  // namespace

bool ReturnsFunction(const TestCase& test, const model::Observation& seen) {
  return seen.verdict == model::Verdict::kPassed && !test.statements.empty() &&
         test.statements.back().kind == StatementKind::kCall &&
         seen.statements.size() == test.size() &&
         !model::FunctionTypeOf(seen.statements.back().result).empty();
}

std::vector<TestCase> WithResultCalled(const model::Subject& subject, const TestCase& test,
                                       const model::Observation& seen) {
  const auto call = CallOf(subject, model::FunctionTypeOf(seen.statements.back().result));
  if (!call) return {};
  Statement number = Of(StatementKind::kInt), text = Of(StatementKind::kStr);
  number.integer = 1;
  text.text = "a";
  const std::vector<std::vector<Statement>> choices = {
      {}, {number}, {text}, {text, text}, {Of(StatementKind::kLambda)}};
  std::vector<TestCase> versions;
  for (const std::vector<Statement>& arguments : choices) {
    TestCase version = test;
    const auto function = static_cast<VariableIndex>(test.size() - 1);
    Statement called = Of(StatementKind::kCall);
    called.target = *call;
    called.operands = {function};
    if (!arguments.empty()) {
      Statement list = Of(StatementKind::kList);
      for (const Statement& argument : arguments) {
        list.operands.push_back(Append(version, argument));
      }
      called.operands.push_back(Append(version, std::move(list)));
      called.parameters = {0};
    }
    Append(version, std::move(called));
    versions.push_back(std::move(version));
  }
  return versions;
}

}  // namespace skua::search
