#include "plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skua::plan {
namespace {

using model::Change;
using model::ReasonCode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using workspace::ModuleChange;

ModuleChange Changed(const std::string& name, Change change, const std::string& why = "") {
  ModuleChange entry;
  entry.module = {name, name + ".py"};
  entry.change = change;
  entry.why = why;
  entry.scan.fingerprint = "f-" + name;
  return entry;
}

model::ModuleRecord Finished(const std::string& name, ReasonCode outcome = ReasonCode::kNone) {
  model::ModuleRecord record;
  record.module = {name, name + ".py"};
  record.finished_run = 4;
  record.environment = "env1";
  record.outcome = outcome;
  record.goals = 8;
  record.covered = 6;
  record.file = "tests/test_" + name + ".py";
  return record;
}

PlanOptions InSameEnvironment() { return {"env1", {}}; }

std::vector<std::string> Names(const std::vector<PlannedModule>& modules) {
  std::vector<std::string> names;
  for (const auto& module : modules) names.push_back(module.module.name);
  return names;
}

TEST(Plan, RunsModifiedFirstThenNewRenamedAndAffected) {
  const Plan plan = MakePlan(
      {{Changed("a", Change::kAffected), Changed("b", Change::kRenamed), Changed("c", Change::kNew),
        Changed("d", Change::kModified), Changed("e", Change::kUnchanged),
        Changed("f", Change::kModified), Changed("g", Change::kDeleted)}},
      {}, InSameEnvironment());
  EXPECT_THAT(Names(plan.run), ElementsAre("d", "f", "c", "b", "a"));
  EXPECT_THAT(Names(plan.skipped), ElementsAre("e"));
  EXPECT_THAT(plan.deleted, ElementsAre(model::ModuleId{"g", "g.py"}));
}

TEST(Plan, DoesNotLoadWhatHasNothingToCall) {
  ModuleChange inert = Changed("a", Change::kNew);
  inert.scan.is_inert = true;
  const Plan plan = MakePlan({{inert}}, {}, InSameEnvironment());
  EXPECT_THAT(plan.run, IsEmpty());
  ASSERT_EQ(plan.skipped.size(), 1u);
  EXPECT_EQ(plan.skipped[0].reason.code, ReasonCode::kNoCallables);
}

TEST(Plan, SaysWhyEachRunsOrNot) {
  const Plan plan =
      MakePlan({{Changed("a", Change::kAffected, "imports b"), Changed("b", Change::kNew),
                 Changed("c", Change::kUnchanged), Changed("d", Change::kUnchanged)}},
               {Finished("c"), Finished("d", ReasonCode::kNoCallables)}, InSameEnvironment());
  EXPECT_EQ(plan.run[0].why, "new");
  EXPECT_EQ(plan.run[1].why, "affected: imports b");
  EXPECT_EQ(plan.run[1].change_why, "imports b");
  EXPECT_EQ(plan.skipped[0].why, "unchanged; 6 of 8 goals covered in run 4");
  EXPECT_EQ(plan.skipped[0].reason.code, ReasonCode::kUnchanged);
  EXPECT_THAT(plan.skipped[1].why, HasSubstr("SKUA-N105"));
}

TEST(Plan, KnowsTheCoverageBefore) {
  ModuleChange renamed = Changed("b", Change::kRenamed);
  renamed.was = {"old", "old.py"};
  const Plan plan =
      MakePlan({{Changed("a", Change::kModified), renamed, Changed("c", Change::kNew)}},
               {Finished("a"), Finished("old")}, InSameEnvironment());
  EXPECT_EQ(plan.run[0].coverage_before, 0.75);
  EXPECT_EQ(plan.run[1].coverage_before, std::nullopt);
  EXPECT_EQ(plan.run[2].coverage_before, 0.75);
  EXPECT_EQ(plan.run[2].was.name, "old");
}

TEST(Plan, SkipsWhatDoesNotParse) {
  ModuleChange broken = Changed("a", Change::kModified);
  broken.scan.error = model::SourceError{3, "invalid syntax"};
  const Plan plan = MakePlan({{broken}}, {}, InSameEnvironment());
  EXPECT_THAT(plan.run, IsEmpty());
  EXPECT_EQ(plan.skipped[0].reason.code, ReasonCode::kSyntaxError);
  EXPECT_EQ(plan.skipped[0].reason.detail, "invalid syntax (line 3)");
}

TEST(Plan, TriesAFailedImportAgainInAnotherEnvironment) {
  const workspace::ChangeSet changes{
      {Changed("a", Change::kUnchanged), Changed("b", Change::kUnchanged)}};
  const std::vector<model::ModuleRecord> records = {Finished("a", ReasonCode::kImportRaises),
                                                    Finished("b", ReasonCode::kNoCallables)};
  EXPECT_THAT(MakePlan(changes, records, {"env1", {}}).run, IsEmpty());
  const Plan plan = MakePlan(changes, records, {"env2", {}});
  EXPECT_THAT(Names(plan.run), ElementsAre("a"));
  EXPECT_THAT(plan.run[0].why, HasSubstr("SKUA-N104"));
  EXPECT_EQ(plan.run[0].change, Change::kUnchanged);
}

TEST(Plan, RunsAnUnchangedModuleWhoseTestFileIsGone) {
  const workspace::ChangeSet changes{{Changed("a", Change::kUnchanged),
                                      Changed("b", Change::kUnchanged),
                                      Changed("c", Change::kModified)}};
  const auto exists = [](const std::string& file) { return file == "tests/test_b.py"; };
  const Plan plan =
      MakePlan(changes, {Finished("a"), Finished("b"), Finished("c")}, {"env1", exists});
  EXPECT_THAT(Names(plan.run), ElementsAre("c", "a"));
  EXPECT_EQ(plan.run[1].why, "unchanged, but tests/test_a.py is gone");
}

}  // namespace
}  // namespace skua::plan
