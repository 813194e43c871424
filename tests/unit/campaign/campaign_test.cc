#include "campaign/campaign.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "campaign/passes.h"
#include "campaign/suite/keep_best.h"
#include "campaign/write_result.h"
#include "render/file/suite_json.h"
#include "support/fake_campaign.h"
#include "support/matchers.h"

namespace skua::campaign {
namespace {

using model::ReasonCode;
using test::CampaignStep;
using namespace std::chrono_literals;
using Outcome = model::PytestResult::Outcome;

constexpr const char* kFakeFile = "tests/generated/test_fake.py";
constexpr base::Duration kShare = 30s;
constexpr base::Duration kLatest = 45s;

class CampaignTest : public ::testing::Test {
 protected:
  CampaignTest() {
    task_.module = {"fake", "fake.py"};
    task_.fingerprint = "f1";
  }

  CampaignResult Run() {
    const Campaign campaign({tools_, tools_, files_, options_, progress_, log_});
    const base::Deadline latest = base::Deadline(tools_.clock, &interrupted_).Within(kLatest);
    return campaign.Run(task_, latest.Within(kShare), latest);
  }
  // As the next run of the same version of the module would begin.
  void RunAgainWith(const model::ModuleOutcome& outcome) {
    task_.change = model::Change::kUnchanged;
    task_.covered_before = outcome.goals.covered;
    task_.found_before = outcome.goals.covered;
    task_.archived_suite = outcome.written.json;
    task_.archived_fingerprint = task_.fingerprint;
    task_.killed_before = CountFate(outcome.mutants, model::MutantFate::kKilled);
    task_.earlier_suites = {{outcome.written.json, TextOf(kFakeFile), ""}};
  }
  // pytest's answer where all tests of the file pass but this one.
  model::PytestResult AnswerInPlace(const std::string& failing = "") const {
    model::PytestRequest request;
    request.files[kFakeFile] = TextOf(kFakeFile);
    model::PytestResult result = testing::FakePytestRunner::AllPass(request);
    for (model::PytestResult::Test& test : result.tests) {
      if (test.name == failing) test.outcome = Outcome::kFailed;
    }
    return result;
  }
  // The functions of the file, each as it stands.
  std::map<std::string, std::string> FunctionsOf(const std::string& file) const {
    std::map<std::string, std::string> functions;
    const auto standing = render::StandingFile::Read(TextOf(file));
    if (!standing) return functions;
    for (const auto& one : standing->functions()) functions[one.name] = one.text;
    return functions;
  }
  std::string TextOf(const std::string& file) const {
    return base::ReadFileIfThere(root_.path() / file).value_or("");
  }
  static std::vector<ReasonCode> CodesOf(const std::vector<model::Reason>& reasons) {
    std::vector<ReasonCode> codes;
    for (const model::Reason& reason : reasons) codes.push_back(reason.code);
    return codes;
  }
  static std::set<std::string> NamesOf(const model::ModuleOutcome& outcome) {
    std::set<std::string> names;
    for (const auto& test : outcome.written.tests) names.insert(test.name);
    return names;
  }
  // Whatever became of a campaign, these hold.
  void ExpectConsistent(const model::ModuleOutcome& outcome) {
    EXPECT_EQ(outcome.written.suite.size(), outcome.written.tests.size());
    for (const auto& test : outcome.written.tests) {
      const std::string function = test.name.substr(test.name.rfind(':') + 1);
      EXPECT_THAT(TextOf(test.file), HasSubstr("def " + function + "("));
    }
    for (const auto& [file, text] : outcome.written.texts) EXPECT_EQ(TextOf(file), text);
    if (outcome.reason.code == ReasonCode::kNone) {
      EXPECT_FALSE(outcome.written.suite.empty());
    } else {
      EXPECT_THAT(outcome.written.suite, IsEmpty());
    }
    EXPECT_THAT(outcome.goals.covered, AnyOf(IsEmpty(), SizeIs(outcome.goals.places.size())));
  }

  test::FakeCampaignTools tools_;
  const base::ScratchFolder root_;
  const TestFiles files_{root_.path(), "tests/generated"};
  CampaignOptions options_;
  CampaignTask task_;
  Progress progress_;
  const base::Log log_;
  std::atomic<bool> interrupted_ = false;
};

TEST_F(CampaignTest, GoesFromLoadToWrittenFile) {
  const CampaignResult result = Run();
  const model::ModuleOutcome& outcome = result.outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone) << outcome.reason.detail;
  EXPECT_EQ(outcome.goals.covered_count(), outcome.goals.count);
  EXPECT_EQ(outcome.written.file, kFakeFile);
  EXPECT_EQ(CountFate(outcome.mutants, model::MutantFate::kKilled), 3u);
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("price(4711) == 1"));
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("pytest.raises(ValueError)"));
  EXPECT_GE(progress_.executed_tests.load(), outcome.search.executed_tests);
  EXPECT_THAT(outcome.notes, IsEmpty());
  EXPECT_EQ(result.subject.module.name, "fake");
  ExpectConsistent(outcome);
}

TEST_F(CampaignTest, DoesNotTellWhatHandWrittenTestsCoverThatRanInPart) {
  const std::string shown = R"("true": [0], "false": [], "tests": 1, "types": []})";
  task_.existing_tests = {{"tests/test_a.py"}, "key", R"({"complete": true, )" + shown};
  EXPECT_THAT(Run().outcome.goals.covered_by_existing, Not(IsEmpty()));
  task_.existing_tests.known = R"({"complete": false, "seconds": 1000, )" + shown;
  EXPECT_THAT(Run().outcome.goals.covered_by_existing, IsEmpty());
}

TEST_F(CampaignTest, TakesAsLongAsItsToolsDo) {
  const base::TimePoint start = tools_.clock.Now();
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.used, tools_.clock.Now() - start);
  EXPECT_LT(outcome.used, kShare);
}

TEST_F(CampaignTest, DoesWithoutMutantsWhenNoneAreAskedFor) {
  options_.oracle.mutants = 0;
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
  EXPECT_THAT(outcome.mutants, IsEmpty());
  EXPECT_EQ(tools_.taken[CampaignStep::kJudge], 0);
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("price(4711) == 1"));
}

// pytest's answer where all tests pass, and those with this in their name take two seconds.
testing::FakePytestRunner SlowWhere(std::string_view name) {
  return testing::FakePytestRunner([name](const model::PytestRequest& request) {
    model::PytestResult seen = testing::FakePytestRunner::AllPass(request);
    for (model::PytestResult::Test& test : seen.tests) {
      test.seconds = test.name.find(name) != std::string::npos ? 2 : 0.01;
    }
    return seen;
  });
}

TEST_F(CampaignTest, LeavesOutWhatTakesTooLongForTheSuite) {
  tools_.pytest = SlowWhere("raises");
  options_.suite_time = std::chrono::seconds(1);
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone) << outcome.reason.detail;
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("price(4711) == 1"));
  EXPECT_THAT(TextOf(kFakeFile), Not(HasSubstr("pytest.raises")));
  ASSERT_EQ(CodesOf(outcome.notes), std::vector{ReasonCode::kSuiteTooSlow});
  EXPECT_THAT(outcome.notes[0].detail, HasSubstr("left out 1 of "));
  EXPECT_THAT(outcome.notes[0].detail, HasSubstr("raises"));
  EXPECT_LT(outcome.goals.covered_count(), outcome.goals.count);
  ExpectConsistent(outcome);
}

TEST_F(CampaignTest, KeepsASuiteThatIsAsFastAsIsWanted) {
  tools_.pytest = SlowWhere("raises");
  options_.suite_time = std::chrono::seconds(3);
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("pytest.raises"));
  EXPECT_THAT(outcome.notes, IsEmpty());
}

TEST_F(CampaignTest, SaysSoWhenEveryTestTakesTooLong) {
  tools_.pytest = SlowWhere("test");
  options_.suite_time = std::chrono::seconds(1);
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kSuiteTooSlow);
  EXPECT_EQ(TextOf(kFakeFile), "");
  ExpectConsistent(outcome);
}

TEST_F(CampaignTest, LeavesOutWhatStandsWhenItTakesTooLong) {
  const model::ModuleOutcome first = Run().outcome;
  ASSERT_THAT(TextOf(kFakeFile), HasSubstr("pytest.raises"));
  RunAgainWith(first);
  task_.was_cut_short = true;
  tools_.pytest = SlowWhere("raises");
  options_.suite_time = std::chrono::seconds(1);
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNone) << second.reason.detail;
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("price(4711) == 1"));
  EXPECT_THAT(TextOf(kFakeFile), Not(HasSubstr("pytest.raises")));
  ASSERT_EQ(CodesOf(second.notes), std::vector{ReasonCode::kSuiteTooSlow});
  ExpectConsistent(second);
}

TEST_F(CampaignTest, TellsAllTestsThatKillAMutantWhereAllAreAskedFor) {
  options_.finds_all_kills = true;
  const model::ModuleOutcome outcome = Run().outcome;
  std::set<std::string> names;
  for (const auto& test : outcome.written.tests) names.insert(test.name);
  std::size_t others = 0;
  for (const model::JudgedMutant& mutant : outcome.mutants) {
    for (const std::string& killer : mutant.also_killed_by) {
      EXPECT_TRUE(names.contains(killer)) << killer;
      EXPECT_NE(killer, mutant.killed_by);
      ++others;
    }
  }
  // By the FakeModule's mutants each value has a test of its own.
  EXPECT_EQ(others, 0u);
  EXPECT_EQ(CountFate(outcome.mutants, model::MutantFate::kKilled), 3u);
}

TEST_F(CampaignTest, WritesTestsAsTheSearchArchivedThemWhereNothingIsMinimised) {
  options_.search.max_generations = 20;
  const model::ModuleOutcome small = Run().outcome;
  options_.search.minimize = false;
  task_.change = model::Change::kNew;
  const model::ModuleOutcome whole = Run().outcome;
  EXPECT_EQ(whole.reason.code, ReasonCode::kNone) << whole.reason.detail;
  EXPECT_EQ(whole.goals.covered, small.goals.covered);
  const auto tests_of = [](const model::ModuleOutcome& outcome) {
    std::vector<model::TestCase> tests;
    for (const model::GeneratedTest& it : outcome.written.suite) tests.push_back(it.test);
    return tests;
  };
  EXPECT_NE(tests_of(whole), tests_of(small)) << "its values are not polished";
}

TEST_F(CampaignTest, KeepsTheSuiteInPlaceWhenItFindsNoMore) {
  const model::ModuleOutcome first = Run().outcome;
  const std::string text = TextOf(kFakeFile);
  RunAgainWith(first);
  tools_.taken.clear();
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNoGain);
  EXPECT_EQ(second.written.file, kFakeFile);
  EXPECT_EQ(second.goals.covered, first.goals.covered);
  EXPECT_EQ(TextOf(kFakeFile), text);
  EXPECT_EQ(tools_.taken[CampaignStep::kObserve], 0);
  EXPECT_EQ(second.seeds.replayed, first.written.suite.size());
}

TEST_F(CampaignTest, KeepsASuiteThatIsAsGoodWhenTheLastOneWasCutShort) {
  const model::ModuleOutcome first = Run().outcome;
  RunAgainWith(first);
  task_.was_cut_short = true;
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNoGain);
  EXPECT_GT(tools_.taken[CampaignStep::kVerify], 0);
  EXPECT_EQ(second.written.file, kFakeFile);
}

TEST_F(CampaignTest, ReplacesASuiteThatFailsWhereItStands) {
  options_.search.max_generations = 20;  // what stands does not stay
  const model::ModuleOutcome first = Run().outcome;
  RunAgainWith(first);
  tools_.pytest.answer_in_place = [](const auto&) {
    model::PytestResult result{.completed = true};
    result.tests.emplace_back().outcome = Outcome::kFailed;
    return result;
  };
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNone);
  ExpectConsistent(second);
}

TEST_F(CampaignTest, ReplacesASuiteThatIsLongerThanNeedBe) {
  options_.search.max_generations = 20;  // what stands does not stay
  const model::ModuleOutcome first = Run().outcome;
  RunAgainWith(first);
  task_.was_cut_short = true;  // so that it is made again
  // The same tests, once more behind themselves.
  model::Suite twice = first.written.suite;
  for (model::GeneratedTest test : first.written.suite) {
    for (model::Statement& statement : test.test.statements) {
      if (statement.kind == model::StatementKind::kInt) statement.integer += 1000;
    }
    twice.push_back(std::move(test));
  }
  task_.archived_suite = render::SuiteToJson(tools_.module.program.subject, twice);
  EXPECT_EQ(Run().outcome.reason.code, ReasonCode::kNone);
}

// It may be large, and is read when its tests become seeds.
TEST_F(CampaignTest, ReadsTheArchivedSuiteOnce) {
  options_.render.style = render::Style::kJson;
  const model::ModuleOutcome first = Run().outcome;
  RunAgainWith(first);
  task_.was_cut_short = true;  // so that it is made again
  model::Suite twice = first.written.suite;
  std::ranges::copy(first.written.suite, std::back_inserter(twice));
  task_.archived_suite = render::SuiteToJson(tools_.module.program.subject, twice);
  tools_.at = [this](CampaignStep step) {
    if (step == CampaignStep::kVerify) task_.archived_suite = "{";
  };
  EXPECT_EQ(Run().outcome.reason.code, ReasonCode::kNone) << "the new suite is shorter";
}

TEST_F(CampaignTest, TakesAnUnreadableArchiveForNone) {
  task_.archived_suite = "{\"format\": [1, 2";
  task_.archived_fingerprint = task_.fingerprint;
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
  EXPECT_EQ(outcome.goals.covered_count(), outcome.goals.count);
}

TEST_F(CampaignTest, LeavesAnEditedFileAsItIs) {
  Run();
  const std::string edited = TextOf(kFakeFile) + "\n# by hand\n";
  base::WriteFileAtomically(root_.path() / kFakeFile, edited);
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
  EXPECT_EQ(TextOf(kFakeFile), edited);
  EXPECT_EQ(outcome.written.file, "tests/generated/test_fake_2.py");
  EXPECT_THAT(CodesOf(outcome.notes), Contains(ReasonCode::kEditedFileKept));
}

TEST_F(CampaignTest, SaysSoWhenTheFileCannotBeWritten) {
  base::WriteFileAtomically(root_.path() / "tests", "no folder");
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kOutputNotWritten);
  EXPECT_EQ(outcome.written.file, "");
}

TEST_F(CampaignTest, WritesTheFileAgainWithoutTestsThatAreDropped) {
  CampaignResult result = Run();
  const std::string gone = result.outcome.written.tests.front().name;
  const std::size_t before = result.outcome.written.tests.size();
  const Campaign campaign({tools_, tools_, files_, options_, progress_, log_});
  tools_.pytest = testing::FakePytestRunner([](const model::PytestRequest& request) {
    model::PytestResult seen = testing::FakePytestRunner::AllPass(request);
    if (!request.measured.empty()) seen.lines = {{1, true}, {2, false}};
    return seen;
  });
  result.outcome.mutants = {{{}, model::MutantFate::kKilled, gone},
                            {{}, model::MutantFate::kKilled, "test_other"}};
  campaign.DropTests(result, {gone}, base::Deadline(tools_.clock));
  EXPECT_EQ(result.outcome.mutants[0].fate, model::MutantFate::kNotRun);
  EXPECT_EQ(result.outcome.mutants[1].fate, model::MutantFate::kKilled);
  EXPECT_EQ(result.outcome.lines.hits.size(), 2u) << "measured again, without the test";
  EXPECT_EQ(result.outcome.written.tests.size(), before - 1);
  EXPECT_THAT(TextOf(kFakeFile), Not(HasSubstr("def " + gone + "(")));
  EXPECT_LT(result.outcome.goals.covered_count(), result.outcome.goals.count);
  ExpectConsistent(result.outcome);

  campaign.DropTests(result, NamesOf(result.outcome), base::Deadline(tools_.clock));
  EXPECT_TRUE(result.outcome.lines.hits.empty());
  EXPECT_EQ(result.outcome.reason.code, ReasonCode::kNothingStable);
  EXPECT_EQ(result.outcome.written.file, "");
  EXPECT_FALSE(files_.Exists(kFakeFile));
}

// Tests keep their text in each style that has functions.
class EitherStyleTest : public CampaignTest, public ::testing::WithParamInterface<render::Style> {
 protected:
  EitherStyleTest() { options_.render.style = GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(All, EitherStyleTest,
                         ::testing::Values(render::Style::kPytest, render::Style::kUnittest));

TEST_P(EitherStyleTest, AddsToWhatStandsAndKeepsItsBytes) {
  CampaignResult first = Run();
  const Campaign campaign({tools_, tools_, files_, options_, progress_, log_});
  campaign.DropTests(first, {first.outcome.written.tests.back().name},
                     base::Deadline(tools_.clock));
  const std::map<std::string, std::string> before = FunctionsOf(kFakeFile);
  ASSERT_GE(before.size(), 2u);
  RunAgainWith(first.outcome);
  const CampaignResult second = Run();
  EXPECT_EQ(second.outcome.reason.code, ReasonCode::kNone) << second.outcome.reason.detail;
  EXPECT_EQ(second.outcome.goals.covered_count(), second.outcome.goals.count);
  EXPECT_EQ(CountFate(second.outcome.mutants, model::MutantFate::kKilled), 3u);
  const std::map<std::string, std::string> after = FunctionsOf(kFakeFile);
  EXPECT_EQ(after.size(), before.size() + 1);
  for (const auto& [name, text] : before) EXPECT_EQ(after.at(name), text);
  ExpectConsistent(second.outcome);
}

TEST_P(EitherStyleTest, MakesFilesThatAreGoneOfTheSameTests) {
  const model::ModuleOutcome first = Run().outcome;
  const std::string text = TextOf(kFakeFile);
  RunAgainWith(first);
  task_.judged_before = first.mutants;
  task_.earlier_suites[0].tests += "import os  # who else writes the state could say so";
  files_.Remove(kFakeFile);
  options_.oracle.mutants = 0;  // as where there is no time to judge them again
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNone) << second.reason.detail;
  EXPECT_EQ(TextOf(kFakeFile), text);
  EXPECT_EQ(second.goals.covered, first.goals.covered);
  EXPECT_EQ(CountFate(second.mutants, model::MutantFate::kKilled),
            CountFate(first.mutants, model::MutantFate::kKilled));
  EXPECT_EQ(CountFate(second.mutants, model::MutantFate::kSurvived),
            CountFate(first.mutants, model::MutantFate::kSurvived));
  ExpectConsistent(second);
}

TEST_F(CampaignTest, CallsNothingInAnAssertionBecauseTheStateSaysSo) {
  const CampaignResult first = Run();
  model::Suite suite = first.outcome.written.suite;
  const auto asserting =
      std::ranges::find_if(suite, [](const auto& test) { return !test.assertions.empty(); });
  ASSERT_NE(asserting, suite.end());
  asserting->assertions[0].attribute = "erase()";
  RunAgainWith(first.outcome);
  task_.archived_suite = render::SuiteToJson(first.subject, suite);
  task_.earlier_suites[0].json = task_.archived_suite;
  files_.Remove(kFakeFile);
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.goals.covered, first.outcome.goals.covered);
  EXPECT_THAT(TextOf(kFakeFile), Not(HasSubstr("erase()")));
}

TEST_P(EitherStyleTest, MarksATestThatFailsOnChangedCodeAndLeavesTheOthers) {
  const model::ModuleOutcome first = Run().outcome;
  const std::map<std::string, std::string> before = FunctionsOf(kFakeFile);
  RunAgainWith(first);
  task_.change = model::Change::kModified;
  task_.fingerprint = "f2";
  task_.covered_before.clear();
  task_.found_before.clear();
  const std::string failing = first.written.tests.front().name;
  tools_.pytest.answer_in_place = [&](const auto&) { return AnswerInPlace(failing); };
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNone);
  EXPECT_EQ(second.goals.covered_count(), second.goals.count);
  EXPECT_EQ(files_.HeaderOf(kFakeFile)->fingerprint, "f2");
  ASSERT_THAT(second.behaviour_changes, SizeIs(1));
  EXPECT_EQ(second.behaviour_changes[0].test, failing);
  const std::map<std::string, std::string> after = FunctionsOf(kFakeFile);
  for (const auto& [name, text] : before) {
    if (name != failing) {
      EXPECT_EQ(after.at(name), text);
    } else {
      EXPECT_THAT(after.at(name), HasSubstr("behaviour change since"));
      const bool is_method = GetParam() == render::Style::kUnittest;
      EXPECT_THAT(after.at(name), HasSubstr(is_method ? "expectedFailure" : "strict=True"));
    }
  }
  ExpectConsistent(second);
}

TEST_F(CampaignTest, ReplacesAFileInAnotherStyle) {
  RunAgainWith(Run().outcome);
  task_.change = model::Change::kModified;
  task_.fingerprint = "f2";
  task_.covered_before.clear();
  task_.found_before.clear();
  options_.render.style = render::Style::kUnittest;
  const model::ModuleOutcome second = Run().outcome;
  EXPECT_EQ(second.reason.code, ReasonCode::kNone);
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("(unittest.TestCase):"));
  EXPECT_THAT(TextOf(kFakeFile), Not(HasSubstr("\ndef test_")));
  ExpectConsistent(second);
}

TEST_P(EitherStyleTest, KeepsTestsOfWhichNothingButTheirTextIsKnown) {
  Run();
  const std::map<std::string, std::string> before = FunctionsOf(kFakeFile);
  tools_.pytest.answer_in_place = [&](const auto&) { return AnswerInPlace(); };
  const model::ModuleOutcome second = Run().outcome;
  const std::map<std::string, std::string> after = FunctionsOf(kFakeFile);
  for (const auto& [name, text] : before) EXPECT_EQ(after.at(name), text);
  ExpectConsistent(second);
}

TEST_F(CampaignTest, DoesNotTouchAFileOfWhichItCouldNotLearnWhatItHolds) {
  Run();
  const std::string text = TextOf(kFakeFile);
  tools_.pytest.answer_in_place = [](const auto&) { return model::PytestResult{}; };
  EXPECT_EQ(Run().outcome.reason.code, ReasonCode::kNoBudgetLeft);
  EXPECT_EQ(TextOf(kFakeFile), text);
}

TEST_F(CampaignTest, BlamesANewTestBehindWhichAStandingOneFails) {
  CampaignResult first = Run();
  const Campaign campaign({tools_, tools_, files_, options_, progress_, log_});
  campaign.DropTests(first, {first.outcome.written.tests.back().name},
                     base::Deadline(tools_.clock));
  const std::map<std::string, std::string> before = FunctionsOf(kFakeFile);
  const std::string victim = before.begin()->first;
  RunAgainWith(first.outcome);
  // The victim fails behind any test that was not there before.
  tools_.pytest = testing::FakePytestRunner([&](const model::PytestRequest& request) {
    model::PytestResult result = testing::FakePytestRunner::AllPass(request);
    std::size_t pass = 0;
    bool is_behind = false;
    for (model::PytestResult::Test& test : result.tests) {
      if (test.pass != pass) is_behind = false;
      pass = test.pass;
      const bool is_alone = request.passes[pass].order == model::PytestPass::Order::kAlone;
      if (!before.contains(test.name)) is_behind = true;
      if (test.name == victim && is_behind && !is_alone) test.outcome = Outcome::kFailed;
    }
    return result;
  });
  Run();
  EXPECT_EQ(FunctionsOf(kFakeFile), before);
}

// Time that runs out. At each step it does so when the step is done for the first time, and when it
// is done for the last time.

struct OutOfTime {
  CampaignStep step;
  bool is_last;
};

class OutOfTimeTest : public CampaignTest, public ::testing::WithParamInterface<OutOfTime> {
 protected:
  void LetTimeRunOut() {
    const CampaignStep step = GetParam().step;
    if (GetParam().is_last) {
      // A run with the same clock does the same: so often.
      test::FakeCampaignTools tools;
      const base::ScratchFolder root;
      const TestFiles files(root.path(), "tests/generated");
      const Campaign campaign({tools, tools, files, options_, progress_, log_});
      const base::Deadline latest = base::Deadline(tools.clock).Within(kLatest);
      CampaignTask task = task_;
      task.covered_before.clear();
      campaign.Run(task, latest.Within(kShare), latest);
      nth_ = std::max(tools.taken[step], 1);
    }
    tools_.taken.clear();
    tools_.at = [this, step](CampaignStep now) {
      if (now == step && tools_.taken[step] == nth_) tools_.clock.Advance(kLatest + 1s);
    };
  }

  int nth_ = 1;
};

TEST_P(OutOfTimeTest, EndsWithWhatIsVerifiedOrWithNothing) {
  LetTimeRunOut();
  const model::ModuleOutcome outcome = Run().outcome;
  ExpectConsistent(outcome);
  const bool was_verified = outcome.reason.code == ReasonCode::kNone;
  EXPECT_EQ(files_.Exists(kFakeFile), was_verified);
  if (!was_verified) {
    EXPECT_THAT(outcome.reason.code, AnyOf(ReasonCode::kNoBudgetLeft, ReasonCode::kNothingCovered));
  }
  // Behind the end a campaign finishes the step that it is in, and begins no other kind of step.
  EXPECT_LT(outcome.used, kLatest + 1s + kShare);
}

TEST_P(OutOfTimeTest, LeavesTheSuiteInPlace) {
  const model::ModuleOutcome first = Run().outcome;
  const std::string text = TextOf(kFakeFile);
  RunAgainWith(first);
  task_.was_cut_short = true;  // so that all steps are taken again
  LetTimeRunOut();
  const model::ModuleOutcome outcome = Run().outcome;
  if (outcome.reason.code != ReasonCode::kNone) {
    EXPECT_EQ(TextOf(kFakeFile), text);
  }
  if (outcome.goals.count > 0) {  // it was loaded
    EXPECT_EQ(outcome.written.file, kFakeFile);
    EXPECT_EQ(outcome.goals.covered, first.goals.covered);
  }
}

std::string NameOfTimes(const ::testing::TestParamInfo<OutOfTime>& test) {
  return std::string(test.param.is_last ? "Last" : "First") +
         std::string(test::kCampaignStepNames[static_cast<std::size_t>(test.param.step)]);
}

INSTANTIATE_TEST_SUITE_P(
    Steps, OutOfTimeTest,
    ::testing::Values(
        OutOfTime{CampaignStep::kLoad, false}, OutOfTime{CampaignStep::kSearch, false},
        OutOfTime{CampaignStep::kSearch, true}, OutOfTime{CampaignStep::kMinimise, false},
        OutOfTime{CampaignStep::kMinimise, true}, OutOfTime{CampaignStep::kLoadMutants, false},
        OutOfTime{CampaignStep::kLoadObserver, false}, OutOfTime{CampaignStep::kObserve, false},
        OutOfTime{CampaignStep::kObserve, true}, OutOfTime{CampaignStep::kJudge, false},
        OutOfTime{CampaignStep::kJudge, true}, OutOfTime{CampaignStep::kVerify, false},
        OutOfTime{CampaignStep::kVerify, true}),
    NameOfTimes);

TEST_F(CampaignTest, WritesNoTestThatNoTimeIsLeftToObserve) {
  tools_.at = [this](CampaignStep step) {
    // A little is left to verify.
    if (step == CampaignStep::kObserve && tools_.taken[step] == 1) tools_.clock.Advance(48s);
  };
  const model::ModuleOutcome outcome = Run().outcome;
  // What a test raises was seen by the process that had time.
  for (const model::GeneratedTest& test : outcome.written.suite) EXPECT_TRUE(test.exception);
  const bool is_told = std::ranges::any_of(outcome.notes, [](const model::Reason& note) {
    return note.detail.find("not observed for want of time") != std::string::npos;
  });
  EXPECT_TRUE(is_told || outcome.reason.code == ReasonCode::kNoBudgetLeft);
}

TEST_F(CampaignTest, StartsWhatVerifiesTestsAhead) {
  Run();
  ASSERT_FALSE(tools_.pytest.requests.empty());
  for (const model::PytestRequest& request : tools_.pytest.requests) {
    EXPECT_THAT(tools_.pytest.started_ahead, Contains(request.hash_seed));
  }
}

TEST_F(CampaignTest, ArchivesWhatNoTimeWasLeftToVerify) {
  tools_.at = [this](CampaignStep step) {
    if (step == CampaignStep::kVerify) tools_.clock.Advance(kLatest);
  };
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNoBudgetLeft);
  ASSERT_NE(outcome.written.json, "");

  tools_.at = [](CampaignStep) {};
  task_.archived_suite = outcome.written.json;
  EXPECT_GT(Run().outcome.seeds.replayed, 0u);
}

// As where tests are artefacts of a build, and no part of the tree.
TEST_F(CampaignTest, LooksBackByWhatIsArchivedWhereTheTreeLacksTheFile) {
  RunAgainWith(Run().outcome);
  std::filesystem::remove(root_.path() / kFakeFile);
  task_.change = model::Change::kModified;
  task_.fingerprint = "f2";
  tools_.pytest = testing::FakePytestRunner([](const model::PytestRequest& request) {
    const bool looks_back = request.passes.empty();
    model::PytestRequest once = request;
    if (looks_back) once.passes = {{}};
    model::PytestResult result = testing::FakePytestRunner::AllPass(once);
    if (looks_back) result.tests.front().outcome = Outcome::kFailed;
    return result;
  });
  const model::ModuleOutcome outcome = Run().outcome;
  ASSERT_EQ(outcome.behaviour_changes.size(), 1u);
  EXPECT_EQ(outcome.behaviour_changes[0].fingerprint, "f1");
  EXPECT_EQ(outcome.behaviour_changes[0].expectation, "") << "no test stands that tells of it";
  EXPECT_EQ(TextOf(kFakeFile).find("xfail"), std::string::npos);
}

TEST_F(CampaignTest, SaysSoWhenItIsInterrupted) {
  tools_.at = [this](CampaignStep step) {
    if (step == CampaignStep::kObserve) interrupted_ = true;
  };
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kInterrupted);
  EXPECT_FALSE(files_.Exists(kFakeFile));
}

class InterruptedTest : public CampaignTest, public ::testing::WithParamInterface<CampaignStep> {};

TEST_P(InterruptedTest, KeepsWhatTheSearchFound) {
  const CampaignStep step = GetParam();
  tools_.at = [this, step](CampaignStep now) {
    if (now == step) interrupted_ = true;
  };
  const model::ModuleOutcome outcome = Run().outcome;
  ASSERT_TRUE(interrupted_);
  EXPECT_EQ(outcome.reason.code, ReasonCode::kInterrupted);
  EXPECT_FALSE(files_.Exists(kFakeFile));
  ASSERT_NE(outcome.written.json, "");

  interrupted_ = false;
  tools_.at = [](CampaignStep) {};
  task_.archived_suite = outcome.written.json;
  EXPECT_GT(Run().outcome.seeds.replayed, 0u);
}

INSTANTIATE_TEST_SUITE_P(Steps, InterruptedTest,
                         ::testing::Values(CampaignStep::kMinimise, CampaignStep::kLoadMutants,
                                           CampaignStep::kLoadObserver, CampaignStep::kObserve,
                                           CampaignStep::kJudge, CampaignStep::kVerify),
                         [](const auto& step) {
                           return std::string(
                               test::kCampaignStepNames[static_cast<std::size_t>(step.param)]);
                         });

TEST_F(CampaignTest, GivesAModuleThatLoadsSlowlyTheTimeThatItNeeds) {
  tools_.costs[CampaignStep::kLoad] = 5s;
  tools_.costs[CampaignStep::kLoadMutants] = 5s;
  tools_.costs[CampaignStep::kLoadObserver] = 5s;
  const Campaign campaign({tools_, tools_, files_, options_, progress_, log_});
  const base::Deadline latest = base::Deadline(tools_.clock).Within(120s);
  const model::ModuleOutcome outcome = campaign.Run(task_, latest.Within(2s), latest).outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone) << outcome.reason.detail;
}

// Workers that are lost.

class LostWorkerTest : public CampaignTest, public ::testing::WithParamInterface<CampaignStep> {};

TEST_P(LostWorkerTest, CostsItsModuleAtMost) {
  const CampaignStep step = GetParam();
  tools_.at = [step](CampaignStep now) {
    if (now == step) throw base::Error("the worker of fake was lost 3 times in a row");
  };
  const model::ModuleOutcome outcome = Run().outcome;
  ExpectConsistent(outcome);
  // What is judged makes a suite better, but is not needed to have one; tests that nobody observed
  // assert nothing and are not written.
  if (step == CampaignStep::kJudge) {
    EXPECT_EQ(outcome.reason.code, ReasonCode::kNone) << outcome.reason.detail;
  } else if (step == CampaignStep::kObserve) {
    EXPECT_NE(outcome.reason.code, ReasonCode::kNone);
    EXPECT_FALSE(files_.Exists(kFakeFile));
  } else {
    EXPECT_EQ(outcome.reason.code, ReasonCode::kWorkerLost);
    EXPECT_THAT(outcome.reason.detail, HasSubstr("lost 3 times"));
    EXPECT_FALSE(files_.Exists(kFakeFile));
  }
}

TEST_P(LostWorkerTest, LeavesTheSuiteInPlace) {
  const model::ModuleOutcome first = Run().outcome;
  const std::string text = TextOf(kFakeFile);
  RunAgainWith(first);
  task_.was_cut_short = true;
  const CampaignStep step = GetParam();
  tools_.at = [step](CampaignStep now) {
    if (now == step) throw base::Error("lost");
  };
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_NE(outcome.reason.code, ReasonCode::kNone);
  EXPECT_EQ(TextOf(kFakeFile), text);
  if (step != CampaignStep::kLoad) {
    EXPECT_EQ(outcome.goals.covered, first.goals.covered);
  }
}

// An exception that nobody expected, such as one of a library, is a bug in Skua.
TEST_P(LostWorkerTest, IsToldApartFromABugInSkua) {
  const CampaignStep step = GetParam();
  tools_.at = [step](CampaignStep now) {
    if (now == step) throw std::logic_error("vector::_M_range_check");
  };
  const model::ModuleOutcome outcome = Run().outcome;
  ExpectConsistent(outcome);
  EXPECT_EQ(outcome.reason.code, ReasonCode::kInternalError);
  EXPECT_EQ(outcome.reason.detail, "vector::_M_range_check");
  EXPECT_FALSE(files_.Exists(kFakeFile));
}

TEST_F(CampaignTest, EndsAloneWhereSkuaItselfFails) {
  const model::ModuleOutcome first = Run().outcome;
  const std::string text = TextOf(kFakeFile);
  RunAgainWith(first);
  task_.was_cut_short = true;
  tools_.at = [](CampaignStep now) {
    if (now == CampaignStep::kVerify) throw std::bad_alloc();
  };
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kInternalError);
  EXPECT_EQ(outcome.goals.covered, first.goals.covered);
  EXPECT_EQ(TextOf(kFakeFile), text);
  tools_.at = [](CampaignStep) {};
  EXPECT_NE(Run().outcome.reason.code, ReasonCode::kInternalError);
}

INSTANTIATE_TEST_SUITE_P(Steps, LostWorkerTest,
                         ::testing::Values(CampaignStep::kLoad, CampaignStep::kSearch,
                                           CampaignStep::kMinimise, CampaignStep::kLoadMutants,
                                           CampaignStep::kLoadObserver, CampaignStep::kObserve,
                                           CampaignStep::kJudge, CampaignStep::kVerify),
                         [](const auto& test) {
                           return std::string(
                               test::kCampaignStepNames[static_cast<std::size_t>(test.param)]);
                         });

TEST_F(CampaignTest, DoesWithoutMutantsThatDoNotLoad) {
  tools_.failures[CampaignStep::kLoadMutants] = {ReasonCode::kImportRaises, "SyntaxError"};
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
  EXPECT_THAT(outcome.mutants, IsEmpty());
  EXPECT_THAT(TextOf(kFakeFile), HasSubstr("price(4711) == 1"));
}

TEST_F(CampaignTest, TellsWhyAModuleCannotBeLoaded) {
  for (const CampaignStep step : {CampaignStep::kLoad, CampaignStep::kLoadObserver}) {
    tools_.failures = {{step, {ReasonCode::kImportRaises, "ValueError"}}};
    const model::ModuleOutcome outcome = Run().outcome;
    EXPECT_EQ(outcome.reason.code, ReasonCode::kImportRaises);
    EXPECT_FALSE(files_.Exists(kFakeFile));
  }
}

// Culprits that verification finds, by what pytest says of them.

class CulpritTest : public CampaignTest {
 protected:
  // What each test does in its pass: by its name, and the names of those before it in the pass.
  using Judge =
      std::function<Outcome(const std::string& name, const std::set<std::string>& before)>;

  void Let(Judge judge) {
    tools_.pytest = testing::FakePytestRunner([judge](const model::PytestRequest& request) {
      model::PytestResult result = testing::FakePytestRunner::AllPass(request);
      std::set<std::string> before;
      std::size_t pass = 0;
      for (model::PytestResult::Test& test : result.tests) {
        if (std::exchange(pass, test.pass) != test.pass) before.clear();
        const bool is_alone = request.passes.size() > test.pass &&
                              request.passes[test.pass].order == model::PytestPass::Order::kAlone;
        const Outcome outcome = judge(test.name, is_alone ? std::set<std::string>() : before);
        if (outcome != Outcome::kPassed) {
          test.outcome = outcome;
          test.message = "E   it fails";
        }
        before.insert(test.name);
      }
      return result;
    });
  }
  // Names of the tests of a campaign with which nothing is wrong.
  std::vector<std::string> NamesWithoutCulprit() {
    CampaignResult result = Run();
    std::vector<std::string> names;
    for (const auto& test : result.outcome.written.tests) names.push_back(test.name);
    for (const auto& name : {result.outcome.written.file}) files_.Remove(name);
    return names;
  }
};

TEST_F(CulpritTest, IsDroppedWhenItFails) {
  const auto names = NamesWithoutCulprit();
  ASSERT_GE(names.size(), 3u);
  for (const Outcome outcome :
       {Outcome::kFailed, Outcome::kError, Outcome::kCrashed, Outcome::kTimedOut}) {
    Let([&](const std::string& name, const auto&) {
      return name == names[1] ? outcome : Outcome::kPassed;
    });
    const model::ModuleOutcome found = Run().outcome;
    ASSERT_EQ(found.reason.code, ReasonCode::kNone) << found.reason.detail;
    EXPECT_THAT(NamesOf(found), Not(Contains(names[1])));
    EXPECT_EQ(found.written.suite.size(), names.size() - 1);
    EXPECT_THAT(CodesOf(found.notes), Contains(ReasonCode::kTestsDropped));
    ExpectConsistent(found);
    files_.Remove(kFakeFile);
  }
}

TEST_F(CulpritTest, IsOneOfTwoThatDoNotStandEachOther) {
  const auto names = NamesWithoutCulprit();
  Let([&](const std::string& name, const std::set<std::string>& before) {
    return name == names[2] && before.contains(names[0]) ? Outcome::kFailed : Outcome::kPassed;
  });
  const model::ModuleOutcome found = Run().outcome;
  ASSERT_EQ(found.reason.code, ReasonCode::kNone) << found.reason.detail;
  EXPECT_EQ(found.written.suite.size(), names.size() - 1);
  EXPECT_THAT(NamesOf(found), Contains(names[1]));
  EXPECT_FALSE(NamesOf(found).contains(names[0]) && NamesOf(found).contains(names[2]));
  ExpectConsistent(found);
}

TEST_F(CulpritTest, MayBreakAllThatComeBehindIt) {
  const auto names = NamesWithoutCulprit();
  Let([&](const std::string&, const std::set<std::string>& before) {
    return before.contains(names[1]) ? Outcome::kFailed : Outcome::kPassed;
  });
  const model::ModuleOutcome found = Run().outcome;
  ASSERT_EQ(found.reason.code, ReasonCode::kNone) << found.reason.detail;
  EXPECT_EQ(found.written.suite.size(), names.size() - 1);
  EXPECT_THAT(NamesOf(found), Not(Contains(names[1])));
}

TEST_F(CulpritTest, IsTheFileWhenItCannotBeImported) {
  tools_.pytest = testing::FakePytestRunner([](const model::PytestRequest& request) {
    model::PytestResult result{.completed = true, .completed_passes = request.passes.size()};
    result.tests.push_back({.file = request.files.begin()->first,
                            .outcome = Outcome::kError,
                            .message = "E   ModuleNotFoundError: No module named 'fake'"});
    return result;
  });
  const model::ModuleOutcome found = Run().outcome;
  EXPECT_EQ(found.reason.code, ReasonCode::kNothingStable);
  EXPECT_THAT(found.reason.detail, HasSubstr("ModuleNotFoundError"));
  EXPECT_FALSE(files_.Exists(kFakeFile));
  ExpectConsistent(found);
}

TEST_F(CulpritTest, IsEveryTestWhenAllFail) {
  Let([](const auto&, const auto&) { return Outcome::kFailed; });
  const model::ModuleOutcome found = Run().outcome;
  EXPECT_EQ(found.reason.code, ReasonCode::kNothingStable);
  EXPECT_FALSE(files_.Exists(kFakeFile));
  ExpectConsistent(found);
}

TEST_F(CulpritTest, IsNobodyWhenTheRunnerDies) {
  tools_.pytest = testing::FakePytestRunner(
      [](const model::PytestRequest&) { return model::PytestResult{.output = "Killed"}; });
  const model::ModuleOutcome found = Run().outcome;
  EXPECT_EQ(found.reason.code, ReasonCode::kNothingStable);
  EXPECT_THAT(found.reason.detail, HasSubstr("Killed"));
  EXPECT_FALSE(files_.Exists(kFakeFile));
  ExpectConsistent(found);
}

// What earlier tests see of a change.

class LookBackTest : public CampaignTest {
 protected:
  LookBackTest() {
    first_ = Run().outcome;
    task_.archived_suite = first_.written.json;
    task_.archived_fingerprint = "f1";
    task_.fingerprint = "f2";
    task_.change = model::Change::kModified;
    tools_.pytest.answer_in_place = [this](const auto&) {
      model::PytestResult result{.tests = first_.written.tests, .completed = true};
      for (model::PytestResult::Test& test : result.tests) test.outcome = Outcome::kPassed;
      result.tests.front().outcome = Outcome::kFailed;
      model::PytestResult::Failure& failure = result.tests.front().failure.emplace();
      failure.line = 5;
      failure.call = "price(4711)";
      failure.expected = "1";
      failure.actual = "2";
      return result;
    };
  }

  model::ModuleOutcome first_;
};

TEST_F(LookBackTest, TellsTheChangeAndWritesWhatHoldsNow) {
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
  ASSERT_THAT(outcome.behaviour_changes, SizeIs(1));
  EXPECT_EQ(outcome.behaviour_changes[0].call, "price(4711)");
  EXPECT_EQ(files_.HeaderOf(kFakeFile)->fingerprint, "f2");
}

TEST_F(LookBackTest, LeavesTheFilesWhereAChangeIsAFailure) {
  options_.on_behaviour_change = OnBehaviourChange::kFail;
  const std::string text = TextOf(kFakeFile);
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kBehaviourChanged);
  EXPECT_THAT(outcome.behaviour_changes, SizeIs(1));
  EXPECT_EQ(TextOf(kFakeFile), text);
  EXPECT_EQ(outcome.goals.count, 0u);
}

TEST_F(LookBackTest, OnlyCountsTheChangesThatAreAccepted) {
  options_.on_behaviour_change = OnBehaviourChange::kAccept;
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
  EXPECT_THAT(outcome.behaviour_changes, IsEmpty());
  EXPECT_THAT(CodesOf(outcome.notes), Contains(ReasonCode::kBehaviourAccepted));
}

TEST_F(LookBackTest, DoesNotLookBackWhenNoTimeIsLeft) {
  tools_.costs[CampaignStep::kLoad] = kLatest + 1s;
  tools_.taken.clear();
  EXPECT_NE(Run().outcome.reason.code, ReasonCode::kNone);
  EXPECT_EQ(tools_.taken[CampaignStep::kRunInPlace], 0);
}

// A campaign that is given its time piece by piece.

class FakePacing final : public Pacing {
 public:
  FakePacing(test::FakeClock& clock, base::Deadline latest) : clock_(clock), latest_(latest) {}

  base::Duration granted() const override { return granted_; }
  bool Suspend(const search::SearchProgress&, base::Duration) override {
    ++suspensions;
    clock_.Advance(100s);  // others run
    asleep_ += 100s;
    granted_ += 5ms;
    return suspensions < 3;
  }
  base::Deadline latest() const override { return latest_; }
  End EndOfSearch(base::Duration reserve) override {
    ++ends;
    return {latest_.Within(reserve + 20s), latest_};
  }
  base::Duration asleep() const override { return asleep_; }

  int suspensions = 0, ends = 0;

 private:
  test::FakeClock& clock_;
  base::Deadline latest_;
  base::Duration granted_ = 5ms, asleep_{};
};

TEST_F(CampaignTest, EndsInTheTimeThatItsPacingGivesAndDoesNotCountItsSleep) {
  FakePacing pacing(tools_.clock, base::Deadline(tools_.clock).Within(1000s));
  task_.pacing = &pacing;
  tools_.costs[CampaignStep::kSearch] = 1ms;
  const base::TimePoint start = tools_.clock.Now();
  const model::ModuleOutcome outcome = Run().outcome;
  EXPECT_EQ(pacing.ends, 1);
  EXPECT_GT(pacing.suspensions, 0);
  EXPECT_EQ(outcome.used, tools_.clock.Now() - start - pacing.asleep());
  EXPECT_LT(outcome.used, 30s);
  ExpectConsistent(outcome);
}

}  // namespace
}  // namespace skua::campaign
