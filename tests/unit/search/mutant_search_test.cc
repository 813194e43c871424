// Searches for tests that kill mutants of little programs, whose bodies know the mutants.

#include "search/mutant_search.h"

#include <algorithm>
#include <functional>

#include "search/making/primitives.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/fake_program.h"
#include "support/matchers.h"

namespace skua::search {
namespace {

using model::CallableKind;
using model::Isolation;
using model::MutantIndex;
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

class MutantSearchTest : public ::testing::Test {
 protected:
  // def fee(amount: int, rate: int): line 3: if amount >= 4711: return amount
  //                                  line 5: return amount * rate
  // Mutants 0: >=, > at line 3; 1: >=, == there; 2: *, + at line 5; 3: changes nothing, line 5.
  void AddFee() {
    fee_ = program_.CodeObject("fee");
    const auto p = program_.Nested(fee_, 1);
    program_.subject.predicates[p[0]].line = 3;
    const auto integer = program_.Type(TypeKind::kInt);
    program_.Callable(
        CallableKind::kFunction, "fee", fee_,
        {FakeProgram::Parameter("amount", integer), FakeProgram::Parameter("rate", integer)},
        [this, p](FakeRun& run, FakeObject*, const auto& arguments) {
          const int64_t amount = IntOf(arguments[0]), rate = IntOf(arguments[1]);
          bool is_large = !run.Less(p[0], amount, 4711);
          if (active_ == 0) is_large = amount > 4711;
          if (active_ == 1) is_large = amount == 4711;
          return Return(is_large ? amount : active_ == 2 ? amount + rate : amount * rate);
        });
  }

  // class Account: deposit(amount) returns nothing, line 9: self.balance += amount
  // Mutant 4: -=. A property shows the balance.
  void AddAccount() {
    const auto account = program_.Class("Account");
    const auto type = program_.Type(TypeKind::kClass, {}, account);
    const auto nothing = [](FakeRun&, FakeObject*, const auto&) { return FakeValue{}; };
    program_.Callable(CallableKind::kConstructor, "Account", program_.CodeObject("__init__"), {},
                      nothing, account, type);
    deposit_ = program_.CodeObject("deposit");
    program_.Callable(
        CallableKind::kMethod, "deposit", deposit_,
        {FakeProgram::Parameter("amount", program_.Type(TypeKind::kInt))},
        [this](FakeRun&, FakeObject* self, const auto& arguments) {
          const int64_t amount = IntOf(arguments[0]);
          self->fields["balance"] += active_ == 4 ? -amount : amount;
          return FakeValue{};
        },
        account);
    program_.Callable(
        CallableKind::kGetter, "balance", program_.CodeObject("balance"), {},
        [this](FakeRun&, FakeObject* self, const auto&) { return Return(self->fields["balance"]); },
        account);
    program_.subject.classes[account].attributes = {"balance"};
  }

  FakeValue Return(int64_t value) {
    returned_.push_back(value);
    return {IntValue(value), nullptr};
  }

  static TestCase Call(model::CallableIndex target, std::vector<int64_t> arguments) {
    TestCase test;
    Statement call{.kind = StatementKind::kCall, .target = target};
    for (const int64_t argument : arguments) {
      test.statements.push_back(StatementOf(IntValue(argument)));
      call.operands.push_back(static_cast<model::VariableIndex>(call.operands.size()));
      call.parameters.push_back(static_cast<uint16_t>(call.parameters.size()));
    }
    test.statements.push_back(call);
    return test;
  }

  std::vector<int64_t> ReturnedUnder(const TestCase& test, MutantIndex mutant) {
    returned_.clear();
    active_ = mutant;
    program_.Interpret(test);
    active_ = model::kNoIndex;
    return returned_;
  }

  MutantSearchResult Search(std::vector<SurvivingMutant> mutants, uint64_t seed = 1) {
    const Judge judge = [this](std::span<const TestCase> candidates, MutantIndex mutant) {
      std::vector<bool> kills;
      for (const TestCase& test : candidates) {
        kills.push_back(ReturnedUnder(test, mutant) != ReturnedUnder(test, model::kNoIndex));
      }
      return kills;
    };
    base::Rng rng(seed);
    const auto result = SearchForMutants(program_.subject, executor_, options_, tests_, mutants,
                                         judge, rng, deadline_, bounds_);
    for (const KillingTest& it : result.tests) {
      CheckWellFormed(it.test, program_.subject);
      EXPECT_FALSE(it.kills.empty());
      for (const MutantIndex mutant : it.kills) {
        EXPECT_TRUE(judge({&it.test, 1}, mutant)[0]) << "mutant " << mutant;
      }
    }
    return result;
  }

  FakeProgram program_;
  MutantIndex active_ = model::kNoIndex;
  std::vector<int64_t> returned_;
  model::CodeObjectIndex fee_ = 0, deposit_ = 0;
  std::vector<TestCase> tests_;
  test::FakeExecutor executor_{
      [this](const TestCase& test, Isolation) { return program_.Interpret(test); }};
  test::FakeClock clock_;
  base::Deadline deadline_{clock_};
  SearchOptions options_;
  MutantSearchOptions bounds_;
};

TEST_F(MutantSearchTest, FindsTheBoundaryOfAComparison) {
  AddFee();
  tests_ = {Call(0, {9000, 1}), Call(0, {10, 1})};
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const auto result = Search({{0, 3, fee_, {0, 1}}}, seed);
    ASSERT_EQ(result.tests.size(), 1u) << "seed " << seed;
    EXPECT_EQ(result.tests[0].kills, std::vector<MutantIndex>{0});
    EXPECT_EQ(result.tests[0].test.statements[0].integer, 4711);
  }
}

TEST_F(MutantSearchTest, VariesValuesUntilAFaultIsSeen) {
  AddFee();
  tests_ = {Call(0, {2, 2}), Call(0, {0, 0})};
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const auto result = Search({{2, 5, fee_, {0, 1}}}, seed);
    ASSERT_EQ(result.tests.size(), 1u) << "seed " << seed;
  }
}

TEST_F(MutantSearchTest, LooksAtTheObjectThatACallChanged) {
  AddAccount();
  TestCase test = Call(0, {});
  test.statements[0].type = 1;
  test.statements.push_back(StatementOf(IntValue(5)));
  test.statements.push_back(
      {.kind = StatementKind::kCall, .target = 1, .operands = {0, 1}, .parameters = {0}});
  tests_ = {test};
  const auto result = Search({{4, 9, deposit_, {0}}});
  ASSERT_EQ(result.tests.size(), 1u);
  EXPECT_EQ(result.tests[0].test.size(), 4u) << "what is not needed is gone";
  EXPECT_EQ(result.tests[0].test.statements.back().target, 2u);
}

TEST_F(MutantSearchTest, ATestThatKillsSeveralCountsOnce) {
  AddFee();
  tests_ = {Call(0, {10, 1})};
  const auto result =
      Search({{0, 3, fee_, {0}}, {1, 3, fee_, {0}}, {2, 5, fee_, {0}}, {3, 5, fee_, {0}}});
  std::vector<MutantIndex> killed;
  for (const KillingTest& it : result.tests) {
    killed.insert(killed.end(), it.kills.begin(), it.kills.end());
  }
  std::sort(killed.begin(), killed.end());
  EXPECT_EQ(killed, (std::vector<MutantIndex>{0, 1, 2})) << "each by one test, 3 by none";
  EXPECT_LE(result.tests.size(), 3u);

  // Where another mutant is the same, one test does for both.
  const auto twins = Search({{0, 3, fee_, {0}}, {0, 3, fee_, {0}}});
  ASSERT_EQ(twins.tests.size(), 1u);
  EXPECT_EQ(twins.tests[0].kills.size(), 2u);
}

TEST_F(MutantSearchTest, WhatCannotBeKilledCostsAFixedNumberOfCandidates) {
  AddFee();
  tests_ = {Call(0, {10, 1})};
  const auto all = Search({{3, 5, fee_, {0}}});
  EXPECT_TRUE(all.tests.empty());
  EXPECT_GT(all.judgements, bounds_.judged) << "more than one round";
  EXPECT_LE(all.judgements, bounds_.judged * bounds_.rounds);
  EXPECT_LE(all.executed_tests, 1 + bounds_.candidates * bounds_.rounds);
  options_.max_generations = 1;
  const auto one = Search({{3, 5, fee_, {0}}});
  EXPECT_LE(one.judgements, bounds_.judged);
}

TEST_F(MutantSearchTest, EndsWhenItsPatienceDoes) {
  AddFee();
  tests_ = {Call(0, {10, 1})};
  bounds_.judgements_in_vain = 8;
  const auto in_vain = Search({{3, 5, fee_, {0}}});
  EXPECT_GE(in_vain.judgements, bounds_.judgements_in_vain);
  EXPECT_LT(in_vain.judgements, bounds_.judgements_in_vain + bounds_.judged);
  // A kill renews it.
  const auto killing = Search({{3, 5, fee_, {0}}, {2, 5, fee_, {0}}});
  EXPECT_THAT(killing.tests, SizeIs(1));
}

TEST_F(MutantSearchTest, LeavesAloneWhatNoTestReachesAndWhatTheDeadlineForbids) {
  AddFee();
  tests_ = {Call(0, {9000, 1})};
  EXPECT_EQ(Search({{0, 3, fee_, {}}}).judgements, 0u);
  deadline_ = base::Deadline(clock_).Within(std::chrono::seconds(0));
  EXPECT_EQ(Search({{0, 3, fee_, {0}}}).judgements, 0u);
}

TEST_F(MutantSearchTest, NeverTakesATestThatReachesOutside) {
  AddFee();
  tests_ = {Call(0, {9000, 1})};
  test::FakeExecutor reaching([this](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    trace.reached_out = test.statements[0].integer == 4711;
    return trace;
  });
  base::Rng rng(1);
  const Judge judge = [](std::span<const TestCase> candidates, MutantIndex) {
    std::vector<bool> kills;
    for (const TestCase& it : candidates) kills.push_back(it.statements[0].integer == 4711);
    return kills;
  };
  const std::vector<SurvivingMutant> mutants = {{0, 3, fee_, {0}}};
  EXPECT_TRUE(
      SearchForMutants(program_.subject, reaching, options_, tests_, mutants, judge, rng, deadline_)
          .tests.empty());
}

TEST_F(MutantSearchTest, TheValuesOfWhatItFindsArePlain) {
  AddFee();
  tests_ = {Call(0, {2, 2})};
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const auto result = Search({{2, 5, fee_, {0}}}, seed);
    ASSERT_EQ(result.tests.size(), 1u);
    for (const std::size_t i : {0, 1}) {
      EXPECT_THAT(result.tests[0].test.statements[i].integer, AnyOf(0, 1, 2)) << "seed " << seed;
    }
  }
}

TEST_F(MutantSearchTest, DependsOnItsSeedAlone) {
  AddFee();
  AddAccount();
  tests_ = {Call(0, {10, 1}), Call(0, {9000, 3})};
  const std::vector<SurvivingMutant> mutants = {
      {0, 3, fee_, {0, 1}}, {1, 3, fee_, {0}}, {2, 5, fee_, {0}}, {3, 5, fee_, {0}}};
  const auto a = Search(mutants, 7), b = Search(mutants, 7);
  ASSERT_EQ(a.tests.size(), b.tests.size());
  for (std::size_t i = 0; i < a.tests.size(); ++i) EXPECT_EQ(a.tests[i].test, b.tests[i].test);
  EXPECT_EQ(a.executed_tests, b.executed_tests);
  EXPECT_EQ(a.judgements, b.judgements);
}

}  // namespace
}  // namespace skua::search
