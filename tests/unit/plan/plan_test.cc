#include "plan/plan.h"

#include <random>
#include <set>

#include "support/matchers.h"

namespace skua::plan {
namespace {

using model::Change;
using model::ReasonCode;
using ::testing::Field;
using workspace::ModuleChange;

ModuleChange Changed(const std::string& name, Change change, const std::string& why = "") {
  ModuleChange entry{.module = {name, name + ".py"}, .change = change, .why = why};
  entry.scan.fingerprint = "f-" + name;
  return entry;
}

model::ModuleRecord Finished(const std::string& name, ReasonCode outcome = ReasonCode::kNone) {
  return {.module = {name, name + ".py"},
          .finished_run = 4,
          .finished_fingerprint = "f-" + name,
          .environment = "env1",
          .outcome = outcome,
          .goals = 8,
          .covered = 6,
          .file = "tests/test_" + name + ".py",
          .tried_run = 4};
}

// Only what changed, in another run than that of Finished.
PlanOptions InSameEnvironment() {
  return {.environment = "env1", .test_file_exists = {}, .run = 5, .unchanged = false};
}

PlanOptions WithUnchanged(Strategy strategy = Strategy::kAdaptive) {
  return {.environment = "env1", .test_file_exists = {}, .run = 5, .strategy = strategy};
}

Plan MakePlan(const workspace::ChangeSet& changes, const std::vector<model::ModuleRecord>& records,
              const PlanOptions& options) {
  std::vector<workspace::SourceModule> sources;
  for (const ModuleChange& change : changes.modules)
    sources.push_back({change.module, change.scan});
  return plan::MakePlan(changes, sources, records, options);
}

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
  EXPECT_EQ(plan.skipped[0].reason.detail, "6 of 8 goals covered in run 4");
  EXPECT_EQ(plan.skipped[0].reason.code, ReasonCode::kUnchanged);
  EXPECT_THAT(plan.skipped[1].why, HasSubstr("SKUA-N105"));
}

TEST(Plan, KnowsWhatARenamedModuleWas) {
  ModuleChange renamed = Changed("b", Change::kRenamed);
  renamed.was = {"old", "old.py"};
  const Plan plan =
      MakePlan({{Changed("a", Change::kModified), renamed, Changed("c", Change::kNew)}},
               {Finished("a"), Finished("old")}, InSameEnvironment());
  ASSERT_THAT(Names(plan.run), ElementsAre("a", "c", "b"));
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
  EXPECT_THAT(MakePlan(changes, records, InSameEnvironment()).run, IsEmpty());
  const Plan plan = MakePlan(changes, records,
                             {.environment = "env2", .test_file_exists = {}, .unchanged = false});
  EXPECT_THAT(Names(plan.run), ElementsAre("a"));
  EXPECT_THAT(plan.run[0].why, HasSubstr("SKUA-N104"));
  EXPECT_EQ(plan.run[0].change, Change::kUnchanged);
}

TEST(Plan, TellsWhatIsWrongWithAnUnchangedModuleUntilItIsMended) {
  model::ModuleRecord raises = Finished("a", ReasonCode::kImportRaises);
  raises.outcome_detail = "ModuleNotFoundError: reportlab";
  const std::vector<model::ModuleRecord> records = {raises,
                                                    Finished("b", ReasonCode::kNoCallables)};
  const workspace::ChangeSet changes{
      {Changed("a", Change::kUnchanged), Changed("b", Change::kUnchanged)}};
  PlanOptions options{.environment = raises.environment};
  const Plan plan = MakePlan(changes, {}, records, options);
  ASSERT_EQ(plan.skipped.size(), 2u);
  EXPECT_EQ(plan.skipped[0].reason.code, ReasonCode::kImportRaises);
  EXPECT_EQ(plan.skipped[0].reason.detail, "ModuleNotFoundError: reportlab");
  EXPECT_THAT(plan.skipped[0].why, HasSubstr("fails at import (SKUA-N104) in run"));
  EXPECT_EQ(plan.skipped[1].reason.code, ReasonCode::kUnchanged);
  options.tells_troubles = false;
  EXPECT_EQ(MakePlan(changes, {}, records, options).skipped[0].reason.code, ReasonCode::kUnchanged);
}

TEST(Plan, RunsAnUnchangedModuleWhoseTestFileIsGone) {
  const workspace::ChangeSet changes{{Changed("a", Change::kUnchanged),
                                      Changed("b", Change::kUnchanged),
                                      Changed("c", Change::kModified)}};
  const auto exists = [](const std::string& file) { return file == "tests/test_b.py"; };
  PlanOptions options = InSameEnvironment();
  options.test_file_exists = exists;
  const Plan plan = MakePlan(changes, {Finished("a"), Finished("b"), Finished("c")}, options);
  EXPECT_THAT(Names(plan.run), ElementsAre("c", "a"));
  EXPECT_EQ(plan.run[1].why, "unchanged, but tests/test_a.py is gone");
}

TEST(Plan, RunsWhatWasModifiedBeforeWhatIsAffectedBeforeTheMostOpenOfTheRest) {
  model::ModuleRecord wide = Finished("wide");
  wide.goals = 100;
  const Plan plan =
      MakePlan({{Changed("few", Change::kUnchanged), Changed("modified", Change::kModified),
                 Changed("never", Change::kAffected), Changed("wide", Change::kUnchanged)}},
               {Finished("few"), Finished("modified"), wide}, WithUnchanged());
  EXPECT_THAT(Names(plan.run), ElementsAre("modified", "never", "wide", "few"));
  EXPECT_EQ(plan.run[0].why, "modified; 2 of 8 goals open");
  EXPECT_EQ(plan.run[2].why, "unchanged; 94 of 100 goals open");
}

TEST(Plan, RunsModifiedModulesBeforeAffectedOnesThatWaitedForLong) {
  std::vector<model::ModuleRecord> records = {Finished("base"), Finished("user")};
  records[1].passed_over = 40;
  const Plan plan =
      MakePlan({{Changed("base", Change::kModified), Changed("user", Change::kAffected)}}, records,
               InSameEnvironment());
  EXPECT_THAT(Names(plan.run), ElementsAre("base", "user"));
}

TEST(Plan, FinishesSuitesOfUnchangedModulesThatWereCutShort) {
  const workspace::ChangeSet changes = {
      {Changed("partial", Change::kUnchanged), Changed("untested", Change::kUnchanged),
       Changed("whole", Change::kUnchanged), Changed("hopeless", Change::kUnchanged)}};
  std::vector<model::ModuleRecord> records = {Finished("partial"), Finished("untested"),
                                              Finished("whole"), Finished("hopeless")};
  records[0].is_incomplete = records[3].is_incomplete = true;
  records[1].file.clear();
  records[3].fruitless = 3;
  PlanOptions options = InSameEnvironment();
  const Plan plan = MakePlan(changes, records, options);
  EXPECT_THAT(Names(plan.run), ElementsAre("partial", "untested"));
  EXPECT_EQ(NotReached(plan.run[0]).code, ReasonCode::kUnchanged);
  options.unfinished = false;
  EXPECT_THAT(MakePlan(changes, records, options).run, IsEmpty());
}

TEST(Plan, PassesOverUnchangedModulesThatAreCoveredOrBringNothing) {
  const workspace::ChangeSet changes{
      {Changed("barren", Change::kUnchanged), Changed("covered", Change::kUnchanged),
       Changed("hopeful", Change::kUnchanged), Changed("untestable", Change::kUnchanged)}};
  std::vector<model::ModuleRecord> records = {Finished("barren"), Finished("covered"),
                                              Finished("hopeful"),
                                              Finished("untestable", ReasonCode::kNoCallables)};
  records[0].fruitless = 3;
  records[1].covered = 8;
  records[2].fruitless = 2;
  for (const Strategy strategy : {Strategy::kHistory, Strategy::kAdaptive}) {
    const Plan plan = MakePlan(changes, records, WithUnchanged(strategy));
    EXPECT_THAT(Names(plan.run), ElementsAre("hopeful"));
    ASSERT_THAT(Names(plan.skipped), ElementsAre("barren", "covered", "untestable"));
    EXPECT_EQ(plan.skipped[0].why,
              "unchanged; nothing gained in 3 campaigns; 6 of 8 goals covered in run 4");
    EXPECT_EQ(plan.skipped[1].why, "unchanged, fully covered");
    EXPECT_EQ(plan.skipped[0].reason.code, ReasonCode::kUnchanged);
    EXPECT_EQ(RestingFacts(plan).size(), 2u) << "what cannot be tested needs no time";
  }
  for (const Strategy strategy : {Strategy::kSimple, Strategy::kBudgetSeeding}) {
    EXPECT_THAT(Names(MakePlan(changes, records, WithUnchanged(strategy)).run),
                ElementsAre("barren", "hopeful", "covered"));
  }
  EXPECT_THAT(MakePlan(changes, records, InSameEnvironment()).run, IsEmpty());
}

TEST(Plan, TellsWhichUnchangedModulesTheOptionWouldGoOnWith) {
  const workspace::ChangeSet changes{{Changed("barren", Change::kUnchanged),
                                      Changed("covered", Change::kUnchanged),
                                      Changed("hopeful", Change::kUnchanged)}};
  std::vector<model::ModuleRecord> records = {Finished("barren"), Finished("covered"),
                                              Finished("hopeful")};
  records[0].fruitless = 3;
  records[1].covered = 8;
  PlanOptions options = InSameEnvironment();
  options.offers_unchanged = true;
  for (const Strategy strategy : {Strategy::kHistory, Strategy::kAdaptive}) {
    options.strategy = strategy;
    const Plan plan = MakePlan(changes, records, options);
    ASSERT_THAT(Names(plan.skipped), ElementsAre("barren", "covered", "hopeful"));
    EXPECT_THAT(plan.skipped[0].why, Not(HasSubstr("budget.unchanged")));
    EXPECT_THAT(plan.skipped[1].why, Not(HasSubstr("budget.unchanged")));
    EXPECT_THAT(plan.skipped[2].why, EndsWith("; budget.unchanged: true goes on with it"));
    EXPECT_THAT(plan.skipped[2].reason.detail, Not(HasSubstr("budget.unchanged")))
        << "reports tell what was";
  }
  options.strategy = Strategy::kBudget;
  for (const PlannedModule& module : MakePlan(changes, records, options).skipped) {
    EXPECT_THAT(module.why, Not(HasSubstr("budget.unchanged")));
  }
}

TEST(Plan, GivesASchedulerThePlacesOfImports) {
  PlannedModule base, user;
  base.module.name = "base";
  user.module.name = "user";
  user.imports = {"elsewhere", "base"};
  const std::vector<ModuleFacts> facts = FactsOf({user, base});
  ASSERT_THAT(facts, SizeIs(2));
  EXPECT_THAT(facts[0].imports, ElementsAre(1));
  EXPECT_THAT(facts[1].imports, IsEmpty());
}

TEST(Plan, DoesNotCountAnUnchangedModuleThatIsNotReachedAsAWantOfBudget) {
  const Plan plan = MakePlan({{Changed("a", Change::kUnchanged), Changed("b", Change::kModified)}},
                             {Finished("a"), Finished("b")}, WithUnchanged());
  ASSERT_THAT(Names(plan.run), ElementsAre("b", "a"));
  EXPECT_EQ(NotReached(plan.run[0]).code, ReasonCode::kNoBudgetLeft);
  EXPECT_EQ(NotReached(plan.run[1]).code, ReasonCode::kUnchanged);
  EXPECT_THAT(NotReached(plan.run[1]).detail, HasSubstr("no time was left"));
}

TEST(Plan, KnowsFactsOfEarlierCampaignsAndImports) {
  ModuleChange low = Changed("low", Change::kModified);
  ModuleChange mid = Changed("mid", Change::kUnchanged);
  ModuleChange top = Changed("top", Change::kNew);
  mid.scan.imports = {"low"};
  top.scan.imports = {"low", "mid"};
  top.scan.predicates = 6;
  std::vector<model::ModuleRecord> records = {Finished("low"), Finished("mid")};
  for (model::ModuleRecord& record : records) {
    record.used = std::chrono::seconds(9);
    record.searched = std::chrono::seconds(6);
    record.searched_all = std::chrono::seconds(30);
    record.fruitless = 1;
    record.tried_run = 2;
  }
  records[0].finished_fingerprint = "another";
  records[1].late_gain = 8;
  const Plan plan = MakePlan({{low, mid, top}}, records, WithUnchanged());
  ASSERT_THAT(Names(plan.run), ElementsAre("low", "top", "mid"));
  const ModuleFacts& fresh = plan.run[1].facts;
  EXPECT_FALSE(fresh.tried);
  EXPECT_EQ(fresh.goals, 13u);
  EXPECT_EQ(fresh.depth, 2u);
  EXPECT_THAT(plan.run[1].imports, ElementsAre("low", "mid"));
  const ModuleFacts& modified = plan.run[0].facts;
  EXPECT_EQ(modified.searched, base::Duration{}) << "of other code";
  EXPECT_EQ(modified.fruitless, 0u);
  EXPECT_EQ(modified.ending, std::chrono::seconds(3));
  EXPECT_THAT(plan.run[0].importers, ElementsAre(Field(&model::ModuleId::name, "mid"),
                                                 Field(&model::ModuleId::name, "top")));
  const ModuleFacts& unchanged = plan.run[2].facts;
  EXPECT_EQ(unchanged.searched, std::chrono::seconds(30));
  EXPECT_EQ(unchanged.fruitless, 1u);
  EXPECT_EQ(unchanged.passed_over, 2u);
}

TEST(Plan, LeavesOutWhatIsNotLikelyToGainAnything) {
  const workspace::ChangeSet changes = {
      {Changed("rich", Change::kUnchanged), Changed("poor", Change::kUnchanged)}};
  std::vector<model::ModuleRecord> records = {Finished("rich"), Finished("poor")};
  for (model::ModuleRecord& record : records) record.searched_all = std::chrono::seconds(3);
  records[0].late_gain = 1;
  records[1].fruitless = 2;
  PlanOptions options = WithUnchanged();
  const Plan plan = MakePlan(changes, records, options);
  EXPECT_THAT(Names(plan.run), ElementsAre("rich"));
  EXPECT_THAT(plan.skipped.at(0).why, HasSubstr("; 3.0 s more are not likely to gain anything"));

  options.share = std::chrono::seconds(60);
  EXPECT_THAT(Names(MakePlan(changes, records, options).run), ElementsAre("poor", "rich"));
  for (const Strategy strategy : {Strategy::kHistory, Strategy::kSimple}) {
    EXPECT_THAT(Names(MakePlan(changes, records, WithUnchanged(strategy)).run),
                ElementsAre("poor", "rich"));
  }
}

// Many runs, each with room for a few campaigns, while modules keep changing: what the state would
// remember is kept here.
class Rotation {
 public:
  explicit Rotation(std::size_t modules) {
    for (std::size_t i = 0; i < modules; ++i) {
      records_.push_back({.module = {"m" + std::to_string(i), "m.py"}});
    }
  }

  // Returns the longest time, in runs, that a module waited for its turn.
  std::size_t Play(std::size_t runs, std::size_t room, double change_rate, uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::size_t> waited(records_.size());
    std::size_t longest = 0;
    for (std::size_t run = 1; run <= runs; ++run) {
      workspace::ChangeSet changes;
      for (std::size_t i = 0; i < records_.size(); ++i) {
        // The first tenth changes all the time.
        const bool changes_now =
            i < records_.size() / 10 || std::uniform_real_distribution<>()(random) < change_rate;
        if (changes_now && records_[i].finished_run > 0) modified_.insert(i);
        const Change change = records_[i].finished_run == 0 ? Change::kNew
                              : modified_.contains(i)       ? Change::kModified
                                                            : Change::kUnchanged;
        changes.modules.push_back(Changed(records_[i].module.name, change));
      }
      PlanOptions options = WithUnchanged();
      options.run = static_cast<int64_t>(run);
      const Plan plan = MakePlan(changes, records_, options);
      for (std::size_t& each : waited) longest = std::max(longest, ++each);
      for (std::size_t place = 0; place < plan.run.size(); ++place) {
        const std::size_t i = std::stoul(plan.run[place].module.name.substr(1));
        if (place >= room) {
          if (plan.run[place].change != Change::kUnchanged) ++records_[i].passed_over;
          continue;
        }
        waited[i] = 0;
        modified_.erase(i);
        records_[i].tried_run = records_[i].finished_run = static_cast<int64_t>(run);
        records_[i].finished_fingerprint = "f-" + records_[i].module.name;
        records_[i].passed_over = 0;
        records_[i].goals = 10 + i % 50;
        records_[i].covered = 5;
      }
    }
    return longest;
  }

 private:
  std::vector<model::ModuleRecord> records_;
  std::set<std::size_t> modified_;  // since they last ran
};

TEST(Plan, GivesEveryModuleItsTurnInFinitelyManyRuns) {
  for (const std::size_t modules : {10u, 60u}) {
    for (const std::size_t room : {1u, 4u, 15u}) {
      for (const double change_rate : {0.0, 0.05, 0.5, 1.0}) {
        for (uint64_t seed = 1; seed <= 2; ++seed) {
          const std::size_t longest = Rotation(modules).Play(150, room, change_rate, seed);
          // One round for all, and the ranks that one may have to make up for.
          EXPECT_LE(longest, 2 * (modules / room + 1) + 12)
              << modules << " modules, room for " << room << ", " << change_rate << " change";
        }
      }
    }
  }
}

TEST(Plan, RunsChangedModulesAtOnceWhileThereIsRoom) {
  std::vector<model::ModuleRecord> records;
  workspace::ChangeSet changes;
  for (int i = 0; i < 50; ++i) {
    const std::string name = "m" + std::to_string(i);
    records.push_back(Finished(name));
    records.back().tried_run = 3;
    changes.modules.push_back(Changed(name, i == 31 ? Change::kModified : Change::kUnchanged));
  }
  EXPECT_EQ(MakePlan(changes, records, WithUnchanged()).run[0].module.name, "m31");
}

}  // namespace
}  // namespace skua::plan
