#include "search/shrinking/called_results.h"

#include <gtest/gtest.h>

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;

// def make(): return lambda *args: …
model::Subject SubjectThatReturnsFunctions() {
  model::Subject subject;
  subject.types.emplace_back();
  subject.classes.emplace_back().qualified_name = "FunctionType";
  subject.callables.emplace_back().name = "make";
  model::Callable& call = subject.callables.emplace_back();
  call.kind = model::CallableKind::kOperator;
  call.name = "__call__";
  call.class_index = 0;
  call.parameters.emplace_back().kind = model::ParameterKind::kVarPositional;
  return subject;
}

TestCase Make() {
  TestCase test;
  test.statements.emplace_back().kind = StatementKind::kCall;
  return test;
}

model::Observation Gave(const std::string& type_name) {
  model::Observation seen{.verdict = model::Verdict::kPassed};
  model::Value& result = seen.statements.emplace_back().result;
  result.kind = model::ValueKind::kOpaque;
  result.type_name = type_name;
  return seen;
}

TEST(CalledResults, AreThoseOfFunctions) {
  EXPECT_TRUE(ReturnsFunction(Make(), Gave("builtins:function")));
  EXPECT_FALSE(ReturnsFunction(Make(), Gave("builtins:object")));
  model::Observation named = Gave("parcel.rates:_no_op");
  named.statements.back().result.kind = model::ValueKind::kType;
  EXPECT_TRUE(ReturnsFunction(Make(), named));
  EXPECT_EQ(WithResultCalled(SubjectThatReturnsFunctions(), Make(), named).size(), 5u);
  model::Observation raised = Gave("builtins:function");
  raised.verdict = model::Verdict::kRaised;
  EXPECT_FALSE(ReturnsFunction(Make(), raised));
}

TEST(CalledResults, AreCalledWithNothingWithOneArgumentOfEachKindAndWithTwo) {
  const model::Subject subject = SubjectThatReturnsFunctions();
  const std::vector<TestCase> versions =
      WithResultCalled(subject, Make(), Gave("builtins:function"));
  std::vector<StatementKind> passed;
  for (const TestCase& version : versions) {
    CheckWellFormed(version, subject);
    EXPECT_EQ(version.statements[0], Make().statements[0]);
    const Statement& call = version.statements.back();
    EXPECT_EQ(call.target, 1u);
    EXPECT_EQ(call.operands[0], 0u) << "what the test returned is called";
    if (version.size() > 2) passed.push_back(version.statements[1].kind);
  }
  EXPECT_EQ(versions.size(), 5u);
  EXPECT_EQ(passed, (std::vector<StatementKind>{StatementKind::kInt, StatementKind::kStr,
                                                StatementKind::kStr, StatementKind::kLambda}));
}

TEST(CalledResults, AreLeftWhereTheSubjectReturnsNoneOfTheirKind) {
  EXPECT_TRUE(
      WithResultCalled(SubjectThatReturnsFunctions(), Make(), Gave("functools:partial")).empty());
}

}  // namespace
}  // namespace skua::search
