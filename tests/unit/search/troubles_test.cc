#include "search/troubles.h"

#include <gtest/gtest.h>

#include <functional>

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
      Statement& call = test.statements.emplace_back();
      call.kind = StatementKind::kCall;
      call.target = test::CallableNamed(subject_, name);
    }
    return test;
  }

  static Trace Ending(Verdict verdict, std::size_t executed = 0) {
    Trace trace;
    trace.verdict = verdict;
    trace.executed_statements = static_cast<uint16_t>(executed);
    return trace;
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
  Troubles troubles_{subject_, executor_};
};

TEST_F(TroublesTest, ATestIsCutAtTheCallThatCrashes) {
  troubles_.Note(Calls({"zero", "numbers", "fetch"}), Ending(Verdict::kCrashed), deadline_);
  ASSERT_EQ(troubles_.found().size(), 1u);
  EXPECT_EQ(troubles_.found()[0].test, Calls({"numbers"})) << "what it does not need is gone";
  EXPECT_EQ(troubles_.found()[0].verdict, Verdict::kCrashed);
  for (const Isolation it : isolations_) EXPECT_EQ(it, Isolation::kPatient);
}

TEST_F(TroublesTest, ATestIsCutAtTheStatementThatDidNotEnd) {
  verdict_ = Verdict::kTimedOut;
  troubles_.Note(Calls({"zero", "numbers", "fetch"}), Ending(Verdict::kTimedOut, 1), deadline_);
  ASSERT_EQ(troubles_.found().size(), 1u);
  EXPECT_EQ(troubles_.found()[0].test, Calls({"numbers"}));
  EXPECT_EQ(executor_.executed, 1u);
}

TEST_F(TroublesTest, WhatDoesNotHappenAgainIsNone) {
  bad_ = "haunt";
  for (const Verdict verdict : {Verdict::kCrashed, Verdict::kTimedOut, Verdict::kOutOfMemory}) {
    troubles_.Note(Calls({"zero", "numbers"}), Ending(verdict), deadline_);
    troubles_.Note(Calls({"zero", "numbers"}), Ending(verdict, 1), deadline_);
  }
  EXPECT_TRUE(troubles_.found().empty());
  // Nor is what ends in another way then.
  bad_ = "numbers";
  troubles_.Note(Calls({"numbers"}), Ending(Verdict::kOutOfMemory), deadline_);
  EXPECT_TRUE(troubles_.found().empty());
}

TEST_F(TroublesTest, KeepsTheShortestOfEachVerdictAndCallable) {
  TestCase longer = Calls({"Money.amount", "numbers"});
  longer.statements[0] = {};
  longer.statements[0].kind = StatementKind::kInt;
  longer.statements[1].operands = {0};  // so that both statements hang together
  troubles_.Note(longer, Ending(Verdict::kCrashed), deadline_);
  EXPECT_EQ(troubles_.found().at(0).test.size(), 2u);
  troubles_.Note(Calls({"numbers"}), Ending(Verdict::kCrashed), deadline_);
  const uint64_t executed = executor_.executed;
  troubles_.Note(longer, Ending(Verdict::kCrashed), deadline_);
  EXPECT_EQ(executor_.executed, executed) << "it says nothing new";
  ASSERT_EQ(troubles_.found().size(), 1u);
  EXPECT_EQ(troubles_.found()[0].test, Calls({"numbers"}));

  bad_ = "fetch";
  troubles_.Note(Calls({"fetch"}), Ending(Verdict::kCrashed), deadline_);
  EXPECT_EQ(troubles_.found().size(), 2u);
}

TEST_F(TroublesTest, LeavesAloneWhatWasStoppedOutsideAndLazyTests) {
  Trace stopped = Ending(Verdict::kTimedOut);
  stopped.reached_out = true;
  troubles_.Note(Calls({"numbers"}), stopped, deadline_);
  TestCase lazy = Calls({"numbers"});
  lazy.statements.emplace_back().kind = StatementKind::kLazy;
  troubles_.Note(lazy, Ending(Verdict::kCrashed), deadline_);
  EXPECT_EQ(executor_.executed, 0u);
}

TEST_F(TroublesTest, LooksAtAFewOnly) {
  bad_ = "haunt";
  for (int i = 0; i < 1000; ++i) {
    troubles_.Note(Calls({"numbers"}), Ending(Verdict::kCrashed), deadline_);
    troubles_.Note(Calls({"numbers"}), Ending(Verdict::kTimedOut), deadline_);
  }
  EXPECT_LT(executor_.executed, 100u);
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
    model::Trace crashed;
    crashed.verdict = model::Verdict::kCrashed;
    return crashed;
  });
  base::Rng rng(1);
  const auto result = Search(program_.subject, crashing, options_, {}, rng, base::Deadline(clock_));
  ASSERT_EQ(result.troubles.size(), 1u);
  EXPECT_EQ(result.troubles[0].verdict, model::Verdict::kCrashed);
  EXPECT_EQ(result.troubles[0].test.size(), 2u) << "an account, closed";
  EXPECT_EQ(result.troubles[0].test.statements.back().target, close);
}

}  // namespace
}  // namespace skua::search
