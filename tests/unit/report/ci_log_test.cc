#include "report/formats/ci_log.h"

#include <filesystem>
#include <map>
#include <sstream>

#include "base/files.h"
#include "report/formats/ci_github.h"
#include "report/formats/markdown_report.h"
#include "support/golden.h"
#include "support/matchers.h"
#include "unit/report/measured_run.h"

namespace skua::report {
namespace {

using skua::testing::MatchesGolden;
using skua::testing::MeasuredRun;

std::size_t Count(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++count;
  return count;
}

model::RunOutcome ManyFindings(std::size_t number) {
  model::RunOutcome run = MeasuredRun();
  std::vector<model::Finding>& findings = run.modules[2].findings;
  const model::Finding first = findings[0];
  for (std::size_t i = 1; i < number; ++i) {
    findings.push_back(first);
    findings.back().call = "split(total=" + std::to_string(i) + ")";
  }
  return run;
}

model::RunOutcome OneRun() {
  model::RunOutcome run = MeasuredRun();
  run.shard = {};
  return run;
}

using Environment = std::map<std::string, std::string>;

struct SaidInLog {
  std::ostringstream out;
  std::unique_ptr<CiLog> log;
  explicit SaidInLog(const Environment& environment) {
    log = DetectCi(
        out,
        [environment](const char* name) -> const char* {
          const auto found = environment.find(name);
          return found == environment.end() ? nullptr : found->second.c_str();
        },
        [] { return int64_t{1'700'000'000}; });
  }
};

TEST(CiLog, SaysNothingWhereThereIsNoSystem) {
  for (const char* value : {"", "false"}) {
    SaidInLog said(Environment{{"GITHUB_ACTIONS", value}, {"GITLAB_CI", value}, {"CI", "true"}});
    said.log->Begin("campaigns");
    said.log->End();
    said.log->Close(MeasuredRun(), {});
    EXPECT_EQ(said.out.str(), "");
  }
}

TEST(CiLog, FoldsTheLogOfGitlab) {
  SaidInLog said(Environment{{"GITLAB_CI", "true"}});
  for (int i = 0; i < 2; ++i) {
    said.log->Begin("The campaigns\nall");
    said.log->End();
  }
  EXPECT_THAT(said.out.str(),
              StartsWith("\x1b[0Ksection_start:1700000000:skua_1[collapsed=true]\r\x1b[0KThe "
                         "campaigns all\n\x1b[0Ksection_end:1700000000:skua_1\r\x1b[0K\n"));
  EXPECT_THAT(said.out.str(), HasSubstr("section_start:1700000000:skua_2["));
}

TEST(GithubLog, AddsToTheFilesOfTheStep) {
  const base::ScratchFolder scratch;
  const auto summary = scratch.path() / "summary";
  const auto output = scratch.path() / "output";
  base::WriteFileAtomically(summary, "before\n");
  base::WriteFileAtomically(output, "earlier=1\n");
  SaidInLog said(Environment{{"GITHUB_ACTIONS", "true"},
                             {"GITHUB_STEP_SUMMARY", summary.string()},
                             {"GITHUB_OUTPUT", output.string()}});
  said.log->Begin("campaigns");
  said.log->End();
  said.log->Close(OneRun(), {"services/api/", "services/api/build/skua"});
  EXPECT_THAT(said.out.str(),
              StartsWith("::group::campaigns\n::endgroup::\n::error title=Skua::branch coverage "));
  EXPECT_THAT(base::ReadFile(summary), StartsWith("before\n## Skua: failed\n"));
  EXPECT_THAT(base::ReadFile(output),
              AllOf(StartsWith("earlier=1\nversion="), HasSubstr("\nfindings=1\n"),
                    HasSubstr("\nservices/api/build/skua\n")));
}

TEST(GithubLog, LeavesAnnotationsAndSummaryOfAShardToTheMerge) {
  const base::ScratchFolder scratch;
  const auto summary = scratch.path() / "summary";
  const auto output = scratch.path() / "output";
  SaidInLog said(Environment{{"GITHUB_ACTIONS", "true"},
                             {"GITHUB_STEP_SUMMARY", summary.string()},
                             {"GITHUB_OUTPUT", output.string()}});
  said.log->Close(MeasuredRun(), {});  // of shard 2/3
  EXPECT_EQ(said.out.str(), "");
  EXPECT_FALSE(std::filesystem::exists(summary));
  EXPECT_THAT(base::ReadFile(output), HasSubstr("\nfindings=1\n"));
}

TEST(GithubLog, GoesOnWhenAFileCannotBeWritten) {
  SaidInLog said(Environment{{"GITHUB_ACTIONS", "true"}, {"GITHUB_OUTPUT", "/nowhere/at/all"}});
  said.log->Close(MeasuredRun(), {});
  EXPECT_THAT(said.out.str(), HasSubstr("::warning title=Skua::/nowhere/at/all cannot be written"));
}

TEST(GithubOutputs, AreThoseOfTheAction) {
  EXPECT_EQ(GithubOutputs(MeasuredRun(), {"", "build/skua"}, "end-1"),
            "version=" SKUA_VERSION
            "\nmodules-changed=4\ntests-generated=5\nbranch-coverage=86.1\nbehaviour-changes=1\n"
            "findings=1\nreports<<end-1\nbuild/skua\nend-1\n");
}

TEST(GithubAnnotations, StandAtTheSource) {
  EXPECT_TRUE(MatchesGolden(GithubAnnotations(MeasuredRun(), {"services/api/", ""}),
                            "report/annotations.txt"));
}

TEST(GithubAnnotations, AreAtMostTenOfAKind) {
  const std::string text = GithubAnnotations(ManyFindings(25), {});
  EXPECT_EQ(Count(text, "::warning "), 11u);  // and the behaviour change
  EXPECT_THAT(text, HasSubstr("::notice title=Skua::15 more findings in the report\n"));
}

TEST(GithubAnnotations, TellOfFindingsWhereThePullRequestChangesLines) {
  const model::RunOutcome run = MeasuredRun();
  CiView view{
      .is_of_change = [](const std::string& path, uint32_t) { return path == "src/none.py"; }};
  EXPECT_THAT(GithubAnnotations(run, view), Not(HasSubstr("ZeroDivisionError")));
  EXPECT_EQ(Count(GithubAnnotations(run, view), "::warning "), 1u);  // the behaviour change
  view.is_of_change = [](const std::string& path, uint32_t line) {
    return path == "src/parcel/money.py" && line == 77;
  };
  EXPECT_THAT(GithubAnnotations(run, view), HasSubstr("ZeroDivisionError"));
}

TEST(GithubAnnotations, AreErrorsForBehaviourChangesThatFailTheRun) {
  CiView view{.behaviour_changes_fail = true};
  const std::string text = GithubAnnotations(MeasuredRun(), view);
  EXPECT_EQ(Count(text, "::error file="), 1u);
  EXPECT_EQ(Count(text, "::warning "), 1u);
}

TEST(GithubAnnotations, ShowABehaviourChangeAtTheLineThatChanged) {
  CiView view{.changed_line = [](const std::string& path, uint32_t line) {
    return path == "src/parcel/rates.py" && line == 48 ? 51u : 1u;
  }};
  const std::string text = GithubAnnotations(MeasuredRun(), view);
  EXPECT_THAT(text, HasSubstr("file=src/parcel/rates.py,line=51,title=Skua%3A Behaviour change"));
  EXPECT_THAT(text, HasSubstr("file=src/parcel/money.py,line=77,"));  // where it is raised
}

TEST(GithubAnnotations, CannotBeEndedByWhatCodeSays) {
  model::RunOutcome run = MeasuredRun();
  run.failed_gates = {"a gate\n::error::evil"};
  model::RaisedException& exception = run.modules[2].findings[0].exception;
  exception.message = "100%\r\n::set-output name=x::evil\n##[command]";
  exception.path = "src/a,line=1::b%0A.py";
  const std::string text = GithubAnnotations(run, {});
  EXPECT_EQ(Count(text, "\n"), 3u);
  EXPECT_EQ(Count(text, "\r"), 0u);
  EXPECT_THAT(text, HasSubstr("file=src/a%2Cline=1%3A%3Ab%250A.py,line=77,"));
  EXPECT_THAT(text, HasSubstr("100%25%0D%0A::set-output"));
}

TEST(MarkdownSummary, IsWhatTheGoldenFileSays) {
  EXPECT_TRUE(MatchesGolden(MarkdownSummary(MeasuredRun()), "report/summary.md"));
}

TEST(MarkdownSummary, TellsOfTheSuiteThatStandsWhereNoBetterOneWasWritten) {
  model::RunOutcome run;
  run.modules.push_back(testing::Generated("m", model::Change::kAffected, 3, 4, {}));
  run.modules[0].reason = {model::ReasonCode::kNoGain, ""};
  run.modules[0].used = std::chrono::seconds(2);
  run.modules[0].earlier = std::make_shared<const model::ModuleOutcome>(
      testing::Generated("m", model::Change::kNew, 3, 4, {"a", "b"}));
  EXPECT_THAT(MarkdownSummary(run), HasSubstr("| 2 | 2.0 s | SKUA-N303"));
}

TEST(MarkdownSummary, NamesNoCommandForATestThatIsNotInTheTree) {
  model::RunOutcome run = MeasuredRun();
  for (model::ModuleOutcome& module : run.modules) {
    for (model::BehaviourChange& change : module.behaviour_changes) change.expectation.clear();
  }
  EXPECT_THAT(MarkdownSummary(run), HasSubstr("now Decimal('0') (src/parcel/rates.py:48)\n"));
}

TEST(MarkdownSummary, KeepsWithinItsLimitAndCountsTheRest) {
  model::RunOutcome run = ManyFindings(200);
  for (int i = 0; i < 2000; ++i) {
    run.modules.push_back(skua::testing::Generated("parcel.more" + std::to_string(i),
                                                   model::Change::kNew, 1, 2, {"test_it"}));
  }
  const std::string text = MarkdownSummary(run, 20'000);
  EXPECT_LE(text.size(), 20'000u);
  EXPECT_THAT(text, HasSubstr("- and 150 more"));
  EXPECT_THAT(text, HasSubstr(" more in report.json"));
}

TEST(MarkdownSummary, TakesNoMarkupFromCode) {
  model::RunOutcome run = MeasuredRun();
  run.modules[2].findings[0].call = "f('|<img src=x>@team *bold* `code` [a](b)\\n\n# no')";
  const std::string text = MarkdownSummary(run, 1 << 20);
  EXPECT_THAT(text, Not(HasSubstr("<img")));
  EXPECT_THAT(text, Not(HasSubstr("@team")));
  EXPECT_THAT(text, Not(HasSubstr("\n# no")));
  EXPECT_THAT(text, HasSubstr("\\*bold\\* \\`code\\` \\[a\\](b)"));
}

}  // namespace
}  // namespace skua::report
