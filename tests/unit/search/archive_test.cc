#include "search/evaluation/archive.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/clock.h"
#include "support/fake_executor.h"
#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::Isolation;
using model::TestCase;
using model::Trace;
using model::Verdict;

// One function with a predicate and one without. The first statement of a test that shows anything
// says what it shows.
enum Shows : int64_t {
  kTrueBranch = 1,
  kFalseBranch,
  kEntersFunction,
  kRaisesTrue,
  kNeedsOthers,
  kTimesOut,
  kFailsTrue,
  kFailsElsewhere
};

class ArchiveTest : public ::testing::Test {
 protected:
  ArchiveTest() {
    f_ = program_.CodeObject("f");
    program_.Nested(f_, 1);
    g_ = program_.CodeObject("g");
  }

  static TestCase Make(Shows shows, std::size_t length) {
    TestCase test;
    test.statements.resize(length);
    test.statements[0].integer = shows;
    return test;
  }

  Trace Run(const TestCase& test, Isolation isolation) const {
    Trace trace;
    trace.cost.loops = static_cast<uint32_t>(test.statements[0].target);
    trace.verdict = Verdict::kPassed;
    trace.executed_statements = static_cast<uint16_t>(test.size());
    const auto showing = std::ranges::find_if(
        test.statements, [](const model::Statement& it) { return it.integer != 0; });
    const int64_t shows = showing == test.statements.end() ? 0 : showing->integer;
    if (shows == kEntersFunction) trace.code_objects = {g_};
    const bool alone = isolation == Isolation::kFresh;
    if (shows == kTrueBranch || shows == kRaisesTrue || (shows == kNeedsOthers && !alone) ||
        shows == kTimesOut || shows == kFailsTrue || shows == kFailsElsewhere) {
      trace.code_objects = {f_};
      trace.predicates = {{0, 0, 1}};
    }
    if (shows == kFalseBranch) trace.predicates = {{0, 1, 0}};
    if (shows == kRaisesTrue || shows == kFailsTrue || shows == kFailsElsewhere) {
      trace.verdict = Verdict::kRaised;
      trace.executed_statements = 0;
      trace.exception = shows == kRaisesTrue ? "fake:Refused" : "builtins:TypeError";
      trace.raised_at = shows == kFailsElsewhere ? 2 : 1;
    }
    if (shows == kTimesOut) trace.verdict = Verdict::kTimedOut;
    return trace;
  }

  // A test that runs so many cycles of a loop.
  static TestCase Slow(Shows shows, std::size_t length, uint32_t loops) {
    TestCase test = Make(shows, length);
    test.statements[0].target = loops;
    return test;
  }

  bool Update(const std::vector<TestCase>& tests) {
    std::vector<Trace> traces;
    for (const TestCase& test : tests) traces.push_back(Run(test, Isolation::kShared));
    return archive().Update(tests, traces, deadline_);
  }

  Archive& archive() {
    if (!archive_) {
      goals_.emplace(program_.subject);
      archive_.emplace(*goals_, executor_, preference_);
    }
    return *archive_;
  }

  test::FakeProgram program_;
  Archive::Preference preference_ = Archive::Preference::kShort;
  model::CodeObjectIndex f_ = 0, g_ = 0;
  test::FakeExecutor executor_{[this](const TestCase& t, Isolation i) { return Run(t, i); }};
  base::SteadyClock clock_;
  base::Deadline deadline_{clock_};
  std::optional<GoalSet> goals_;
  std::optional<Archive> archive_;
};

TEST_F(ArchiveTest, TakesTheShortestTestOfABatchForEachGoal) {
  EXPECT_EQ(archive().open_goals(), 3u);
  EXPECT_TRUE(Update({Make(kTrueBranch, 5), Make(kTrueBranch, 3), Make(kEntersFunction, 4)}));
  EXPECT_EQ(archive().open_goals(), 1u);
  EXPECT_EQ(executor_.executed_fresh, 2u) << "only what is wanted is confirmed";
  const auto tests = archive().Tests();
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].test.size(), 3u);
  EXPECT_EQ(tests[0].goals, std::vector<model::GoalIndex>{goals_->GoalOf({0, true})});
}

TEST_F(ArchiveTest, PrefersALongerTestThatCallsTheSubject) {
  const auto add = [&](bool in_subject) {
    const model::CallableIndex it =
        program_.Callable(model::CallableKind::kFunction, "f", f_, {},
                          [](test::FakeRun&, test::FakeObject*,
                             const test::FakeProgram::Arguments&) { return test::FakeValue{}; });
    program_.subject.callables[it].in_subject = in_subject;
    return it;
  };
  const auto calling = [&](model::CallableIndex callee, std::size_t length) {
    TestCase test = Make(kTrueBranch, length);
    test.statements[length - 1].kind = model::StatementKind::kCall;
    test.statements[length - 1].target = callee;
    return test;
  };
  const TestCase detour = calling(add(false), 3), direct = calling(add(true), 5);
  EXPECT_TRUE(Update({detour}));
  EXPECT_EQ(archive().Tests().at(0).test, detour) << "better than none";
  Update({direct});
  EXPECT_EQ(archive().Tests().at(0).test, direct);
}

TEST_F(ArchiveTest, TakesOfATestWhatItsGoalsNeed) {
  const model::CallableIndex f =
      program_.Callable(model::CallableKind::kFunction, "f", f_, {},
                        [](test::FakeRun&, test::FakeObject*, const test::FakeProgram::Arguments&) {
                          return test::FakeValue{};
                        });
  TestCase test = Make(Shows{}, 6);
  for (model::Statement& it : test.statements) {
    it.kind = model::StatementKind::kCall;
    it.target = f;
  }
  test.statements[4].integer = kTrueBranch;
  EXPECT_TRUE(Update({test}));
  ASSERT_EQ(archive().Tests().size(), 1u);
  EXPECT_EQ(archive().Tests()[0].test.size(), 1u);
  EXPECT_EQ(executor_.executed_fresh, 1u) << "the whole test need not be confirmed";

  test.statements[4].integer = kNeedsOthers;
  EXPECT_FALSE(Update({test})) << "a slice is confirmed like any test";
}

TEST_F(ArchiveTest, DoesNotTakeWhatAFreshChildDoesNotShow) {
  EXPECT_FALSE(Update({Make(kNeedsOthers, 2)}));
  EXPECT_EQ(archive().open_goals(), 3u);
  EXPECT_TRUE(archive().Tests().empty());
}

TEST_F(ArchiveTest, TriesAGoalThatKeepsFailingEverLessOften) {
  for (int i = 0; i < 64; ++i) Update({Make(kNeedsOthers, 2)});
  EXPECT_LE(executor_.executed_fresh, 7u);
  EXPECT_GE(executor_.executed_fresh, 4u);
  EXPECT_TRUE(Update({Make(kEntersFunction, 2)})) << "other goals are not held up";
}

TEST_F(ArchiveTest, NeverTakesTestsThatTimedOut) {
  EXPECT_FALSE(Update({Make(kTimesOut, 2)}));
  EXPECT_EQ(executor_.executed_fresh, 0u);
}

TEST_F(ArchiveTest, NeverTakesTestsWithLazyArguments) {
  TestCase test = Make(kTrueBranch, 2);
  test.statements[1].kind = model::StatementKind::kLazy;
  EXPECT_FALSE(Update({test}));
  EXPECT_EQ(executor_.executed_fresh, 0u);
}

TEST_F(ArchiveTest, KeepsARaisingTestUpToTheStatementThatRaises) {
  EXPECT_TRUE(Update({Make(kRaisesTrue, 4)}));
  const auto tests = archive().Tests();
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].test.size(), 1u);
  EXPECT_EQ(tests[0].ending, Ending::kRaises);
}

TEST_F(ArchiveTest, ReplacesATestByAMuchShorterOneOnly) {
  Update({Make(kTrueBranch, 9)});
  EXPECT_FALSE(Update({Make(kTrueBranch, 8)}));
  EXPECT_EQ(executor_.executed_fresh, 1u);
  EXPECT_FALSE(Update({Make(kTrueBranch, 3)}));
  EXPECT_EQ(archive().Tests()[0].test.size(), 3u);
}

TEST_F(ArchiveTest, KeepsTheSecondBestTestForAGoal) {
  EXPECT_TRUE(Update({Make(kTrueBranch, 20)}));
  EXPECT_TRUE(archive().Seconds().empty());
  Update({Make(kTrueBranch, 6)});
  Update({Make(kTrueBranch, 1)});
  const auto second_best = archive().Seconds();
  ASSERT_EQ(second_best.size(), 1u);
  EXPECT_EQ(second_best[0].test.size(), 6u);
  EXPECT_EQ(second_best[0].goals, archive().Tests()[0].goals);
}

TEST_F(ArchiveTest, PrefersTheLowerPerformanceScoreWhereFastTestsAreWanted) {
  preference_ = Archive::Preference::kFast;
  Update({Slow(kTrueBranch, 2, 100)});
  Update({Slow(kTrueBranch, 3, 0)});
  EXPECT_EQ(archive().Tests()[0].test.size(), 3u) << "longer, but without a loop";
  EXPECT_FALSE(Update({Slow(kTrueBranch, 2, 100)}));
  EXPECT_EQ(archive().Tests()[0].test.size(), 3u);
  EXPECT_EQ(executor_.executed_fresh, 2u) << "what costs more is not worth a fork";
}

TEST_F(ArchiveTest, TakesAMuchFasterTestWhoseScoreHardlyDiffers) {
  preference_ = Archive::Preference::kFast;
  Update({Slow(kTrueBranch, 2, 100'000)});
  Update({Slow(kTrueBranch, 2, 90'000)});
  EXPECT_EQ(executor_.executed_fresh, 1u) << "a tenth is not worth a fork";
  Update({Slow(kTrueBranch, 2, 50'000)});
  EXPECT_EQ(archive().Tests()[0].test.statements[0].target, 50'000u);
}

TEST_F(ArchiveTest, PassesOverTheCostWhereShortTestsAreWanted) {
  Update({Slow(kTrueBranch, 2, 100)});
  Update({Slow(kTrueBranch, 2, 0)});
  EXPECT_EQ(executor_.executed_fresh, 1u);
  EXPECT_EQ(archive().Tests()[0].test.statements[0].target, 100u);
}

TEST_F(ArchiveTest, KeepsATestThatEndsByAccidentUntilAnotherCoversItsGoal) {
  EXPECT_TRUE(Update({Make(kFailsTrue, 1)}));
  const model::GoalIndex goal = goals_->GoalOf({0, true});
  EXPECT_TRUE(archive().reached()[goal]);
  EXPECT_FALSE(archive().IsCovered(goal));
  EXPECT_EQ(archive().open_goals(), 3u);
  ASSERT_EQ(archive().Tests().size(), 1u);
  EXPECT_EQ(archive().Tests()[0].ending, Ending::kAccident);
  EXPECT_FALSE(Update({Make(kFailsTrue, 1)})) << "there is one already";
  EXPECT_TRUE(Update({Make(kTrueBranch, 9)}));
  EXPECT_TRUE(archive().IsCovered(goal));
  ASSERT_EQ(archive().Tests().size(), 1u);
  EXPECT_EQ(archive().Tests()[0].test.size(), 9u) << "however long";
  EXPECT_FALSE(Update({Make(kFailsTrue, 1)}));
  EXPECT_EQ(archive().Tests()[0].test.size(), 9u);
}

TEST_F(ArchiveTest, PrefersWhatDoesNotEndByAccidentInABatch) {
  Update({Make(kFailsTrue, 1), Make(kTrueBranch, 9)});
  EXPECT_EQ(executor_.executed_fresh, 1u);
  EXPECT_EQ(archive().Tests()[0].test.size(), 9u);
}

TEST_F(ArchiveTest, KeepsAnAccidentAsideThatGivesWay) {
  Update({Make(kFailsTrue, 1)});
  EXPECT_TRUE(archive().DisplacedAccidents().empty()) << "it has a goal of its own";
  Update({Make(kTrueBranch, 9)});
  ASSERT_EQ(archive().DisplacedAccidents().size(), 1u);
  EXPECT_EQ(archive().DisplacedAccidents()[0], Make(kFailsTrue, 1));
}

TEST_F(ArchiveTest, KeepsAccidentsAsideThatABetterTestOfTheirBatchForestalls) {
  Update(
      {Make(kFailsTrue, 3), Make(kFailsElsewhere, 1), Make(kFailsTrue, 1), Make(kTrueBranch, 9)});
  EXPECT_EQ(archive().DisplacedAccidents().size(), 2u) << "one for each place that raises";
  EXPECT_EQ(archive().DisplacedAccidents()[0], Make(kFailsTrue, 1));
  Update({Make(kRaisesTrue, 1)});
  EXPECT_EQ(archive().DisplacedAccidents().size(), 2u) << "that is no accident";
}

TEST_F(ArchiveTest, CoversAGoalThatManyTestsReachByAccidentAlone) {
  Update({Make(kFailsTrue, 1)});
  const model::GoalIndex goal = goals_->GoalOf({0, true});
  for (int i = 0; i < 1000 && !archive().IsCovered(goal); ++i) Update({Make(kFailsTrue, 1)});
  EXPECT_TRUE(archive().IsCovered(goal));
  EXPECT_EQ(archive().open_goals(), 2u);
  EXPECT_EQ(std::vector(archive().newly_covered().begin(), archive().newly_covered().end()),
            std::vector{goal});
  EXPECT_EQ(executor_.executed_fresh, 1u);
  Update({Make(kTrueBranch, 9)});
  EXPECT_EQ(archive().Tests()[0].ending, Ending::kReturns) << "what comes by chance is taken";
}

TEST_F(ArchiveTest, WhatTheImportRunsNeedsNoTest) {
  const model::CodeObjectIndex body = program_.subject.predicates[0].code_object;
  program_.subject.code_objects[body].kind = model::CodeObjectKind::kModule;
  program_.subject.import_true = {0};
  EXPECT_FALSE(Update({Make(kTrueBranch, 1)}));
  EXPECT_TRUE(archive().Tests().empty());
}

TEST_F(ArchiveTest, NamesTheGoalsNewlyCovered) {
  Update({Make(kFalseBranch, 2)});
  EXPECT_EQ(std::vector(archive().newly_covered().begin(), archive().newly_covered().end()),
            std::vector{goals_->GoalOf({0, false})});
  Update({Make(kFalseBranch, 2)});
  EXPECT_TRUE(archive().newly_covered().empty());
}

}  // namespace
}  // namespace skua::search
