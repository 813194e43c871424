#include "search/evaluation/troubles.h"

#include <functional>

#include "support/matchers.h"
#include "support/rich_subject.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::Trace;
using model::Verdict;

class TroublesTest : public ::testing::Test {
 protected:
  // Calls functions without arguments, one after the other.
  TestCase Calls(const std::vector<std::string>& names) const {
    TestCase test;
    for (const std::string& name : names) {
      test.statements.push_back(
          {.kind = StatementKind::kCall, .target = test::CallableNamed(subject_, name)});
    }
    return test;
  }

  static Trace Ending(Verdict verdict, std::size_t executed = 0) {
    return {.verdict = verdict, .executed_statements = static_cast<uint16_t>(executed)};
  }

  // Ends with the verdict at the first call of the function, and does not tell how far it came.
  Trace Run(const TestCase& test) const {
    const auto bad = test::CallableNamed(subject_, bad_);
    for (const Statement& it : test.statements) {
      if (it.kind == StatementKind::kCall && it.target == bad) return Ending(verdict_);
    }
    return Ending(Verdict::kPassed, test.size());
  }

  model::Subject subject_ = test::RichSubject();
  std::string bad_ = "numbers";
  Verdict verdict_ = Verdict::kCrashed;
  std::vector<Isolation> isolations_;
  test::FakeExecutor executor_{[this](const TestCase& test, Isolation isolation) {
    isolations_.push_back(isolation);
    return Run(test);
  }};
  test::FakeClock clock_;
  base::Deadline deadline_{clock_};

  // Notes the tests one after the other, and confirms them.
  std::vector<Trouble> Confirm(const std::vector<std::pair<TestCase, Trace>>& tests) {
    Suspects suspects;
    for (const auto& [test, trace] : tests) suspects.Note(test, trace);
    return ConfirmTroubles(subject_, executor_, suspects.noted(), deadline_);
  }
};

TEST_F(TroublesTest, ATestIsCutAtTheCallThatCrashes) {
  const auto found = Confirm({{Calls({"zero", "numbers", "fetch"}), Ending(Verdict::kCrashed)}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].test, Calls({"numbers"})) << "what it does not need is gone";
  EXPECT_EQ(found[0].verdict, Verdict::kCrashed);
  for (const Isolation it : isolations_) EXPECT_EQ(it, Isolation::kPatient);
}

TEST_F(TroublesTest, ATestIsCutAtTheStatementThatDidNotEnd) {
  verdict_ = Verdict::kTimedOut;
  const auto found =
      Confirm({{Calls({"zero", "numbers", "fetch"}), Ending(Verdict::kTimedOut, 1)}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].test, Calls({"numbers"}));
  EXPECT_EQ(executor_.executed, 1u);
}

TEST_F(TroublesTest, WhatDoesNotHappenAgainIsNone) {
  bad_ = "haunt";
  for (const Verdict verdict : {Verdict::kCrashed, Verdict::kTimedOut, Verdict::kOutOfMemory}) {
    EXPECT_THAT(Confirm({{Calls({"zero", "numbers"}), Ending(verdict)},
                         {Calls({"zero", "numbers"}), Ending(verdict, 1)}}),
                IsEmpty());
  }
  // A trouble that ends in another way the second time is not confirmed, either.
  bad_ = "numbers";
  EXPECT_THAT(Confirm({{Calls({"numbers"}), Ending(Verdict::kOutOfMemory)}}), IsEmpty());
}

TEST_F(TroublesTest, KeepsTheShortestOfEachVerdictAndCallable) {
  TestCase longer = Calls({"Money.amount", "numbers"});
  longer.statements[0] = {};
  longer.statements[0].kind = StatementKind::kInt;
  longer.statements[1].operands = {0};  // so that both statements hang together
  const Trace crashed = Ending(Verdict::kCrashed);
  EXPECT_EQ(Confirm({{longer, crashed}}).at(0).test.size(), 2u);

  executor_.executed = 0;
  const auto found = Confirm({{Calls({"numbers"}), crashed}, {longer, crashed}});
  EXPECT_EQ(executor_.executed, 1u) << "the longer one says nothing new";
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].test, Calls({"numbers"}));
  EXPECT_EQ(Confirm({{longer, crashed}, {Calls({"numbers"}), crashed}}).at(0).test,
            Calls({"numbers"}));
}

TEST_F(TroublesTest, KeepsThoseOfEachCallable) {
  const auto crashes = [this](const std::string& name) {
    return std::pair(Calls({name}), Ending(Verdict::kCrashed));
  };
  Suspects suspects;
  for (const char* name : {"numbers", "fetch", "numbers"}) {
    suspects.Note(crashes(name).first, crashes(name).second);
  }
  EXPECT_EQ(suspects.noted().size(), 2u);
}

TEST_F(TroublesTest, LeavesAloneWhatWasStoppedOutsideAndLazyTests) {
  Trace stopped = Ending(Verdict::kTimedOut);
  stopped.reached_out = true;
  TestCase lazy = Calls({"numbers"});
  lazy.statements.emplace_back().kind = StatementKind::kLazy;
  Suspects suspects;
  suspects.Note(Calls({"numbers"}), stopped);
  suspects.Note(lazy, Ending(Verdict::kCrashed));
  EXPECT_THAT(suspects.noted(), IsEmpty());
}

TEST_F(TroublesTest, LooksAtAFewOnly) {
  Suspects suspects;
  for (model::CallableIndex target = 0; target < 1000; ++target) {
    TestCase test = Calls({"numbers"});
    test.statements[0].target = target;
    suspects.Note(test, Ending(Verdict::kCrashed));
    suspects.Note(test, Ending(Verdict::kTimedOut));
  }
  EXPECT_LT(suspects.noted().size(), 50u);
}

TEST_F(SearchTest, TellsOfTestsThatCrash) {
  AddAccount(program_);
  const auto close = test::CallableNamed(program_.subject, "close");
  test::FakeExecutor crashing([&](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    const auto calls_close = [&](const model::Statement& it) {
      return it.kind == model::StatementKind::kCall && it.target == close;
    };
    const auto first = std::find_if(test.statements.begin(), test.statements.end(), calls_close);
    if (first - test.statements.begin() > trace.executed_statements ||
        first == test.statements.end())
      return trace;
    return model::Trace{.verdict = model::Verdict::kCrashed};
  });
  base::Rng rng(1);
  const auto result = Search(program_.subject, crashing, options_, {}, rng, base::Deadline(clock_));
  ASSERT_FALSE(result.suspects.empty());
  const auto troubles =
      ConfirmTroubles(program_.subject, crashing, result.suspects, base::Deadline(clock_));
  ASSERT_EQ(troubles.size(), 1u);
  EXPECT_EQ(troubles[0].verdict, model::Verdict::kCrashed);
  EXPECT_EQ(troubles[0].test.size(), 2u) << "an account, closed";
  EXPECT_EQ(troubles[0].test.statements.back().target, close);
}

}  // namespace
}  // namespace skua::search
