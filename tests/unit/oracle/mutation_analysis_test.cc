#include "oracle/mutation/mutation_analysis.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "support/fake_clock.h"
#include "support/fake_mutants.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::MutantFate;
using model::MutantIndex;
using model::Observation;
using model::Verdict;
using testing::IntValue;

constexpr model::CodeObjectIndex kQuoteCode = 1, kRateCode = 2;

// Tests call `quote` or `test_rate` with a number, their weight, and get 10 times that. A mutant
// changes the result for some weights, as told.
class MutationAnalysisTest : public ::testing::Test {
 protected:
  MutationAnalysisTest()
      : executor_([this](const model::TestCase& test, MutantIndex mutant) {
          clock_.Advance(std::chrono::seconds(1));
          return Describe(test, mutant);
        }) {
    subject_.callables[testing::kQuote].code_object = kQuoteCode;
    subject_.callables[testing::kTestRate].code_object = kRateCode;
  }

  // Asserts the result, twice.
  std::size_t AddTest(int64_t weight, model::CallableIndex callable = testing::kQuote) {
    testing::TestCaseBuilder b;
    b.Call(callable, {{0, b.Int(weight)}});
    model::GeneratedTest test{.test = b.test()};
    test.assertions.assign(2, {AssertionKind::kEquals, 1, 1, "", IntValue(10 * weight)});
    suite_.push_back(std::move(test));
    return suite_.size() - 1;
  }

  // Reached by all tests of that code; the results it gives for some weights.
  MutantIndex AddMutant(std::map<int64_t, int64_t> results,
                        model::CodeObjectIndex code_object = kQuoteCode) {
    mutants_.push_back({.code_object = code_object});
    results_.push_back(std::move(results));
    return static_cast<MutantIndex>(mutants_.size() - 1);
  }

  Observation Describe(const model::TestCase& test, MutantIndex mutant) const {
    const int64_t weight = test.statements[0].integer;
    const auto code = subject_.callables[test.statements[1].target].code_object;
    Observation seen{.verdict = Verdict::kPassed};
    seen.statements.resize(2);
    seen.statements[0].result = IntValue(weight);
    seen.statements[1].result = IntValue(10 * weight);
    seen.executed_probes = static_cast<uint64_t>(weight);
    for (MutantIndex i = 0; i < mutants_.size(); ++i) {
      if (mutants_[i].code_object == code && !mutants_[i].at_import) {
        seen.reached_mutants.push_back(i);
      }
    }
    if (mutant == model::kNoIndex) return seen;
    const auto result = results_[mutant].find(weight);
    if (result == results_[mutant].end()) return seen;
    if (result->second == kLoops) seen.executed_probes = 1'000'000;
    seen.statements[1].result = IntValue(result->second);
    return seen;
  }

  MutationAnalysis Analyse(AnalysisOptions options = {},
                           base::Duration time = std::chrono::hours(1)) {
    return oracle::Analyse(suite_, subject_, executor_, mutants_,
                           base::Deadline(clock_).Within(time), options);
  }

  std::vector<int64_t> WeightsTriedOn(MutantIndex mutant) const {
    std::vector<int64_t> weights;
    for (const auto& run : executor_.runs) {
      if (run.mutant == mutant) weights.push_back(run.test.statements[0].integer);
    }
    return weights;
  }

  static constexpr int64_t kLoops = -1;

  test::FakeClock clock_;
  model::Subject subject_ = testing::SampleSubject();
  model::Suite suite_;
  std::vector<model::Mutant> mutants_;
  std::vector<std::map<int64_t, int64_t>> results_;  // by mutant
  test::FakeMutants executor_;
};

TEST_F(MutationAnalysisTest, TellsTheFateOfEachMutant) {
  AddTest(1);
  const std::size_t second = AddTest(2);
  AddMutant({{2, 0}});
  AddMutant({});
  AddMutant({{1, 0}}, kRateCode);
  const MutationAnalysis analysis = Analyse();
  EXPECT_THAT(analysis.fates,
              ElementsAre(MutantFate::kKilled, MutantFate::kSurvived, MutantFate::kNotReached));
  ASSERT_TRUE(analysis.kills[0]);
  EXPECT_EQ(analysis.kills[0]->test, second);
  EXPECT_FALSE(analysis.kills[0]->ends_otherwise);
  EXPECT_THAT(analysis.kills[0]->assertions, ElementsAre(0, 1));
  EXPECT_FALSE(analysis.kills[1]);
  EXPECT_EQ(analysis.observations, 4u);
  const auto judged = Judged(mutants_, analysis);
  EXPECT_EQ(model::CountFate(judged, MutantFate::kKilled), 1u);
}

TEST_F(MutationAnalysisTest, RunsOnlyTestsThatReachTheMutant) {
  AddTest(1);
  AddTest(2, testing::kTestRate);
  const MutantIndex mutant = AddMutant({}, kRateCode);
  Analyse();
  EXPECT_THAT(WeightsTriedOn(mutant), ElementsAre(2));
}

TEST_F(MutationAnalysisTest, StopsAtTheFirstKillAndBeginsWithWhatKilledBefore) {
  for (const int64_t weight : {3, 2, 1}) AddTest(weight);
  constexpr MutantIndex kTogether = 2 * model::Executor::kTrialsTogether;
  for (MutantIndex i = 0; i <= kTogether; ++i) AddMutant({{3, 0}});
  Analyse();
  std::vector<std::size_t> tried;
  for (MutantIndex mutant = 0; mutant <= kTogether; ++mutant) {
    const std::vector<int64_t> weights = WeightsTriedOn(mutant);
    EXPECT_EQ(weights.back(), 3);
    tried.push_back(weights.size());
  }
  // The first ones are tried together, so that none of them knows what the others showed.
  EXPECT_EQ(std::ranges::count(tried, 3u), kTogether);
  EXPECT_EQ(std::ranges::count(tried, 1u), 1);
  EXPECT_FALSE(executor_.keeps_trials_apart);
}

// Makes trials in an order of its own, as threads may.
class LastTrialFirst final : public model::Executor {
 public:
  explicit LastTrialFirst(model::Executor& inner) : inner_(inner) {}

  void ObserveUnder(MutantIndex mutant, std::span<const model::TestCase> tests,
                    std::span<const uint32_t> probe_limits, const base::Deadline& deadline,
                    const TakeObservation& take) override {
    inner_.ObserveUnder(mutant, tests, probe_limits, deadline, take);
  }
  void ObserveEachUnder(std::span<const Trial> trials, const base::Deadline& deadline,
                        const TakeOfTrial& take) override {
    for (std::size_t i = trials.size(); i-- > 0;) {
      inner_.ObserveUnder(
          trials[i].mutant, trials[i].tests, trials[i].probe_limits, deadline,
          [&](std::size_t test, Observation seen) { return take(i, test, std::move(seen)); });
    }
  }
  void Execute(std::span<const model::TestCase>, model::Isolation, const base::Deadline&,
               std::vector<model::Trace>&) override {}
  std::vector<Observation> Observe(std::span<const model::TestCase>,
                                   const base::Deadline&) override {
    return {};
  }
  void Retire(std::span<const model::PredicateIndex>) override {}

 private:
  model::Executor& inner_;
};

TEST_F(MutationAnalysisTest, IsTheSameWhicheverOfTheMutantsTriedTogetherIsFirst) {
  for (int64_t weight = 1; weight <= 6; ++weight) AddTest(weight);
  for (int64_t i = 0; i < 30; ++i) {
    if (i % 4 == 0) {
      AddMutant({});
    } else {
      AddMutant({{1 + i % 6, 0}, {1 + i * i % 6, 0}});
    }
  }
  const MutationAnalysis analysis = Analyse();
  LastTrialFirst reversed(executor_);
  const MutationAnalysis other =
      oracle::Analyse(suite_, subject_, reversed, mutants_, base::Deadline(clock_));
  EXPECT_EQ(analysis.fates, other.fates);
  EXPECT_EQ(analysis.observations, other.observations);
  for (std::size_t i = 0; i < mutants_.size(); ++i) {
    ASSERT_EQ(analysis.kills[i].has_value(), other.kills[i].has_value());
    if (!analysis.kills[i]) continue;
    EXPECT_EQ(analysis.kills[i]->test, other.kills[i]->test);
  }
}

TEST_F(MutationAnalysisTest, CutsOffLoopsByTheProbesOfTheOriginal) {
  AddTest(5000);
  const MutantIndex mutant = AddMutant({{5000, kLoops}});
  const MutationAnalysis analysis = Analyse();
  EXPECT_EQ(executor_.runs.back().probe_limit, 50'000u);
  ASSERT_TRUE(analysis.kills[mutant]);
  EXPECT_TRUE(analysis.kills[mutant]->ends_otherwise);
  EXPECT_THAT(analysis.kills[mutant]->assertions, IsEmpty());
}

TEST(ProbeLimit, HasAFloorAndDoesNotOverflow) {
  const AnalysisOptions options;
  EXPECT_EQ(ProbeLimit(0, options), 10'000u);
  EXPECT_EQ(ProbeLimit(2'000, options), 20'000u);
  EXPECT_EQ(ProbeLimit(std::numeric_limits<uint64_t>::max(), options),
            std::numeric_limits<uint32_t>::max() / 10 * 10);
}

TEST_F(MutationAnalysisTest, KillsByNoAssertionThatDoesNotHoldWithoutTheMutant) {
  const std::size_t test = AddTest(1);
  suite_[test].assertions[0].expected = IntValue(11);
  AddMutant({{1, 0}});
  const MutationAnalysis analysis = Analyse();
  EXPECT_THAT(analysis.tests[test].unstable, ElementsAre(0));
  EXPECT_TRUE(executor_.keeps_trials_apart) << "it may depend on the tests before it";
  EXPECT_THAT(analysis.kills[0]->assertions, ElementsAre(1));
}

TEST_F(MutationAnalysisTest, DoesNotTrustOutputBehindOutputThatIsUnstable) {
  const std::size_t test = AddTest(1);
  const auto output = [](uint16_t after, std::string text) {
    return Assertion{AssertionKind::kOutput, after, 0, "", testing::StrValue(std::move(text))};
  };
  suite_[test].assertions = {output(0, "other"), output(1, "")};
  EXPECT_THAT(Analyse().tests[test].unstable, ElementsAre(0, 1));
}

TEST_F(MutationAnalysisTest, LeavesOutTestsThatDoNotEndAsTheSuiteSays) {
  const std::size_t raising = AddTest(1);
  suite_[raising].exception.emplace().type_name = "builtins:ValueError";
  const std::size_t crashing = AddTest(2);
  suite_[crashing].verdict = Verdict::kCrashed;
  AddMutant({{1, 0}, {2, 0}});
  const MutationAnalysis analysis = Analyse();
  EXPECT_FALSE(analysis.tests[raising].ends_as_expected);
  EXPECT_FALSE(analysis.tests[crashing].ends_as_expected);
  EXPECT_THAT(analysis.fates, ElementsAre(MutantFate::kNotReached));
  EXPECT_EQ(executor_.runs.size(), 1u);
}

TEST_F(MutationAnalysisTest, LeavesAnEvenSampleWhenTheDeadlineComes) {
  AddTest(1);
  AddTest(2, testing::kTestRate);
  for (int i = 0; i < 4; ++i) AddMutant({});
  for (int i = 0; i < 2; ++i) AddMutant({{2, 0}}, kRateCode);
  // Two tests without a mutant, then one a second.
  const MutationAnalysis analysis = Analyse({}, std::chrono::seconds(5));
  EXPECT_THAT(analysis.fates,
              ElementsAre(MutantFate::kSurvived, MutantFate::kNotRun, MutantFate::kSurvived,
                          MutantFate::kNotRun, MutantFate::kKilled, MutantFate::kNotRun));
}

TEST_F(MutationAnalysisTest, CallsNoMutantASurvivorBeforeAllItsTestsWereRun) {
  AddTest(1);
  AddTest(2);
  AddMutant({});
  EXPECT_THAT(Analyse({}, std::chrono::seconds(3)).fates, ElementsAre(MutantFate::kNotRun));
}

TEST_F(MutationAnalysisTest, KnowsNothingWhenTheDeadlineComesBeforeAllWasSeen) {
  AddTest(1);
  AddTest(2);
  AddMutant({}, kRateCode);
  EXPECT_THAT(Analyse({}, std::chrono::seconds(1)).fates, ElementsAre(MutantFate::kNotRun));
}

TEST_F(MutationAnalysisTest, KeepsWhatItFoundWhenTheWorkerIsLost) {
  AddTest(1);
  AddMutant({{1, 0}});
  AddMutant({{1, 0}});
  test::FakeMutants executor([this](const model::TestCase& test, MutantIndex mutant) {
    if (mutant == 1) throw base::Error("the worker is gone");
    return Describe(test, mutant);
  });
  const MutationAnalysis analysis =
      oracle::Analyse(suite_, subject_, executor, mutants_, base::Deadline(clock_));
  EXPECT_THAT(analysis.fates, ElementsAre(MutantFate::kKilled, MutantFate::kNotRun));
}

TEST_F(MutationAnalysisTest, JudgesSomeMutantsAlone) {
  AddTest(1);
  for (int i = 0; i < 3; ++i) AddMutant({{1, 0}});
  AnalysisOptions options{.only = {1}};
  EXPECT_THAT(Analyse(options).fates,
              ElementsAre(MutantFate::kNotRun, MutantFate::kKilled, MutantFate::kNotRun));
}

TEST_F(MutationAnalysisTest, NotesWhichCallablesGiveValues) {
  AddTest(1);
  const MutationAnalysis analysis = Analyse();
  EXPECT_TRUE(analysis.gives_values[testing::kQuote]);
  EXPECT_FALSE(analysis.gives_values[testing::kTestRate]);
}

// --- Mutants of the import -----------------------------------------------------------------------

class ImportMutantsTest : public MutationAnalysisTest {
 protected:
  ImportMutantsTest() {
    options_.load_mutant = [this](MutantIndex mutant) {
      loaded_.push_back(mutant);
      model::LoadedSubject loaded;
      if (fails_.contains(mutant)) {
        loaded.failure = model::Reason{model::ReasonCode::kImportRaises, "NameError"};
      } else {
        loaded.executor = std::make_unique<test::FakeMutants>(
            [this](const model::TestCase& test, MutantIndex active) {
              return Describe(test, active);
            });
      }
      return loaded;
    };
  }

  MutantIndex AddImportMutant(std::map<int64_t, int64_t> results) {
    const MutantIndex mutant = AddMutant(std::move(results), 0);
    mutants_[mutant].at_import = true;
    return mutant;
  }

  AnalysisOptions options_;
  std::set<MutantIndex> fails_;
  std::vector<MutantIndex> loaded_;
};

TEST_F(ImportMutantsTest, AreKilledByTestsOrByTheImport) {
  AddTest(1);
  const MutantIndex killed = AddImportMutant({{1, 0}});
  const MutantIndex survived = AddImportMutant({});
  const MutantIndex failing = AddImportMutant({});
  fails_ = {failing};
  const MutationAnalysis analysis = Analyse(options_);
  EXPECT_EQ(analysis.fates[killed], MutantFate::kKilled);
  EXPECT_EQ(analysis.fates[survived], MutantFate::kSurvived);
  EXPECT_EQ(analysis.fates[failing], MutantFate::kKilled);
  EXPECT_EQ(analysis.kills[failing]->test, Kill::kImport);
  EXPECT_TRUE(analysis.kills[failing]->ends_otherwise);
}

TEST_F(ImportMutantsTest, AreLoadedByATeam) {
  AddTest(1);
  std::vector<MutantIndex> killed;
  for (int i = 0; i < 4; ++i) {
    killed.push_back(AddImportMutant({{1, 0}}));
    AddImportMutant({});
  }
  const auto load = options_.load_mutant;
  std::mutex mutex;
  options_.load_mutant = [&](MutantIndex mutant) {
    const std::lock_guard lock(mutex);
    return load(mutant);
  };
  const base::CoreShare cores(3);
  base::Team team(&cores);
  options_.team = &team;
  const MutationAnalysis analysis = Analyse(options_);
  for (MutantIndex mutant = 0; mutant < mutants_.size(); ++mutant) {
    const bool is_killed = std::ranges::find(killed, mutant) != killed.end();
    EXPECT_EQ(analysis.fates[mutant], is_killed ? MutantFate::kKilled : MutantFate::kSurvived);
  }
}

TEST_F(ImportMutantsTest, AreFewAndLast) {
  AddTest(1);
  for (int i = 0; i < 3; ++i) AddImportMutant({{1, 0}});
  const MutantIndex other = AddMutant({{1, 0}});
  options_.most_import_mutants = 2;
  const MutationAnalysis analysis = Analyse(options_);
  EXPECT_THAT(loaded_, ElementsAre(0, 2));
  EXPECT_EQ(analysis.fates[1], MutantFate::kNotRun);
  EXPECT_EQ(analysis.fates[other], MutantFate::kKilled);
}

TEST_F(ImportMutantsTest, AreNotRunWithoutALoader) {
  AddTest(1);
  AddImportMutant({{1, 0}});
  EXPECT_THAT(Analyse().fates, ElementsAre(MutantFate::kNotRun));
}

TEST_F(ImportMutantsTest, AreNotKilledByALoadThatTheDeadlineCutShort) {
  AddTest(1);
  AddImportMutant({});
  options_.load_mutant = [this](MutantIndex) {
    clock_.Advance(std::chrono::hours(2));
    return model::LoadedSubject{.failure =
                                    model::Reason{model::ReasonCode::kImportRaises, "no time"}};
  };
  EXPECT_THAT(Analyse(options_).fates, ElementsAre(MutantFate::kNotRun));
}

// --- Kills of single tests -----------------------------------------------------------------------

TEST_F(MutationAnalysisTest, TellsTheKillsOfOneTest) {
  const std::size_t first = AddTest(1), second = AddTest(2);
  AddMutant({{1, 0}});
  AddMutant({{2, 0}});
  AddMutant({{1, 0}});
  const MutationAnalysis analysis = Analyse();
  EXPECT_THAT(KillsOf(analysis, first, mutants_), ElementsAre(0, 2));
  EXPECT_THAT(KillsOf(analysis, second, mutants_), ElementsAre(1));
}

TEST_F(MutationAnalysisTest, TakesOverTestsThatWereChangedOrAdded) {
  AddTest(1);
  AddTest(2);
  AddMutant({{1, 0}, {3, 0}});  // the first test kills it, before and after
  AddMutant({{1, 0}});          // only before
  AddMutant({{4, 0}});          // only the added one
  AddMutant({{2, 0}});          // the second test, which stays
  AddMutant({}, kRateCode);     // reached by the added one alone
  MutationAnalysis whole = Analyse();
  EXPECT_THAT(whole.fates,
              ElementsAre(MutantFate::kKilled, MutantFate::kKilled, MutantFate::kSurvived,
                          MutantFate::kKilled, MutantFate::kNotReached));
  suite_.clear();
  AddTest(3);
  AddTest(4);
  AddTest(5, testing::kTestRate);
  const std::vector<std::size_t> places = {0, 2, 3};
  TakeOver(whole, Analyse(), places);
  EXPECT_THAT(whole.fates,
              ElementsAre(MutantFate::kKilled, MutantFate::kNotRun, MutantFate::kKilled,
                          MutantFate::kKilled, MutantFate::kSurvived));
  EXPECT_EQ(whole.kills[0]->test, 0u);
  EXPECT_EQ(whole.kills[2]->test, 2u);
  EXPECT_EQ(whole.kills[3]->test, 1u);
  ASSERT_EQ(whole.tests.size(), 4u);
  EXPECT_EQ(whole.tests[0].executed_probes, 3u);
  EXPECT_EQ(whole.tests[1].executed_probes, 2u);
}

TEST_F(MutationAnalysisTest, AddsKillsToThoseThatAreKnown) {
  AddTest(1);
  AddTest(2);
  AddMutant({{1, 0}});  // known
  AddMutant({{3, 0}});  // survived, until the second test was changed
  MutationAnalysis whole = Analyse();
  suite_.clear();
  AddTest(3);
  const std::vector<std::size_t> places = {1};
  AddKills(whole, Analyse(), places);
  EXPECT_THAT(whole.fates, Each(MutantFate::kKilled));
  EXPECT_EQ(whole.kills[0]->test, 0u);
  EXPECT_EQ(whole.kills[1]->test, 1u);
}

TEST_F(MutationAnalysisTest, OneOfTwoEqualTestsTakesTheKillsOfTheOther) {
  for (const int argument : {1, 2, 3}) AddTest(argument);
  AddMutant({{1, 0}});
  AddMutant({{2, 0}});
  AddMutant({{3, 0}});
  MutationAnalysis analysis = Analyse();
  MergeInto(0, 1, analysis);
  EXPECT_THAT(KillsOf(analysis, 0, mutants_), ElementsAre(0, 1));
  EXPECT_THAT(KillsOf(analysis, 1, mutants_), ElementsAre(2));
  EXPECT_EQ(analysis.tests.size(), 2u);
}

}  // namespace
}  // namespace skua::oracle
