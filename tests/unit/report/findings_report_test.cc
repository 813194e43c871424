#include "report/formats/findings_report.h"
#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "support/golden.h"
#include "unit/report/measured_run.h"

namespace skua::report {
namespace {

using nlohmann::json;
using skua::testing::MatchesGoldenJson;
using skua::testing::MeasuredRun;
using skua::testing::Replaced;

json Results(const model::RunOutcome& run) {
  return json::parse(RenderSarif(run, ""))["runs"][0]["results"];
}

TEST(Sarif, IsWhatTheGoldenFileSays) {
  const std::string text = RenderSarif(MeasuredRun(), "services/api/");
  EXPECT_TRUE(
      MatchesGoldenJson(Replaced(text, SKUA_VERSION, "VERSION"), 2, "report/findings.sarif"));
}

TEST(Sarif, KeepsFindingsOfModulesThatWereNotRun) {
  const json results = Results(MeasuredRun());
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["ruleId"], "behaviour-change");
  EXPECT_EQ(results[1]["ruleId"], "hang");
  EXPECT_EQ(results[2]["ruleId"], "unexpected-exception");
}

TEST(Sarif, KnowsAFindingAgainWhenItsLineMoves) {
  model::RunOutcome run = MeasuredRun();
  const auto fingerprints = [&] {
    std::vector<json> found;
    for (const json& result : Results(run)) found.push_back(result["partialFingerprints"]);
    return found;
  };
  const auto before = fingerprints();
  run.modules[2].findings[0].exception.line += 40;
  EXPECT_EQ(fingerprints(), before);
  run.modules[2].findings[0].call = "split(total=2, parts=0)";
  EXPECT_NE(fingerprints(), before);
}

TEST(Sarif, TellsLikeFindingsApart) {
  model::RunOutcome run = MeasuredRun();
  run.modules[2].findings.push_back(run.modules[2].findings[0]);
  std::set<std::string> fingerprints;
  for (const json& result : Results(run)) fingerprints.insert(result["partialFingerprints"].dump());
  EXPECT_EQ(fingerprints.size(), 4u);
}

TEST(Sarif, EscapesPathsAsUris) {
  model::RunOutcome run = MeasuredRun();
  run.modules[2].findings[0].exception.path = "src/a b#1?\xc3\xa4.py";
  EXPECT_EQ(Results(run)[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/a%20b%231%3F%C3%A4.py");
}

TEST(CodeQuality, IsWhatTheGoldenFileSays) {
  EXPECT_TRUE(MatchesGoldenJson(RenderCodeQuality(MeasuredRun(), "services/api/"), 2,
                                "report/code-quality.json"));
}

TEST(CodeQuality, IsAnEmptyListWhenThereIsNothingToSay) {
  EXPECT_EQ(RenderCodeQuality({}, ""), "[]\n");
}

}  // namespace
}  // namespace skua::report
