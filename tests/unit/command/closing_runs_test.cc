#include "command/closing/closing_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "command/reporting/report_record.h"
#include "support/fake_campaign.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using model::PytestResult;
using model::ReasonCode;
using test::CampaignStep;
using namespace std::chrono_literals;

constexpr const char* kFile = "tests/generated/test_fake.py";

// A run whose one campaign is over: its file stands in the tree.
class ClosingRunsTest : public ::testing::Test {
 protected:
  ClosingRunsTest() {
    campaign::CampaignTask task{.module = {"fake", "fake.py"}, .fingerprint = "f1"};
    const base::Deadline deadline = base::Deadline(tools_.clock).Within(30s);
    campaign::CampaignResult result = campaign_.Run(task, deadline, deadline);
    subjects_["fake"] = std::move(result.subject);
    outcome_.modules.push_back(std::move(result.outcome));
    victim_ = module().written.tests.front().name;
    run_ = state_.state->BeginRun({}, {});
    tools_.taken.clear();
    tools_.pytest.answer_in_place = [this](const auto&) { return Answer(); };
  }

  const model::ModuleOutcome& module() const { return outcome_.modules.front(); }
  std::string Text() const { return base::ReadFileIfThere(root_.path() / kFile).value_or(""); }
  ClosingRuns Closing() {
    return ClosingRuns({campaign_, tools_, files_, subjects_, *state_.state, run_, log_,
                        [this](const model::Reason& note) {
                          notes_.push_back(note.code);
                          details_.push_back(note.detail);
                        }},
                       outcome_);
  }
  // What pytest tells of the tests that are written now; the victim fails.
  PytestResult Answer() const {
    PytestResult result{.completed = true, .reported = true};
    for (const PytestResult::Test& test : module().written.tests) {
      result.tests.push_back(test);
      if (test.name == victim_) result.tests.back().outcome = PytestResult::Outcome::kFailed;
    }
    return result;
  }

  test::FakeCampaignTools tools_;
  const base::ScratchFolder root_;
  const campaign::TestFiles files_{root_.path(), "tests/generated"};
  const campaign::CampaignOptions options_;
  campaign::Progress progress_;
  const base::Log log_;
  campaign::Campaign campaign_{{tools_, tools_, files_, options_, progress_, log_}};
  const state::State::Opened state_ = state::State::Open(root_.path() / ".skua");
  int64_t run_ = 0;
  std::map<std::string, model::Subject> subjects_;
  model::RunOutcome outcome_;
  std::vector<ReasonCode> notes_;
  std::vector<std::string> details_;  // of the notes
  std::string victim_;
};

TEST_F(ClosingRunsTest, TakesOutWhatFailsWhereItStands) {
  const std::size_t before = module().written.tests.size();
  Closing().RunTogether(base::Deadline(tools_.clock));
  EXPECT_EQ(module().written.tests.size(), before - 1);
  EXPECT_THAT(Text(), Not(HasSubstr("def " + victim_ + "(")));
  EXPECT_EQ(module().notes.back().code, ReasonCode::kTestsDropped);
  EXPECT_EQ(module().notes.back().detail, "1 failed beside the other tests");
  EXPECT_THAT(notes_, IsEmpty());
}

// As where the project's conftest.py asks for something that this machine does not have.
TEST_F(ClosingRunsTest, SaysWhyNoTestPassesWhereItStandsAndForgetsWhatWasMeasured) {
  model::ModuleOutcome& outcome = outcome_.modules.front();
  outcome.lines.hits = {{1, true}};
  RecordReport(*state_.state, run_, outcome);
  ASSERT_THAT(state_.state->MeasuredReports("fake"), Not(IsEmpty()));
  tools_.pytest.answer_in_place = [this](const auto&) {
    PytestResult result = Answer();
    for (PytestResult::Test& test : result.tests) {
      test.outcome = PytestResult::Outcome::kError;
      test.message = "conftest.py:27: AssertionError: not built\nassert False";
    }
    return result;
  };
  const std::size_t before = module().written.tests.size();
  ASSERT_GT(before, 1u);
  Closing().RunTogether(base::Deadline(tools_.clock));
  EXPECT_EQ(Text(), "");
  EXPECT_EQ(module().reason.detail, fmt::format("all {} failed beside the other tests: "
                                                "conftest.py:27: AssertionError: not built",
                                                before));
  EXPECT_EQ(CountFate(module().mutants, model::MutantFate::kKilled), 0u);
  EXPECT_THAT(state_.state->MeasuredReports("fake"), IsEmpty());
}

TEST_F(ClosingRunsTest, ForgetsAFileOfWhichNothingIsLeft) {
  state_.state->RecordModule(run_, module());
  ASSERT_THAT(state_.state->WrittenFiles(), SizeIs(1));
  tools_.pytest.answer_in_place = [this](const auto&) {
    PytestResult result = Answer();
    for (auto& test : result.tests) test.outcome = PytestResult::Outcome::kFailed;
    return result;
  };
  Closing().RunTogether(base::Deadline(tools_.clock));
  EXPECT_EQ(Text(), "");
  EXPECT_THAT(state_.state->WrittenFiles(), IsEmpty());
}

TEST_F(ClosingRunsTest, LeavesWhatPassesAsItIs) {
  victim_ = "";
  const std::string text = Text();
  Closing().RunTogether(base::Deadline(tools_.clock));
  EXPECT_FALSE(Closing().RunBeside({}, base::Deadline(tools_.clock)));
  EXPECT_EQ(Text(), text);
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ClosingRunsTest, SaysThatNoTimeWasLeftAndKeepsTheFile) {
  const std::string text = Text();
  Closing().RunTogether(base::Deadline(tools_.clock).Within(0s));
  EXPECT_THAT(notes_, ElementsAre(ReasonCode::kVerifiedInPart));
  EXPECT_EQ(tools_.taken[CampaignStep::kRunInPlace], 0);
  EXPECT_EQ(Text(), text);
}

// The time is over when pytest has reported, and before it can have ended.
TEST_F(ClosingRunsTest, BlamesNoTestWherePytestHadNoTimeToEnd) {
  const std::string text = Text();
  test::FakeClock& clock = tools_.clock;
  const base::Deadline deadline = base::Deadline(clock).Within(10s);
  victim_.clear();
  tools_.pytest.answer_in_place = [&](const auto&) {
    PytestResult result = Answer();
    result.completed = false;
    clock.Advance(10s);
    return result;
  };
  Closing().RunTogether(deadline);
  EXPECT_EQ(Text(), text);
  EXPECT_THAT(details_, ElementsAre(HasSubstr("whether pytest ends after the tests of 1 file")));
}

TEST_F(ClosingRunsTest, SaysWhatKeepsPytestFromStarting) {
  tools_.pytest.answer_in_place = [](const auto&) {
    return PytestResult{
        .output = "ImportError while loading conftest '/p/conftest.py'.\nE   NameError: x\n"};
  };
  Closing().RunTogether(base::Deadline(tools_.clock));
  EXPECT_THAT(notes_, ElementsAre(ReasonCode::kNotRunInPlace));
  EXPECT_THAT(Text(), HasSubstr("def "));
}

TEST_F(ClosingRunsTest, TakesOutWhatFailsBesideOwnTests) {
  EXPECT_TRUE(Closing().RunBeside({"tests/test_own.py"}, base::Deadline(tools_.clock)));
  EXPECT_THAT(Text(), Not(HasSubstr("def " + victim_ + "(")));
  EXPECT_EQ(module().notes.back().detail, "1 disturbed, or failed beside, other tests");
}

TEST_F(ClosingRunsTest, TellsAtOnceOfAllThatHarmTheSameTestOrMayDoSo) {
  victim_ = "";
  const auto harmed = [this](const auto& asked) {
    PytestResult result = Answer();
    PytestResult::Test& own = result.tests.emplace_back();
    own.file = "tests/test_own.py";
    own.name = "test_own";
    const bool is_beside = asked.front().string().starts_with(kFile) || asked.size() > 1;
    if (is_beside) own.outcome = PytestResult::Outcome::kFailed;
    return result;
  };
  const std::size_t count = module().written.tests.size();
  const std::string first = module().written.tests.front().name;
  tools_.pytest.answer_in_place = harmed;
  Closing().RunBeside({"tests/test_own.py"}, base::Deadline(tools_.clock));
  ASSERT_EQ(details_.size(), 1u);
  EXPECT_THAT(details_[0], StartsWith(fmt::format("{} tests of {} ({}", count, kFile, first)));
  EXPECT_THAT(details_[0], EndsWith(") made tests/test_own.py::test_own fail, and were taken out"));
  EXPECT_EQ(module().reason.code, ReasonCode::kHarmsOthers);
}

TEST_F(ClosingRunsTest, BlamesNoTestForWhichNoTimeWasLeft) {
  victim_ = "";
  const base::Deadline deadline = base::Deadline(tools_.clock).Within(30s);
  int runs = 0;
  tools_.pytest.answer_in_place = [&](const auto& asked) {
    PytestResult result = Answer();
    PytestResult::Test& own = result.tests.emplace_back();
    own.file = "tests/test_own.py";
    own.name = "test_own";
    if (asked.size() > 1) own.outcome = PytestResult::Outcome::kFailed;
    // Both orders, own tests alone, and one trial of the generated ones.
    if (++runs == 4) tools_.clock.Advance(60s);
    return result;
  };
  Closing().RunBeside({"tests/test_own.py"}, deadline);
  ASSERT_EQ(details_.size(), 1u);
  EXPECT_THAT(details_[0], EndsWith("were taken out: no time was left to see what made "
                                    "tests/test_own.py::test_own fail"));
}

TEST_F(ClosingRunsTest, TellsWhatTestsAllocateAsFarAsItWasSeen) {
  ASSERT_GE(module().written.tests.size(), 2u);
  tools_.pytest.answer_in_place = [this](const auto&) {
    PytestResult result = Answer();
    result.completed = false;
    result.tests.resize(1);
    result.tests[0].peak_bytes = 2048;
    return result;
  };
  outcome_.modules.front().lines.hits = {
      {1, true}};  // else the state would not count it as measured
  const std::string text = Text();
  Closing().Weigh(base::Deadline(tools_.clock));
  EXPECT_EQ(module().written.tests[0].peak_bytes, 2048u);
  EXPECT_EQ(module().written.tests[1].peak_bytes, std::nullopt);
  EXPECT_EQ(Text(), text);
  EXPECT_THAT(notes_, IsEmpty());
  EXPECT_THAT(state_.state->MeasuredReports("fake"), ElementsAre(HasSubstr("\"peak_bytes\":2048")));
}

TEST_F(ClosingRunsTest, DoesNotWeighWithoutTime) {
  Closing().Weigh(base::Deadline(tools_.clock).Within(0s));
  EXPECT_EQ(tools_.taken[CampaignStep::kRunInPlace], 0);
}

TEST_F(ClosingRunsTest, LeavesOutWhatTakesTooLongForTheFolder) {
  const std::size_t before = module().written.tests.size();
  outcome_.modules.front().written.tests.front().seconds = 3;
  EXPECT_FALSE(Closing().FitSuiteTime({{}, 4s}, base::Deadline(tools_.clock)));
  EXPECT_EQ(module().written.tests.size(), before);
  EXPECT_FALSE(Closing().FitSuiteTime({{}, 2s}, base::Deadline(tools_.clock)));
  EXPECT_EQ(module().written.tests.size(), before - 1);
  EXPECT_THAT(Text(), Not(HasSubstr("def " + victim_ + "(")));
  EXPECT_EQ(module().notes.back().code, ReasonCode::kSuiteTooSlow);
  EXPECT_EQ(module().notes.back().detail, fmt::format("left out {} (3 s)", victim_));
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ClosingRunsTest, SaysSoWhenEachTestTakesTooLongForTheFolder) {
  for (PytestResult::Test& test : outcome_.modules.front().written.tests) test.seconds = 3;
  Closing().FitSuiteTime({{}, 1s}, base::Deadline(tools_.clock));
  EXPECT_EQ(Text(), "");
  EXPECT_EQ(module().reason.code, ReasonCode::kSuiteTooSlow);
}

// As when budget.suite_time changed, and no module did.
TEST_F(ClosingRunsTest, LeavesOutWhatStandsThatTakesTooLong) {
  model::ModuleOutcome& outcome = outcome_.modules.front();
  outcome.written.tests.front().seconds = 3;
  outcome.lines.hits = {{1, true}};
  RecordReport(*state_.state, run_, outcome);
  const std::size_t before = outcome.written.tests.size();
  const std::size_t covered = outcome.goals.covered_count();
  const model::ModuleOutcome written = std::exchange(outcome, {});
  outcome.module = written.module;
  outcome.fingerprint = written.fingerprint;
  outcome.change = model::Change::kUnchanged;
  outcome.reason = {ReasonCode::kUnchanged, ""};
  EXPECT_FALSE(Closing().FitSuiteTime({4s, {}}, base::Deadline(tools_.clock)));
  EXPECT_THAT(Text(), HasSubstr("def " + victim_ + "("));
  EXPECT_TRUE(Closing().FitSuiteTime({2s, {}}, base::Deadline(tools_.clock)));
  EXPECT_EQ(tools_.taken[CampaignStep::kRunInPlace], 0) << "the state tells what each test takes";
  EXPECT_THAT(Text(), Not(HasSubstr("def " + victim_ + "(")));
  EXPECT_TRUE(files_.HeaderOf(kFile)->unedited);
  ASSERT_NE(module().earlier, nullptr);
  EXPECT_EQ(module().earlier->written.tests.size(), before - 1);
  EXPECT_LE(module().earlier->goals.covered_count(), covered);
  EXPECT_EQ(module().notes.back().code, ReasonCode::kSuiteTooSlow);
  EXPECT_FALSE(Closing().FitSuiteTime({2s, {}}, base::Deadline(tools_.clock)));
}

TEST_F(ClosingRunsTest, NeverLeavesOutATestThatSomebodyEdited) {
  model::ModuleOutcome& outcome = outcome_.modules.front();
  const std::vector<PytestResult::Test> tests = outcome.written.tests;
  outcome.reason = {ReasonCode::kNoGain, ""};
  const std::string edited = Text() + "\n\ndef test_mine():\n    pass\n";
  base::WriteFileAtomically(root_.path() / kFile, edited);
  tools_.pytest.answer_in_place = [&](const auto&) {
    PytestResult result{.tests = tests, .completed = true};
    for (PytestResult::Test& test : result.tests) test.seconds = 3;
    return result;
  };
  EXPECT_FALSE(Closing().FitSuiteTime({1s, 1s}, base::Deadline(tools_.clock)));
  EXPECT_EQ(Text(), edited);
  EXPECT_THAT(notes_, ElementsAre(ReasonCode::kSuiteTooSlow));
}

TEST_F(ClosingRunsTest, LeavesAloneWhatAnEarlierRunWrote) {
  outcome_.modules.front().reason = {ReasonCode::kNoGain, ""};
  EXPECT_FALSE(WasWritten(module()));
  Closing().RunTogether(base::Deadline(tools_.clock));
  EXPECT_EQ(tools_.taken[CampaignStep::kRunInPlace], 0);
}

}  // namespace
}  // namespace skua::command
