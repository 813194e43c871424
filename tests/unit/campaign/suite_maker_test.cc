#include "campaign/suite/suite_maker.h"

#include <limits>

#include "base/error.h"
#include "support/fake_campaign.h"
#include "support/matchers.h"

namespace skua::campaign {
namespace {

using model::ReasonCode;
using test::CampaignStep;
using namespace std::chrono_literals;

class SuiteMakerTest : public ::testing::Test {
 protected:
  SuiteMakerTest() { SetUpAgain(); }

  void SetUpAgain() {
    loaded_ = tools_.Load(module_, {}, Generous());
    loaded_.executor->Retire({});
    maker_.emplace(
        loaded_.subject, *loaded_.executor,
        [this](const model::LoadOptions& options) {
          asked_.push_back(options);
          return tools_.Load(module_, options, Generous());
        },
        options_, team_, log_);
  }

  base::Deadline Generous() const { return base::Deadline(tools_.clock).Within(1000s); }
  base::Deadline Over() const { return base::Deadline(tools_.clock).Within(0s); }

  static model::TestCase Call(uint32_t callable, model::Statement argument) {
    return {{std::move(argument),
             {.kind = model::StatementKind::kCall,
              .target = callable,
              .operands = {0},
              .parameters = {0}}}};
  }
  static model::TestCase Price(int64_t weight) {
    return Call(0, {.kind = model::StatementKind::kInt, .integer = weight});
  }
  search::ArchivedTest Covering(model::TestCase test) {
    const model::Trace trace = tools_.module.program.Interpret(test);
    return {test, search::EndingOf(trace), search::GoalSet(loaded_.subject).CoveredBy(test, trace)};
  }
  std::size_t CountKilled(const model::Suite& made, const model::Suite& written) {
    const std::vector<std::string> names(written.size(), "test_x");
    const auto judged = maker_->JudgedBy(made, written, names, Generous());
    for (const model::JudgedMutant& mutant : judged) {
      EXPECT_EQ(mutant.killed_by == "test_x", mutant.fate == model::MutantFate::kKilled);
    }
    return CountFate(judged, model::MutantFate::kKilled);
  }

  test::FakeCampaignTools tools_;
  const model::ModuleId module_{"fake", "fake.py"};
  OracleOptions options_;
  const base::Log log_;
  base::Team team_{nullptr};
  model::LoadedSubject loaded_;
  std::vector<model::LoadOptions> asked_;
  std::optional<SuiteMaker> maker_;
};

TEST_F(SuiteMakerTest, ObservesInTwoProcessesWithHashSeedsOfTheirOwn) {
  EXPECT_FALSE(maker_->LoadObservers(5, true));
  ASSERT_THAT(asked_, SizeIs(2));
  EXPECT_NE(asked_[0].hash_seed, asked_[1].hash_seed);
  EXPECT_FALSE(asked_[0].instrument || asked_[1].instrument);
  EXPECT_EQ(asked_[0].mutants, options_.mutants);
  EXPECT_EQ(asked_[0].mutant_seed, 5u);
  EXPECT_EQ(asked_[1].mutants, 0u);
  EXPECT_TRUE(maker_->judges_mutants());
}

TEST_F(SuiteMakerTest, DoesWithoutMutantsWhenTheyDoNotLoadOrTimeIsShort) {
  EXPECT_FALSE(maker_->LoadObservers(1, false));
  EXPECT_FALSE(maker_->judges_mutants());
  tools_.failures[CampaignStep::kLoadMutants] = {ReasonCode::kImportRaises, "MemoryError"};
  EXPECT_FALSE(maker_->LoadObservers(1, true));
  EXPECT_FALSE(maker_->judges_mutants());
}

TEST_F(SuiteMakerTest, EndsWhereTheModuleIsAnotherOneTheNextTime) {
  tools_.module.program.subject.callables.pop_back();
  const auto reason = maker_->LoadObservers(1, true);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->code, ReasonCode::kUnstableNumbering);
}

TEST_F(SuiteMakerTest, KeepsTheAssertionsThatKill) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(4711)), Covering(Price(-1)), Covering(Price(20))}, {}, {},
                Generous());
  maker_->Judge(Generous());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(3));
  EXPECT_THAT(made[0].assertions, SizeIs(1));
  EXPECT_EQ(made[1].exception->type_name, "builtins:ValueError");
  EXPECT_EQ(CountKilled(made, made), 2u);
  // What verification drops kills nothing any more.
  EXPECT_EQ(CountKilled(made, {made[0], made[1]}), 1u);
  EXPECT_EQ(CountKilled(made, {}), 0u);
}

TEST_F(SuiteMakerTest, TellsEveryTestThatKillsAMutantNotTheFirstAlone) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(4711)), Covering(Price(20)), Covering(Price(30))}, {}, {},
                Generous());
  maker_->Judge(Generous());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(3));
  using Kills = std::vector<model::MutantIndex>;
  EXPECT_THAT(maker_->KillsOf(made, Generous()), ElementsAre(Kills{0}, Kills{1}, Kills{1}));
  const auto first = maker_->KillsOf(made, Over());
  EXPECT_EQ(first[1].size() + first[2].size(), 1u) << "without time, only the first is known";
}

TEST_F(SuiteMakerTest, RenewsWhatTestsOfChangesExpectWhetherAMutantNeedsItOrNot) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(4711)), Covering(Price(20))}, {}, {}, Generous());
  maker_->Judge(Generous());
  maker_->Select();
  const model::GeneratedTest now = maker_->built().suite[1];
  ASSERT_THAT(now.assertions, SizeIs(1));
  model::GeneratedTest other_value, other_end, known = now;
  other_value.test = Price(30);
  other_value.assertions = now.assertions;
  other_value.assertions[0].expected.integer += 1;
  other_end.test = Price(40);
  other_end.exception = model::RaisedException{};
  const model::Suite renewed = maker_->Renewed({other_value, other_end, known}, Generous());
  ASSERT_THAT(renewed, SizeIs(2));
  for (const model::GeneratedTest& test : renewed) {
    EXPECT_FALSE(test.exception);
    ASSERT_THAT(test.assertions, SizeIs(1));
    EXPECT_EQ(test.assertions[0].expected.integer, 2 * test.test.statements[0].integer);
    EXPECT_THAT(test.name, IsEmpty());
  }
  EXPECT_THAT(maker_->Renewed({other_value}, Over()), IsEmpty());
}

TEST_F(SuiteMakerTest, MakesValuesPlainWhereTheTestGoesOnCoveringAndKilling) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(4711)), Covering(Price(1979))}, {}, {}, Generous());
  maker_->Judge(Generous());
  maker_->Polish({}, Generous(), Generous());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(2));
  EXPECT_EQ(made[0].test, Price(4711));
  EXPECT_LT(made[1].test.statements[0].integer, 100);
  EXPECT_GT(made[1].test.statements[0].integer, 0);
  EXPECT_TRUE(made[0].is_plain && made[1].is_plain);
  EXPECT_EQ(CountKilled(made, made), 2u);
}

// Each mutant costs a process, and goals alone nearly nothing.
TEST_F(SuiteMakerTest, AsksAboutMutantsOnlyForWhatIsPlainByItsGoals) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(1979)), Covering(Price(2018)), Covering(Price(3017))}, {}, {},
                Generous());
  maker_->Judge(Generous());
  const int judged = tools_.taken[CampaignStep::kJudge];
  maker_->Polish({}, Generous(), Generous());
  for (const model::GeneratedTest& test : maker_->built().suite) EXPECT_EQ(test.test, Price(1));
  EXPECT_LE(tools_.taken[CampaignStep::kJudge] - judged, 8);
}

// def half(number: int): return number // 2
// with a mutant that only odd numbers show, and one that only even ones do, and _half() for the
// same.
class TestsBeforePlainTest : public SuiteMakerTest {
 protected:
  TestsBeforePlainTest() {
    test::FakeModule& module = tools_.module;
    const auto half = module.program.CodeObject("half");
    module.program.Nested(half, 0);
    for (const char* name : {"half", "_half"}) {
      module.program.Callable(
          model::CallableKind::kFunction, name, half,
          {test::FakeProgram::Parameter("number", module.program.Type(model::TypeKind::kInt))},
          [&module](test::FakeRun&, test::FakeObject*,
                    const test::FakeProgram::Arguments& arguments) -> test::FakeValue {
            const int64_t number = test::IntOf(arguments[0]);
            const bool is_odd = number % 2 != 0;
            const bool is_wrong = module.Active(is_odd ? 3 : 4);
            return {test::IntValue(number / 2 + (is_wrong ? 1 : 0)), nullptr};
          });
    }
    for (int i = 0; i < 2; ++i) {
      model::Mutant& mutant = module.mutants.emplace_back(module.mutants[0]);
      mutant.code_object = half;
    }
    SetUpAgain();
  }

  search::ArchivedTest Half(int64_t number, bool is_internal = false) {
    return Covering(Call(is_internal ? 3 : 2, Price(number).statements[0]));
  }
  model::Suite Made(const search::ArchivedTest& before, const search::ArchivedTest& plain) {
    EXPECT_FALSE(maker_->LoadObservers(1, true));
    maker_->Build({plain}, {}, {}, Generous());
    maker_->Judge(Generous());
    maker_->AddForMutants({&before, 1}, {&plain, 1}, Generous());
    maker_->Select();
    return maker_->TakeSuite();
  }
  model::Suite Made(int64_t before, int64_t plain) { return Made(Half(before), Half(plain)); }
};

TEST_F(TestsBeforePlainTest, ComeBackBesideAPlainOneWhereBothKill) {
  const model::Suite made = Made(1979, 10);
  ASSERT_THAT(made, SizeIs(2));
  EXPECT_EQ(made[0].test, Half(10).test);
  EXPECT_EQ(made[1].test, Half(1979).test);
  EXPECT_EQ(CountKilled(made, made), 2u);
}

TEST_F(TestsBeforePlainTest, ComeBackInPlaceOfAPlainOneThatKillsNoMore) {
  tools_.module.mutants.pop_back();
  const model::Suite made = Made(1979, 10);
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].test, Half(1979).test);
  EXPECT_EQ(CountKilled(made, made), 1u);
}

TEST_F(TestsBeforePlainTest, StayAwayWhereThePlainOneKillsAll) {
  const model::Suite made = Made(1980, 10);
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].test, Half(10).test);
}

TEST_F(TestsBeforePlainTest, StayAwayWhereTheyCallWhatIsInternalAndThePlainOneDoesNot) {
  const model::Suite made = Made(Half(1979, /*is_internal=*/true), Half(10));
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].test, Half(10).test);
  SetUpAgain();
  EXPECT_THAT(Made(Half(1979, /*is_internal=*/true), Half(10, /*is_internal=*/true)), SizeIs(2));
}

TEST_F(TestsBeforePlainTest, ActInPublicWhereThatCoversTheSame) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Half(10, /*is_internal=*/true)}, {}, {}, Generous());
  maker_->PolishCalls(Generous());
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].test, Half(10).test);
}

TEST_F(SuiteMakerTest, MakesPlainOnlyWhatWasAddedSince) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(4711))}, {}, {}, Generous());
  maker_->Judge(Generous());
  maker_->Polish({}, Generous(), Generous());
  const model::TestCase settled = maker_->built().suite[0].test;
  base::Rng rng(3);
  search::SearchOptions search{.max_generations = 10};
  maker_->Extend(search, false, rng, Generous());
  const std::size_t added = maker_->built().suite.size();
  ASSERT_GT(added, 1u);
  maker_->Polish({}, Generous(), Generous());
  ASSERT_EQ(maker_->built().suite.size(), added);
  EXPECT_EQ(maker_->built().suite[0].test, settled);
  for (const model::GeneratedTest& test : maker_->built().suite) EXPECT_TRUE(test.is_plain);
}

TEST_F(SuiteMakerTest, PassesAValueWhereAnEarlierCallChangedIt) {
  for (const bool judges : {true, false}) {
    SCOPED_TRACE(judges);
    SetUpAgain();
    ASSERT_FALSE(maker_->LoadObservers(1, judges));
    model::TestCase test = Price(20);
    test.statements.push_back(test.statements[1]);
    test.statements[2].operands = {1};
    maker_->Build({Covering(test)}, {}, {}, Generous());
    maker_->Judge(Generous());
    maker_->PolishCalls(Generous());
    maker_->Select();
    const model::Suite made = maker_->TakeSuite();
    ASSERT_THAT(made, SizeIs(1));
    EXPECT_EQ(made[0].test, Price(20));
    ASSERT_THAT(made[0].assertions, SizeIs(1));
    EXPECT_EQ(made[0].assertions[0].expected.integer, 40);
  }
}

// The first call passes on 1, which the second would not have done without.
TEST_F(SuiteMakerTest, MakesTwoTestsOfOneThatPassesOnAResult) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  model::TestCase test = Price(4711);
  test.statements.push_back(test.statements[1]);
  test.statements[2].operands = {1};
  const search::ArchivedTest whole = Covering(test);
  maker_->Build({whole}, {}, {}, Generous());
  maker_->PolishCalls(Generous());
  const model::Suite& split = maker_->built().suite;
  ASSERT_THAT(split, SizeIs(2));
  EXPECT_EQ(split[0].test, Price(1));
  EXPECT_EQ(split[1].test, Price(4711));
  EXPECT_THAT(split[0].goals, Not(IsEmpty()));
  model::GoalIndex lost = split[1].goals.at(0);
  EXPECT_THAT(split[0].goals, Not(Contains(lost))) << "each covers something of its own";
  EXPECT_EQ(split[0].goals.size() + split[1].goals.size(), whole.goals.size());

  maker_->Judge(Generous());
  maker_->AddForMutants({{whole}}, {{whole}}, Generous());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  EXPECT_THAT(made, SizeIs(2)) << "the whole test kills no more";
  EXPECT_EQ(CountKilled(made, made), 2u);
}

TEST_F(SuiteMakerTest, LeavesOutAnEarlierCallOfWhichNothingShows) {
  const auto twice = [](int64_t first, int64_t last) {
    model::TestCase test = Price(first);
    const model::TestCase other = Price(last);
    test.statements.insert(test.statements.end(), other.statements.begin(), other.statements.end());
    test.statements.back().operands = {2};
    return test;
  };
  for (const bool judges : {true, false}) {
    SCOPED_TRACE(judges);
    SetUpAgain();
    ASSERT_FALSE(maker_->LoadObservers(1, judges));
    maker_->Build({Covering(twice(20, 30)), Covering(twice(4711, 1))}, {}, {}, Generous());
    maker_->Judge(Generous());
    maker_->PolishCalls(Generous());
    const model::Suite& suite = maker_->built().suite;
    EXPECT_EQ(suite.at(0).test, Price(30));
    // Each call covers something of its own, which tests of their own say before mutants are tried.
    EXPECT_EQ(suite.at(1).test, judges ? twice(4711, 1) : Price(1));
    EXPECT_EQ(suite.back().test, judges ? twice(4711, 1) : Price(4711));
  }
}

TEST_F(SuiteMakerTest, PassesAValueInATestThatIsNotEqualToItself) {
  ASSERT_FALSE(maker_->LoadObservers(1, false));
  model::TestCase test = Price(20);
  test.statements[0].real = std::numeric_limits<double>::quiet_NaN();
  ASSERT_NE(test, test);
  test.statements.push_back(test.statements[1]);
  test.statements[2].operands = {1};
  maker_->Build({Covering(test)}, {}, {}, Generous());
  maker_->PolishCalls(Generous());
  EXPECT_EQ(maker_->built().suite.at(0).test.size(), Price(20).size());
}

// An exception that nothing documents is no finding, but its test covers goals.
TEST_F(SuiteMakerTest, MakesTestsPlainThatEndInAWeakException) {
  test::FakeProgram& program = tools_.module.program;
  const auto find = program.CodeObject("find");
  const auto within = program.Nested(find, 1);
  program.subject.predicates[within[0]].true_jump = true;
  program.subject.predicates[within[0]].false_jump = false;
  program.Callable(model::CallableKind::kFunction, "find", find,
                   {test::FakeProgram::Parameter("key", program.Type(model::TypeKind::kInt))},
                   [within](test::FakeRun& run, test::FakeObject*,
                            const test::FakeProgram::Arguments& arguments) -> test::FakeValue {
                     const int64_t key = test::IntOf(arguments[0]);
                     const bool is_known = !run.Less(within[0], 100, key);
                     throw test::FakeException{
                         is_known ? "builtins:IndexError" : "builtins:KeyError",
                         /*is_explicit=*/false};
                   });
  model::TestCase test = Price(1979);
  model::TestCase finding = Call(2, test.statements[0]);
  finding.statements[1].operands = {2};
  std::ranges::move(finding.statements, std::back_inserter(test.statements));
  for (const bool judges : {true, false}) {
    SCOPED_TRACE(judges);
    SetUpAgain();
    ASSERT_FALSE(maker_->LoadObservers(1, judges));
    maker_->Build({Covering(test)}, {}, {}, Generous());
    ASSERT_THAT(maker_->built().suite, SizeIs(2)) << "what comes before the exception, and all";
    ASSERT_EQ(maker_->built().suite[1].exception->type_name, "builtins:KeyError");
    maker_->Judge(Generous());
    maker_->Polish({}, Generous(), Generous());
    const model::GeneratedTest& plain = maker_->built().suite.at(1);
    EXPECT_EQ(plain.exception->type_name, "builtins:KeyError");
    for (const model::Statement& statement : plain.test.statements) {
      EXPECT_NE(statement.integer, 1979);
    }
  }
}

TEST_F(SuiteMakerTest, LeavesValuesWhenNoTimeIsLeft) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(1979))}, {}, {}, Generous());
  maker_->Judge(Generous());
  maker_->Polish({}, Over(), Over());
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].test, Price(1979));
  EXPECT_FALSE(made[0].is_plain);
}

TEST_F(SuiteMakerTest, AddsTestsForMutantsThatSurvive) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(-1))}, {}, {}, Generous());
  maker_->Judge(Generous());
  base::Rng rng(1);
  maker_->Extend({}, false, rng, Generous());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  EXPECT_EQ(CountKilled(made, made), 1u);  // the one that nearly every call shows
  EXPECT_THAT(made, SizeIs(2));
}

TEST_F(SuiteMakerTest, AddsNoneWhenNoTimeIsLeft) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(-1))}, {}, {}, Generous());
  maker_->Judge(Generous());
  base::Rng rng(1);
  maker_->Extend({}, false, rng, Over());
  EXPECT_THAT(maker_->TakeSuite(), SizeIs(1));
}

TEST_F(SuiteMakerTest, HasNoAssertionsForWhatCouldNotBeObserved) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(20))}, {}, {}, Over());
  EXPECT_EQ(maker_->built().unobserved, 1u);
  maker_->Judge(Over());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_THAT(made[0].assertions, IsEmpty());
  for (const model::JudgedMutant& mutant : maker_->JudgedBy(made, made, {"test_x"}, Over())) {
    EXPECT_EQ(mutant.fate, model::MutantFate::kNotRun);
  }
}

TEST_F(SuiteMakerTest, HasASecondTestForAGoalWhoseTestIsDropped) {
  test::FakeProgram& program = tools_.module.program;
  int observed = 0;
  tools_.at = [&](CampaignStep step) { observed += step == CampaignStep::kObserve ? 1 : 0; };
  const auto callable = static_cast<uint32_t>(program.subject.callables.size());
  const auto flaky = program.CodeObject("flaky");
  program.Nested(flaky, 0);
  program.Callable(model::CallableKind::kFunction, "flaky", flaky,
                   {test::FakeProgram::Parameter("a", program.Type(model::TypeKind::kInt))},
                   [&](test::FakeRun&, test::FakeObject*, const auto& arguments) {
                     const bool fails = observed > 2 && test::IntOf(arguments[0]) == 13;
                     if (fails) throw test::FakeException{"builtins:ValueError"};
                     return test::FakeValue{testing::IntValue(1), nullptr};
                   });
  SetUpAgain();
  const auto called_with = [&](int64_t value) {
    model::TestCase call = Price(value);
    call.statements.back().target = callable;
    return Covering(call);
  };
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  const std::vector<search::ArchivedTest> tests = {called_with(13), Covering(Price(20))};
  maker_->Build(tests, {}, {}, Generous());
  ASSERT_EQ(maker_->built().dropped.flaky, 1u);

  const std::vector<search::ArchivedTest> known = {Covering(Price(30)), called_with(14),
                                                   called_with(15)};
  const auto stand_ins = maker_->SecondsFor(tests, known, Generous());
  ASSERT_THAT(stand_ins, SizeIs(1));
  EXPECT_EQ(stand_ins[0].test, known[1].test);
  maker_->AddSeconds(stand_ins, Generous());
  const model::Suite made = maker_->TakeSuite();
  ASSERT_THAT(made, SizeIs(2));
  EXPECT_EQ(made[1].test, known[1].test);
  EXPECT_EQ(made[1].goals, tests[0].goals);
  EXPECT_THAT(made[1].assertions, SizeIs(1));
}

TEST_F(SuiteMakerTest, KeepsOneOfTestsThatAreEqual) {
  ASSERT_FALSE(maker_->LoadObservers(1, true));
  maker_->Build({Covering(Price(20)), Covering(Price(4711)), Covering(Price(20))}, {}, {},
                Generous());
  maker_->Judge(Generous());
  maker_->Select();
  const model::Suite made = maker_->TakeSuite();
  EXPECT_THAT(made, SizeIs(2));
  EXPECT_EQ(CountKilled(made, made), 2u);
}

}  // namespace
}  // namespace skua::campaign
