#include "report/outcome/coverage.h"

#include <memory>

#include "support/matchers.h"
#include "unit/report/sample_run.h"

namespace skua::report {
namespace {

using model::Change;
using testing::Generated;
using testing::Module;

// Two branches that were never taken, and one line more.
model::ModuleOutcome NeverMeasured(const std::string& name) {
  model::ModuleOutcome module = Module(name, Change::kNew);
  module.lines.statements = std::vector<model::StatementLine>{{1, true, true}, {2, false, false}};
  return module;
}

model::RunOutcome RunOf(std::vector<model::ModuleOutcome> modules) {
  return {.modules = std::move(modules)};
}

TEST(Coverage, IsOverAllModulesOfTheScope) {
  const Coverage coverage =
      CoverageOf(RunOf({Generated("a", Change::kNew, 6, 8, {}), NeverMeasured("b")}));
  EXPECT_EQ(coverage.share(), 0.6);
  EXPECT_EQ(coverage.modules, 2u);
  EXPECT_EQ(coverage.unmeasured, 1u);
  EXPECT_THAT(coverage.unknown, IsEmpty());
  EXPECT_EQ(Describe(coverage), "60 % (1 of 2 modules measured)");
}

TEST(Coverage, TellsWhatGuardsReachApart) {
  model::ModuleOutcome module = Generated("a", Change::kNew, 6, 10, {});
  module.goals.guarded.assign(10, false);
  module.goals.guarded[0] = module.goals.guarded[7] = module.goals.guarded[8] = true;
  const Coverage coverage = CoverageOf(RunOf({module}));
  EXPECT_EQ(coverage.share(), 0.6);
  EXPECT_EQ(coverage.guarded_share(), 0.2) << "tests cover the first one, too";
  EXPECT_EQ(Describe(coverage), "60 % (guards reach 20 % more)");
  EXPECT_EQ(Describe(CoverageOf(RunOf({module, NeverMeasured("b")}))),
            "50 % (1 of 2 modules measured; guards reach 16 % more)");
  module.lines.branches = {{8, true, false}, {9, true, true}};
  EXPECT_EQ(CoverageOf(module).counts.branches_guarded, 1u) << "watched, with all tests";
}

TEST(Coverage, OfNothingMeasuredIsNotFull) {
  model::ModuleOutcome broken = Module("broken", Change::kNew);
  const Coverage coverage = CoverageOf(RunOf({broken}));
  EXPECT_EQ(coverage.share(), std::nullopt);
  EXPECT_THAT(coverage.unknown, ElementsAre("broken"));
  EXPECT_EQ(Describe(coverage), "unknown (nothing was measured)");
  EXPECT_EQ(CoverageOf(RunOf({NeverMeasured("b")})).share(), std::nullopt);
}

TEST(Coverage, OfAModuleIsThatOfItsLatestMeasurement) {
  model::ModuleOutcome unchanged = Module("a", Change::kUnchanged);
  unchanged.earlier =
      std::make_shared<model::ModuleOutcome>(Generated("a", Change::kNew, 3, 4, {}));
  EXPECT_EQ(CoverageOf(unchanged).share(), 0.75);
  EXPECT_EQ(CoverageOf(unchanged).measured(), 1u);
  EXPECT_EQ(MeasuredShare(unchanged), 0.75);
  EXPECT_EQ(MeasuredShare(NeverMeasured("b")), std::nullopt);
}

TEST(Coverage, IsThatOfLinesWhereThereIsNoBranch) {
  model::ModuleOutcome module = Module("a", Change::kNew);
  module.lines.hits = {{1, true}, {2, false}, {3, true}, {4, true}};
  EXPECT_EQ(CoverageOf(module).share(), 0.75);
}

TEST(Coverage, LeavesOutDeletedModulesAndFilesWithoutAStatement) {
  model::ModuleOutcome empty = Module("pkg", Change::kNew);
  empty.lines.statements.emplace();
  model::ModuleOutcome gone = NeverMeasured("gone");
  gone.change = Change::kDeleted;
  const Coverage coverage =
      CoverageOf(RunOf({Generated("a", Change::kNew, 1, 2, {}), empty, gone}));
  EXPECT_EQ(coverage.modules, 2u);
  EXPECT_EQ(coverage.measured(), 2u);
  EXPECT_EQ(Describe(coverage), "50 %");
}

}  // namespace
}  // namespace skua::report
