#include "command/reporting/report.h"

#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "command/reporting/report_record.h"
#include "config/option.h"
#include "report/formats/reporter.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using model::ModuleOutcome;
using ::testing::ElementsAreArray;

TEST(Reports, HaveTheFormatsThatTheConfigurationOffers) {
  const auto choices = config::FindOption("reports.formats")->choices;
  EXPECT_THAT(report::ReportFormats(), ElementsAreArray(choices.begin(), choices.end()));
}

TEST(CiView, AreSeenFromTheTopOfTheRepository) {
  const base::ScratchFolder scratch;
  config::Config config;
  config.project.root = scratch.path() / "services" / "api";
  base::WriteFileAtomically(config.project.root / "skua.yml", "");
  EXPECT_EQ(CiViewOf(config).prefix, "");

  base::WriteFileAtomically(scratch.path() / ".git", "gitdir: elsewhere\n");  // of a worktree
  EXPECT_EQ(CiViewOf(config).prefix, "services/api/");
  EXPECT_EQ(CiViewOf(config).reports, "services/api/build/skua");
  config.output.reports = "/tmp/reports";
  EXPECT_EQ(CiViewOf(config).reports, "/tmp/reports");

  config.project.root = scratch.path();
  EXPECT_EQ(CiViewOf(config).prefix, "");
}

TEST(CiView, KnowsWhichLinesAPullRequestChanges) {
  config::Config config;
  EXPECT_FALSE(CiViewOf(config).is_of_change);
  const workspace::ChangedLines changed = {{"a.py", {{3, 5}, {9, 9}}}};
  const report::CiView view = CiViewOf(config, &changed);
  EXPECT_TRUE(view.is_of_change("a.py", 5));
  EXPECT_TRUE(view.is_of_change("a.py", 9));
  EXPECT_FALSE(view.is_of_change("a.py", 6));
  EXPECT_FALSE(view.is_of_change("b.py", 3));
}

TEST(CiView, FindsTheChangedLineOfAFunctionInItsSource) {
  const base::ScratchFolder scratch;
  config::Config config;
  config.project.root = scratch.path();
  EXPECT_FALSE(CiViewOf(config).changed_line);
  base::WriteFileAtomically(scratch.path() / "a.py", "def f():\n    x = 1\n    return x\n");
  const workspace::ChangedLines changed = {{"a.py", {{3, 3}}}, {"gone.py", {{3, 3}}}};
  const report::CiView view = CiViewOf(config, &changed);
  EXPECT_EQ(view.changed_line("a.py", 1), 3u);
  EXPECT_EQ(view.changed_line("b.py", 1), 1u);
  EXPECT_EQ(view.changed_line("gone.py", 1), 1u);
}

ModuleOutcome Measured(const std::string& name, const std::string& fingerprint) {
  ModuleOutcome outcome{
      .module = {name, name + ".py"}, .fingerprint = fingerprint, .used = std::chrono::seconds(3)};
  outcome.goals.count = 2;
  outcome.goals.covered = {true, false};
  outcome.lines.hits = {{1, true}, {2, false}};
  return outcome;
}

ModuleOutcome NotRun(const std::string& name, const std::string& fingerprint,
                     model::ReasonCode code) {
  return {.module = {name, name + ".py"}, .fingerprint = fingerprint, .reason = {code, ""}};
}

class ReportRecordTest : public ::testing::Test {
 protected:
  int64_t BeginRun() { return state_->BeginRun({1'700'000'000, {}, 1, 7, "env"}, {}); }

  const base::ScratchFolder scratch_;
  std::unique_ptr<state::State> state_ = state::State::Open(scratch_.path() / ".skua").state;
};

TEST_F(ReportRecordTest, TellsOfAKilledRunWhatWasDone) {
  const int64_t run = BeginRun();
  model::RunOutcome begun{.modules = {NotRun("a", "f", model::ReasonCode::kInterrupted),
                                      NotRun("b", "f", model::ReasonCode::kInterrupted)},
                          .interrupted = true};
  RecordReport(*state_, run, begun);
  RecordReport(*state_, run, Measured("b", "f"));

  const model::RunOutcome recalled = RecallLastRun(*state_);
  EXPECT_TRUE(recalled.interrupted);
  ASSERT_EQ(recalled.modules.size(), 2u);
  EXPECT_EQ(recalled.modules[0].reason.code, model::ReasonCode::kInterrupted);
  EXPECT_EQ(recalled.modules[1].reason.code, model::ReasonCode::kNone);
  EXPECT_EQ(recalled.modules[1].lines.hits.size(), 2u);
}

TEST_F(ReportRecordTest, RecallsWhatALaterRunDidNotMeasure) {
  RecordReport(*state_, BeginRun(), Measured("a", "f"));
  // Two runs later, one of which ran it in vain.
  ModuleOutcome in_vain = NotRun("a", "f", model::ReasonCode::kNoGain);
  in_vain.used = std::chrono::seconds(1);
  RecordReport(*state_, BeginRun(), in_vain);
  BeginRun();
  model::RunOutcome outcome{.modules = {NotRun("a", "f", model::ReasonCode::kUnchanged),
                                        NotRun("b", "f", model::ReasonCode::kUnchanged)}};
  RecallEarlier(*state_, outcome);
  EXPECT_EQ(Latest(outcome.modules[0]).lines.hits.size(), 2u);
  EXPECT_EQ(&Latest(outcome.modules[1]), &outcome.modules[1]);
}

TEST_F(ReportRecordTest, RecallsNothingOfAnotherVersionOfTheModule) {
  RecordReport(*state_, BeginRun(), Measured("a", "f"));
  model::RunOutcome outcome{.modules = {NotRun("a", "g", model::ReasonCode::kNoBudgetLeft)}};
  RecallEarlier(*state_, outcome);
  EXPECT_EQ(outcome.modules[0].earlier, nullptr);
}

TEST_F(ReportRecordTest, SaysSoWhenThereIsNothing) {
  BeginRun();
  EXPECT_THROW(RecallLastRun(*state_), base::Error);
}

TEST_F(ReportRecordTest, MakesReportsOfWhatItRecalls) {
  const int64_t run = BeginRun();
  RecordReport(*state_, run, model::RunOutcome{});
  RecordReport(*state_, run, Measured("a", "f"));
  state_.reset();
  config::Config config;
  config.project.root = scratch_.path();
  config.reports.formats = {"lcov", "json"};
  std::ostringstream out;
  EXPECT_EQ(Report(config, {}, out), 0);
  EXPECT_EQ(out.str(), "build/skua/report.json\nbuild/skua/coverage.lcov\n");
  EXPECT_THAT(base::ReadFile(scratch_.path() / "build/skua/coverage.lcov"),
              HasSubstr("SF:a.py\nDA:1,1\nDA:2,0\n"));
}

}  // namespace
}  // namespace skua::command
