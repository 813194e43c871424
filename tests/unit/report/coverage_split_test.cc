#include "report/outcome/coverage_split.h"

#include <gtest/gtest.h>

#include <memory>

#include "report/outcome/outcome_json.h"

namespace skua::report {
namespace {

model::ModuleOutcome Module(std::vector<bool> covered, std::vector<bool> covered_by_existing,
                            std::size_t goals) {
  model::ModuleOutcome module{.module = {"a", "a.py"}};
  module.goals.count = goals;
  module.goals.covered = std::move(covered);
  module.goals.covered_by_existing = std::move(covered_by_existing);
  return module;
}

TEST(CoverageSplit, TellsWhoseTestsCoverABranchAndLeavesBlocksOut) {
  const CoverageSplit split = SplitOf(
      Module({true, true, false, false, true}, {true, false, true, false, true}, /*goals=*/4));
  EXPECT_EQ(split.both, 1u);
  EXPECT_EQ(split.generated, 1u);
  EXPECT_EQ(split.hand_written, 1u);
  EXPECT_EQ(split.none, 1u);
  EXPECT_EQ(
      Describe(split),
      "1 of 4 goals by both, 1 by hand-written tests alone, 1 by generated ones alone, 1 by none");
}

TEST(CoverageSplit, IsUnknownWithoutHandWrittenTests) {
  EXPECT_FALSE(SplitOf(Module({true, false}, {}, 2)).is_known());
  model::RunOutcome run;
  run.modules.push_back(Module({true, false}, {}, 2));
  EXPECT_EQ(RenderJson(run, "build").find("covered_by\""), std::string::npos);
}

TEST(CoverageSplit, OfARunTakesWhatIsKnownOfEachModule) {
  model::RunOutcome run;
  run.modules.push_back(Module({true, false}, {true, true}, 2));
  model::ModuleOutcome unchanged = Module({}, {}, 2);
  unchanged.earlier =
      std::make_shared<model::ModuleOutcome>(Module({true, true}, {false, false}, 2));
  run.modules.push_back(unchanged);
  model::ModuleOutcome deleted = Module({true}, {true}, 1);
  deleted.change = model::Change::kDeleted;
  run.modules.push_back(deleted);
  const CoverageSplit split = SplitOf(run);
  EXPECT_EQ(split.total(), 4u);
  EXPECT_EQ(split.hand_written, 1u);
  EXPECT_EQ(split.generated, 2u);
  const auto report = nlohmann::json::parse(RenderJson(run, "build"));
  EXPECT_EQ(report["covered_by"]["generated"], 2);
}

}  // namespace
}  // namespace skua::report
