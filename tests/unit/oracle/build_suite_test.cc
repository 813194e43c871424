#include "oracle/build_suite.h"

#include <functional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/error.h"
#include "model/goal.h"
#include "support/fake_clock.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::Verdict;
using testing::IntValue;
using testing::TestCaseBuilder;

// Shows what it is told; executes nothing.
class FakeObserver final : public model::Executor {
 public:
  using Answer = std::function<std::vector<Observation>(std::span<const model::TestCase>)>;
  explicit FakeObserver(Answer answer) : answer_(std::move(answer)) {}
  explicit FakeObserver(std::vector<Observation> seen)
      : answer_([seen = std::move(seen)](std::span<const model::TestCase>) { return seen; }) {}

  void Execute(std::span<const model::TestCase>, model::Isolation, const base::Deadline&,
               std::vector<model::Trace>&) override {
    ADD_FAILURE() << "the oracle only observes";
  }
  std::vector<Observation> Observe(std::span<const model::TestCase> tests,
                                   const base::Deadline&) override {
    return answer_(tests);
  }
  void Retire(std::span<const model::PredicateIndex>) override {}

 private:
  Answer answer_;
};

// A test of `quote` with another argument each, which covers the goals.
CoveringTest Quote(int64_t weight, std::vector<model::GoalIndex> goals = {0}) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(weight)}});
  return {b.test(), std::move(goals)};
}

model::StatementObservation Gave(int64_t result) { return {.result = IntValue(result)}; }

Observation Passed(int64_t result) {
  return {.verdict = Verdict::kPassed, .statements = {Gave(1), Gave(result)}};
}

Observation Raised(const std::string& type, uint32_t line, bool is_explicit = false,
                   const std::string& message = "") {
  Observation seen{.verdict = Verdict::kRaised, .statements = {Gave(1)}};
  seen.exception.type_name = "builtins:" + type;
  seen.exception.path = "src/parcel/rates.py";
  seen.exception.line = line;
  seen.exception.is_explicit = is_explicit;
  seen.exception.message = message;
  return seen;
}

Observation Ended(Verdict verdict) { return {.verdict = verdict}; }

const base::SteadyClock kSteadyClock;

// The sample, with functions without branches, of which each is a goal.
model::Subject SubjectWithGoals() {
  model::Subject subject = testing::SampleSubject();
  subject.code_objects.resize(4);
  return subject;
}

BuiltSuite BuildOf(const std::vector<CoveringTest>& tests, std::vector<Observation> first,
                   std::vector<Observation> second, const BuildOptions& options = {}) {
  std::ranges::reverse(second);  // the order in which the second observer has the tests
  FakeObserver a(std::move(first)), b(std::move(second));
  return BuildSuite(tests, SubjectWithGoals(), a, b, base::Deadline(kSteadyClock), options);
}

BuiltSuite BuildAlike(const std::vector<CoveringTest>& tests, const std::vector<Observation>& seen,
                      const BuildOptions& options = {}) {
  return BuildOf(tests, seen, seen, options);
}

TEST(BuildSuite, AssertsWhatBothProcessesSaw) {
  const BuiltSuite built =
      BuildOf({Quote(1), Quote(2)}, {Passed(5), Passed(6)}, {Passed(5), Passed(7)});
  ASSERT_EQ(built.suite.size(), 2u);
  EXPECT_THAT(built.suite[0].assertions,
              ElementsAre(model::Assertion{model::AssertionKind::kEquals, 1, 1, "", IntValue(5)}));
  EXPECT_THAT(built.suite[1].assertions,
              ElementsAre(model::Assertion{
                  model::AssertionKind::kIsInstance, 1, 1, "",
                  testing::NamedValue(model::ValueKind::kOpaque, "builtins:int")}));
  EXPECT_EQ(built.unstable_values, 1u);
}

CoveringTest OnlyAsFinding(int64_t weight) {
  CoveringTest test = Quote(weight, {});
  test.only_as_finding = true;
  return test;
}

TEST(BuildSuite, TakesADisplacedAccidentForAFindingOrNothing) {
  const BuiltSuite built =
      BuildAlike({Quote(1), OnlyAsFinding(2), OnlyAsFinding(3), OnlyAsFinding(4), OnlyAsFinding(5)},
                 {Passed(5), Raised("UnboundLocalError", 3), Passed(6), Raised("KeyError", 7),
                  Raised("TypeError", 9, /*is_explicit=*/true)});
  ASSERT_EQ(built.suite.size(), 2u) << "what returns, has no evidence or is meant is not written";
  EXPECT_FALSE(built.suite[0].is_finding);
  EXPECT_TRUE(built.suite[1].is_finding);
  EXPECT_TRUE(built.suite[1].goals.empty());
  EXPECT_EQ(built.suite[1].exception->line, 3u);
  EXPECT_EQ(built.dropped.total(), 0u);
}

TEST(BuildSuite, ShowsNoDisplacedAccidentThatATestShows) {
  const BuiltSuite built =
      BuildAlike({Quote(1), OnlyAsFinding(2)},
                 {Raised("UnboundLocalError", 3), Raised("UnboundLocalError", 3)});
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_EQ(built.suite[0].goals, std::vector<model::GoalIndex>{0});
  EXPECT_EQ(built.dropped.total(), 0u);
}

TEST(BuildSuite, DropsNoDisplacedAccidentThatIsNotSeenAgain) {
  const BuiltSuite built = BuildOf({OnlyAsFinding(1), OnlyAsFinding(2)},
                                   {Raised("UnboundLocalError", 3), Ended(Verdict::kNotRun)},
                                   {Passed(1), Ended(Verdict::kNotRun)});
  EXPECT_TRUE(built.suite.empty());
  EXPECT_EQ(built.dropped.total(), 0u);
  EXPECT_EQ(built.unobserved, 0u);
}

TEST(BuildSuite, DropsTestsThatEndDifferentlyOrNotAtAll) {
  const BuiltSuite built = BuildOf(
      {Quote(1), Quote(2), Quote(3), Quote(4)},
      {Passed(5), Ended(Verdict::kTimedOut), Ended(Verdict::kCrashed), Passed(1)},
      {Raised("KeyError", 3), Ended(Verdict::kTimedOut), Ended(Verdict::kCrashed), Passed(1)});
  EXPECT_EQ(built.suite.size(), 1u);
  EXPECT_EQ(built.dropped.flaky, 1u);
  EXPECT_EQ(built.dropped.unfinished, 2u);
  EXPECT_EQ(built.dropped.total(), 3u);
}

// Sees a test as one world lets it be.
class OrderedObserver final : public model::Executor {
 public:
  using See = std::function<Observation(const model::TestCase&, unsigned order)>;
  explicit OrderedObserver(See see) : see_(std::move(see)) {}

  void Execute(std::span<const model::TestCase>, model::Isolation, const base::Deadline&,
               std::vector<model::Trace>&) override {
    ADD_FAILURE() << "the oracle only observes";
  }
  std::vector<Observation> Observe(std::span<const model::TestCase> tests,
                                   const base::Deadline&) override {
    std::vector<Observation> seen;
    for (const model::TestCase& test : tests) {
      seen.push_back(see_(test, order_));
      orders.insert(order_);
    }
    return seen;
  }
  void EnterWorld(uint8_t number) override { order_ = number; }
  void Retire(std::span<const model::PredicateIndex>) override {}
  unsigned order() const { return order_; }

  std::set<unsigned> orders;

 private:
  See see_;
  unsigned order_ = 0;
};

Observation Ordered(Observation seen) {
  seen.asked_worlds = 32;
  return seen;
}

TEST(BuildSuite, KeepsNothingThatOneOrderOfASetChanges) {
  const auto weight_of = [](const model::TestCase& test) { return test.statements[0].integer; };
  OrderedObserver first([](const auto&, unsigned) { return Passed(5); });
  OrderedObserver second([&](const model::TestCase& test, unsigned order) {
    const int64_t weight = weight_of(test);
    if (weight == 1) return Ordered(order == 20 ? Raised("KeyError", 3) : Passed(5));
    if (weight == 4) return Ordered(order == 0 ? Raised("KeyError", 3) : Passed(5));
    return Ordered(Passed(weight == 2 && order == 21 ? 6 : 5));
  });
  const BuiltSuite built = BuildSuite({Quote(1), Quote(2), Quote(3), Quote(4)}, SubjectWithGoals(),
                                      first, second, base::Deadline(kSteadyClock));
  EXPECT_EQ(built.dropped.flaky, 2u);
  ASSERT_EQ(built.suite.size(), 2u);
  ASSERT_EQ(built.suite[0].assertions.size(), 1u);
  EXPECT_EQ(built.suite[0].assertions[0].kind, model::AssertionKind::kIsInstance);
  ASSERT_EQ(built.suite[1].assertions.size(), 1u);
  EXPECT_EQ(built.suite[1].assertions[0].kind, model::AssertionKind::kEquals);
  EXPECT_EQ(built.unstable_values, 1u);
  EXPECT_EQ(second.order(), 0u) << "whoever observes next has the first order again";
}

TEST(BuildSuite, ObservesInProcessesThatImportedInOtherWorldsWhereTheImportAsks) {
  OrderedObserver first([](const auto&, unsigned) { return Passed(5); });
  OrderedObserver second([](const auto&, unsigned) { return Passed(5); });
  OrderedObserver anew([](const model::TestCase& test, unsigned world) {
    return Passed(world == 3 && test.statements[0].integer == 1 ? 6 : 5);
  });
  BuildOptions options{.import_worlds = 4,
                       .imported_in = [&](uint8_t world) { return world == 2 ? nullptr : &anew; }};
  const BuiltSuite built = BuildSuite({Quote(1), Quote(2)}, SubjectWithGoals(), first, second,
                                      base::Deadline(kSteadyClock), options);
  EXPECT_THAT(anew.orders, ElementsAre(1u, 3u)) << "in world 2 it cannot be imported";
  EXPECT_THAT(second.orders, ElementsAre(0u));
  ASSERT_EQ(built.suite.size(), 2u);
  EXPECT_EQ(built.suite[0].assertions[0].kind, model::AssertionKind::kIsInstance);
  EXPECT_EQ(built.suite[1].assertions[0].kind, model::AssertionKind::kEquals);
}

TEST(BuildSuite, SaysInATestWhatTheWorldIsToAnswerWhicheverProcessWasAsked) {
  const model::RestoredState unset{model::RestoredBy::kUnset, "os", "environ.TERM"};
  Observation asked = Passed(5);
  asked.restores = {unset};
  OrderedObserver first([](const auto&, unsigned) { return Passed(5); });
  OrderedObserver second([&](const auto&, unsigned) { return asked; });
  const BuiltSuite built =
      BuildSuite({Quote(1)}, SubjectWithGoals(), first, second, base::Deadline(kSteadyClock));
  EXPECT_THAT(built.suite.at(0).restored, ElementsAre(unset));
}

TEST(BuildSuite, WritesNoPathOfTheSandbox) {
  TestCaseBuilder b;
  b.Str("/tmp/skua~a1b2c3/home");
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  const BuiltSuite built = BuildAlike({{b.test(), {0}}}, {Passed(5)});
  EXPECT_TRUE(built.suite.empty());
  EXPECT_EQ(built.dropped.unwritable, 1u);
}

TEST(BuildSuite, TriesOneOrderWhereNoSetIsIterated) {
  OrderedObserver first([](const auto&, unsigned) { return Passed(5); });
  OrderedObserver second([](const auto&, unsigned) { return Passed(5); });
  BuildSuite({Quote(1)}, SubjectWithGoals(), first, second, base::Deadline(kSteadyClock));
  EXPECT_THAT(second.orders, ElementsAre(0u));
}

TEST(BuildSuite, CutsATestOffBehindTheStatementThatRaises) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  const auto unused = b.Str("only for what is cut off");
  b.Call(testing::kQuote, {{0, unused}});
  const BuiltSuite built = BuildAlike({{b.test(), {0}}}, {Raised("KeyError", 3, true, "'XX'")});
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_EQ(built.suite[0].test.size(), 2u);
  EXPECT_FALSE(built.suite[0].is_finding);
  EXPECT_EQ(built.suite[0].exception->message, "'XX'");
}

TEST(BuildSuite, AssertsNoMessageThatPythonHasWorded) {
  Observation seen = Raised("ValueError", 3, true, "invalid literal for int() with base 10: 'x'");
  seen.exception.is_foreign_message = true;
  EXPECT_EQ(BuildAlike({Quote(1)}, {seen}).suite.at(0).exception->message, "");
}

TEST(BuildSuite, ShowsAFindingOnceAndExpectsItWhereAnotherTestNeedsIt) {
  const BuiltSuite built =
      BuildAlike({Quote(1, {0}), Quote(2, {0}), Quote(3, {0, 1}), Quote(4, {0})},
                 {Raised("UnboundLocalError", 3), Raised("UnboundLocalError", 3),
                  Raised("UnboundLocalError", 3), Raised("UnboundLocalError", 9)});
  ASSERT_EQ(built.suite.size(), 3u);
  EXPECT_FALSE(built.suite[0].is_finding);
  EXPECT_THAT(built.suite[0].goals, ElementsAre(1));
  EXPECT_TRUE(built.suite[1].is_finding);
  EXPECT_EQ(built.suite[1].exception->line, 3u);
  EXPECT_TRUE(built.suite[2].is_finding);
  EXPECT_EQ(built.suite[2].exception->line, 9u);
  EXPECT_EQ(built.dropped.duplicates, 1u);
}

TEST(BuildSuite, ExpectsAWrongArgumentOnlyForWhatItAloneCovers) {
  const std::string message = "'int' object has no attribute 'split'";
  const std::vector<CoveringTest> tests = {Quote(1, {0}), Quote(2, {0}), Quote(3, {1})};
  const std::vector<Observation> seen = {Passed(5), Raised("AttributeError", 3, false, message),
                                         Raised("AttributeError", 3, false, message)};
  const BuiltSuite built = BuildAlike(tests, seen);
  ASSERT_EQ(built.suite.size(), 2u);
  EXPECT_THAT(built.suite[1].goals, ElementsAre(1));
  EXPECT_TRUE(built.suite[1].exception);
  EXPECT_FALSE(built.suite[1].is_finding);
  EXPECT_EQ(built.dropped.boundary, 1u);

  const BuiltSuite all = BuildAlike(tests, seen, {.all_findings = true});
  ASSERT_EQ(all.suite.size(), 3u);
  EXPECT_FALSE(all.suite[1].is_finding);  // for its goals, and shown by the next
  EXPECT_TRUE(all.suite[2].is_finding);
}

TEST(BuildSuite, ExpectsNoWrongArgumentOfWhatIsInternal) {
  model::Subject subject = SubjectWithGoals();
  const std::vector<Observation> seen = {
      Raised("AttributeError", 3, false, "'int' object has no attribute 'split'")};
  const auto kept = [&] {
    FakeObserver first(seen), second(seen);
    return BuildSuite({Quote(1, {0})}, subject, first, second, base::Deadline(kSteadyClock))
        .suite.size();
  };
  EXPECT_EQ(kept(), 1u);
  subject.callables[testing::kQuote].is_protected = true;
  EXPECT_EQ(kept(), 0u);
}

TEST(BuildSuite, ExpectsAWrongArgumentForNothingThatAnotherWeakFindingCovers) {
  const std::string message = "'int' object has no attribute 'split'";
  const BuiltSuite built =
      BuildAlike({Quote(1, {0}), Quote(2, {0})},
                 {Raised("AttributeError", 3, false, message), Raised("KeyError", 9)});
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_EQ(built.suite[0].exception->type_name, "builtins:KeyError");
}

TEST(BuildSuite, ExpectsAWrongArgumentNeitherForBlocksNorForWhatIsCoveredAlready) {
  model::Subject subject = SubjectWithGoals();
  subject.predicates.push_back(
      {.kind = model::PredicateKind::kBlock, .code_object = 1, .false_is_goal = false});
  const auto block = static_cast<model::GoalIndex>(model::GoalsOf(subject).size() - 1);
  ASSERT_EQ(model::CountBranches(subject, model::GoalsOf(subject)), block);
  ASSERT_GE(block, 2u);
  const std::vector<Observation> seen = {
      Raised("AttributeError", 3, false, "'int' object has no attribute 'split'")};
  const auto built = [&](const std::vector<model::GoalIndex>& goals,
                         const std::vector<model::GoalIndex>& covered) {
    FakeObserver first(seen), second(seen);
    return BuildSuite({Quote(1, goals)}, subject, first, second, base::Deadline(kSteadyClock),
                      {.covered = covered});
  };
  EXPECT_THAT(built({block}, {}).suite, IsEmpty());
  EXPECT_THAT(built({0}, {0}).suite, IsEmpty());
  EXPECT_EQ(built({0}, {0}).dropped.boundary, 1u);
  const BuiltSuite kept = built({0, 1, block}, {0});
  ASSERT_EQ(kept.suite.size(), 1u);
  EXPECT_THAT(kept.suite[0].goals, ElementsAre(0, 1, block));
}

TEST(BuildSuite, PutsFindingsLastTheWeightiestFirst) {
  const std::vector<CoveringTest> tests = {Quote(1, {0}), Quote(2, {1}), Quote(3, {2}),
                                           Quote(4, {3})};
  const std::vector<Observation> seen = {Raised("ValueError", 3), Raised("UserWarning", 4),
                                         Raised("NameError", 5), Passed(5)};
  const BuiltSuite all = BuildAlike(tests, seen, {.all_findings = true});
  ASSERT_EQ(all.suite.size(), 4u);
  EXPECT_FALSE(all.suite[0].is_finding);
  EXPECT_EQ(all.suite[1].exception->line, 5u);
  EXPECT_EQ(all.suite[2].exception->line, 4u);
  EXPECT_EQ(all.suite[3].exception->line, 3u);

  const BuiltSuite built = BuildAlike(tests, seen);
  ASSERT_EQ(built.suite.size(), 4u);
  EXPECT_TRUE(built.suite[3].is_finding);
  EXPECT_EQ(built.suite[3].exception->line, 5u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(built.suite[i].is_finding) << "no evidence";
}

TEST(BuildSuite, ShowsNoHangOfWrongArgumentsUnlessAllFindingsAreWanted) {
  model::Subject subject = testing::SampleSubject();
  subject.types.emplace_back().kind = model::TypeKind::kStr;
  subject.callables[testing::kQuote].parameters[0].type = 1;
  for (const bool all : {false, true}) {
    std::size_t hung = 0;
    const FakeObserver::Answer hangs = [&](std::span<const model::TestCase> tests) {
      hung += tests.size();
      return std::vector<Observation>(tests.size(), Ended(Verdict::kTimedOut));
    };
    FakeObserver first(hangs), second(hangs);
    const BuiltSuite built =
        BuildSuite({}, subject, first, second, base::Deadline(kSteadyClock),
                   {.all_findings = all, .troubles = {{Quote(1).test, Verdict::kTimedOut}}});
    EXPECT_EQ(built.suite.size(), all ? 1u : 0u);
    EXPECT_EQ(hung > 0, all);  // each costs its limit on time
  }
}

TEST(BuildSuite, GivesAllCandidatesWhenAsked) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  Observation seen = Passed(5);
  seen.statements.push_back(Gave(6));
  seen.statements[1].printed = "a";
  const std::vector<CoveringTest> tests = {{b.test(), {0}}};
  EXPECT_EQ(BuildAlike(tests, {seen}).suite.at(0).assertions.size(), 3u);
  const BuiltSuite all = BuildAlike(tests, {seen}, {.assertions = kAllCandidates});
  ASSERT_EQ(all.suite.at(0).assertions.size(), 3u);
  EXPECT_EQ(all.suite[0].assertions[1].kind, model::AssertionKind::kOutput);
  EXPECT_EQ(all.suite[0].assertions[1].after_statement, 1);
}

// Crashes at the second call; hangs when it is given a number below zero.
FakeObserver::Answer Treacherous() {
  return [](std::span<const model::TestCase> tests) {
    std::vector<Observation> seen;
    for (const model::TestCase& test : tests) {
      std::size_t calls = 0;
      bool hangs = false;
      for (const model::Statement& s : test.statements) {
        calls += s.kind == model::StatementKind::kCall ? 1 : 0;
        hangs = hangs || s.integer < 0;
      }
      seen.push_back(Ended(hangs        ? Verdict::kTimedOut
                           : calls >= 2 ? Verdict::kCrashed
                                        : Verdict::kPassed));
    }
    return seen;
  };
}

TEST(BuildSuite, ShowsCrashesAndHangsThatHappenAgain) {
  TestCaseBuilder crash, hang, never;
  const auto one = crash.Int(1);
  crash.Str("unused");
  for (int i = 0; i < 3; ++i) crash.Call(testing::kQuote, {{0, one}});
  hang.Call(testing::kQuote, {{0, hang.Int(-1)}});
  never.Call(testing::kQuote, {{0, never.Int(1)}});
  FakeObserver first(Treacherous()), second(Treacherous());
  const BuiltSuite built =
      BuildSuite({}, testing::SampleSubject(), first, second, base::Deadline(kSteadyClock),
                 {.troubles = {{hang.test(), Verdict::kTimedOut},
                               {never.test(), Verdict::kCrashed},
                               {crash.test(), Verdict::kCrashed},
                               {crash.test(), Verdict::kCrashed}}});
  ASSERT_EQ(built.suite.size(), 2u);
  EXPECT_EQ(built.suite[0].verdict, Verdict::kCrashed);
  TestCaseBuilder shortest;
  const auto weight = shortest.Int(1);
  for (int i = 0; i < 2; ++i) shortest.Call(testing::kQuote, {{0, weight}});
  EXPECT_EQ(built.suite[0].test, shortest.test());
  EXPECT_EQ(built.suite[1].verdict, Verdict::kTimedOut);
  EXPECT_TRUE(built.suite[1].is_finding);
  EXPECT_EQ(built.suite[1].test, hang.test());
}

TEST(BuildSuite, KeepsOfAHangWhatWasExecutedBeforeIt) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  Observation seen = Ended(Verdict::kTimedOut);
  seen.statements = {Gave(1)};
  FakeObserver first({seen}), second({seen});
  const BuiltSuite built =
      BuildSuite({}, testing::SampleSubject(), first, second, base::Deadline(kSteadyClock),
                 {.troubles = {{b.test(), Verdict::kTimedOut}}});
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_EQ(built.suite[0].test.size(), 2u);
}

TEST(BuildSuite, ExpectsAnAccidentOnlyWhereCodeTakesAnotherWay) {
  model::Subject subject = SubjectWithGoals();
  model::Predicate& operand = subject.predicates.emplace_back();  // of `left and right`
  operand.code_object = 1;
  operand.false_jump = false;
  subject.criterion_goals.emplace_back();
  const std::vector<model::Goal> goals = model::GoalsOf(subject);
  const auto goal_of = [&](model::GoalKind kind) {
    const auto found = std::ranges::find(goals, model::Goal{kind, 0});
    return static_cast<model::GoalIndex>(found - goals.begin());
  };
  const auto count = [&](const Observation& seen, model::GoalKind kind) {
    FakeObserver first({seen}), second({seen});
    const CoveringTest test = Quote(1, {goal_of(kind)});
    return BuildSuite({test}, subject, first, second, base::Deadline(kSteadyClock)).suite.size();
  };
  for (const Observation& accident :
       {Raised("AttributeError", 3, false, "'int' object has no attribute 'split'"),
        Raised("KeyError", 3, false, "'zone'")}) {
    EXPECT_EQ(count(accident, model::GoalKind::kTrueBranch), 0u)
        << "it only goes on to the other operand";
    EXPECT_EQ(count(accident, model::GoalKind::kFalseBranch), 1u);
  }
  Observation by_library = Raised("", 3);
  by_library.exception.type_name = "jsonpointer:JsonPointerException";
  EXPECT_EQ(count(by_library, model::GoalKind::kTrueBranch), 1u);
  EXPECT_EQ(count(Raised("KeyError", 3), model::GoalKind::kCriterion), 1u);
  EXPECT_EQ(count(Raised("TypeError", 3), model::GoalKind::kCriterion), 0u);
}

TEST(BuildSuite, CutsAWeakFindingOffWhereWhatComesBeforeItIsEnough) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  Observation seen = Raised("TypeError", 3, false, "object of type 'int' has no len()");
  seen.statements.push_back(Gave(5));
  const auto build = [&](std::vector<model::GoalIndex> goals_before) {
    FakeObserver first({seen}), second({seen});
    return BuildSuite({{b.test(), {0, 1}}}, SubjectWithGoals(), first, second,
                      base::Deadline(kSteadyClock), {.goals_of = [&](const model::TestCase& test) {
                        EXPECT_EQ(test.size(), 2u);
                        return goals_before;
                      }});
  };
  const BuiltSuite enough = build({0, 1});
  ASSERT_EQ(enough.suite.size(), 1u);
  EXPECT_FALSE(enough.suite[0].exception);
  EXPECT_THAT(enough.suite[0].assertions,
              ElementsAre(model::Assertion{model::AssertionKind::kEquals, 1, 1, "", IntValue(5)}));
  EXPECT_EQ(enough.dropped.boundary, 1u);

  const BuiltSuite both = build({0});
  ASSERT_EQ(both.suite.size(), 2u);
  EXPECT_FALSE(both.suite[0].exception);
  EXPECT_TRUE(both.suite[1].exception);

  const BuiltSuite whole = build({});
  ASSERT_EQ(whole.suite.size(), 1u);
  EXPECT_TRUE(whole.suite[0].exception);
}

TEST(BuildSuite, PutsBackWhatATestChanges) {
  const model::RestoredState name = {model::RestoredBy::kName, "parcel.rates", "_count"};
  const model::RestoredState copied = {model::RestoredBy::kCopy, "parcel.rates", "_all"};
  Observation seen = Passed(5);
  seen.restores = {copied, name};
  Observation unseen = Passed(5);
  Observation too_much = seen;
  for (const char* path : {"a", "b", "c"}) {
    too_much.restores.push_back({model::RestoredBy::kName, "parcel.rates", path});
  }
  const BuiltSuite built =
      BuildOf({Quote(1, {0}), Quote(2, {1})}, {seen, too_much}, {unseen, unseen});
  ASSERT_EQ(built.suite.size(), 2u);
  EXPECT_THAT(built.suite[0].restored, ElementsAre(name, copied));
  EXPECT_THAT(built.suite[1].restored, IsEmpty());
}

TEST(BuildSuite, DropsStatementsThatNothingNeeds) {
  TestCaseBuilder b;
  b.Str("unused");
  b.Call(testing::kDecimal, {{0, b.Str("1")}});
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  b.Str("unused too");
  Observation seen = Passed(5);
  seen.statements.insert(seen.statements.begin(), 3, Gave(0));
  seen.statements.push_back(Gave(0));
  const BuiltSuite built = BuildAlike({{b.test(), {0}}}, {seen});
  ASSERT_EQ(built.suite.size(), 1u);
  TestCaseBuilder expected;
  expected.Call(testing::kQuote, {{0, expected.Int(1)}});
  EXPECT_EQ(built.suite[0].test, expected.test());
  EXPECT_THAT(built.suite[0].assertions,
              ElementsAre(model::Assertion{model::AssertionKind::kEquals, 1, 1, "", IntValue(5)}));
}

TEST(BuildSuite, ReturnsTheTestsAloneWhenTimeIsUpOrAWorkerIsLost) {
  const std::vector<CoveringTest> tests = {Quote(1), Quote(2)};
  FakeObserver good({Passed(5), Passed(6)});
  FakeObserver lost([](std::span<const model::TestCase>) -> std::vector<Observation> {
    throw base::Error("gone");
  });
  const BuiltSuite without_second =
      BuildSuite(tests, testing::SampleSubject(), good, lost, base::Deadline(kSteadyClock));
  EXPECT_EQ(without_second.suite.size(), 2u);
  EXPECT_EQ(without_second.unobserved, 2u);
  EXPECT_THAT(without_second.suite[0].assertions, IsEmpty());

  const std::atomic<bool> interrupted = true;
  FakeObserver never([](std::span<const model::TestCase>) -> std::vector<Observation> {
    throw std::logic_error("asked");
  });
  const BuiltSuite late = BuildSuite(tests, testing::SampleSubject(), never, never,
                                     base::Deadline(kSteadyClock, &interrupted));
  EXPECT_EQ(late.suite.size(), 2u);
  EXPECT_EQ(late.unobserved, 2u);
}

// Lets tests pass until the deadline, each after one second.
FakeObserver::Answer PassingInASecondEach(test::FakeClock& clock, const base::Deadline& deadline) {
  return [&](std::span<const model::TestCase> asked) {
    std::vector<Observation> seen;
    for (std::size_t i = 0; i < asked.size() && !deadline.Expired(); ++i) {
      clock.Advance(std::chrono::seconds(1));
      seen.push_back(Passed(5));
    }
    return seen;
  };
}

TEST(BuildSuite, ObservesInBothProcessesWhatTheTimeSufficesFor) {
  std::vector<CoveringTest> tests;
  for (int i = 0; i < 400; ++i) tests.push_back(Quote(i));
  test::FakeClock clock;
  const base::Deadline deadline = base::Deadline(clock).Within(std::chrono::seconds(400));
  const FakeObserver::Answer answer = PassingInASecondEach(clock, deadline);
  FakeObserver first(answer), second(answer);
  const BuiltSuite built = BuildSuite(tests, testing::SampleSubject(), first, second, deadline);
  EXPECT_GT(built.suite.size() - built.unobserved, 180u) << "there is time for 200";
  EXPECT_EQ(built.observing_each, std::chrono::seconds(2));
}

TEST(BuildSuite, ObservesFirstWhatIsWorthMostWhereTimeIsShort) {
  std::vector<CoveringTest> tests;
  for (int i = 0; i < 20; ++i) tests.push_back(Quote(i));
  tests[17].goals = {1, 2, 3};
  tests[4].goals = {4, 5};
  test::FakeClock clock;
  const base::Deadline deadline = base::Deadline(clock).Within(std::chrono::seconds(5));
  const FakeObserver::Answer answer = PassingInASecondEach(clock, deadline);
  FakeObserver first(answer), second(answer);
  const BuiltSuite built = BuildSuite(tests, testing::SampleSubject(), first, second, deadline);
  std::vector<std::vector<model::GoalIndex>> observed;
  for (const model::GeneratedTest& test : built.suite) {
    if (!test.assertions.empty()) observed.push_back(test.goals);
  }
  EXPECT_THAT(observed, ElementsAre(ElementsAre(4, 5), ElementsAre(1, 2, 3)))
      << "both processes ran them, and they stay in their order";
}

TEST(BuildSuite, TakesFromOneProcessHowATestEnds) {
  const BuiltSuite built =
      BuildOf({Quote(1), Quote(2)}, {Raised("KeyError", 3, true), Ended(Verdict::kTimedOut)},
              {Ended(Verdict::kNotRun), Ended(Verdict::kNotRun)});
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_TRUE(built.suite[0].exception);
  EXPECT_EQ(built.dropped.unfinished, 1u);
}

TEST(BuildSuite, LetsTestsThatWaitWaitNoMore) {
  model::Subject subject = testing::SampleSubject();
  model::Callable skip{.kind = model::CallableKind::kEnvironment};
  skip.name = skip.qualified_name = "skip_sleep";
  const auto index = static_cast<uint32_t>(subject.callables.size());
  subject.callables.push_back(skip);
  Observation waited = Passed(5);
  waited.side_effect = "time.sleep";
  Observation spared = Passed(5);
  spared.statements.insert(spared.statements.begin(), model::StatementObservation{});
  const auto begins_with_it = [&](const model::TestCase& test) {
    const model::Statement& first = test.statements[0];
    return first.kind == model::StatementKind::kCall && first.target == index;
  };
  const auto observe = [&](std::span<const model::TestCase> tests) {
    std::vector<Observation> seen;
    for (const auto& test : tests) seen.push_back(begins_with_it(test) ? spared : waited);
    return seen;
  };
  FakeObserver a(observe), b(observe);
  const std::vector<CoveringTest> tests = {Quote(1)};
  const BuiltSuite built = BuildSuite(tests, subject, a, b, base::Deadline(kSteadyClock), {});
  ASSERT_EQ(built.suite.size(), 1u);
  const model::TestCase& written = built.suite[0].test;
  EXPECT_TRUE(begins_with_it(written));
  EXPECT_EQ(written.size(), 3u);
  EXPECT_THAT(written.statements[2].operands, ElementsAre(1));
  EXPECT_EQ(built.suite[0].assertions.at(0).variable, 2u);
  EXPECT_EQ(built.dropped.reaching_out, 0u);

  const BuiltSuite without = BuildOf(tests, {waited}, {waited});
  EXPECT_THAT(without.suite, IsEmpty());
  EXPECT_EQ(without.dropped.reaching_out, 1u);
}

TEST(BuildSuite, LeavesOutWhatNoFileCanHold) {
  TestCaseBuilder huge;
  huge.Call(testing::kQuote, {{0, huge.Str(std::string(100000, 'x'))}});
  TestCaseBuilder empty;
  empty.Int(1);
  const BuiltSuite built =
      BuildAlike({{huge.test(), {0}}, Quote(1), {empty.test(), {0}}}, {Passed(5)});
  EXPECT_EQ(built.suite.size(), 1u);
  EXPECT_EQ(built.dropped.unwritable, 2u);
}

}  // namespace
}  // namespace skua::oracle
