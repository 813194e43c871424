#include "report/formats/coverage_report.h"

#include "report/outcome/line_coverage.h"
#include "support/golden.h"
#include "support/matchers.h"
#include "unit/report/measured_run.h"

namespace skua::report {
namespace {

using skua::testing::MatchesGolden;
using skua::testing::MeasuredRun;
using skua::testing::Replaced;

TEST(LinesOf, PutsABranchAtTheStatementItStandsIn) {
  const std::vector<LineCoverage> lines = LinesOf(MeasuredRun().modules[2]);
  ASSERT_THAT(lines, SizeIs(7));
  const auto at = [&](uint32_t line) {
    return *std::ranges::find(lines, line, &LineCoverage::line);
  };
  EXPECT_THAT(at(10).branches, IsEmpty());  // a function is no branch
  EXPECT_THAT(at(13).branches, IsEmpty());  // nor is a block
  EXPECT_EQ(at(12).taken(), 2u);
  EXPECT_EQ(at(14).taken(), 1u);
  EXPECT_THAT(at(15).branches, SizeIs(1));  // the condition is on line 16
  EXPECT_THAT(at(19).branches, SizeIs(2));
  EXPECT_EQ(at(19).taken(), 0u);
}

TEST(LinesOf, HasTheBranchesOfAStatementAndNotOfItsOperands) {
  using model::GoalKind;
  model::ModuleOutcome module;
  module.lines.hits = {{4, true}, {5, true}};
  // On line 4: `if a and (b if c else d)`; on line 5 `x = a or b`.
  module.goals.places = {
      {GoalKind::kTrueBranch, false, 4, "f", {}},   {GoalKind::kFalseBranch, false, 4, "f", false},
      {GoalKind::kTrueBranch, false, 4, "f", {}},   {GoalKind::kFalseBranch, false, 4, "f", {}},
      {GoalKind::kTrueBranch, false, 4, "f", true}, {GoalKind::kFalseBranch, false, 4, "f", false},
      {GoalKind::kTrueBranch, false, 5, "f", {}},   {GoalKind::kFalseBranch, false, 5, "f", {}}};
  module.goals.covered = {true, true, true, true, false, false, true, true};
  const std::vector<LineCoverage> lines = LinesOf(module);
  ASSERT_THAT(lines[0].branches, SizeIs(2));
  EXPECT_TRUE(std::ranges::find(lines[0].branches, false, &LineCoverage::Branch::when)->taken);
  EXPECT_FALSE(std::ranges::find(lines[0].branches, true, &LineCoverage::Branch::when)->taken);
  EXPECT_THAT(lines[1].branches, IsEmpty());
}

TEST(LinesOf, BelievesWhatAllTestsTogetherTake) {
  model::ModuleOutcome module = MeasuredRun().modules[2];
  module.lines.branches = {{12, true, false}, {12, false, true}, {14, true, true}};
  CoverageCounts counts;
  counts.Add(LinesOf(module));
  EXPECT_EQ(counts.branches, 3u);
  EXPECT_EQ(counts.branches_taken, 2u);
}

TEST(LinesOf, HasNoBranchWhereNoLineWasMeasured) {
  model::ModuleOutcome module = MeasuredRun().modules[2];
  module.lines.hits.clear();
  EXPECT_THAT(LinesOf(module), IsEmpty());
}

TEST(LinesOf, TellsOfWhatWasNeverMeasuredAsNotExecuted) {
  model::ModuleOutcome module = MeasuredRun().modules[2];
  module.lines.hits.clear();
  module.lines.statements =
      std::vector<model::StatementLine>{{3, false, false}, {4, true, true}, {5, true, false}};
  const std::vector<LineCoverage> lines = LinesOf(module);
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_EQ(lines[0].line, 3u);
  EXPECT_THAT(lines[0].branches, IsEmpty());
  EXPECT_THAT(lines[1].branches, SizeIs(2));
  EXPECT_THAT(lines[2].branches, SizeIs(1));
  for (const LineCoverage& line : lines) {
    EXPECT_FALSE(line.hit);
    EXPECT_EQ(line.taken(), 0u);
  }
}

TEST(LinesOfARun, KnowWhatAnEarlierRunMeasured) {
  model::RunOutcome run = MeasuredRun();
  const auto names = [&] {
    std::vector<std::string> found;
    for (const ModuleLines& one : LinesOf(run)) found.push_back(one.module->module.name);
    return found;
  };
  EXPECT_THAT(names(), ElementsAre("parcel.codes", "parcel.money", "parcel.rates"));
  run.modules[0].change = model::Change::kDeleted;
  EXPECT_THAT(names(), ElementsAre("parcel.money", "parcel.rates"));
}

TEST(Cobertura, IsWhatTheGoldenFileSays) {
  const std::string xml = RenderCobertura(MeasuredRun(), "services/api/");
  EXPECT_TRUE(
      MatchesGolden(Replaced(xml, "skua " SKUA_VERSION, "skua VERSION"), "report/coverage.xml"));
}

TEST(Lcov, IsWhatTheGoldenFileSays) {
  EXPECT_TRUE(MatchesGolden(RenderLcov(MeasuredRun(), ""), "report/coverage.lcov"));
}

TEST(CoverageReports, AreWholeForARunThatDidNothing) {
  EXPECT_THAT(RenderCobertura({}, ""), HasSubstr("lines-valid=\"0\""));
  EXPECT_EQ(RenderLcov({}, ""), "");
}

TEST(CoverageReports, StandAnyPath) {
  model::RunOutcome run = MeasuredRun();
  run.modules[2].module.path = "a\nend_of_record\nSF:<&\"\x01\xff.py";
  EXPECT_THAT(RenderLcov(run, ""), HasSubstr("SF:a end_of_record SF:<&\"\\x01\\xff.py\n"));
  EXPECT_THAT(RenderCobertura(run, ""), Not(HasSubstr("SF:<")));
}

}  // namespace
}  // namespace skua::report
