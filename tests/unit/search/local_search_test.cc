#include "search/varying/local_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/making/primitives.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::CallableKind;
using model::Isolation;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;
using test::FakeObject;
using test::FakeProgram;
using test::FakeRun;
using test::FakeValue;
using test::IntOf;
using test::IntValue;
using test::StrOf;
using test::StrValue;

// A function of two parameters, of which only the second decides.
class LocalSearchTest : public ::testing::Test {
 protected:
  void AddFunction(TypeKind kind, FakeProgram::Body body) {
    const auto code = program_.CodeObject("f");
    program_.Nested(code, 1);
    program_.Callable(CallableKind::kFunction, "f", code,
                      {FakeProgram::Parameter("other", program_.Type(TypeKind::kInt)),
                       FakeProgram::Parameter("it", program_.Type(kind))},
                      std::move(body));
  }

  // Calls the function with what `value` makes.
  static TestCase Call(const model::Value& value) {
    return {{StatementOf(IntValue(7)),
             StatementOf(value),
             {.kind = StatementKind::kCall, .operands = {0, 1}, .parameters = {0, 1}}}};
  }

  // From there to the branch where the predicate holds. Returns what decided in the end.
  Statement Improve(const model::Value& from) {
    Evaluator evaluator(program_.subject, executor_, options_, deadline_);
    LocalSearch local_search(evaluator);
    std::vector<TestCase> tests = {Call(from)};
    evaluator.Evaluate(tests);
    Individual individual;
    individual.Take(tests[0], evaluator.mutable_traces()[0], evaluator.hints()[0]);
    const model::GoalIndex goal = evaluator.goals().GoalOf({0, true});
    EXPECT_TRUE(local_search.IsPromising(individual, goal));
    EXPECT_TRUE(local_search.Improve(individual, goal));
    covered_ = evaluator.archive().IsCovered(goal);
    tests_ = local_search.tests();
    EXPECT_FALSE(local_search.IsPromising(individual, goal));
    return individual.test.statements[1];
  }

  FakeProgram program_;
  SearchOptions options_;
  test::FakeClock clock_;
  const base::Deadline deadline_{clock_};
  test::FakeExecutor executor_{
      [this](const TestCase& test, Isolation) { return program_.Interpret(test); }};
  bool covered_ = false;
  uint64_t tests_ = 0;
};

TEST_F(LocalSearchTest, FindsANumberByItsDistance) {
  AddFunction(TypeKind::kInt, [](FakeRun& run, FakeObject*, const auto& arguments) {
    run.Equal(0, IntOf(arguments[1]), 4711);
    return FakeValue{};
  });
  EXPECT_EQ(Improve(IntValue(-20)).integer, 4711);
  EXPECT_TRUE(covered_);
  EXPECT_LE(tests_, 200u);
}

TEST_F(LocalSearchTest, FindsANumberOfWhichTheDistanceIsNoMultiple) {
  AddFunction(TypeKind::kInt, [](FakeRun& run, FakeObject*, const auto& arguments) {
    const int64_t x = IntOf(arguments[1]);
    // As far as a million steps of 1; clamped, for candidates far off would overflow.
    const int64_t y = std::clamp<int64_t>(x, -2'000'000, 2'000'000);
    run.Equal(0, y * y * y, 1'000'000'000);
    return FakeValue{};
  });
  EXPECT_EQ(Improve(IntValue(3)).integer, 1000);
  EXPECT_TRUE(covered_);
  EXPECT_LE(tests_, 1500u);
}

TEST_F(LocalSearchTest, FindsATextByItsDistanceAlone) {
  AddFunction(TypeKind::kStr, [](FakeRun& run, FakeObject*, const auto& arguments) {
    run.Equal(0, StrOf(arguments[1]), "needle");
    return FakeValue{};
  });
  EXPECT_EQ(Improve(StrValue("hay")).text, "needle");
  EXPECT_TRUE(covered_);
  EXPECT_LE(tests_, 4000u);
}

TEST_F(LocalSearchTest, GivesUpWhereNothingHelps) {
  AddFunction(TypeKind::kInt, [](FakeRun& run, FakeObject*, const auto&) {
    run.Equal(0, 1, 2);
    return FakeValue{};
  });
  Evaluator evaluator(program_.subject, executor_, options_, deadline_);
  LocalSearch local_search(evaluator);
  std::vector<TestCase> tests = {Call(IntValue(3))};
  evaluator.Evaluate(tests);
  Individual individual;
  individual.Take(tests[0], evaluator.mutable_traces()[0], evaluator.hints()[0]);
  const TestCase before = individual.test;
  const model::GoalIndex goal = evaluator.goals().GoalOf({0, true});
  ASSERT_TRUE(local_search.IsPromising(individual, goal));
  EXPECT_FALSE(local_search.Improve(individual, goal));
  EXPECT_EQ(individual.test, before);
  EXPECT_LE(local_search.tests(), 10u) << "the distance depends on no value";
  EXPECT_FALSE(local_search.IsPromising(individual, goal)) << "it was tried from there";
}

TEST_F(LocalSearchTest, KeepsToItsShareOfTheTests) {
  AddFunction(TypeKind::kInt, [](FakeRun& run, FakeObject*, const auto& arguments) {
    run.Equal(0, IntOf(arguments[1]), 4711);
    return FakeValue{};
  });
  Evaluator evaluator(program_.subject, executor_, options_, deadline_);
  LocalSearch local_search(evaluator);
  EXPECT_FALSE(local_search.HasBudget()) << "nothing was executed yet";
  std::vector<TestCase> tests = {Call(IntValue(3))};
  evaluator.Evaluate(tests);
  EXPECT_TRUE(local_search.HasBudget());
  Individual individual;
  individual.Take(tests[0], evaluator.mutable_traces()[0], evaluator.hints()[0]);
  local_search.Improve(individual, evaluator.goals().GoalOf({0, true}));
  EXPECT_FALSE(local_search.HasBudget()) << "nearly all tests were its own";
}

class NeighbourhoodTest : public ::testing::Test {
 protected:
  NeighbourhoodTest() {
    subject_.types.resize(2);
    subject_.types[1].kind = TypeKind::kLiteral;
  }

  std::vector<Statement> List(const Statement& statement, double distance = 1) {
    std::vector<Statement> moves;
    Neighbourhood(subject_, "xy").List(statement, distance, 0, moves);
    return moves;
  }
  std::vector<std::string> Texts(const char* text) {
    std::vector<std::string> texts;
    for (const Statement& move : List(StatementOf(StrValue(text)))) texts.push_back(move.text);
    return texts;
  }

  model::Subject subject_;
};

TEST_F(NeighbourhoodTest, TextsLoseGainAndShiftCharacters) {
  const auto texts = Texts("ab");
  for (const char* expected : {"a", "b", "bb", "ac", "a`", "xab", "axb", "aby"}) {
    EXPECT_NE(std::find(texts.begin(), texts.end(), expected), texts.end()) << expected;
  }
}

TEST_F(NeighbourhoodTest, CharactersBeyondAsciiStayWhole) {
  for (const std::string& text : Texts("\u00e4")) {
    EXPECT_NE(text.find("\u00e4"), std::string::npos) << text;
  }
}

TEST_F(NeighbourhoodTest, ListsLoseAndGainElements) {
  Statement list{.kind = StatementKind::kList, .operands = {0, 1}};
  std::vector<std::size_t> sizes;
  for (const Statement& move : List(list, 5)) sizes.push_back(move.operands.size());
  for (const std::size_t expected : {1u, 3u, 7u}) {
    EXPECT_NE(std::find(sizes.begin(), sizes.end(), expected), sizes.end()) << expected;
  }
}

TEST_F(NeighbourhoodTest, WhatLeavesNoChoiceHasNone) {
  Statement literal = StatementOf(StrValue("a"));
  literal.type = 1;
  EXPECT_TRUE(List(literal).empty());
  EXPECT_TRUE(List(StatementOf(model::Value{})).empty()) << "None";
  Statement call{.kind = StatementKind::kCall};
  EXPECT_TRUE(List(call).empty());
}

TEST_F(NeighbourhoodTest, NoMoveLeavesTheRangeOfIntegers) {
  for (const Statement& move : List(StatementOf(IntValue(INT64_MAX)), 1e300)) {
    EXPECT_LT(move.integer, INT64_MAX);
    EXPECT_GT(move.integer, 0);
  }
}

}  // namespace
}  // namespace skua::search
