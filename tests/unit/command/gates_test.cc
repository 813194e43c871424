#include "command/reporting/gates.h"

#include "support/matchers.h"

namespace skua::command {
namespace {

using model::Change;

// Two of three branches taken, lines 1 to 4 with 3 missed.
model::ModuleOutcome Measured(const std::string& name, Change change) {
  model::ModuleOutcome module{.module = {name, name + ".py"}, .change = change};
  module.goals.count = 3;
  module.goals.covered = {true, true, false};
  module.goals.places = {{model::GoalKind::kTrueBranch, false, 1, "f", true},
                         {model::GoalKind::kFalseBranch, false, 1, "f", false},
                         {model::GoalKind::kTrueBranch, false, 2, "f", true}};
  module.lines.hits = {{1, true}, {2, true}, {3, false}, {4, true}};
  return module;
}

model::RunOutcome RunOf(std::vector<model::ModuleOutcome> modules) {
  return {.modules = std::move(modules)};
}

config::Config WithChangedGate(double percent) { return {.fail_under_changed = percent}; }

TEST(FailedGates, SaysNothingWhenNoneIsSet) {
  model::ModuleOutcome module = Measured("a", Change::kModified);
  module.findings.resize(3);
  module.behaviour_changes.resize(2);
  EXPECT_THAT(FailedGates({}, RunOf({module}), nullptr), IsEmpty());
}

TEST(FailedGates, NamesModulesInWhichSkuaItselfFailed) {
  model::ModuleOutcome failed = Measured("a", Change::kModified);
  failed.reason = {model::ReasonCode::kInternalError, "std::bad_alloc"};
  EXPECT_THAT(FailedGates({}, RunOf({failed, Measured("b", Change::kNew)}), nullptr),
              ElementsAre("Skua itself failed in a (SKUA-N403), which is a bug in Skua"));
}

TEST(ExitCodeOf, TellsABugInSkuaFromAGateThatFailed) {
  model::RunOutcome outcome = RunOf({Measured("a", Change::kModified)});
  EXPECT_EQ(ExitCodeOf(outcome), 0);  // a shard, of which no gate is judged
  outcome.failed_gates.emplace();
  EXPECT_EQ(ExitCodeOf(outcome), 0);
  outcome.failed_gates->push_back("branch coverage is low");
  EXPECT_EQ(ExitCodeOf(outcome), 1);
  model::ModuleOutcome failed = Measured("a+b", Change::kNew);
  failed.reason = {model::ReasonCode::kInternalError, "std::bad_alloc"};
  outcome.pairs.push_back(failed);
  EXPECT_EQ(ExitCodeOf(outcome), 2);
}

TEST(FailedGates, CountsBranchesOfTheWholeProjectAlsoOfModulesThatDidNotRun) {
  model::ModuleOutcome unchanged{.module = {"b", "b.py"}, .change = Change::kUnchanged};
  auto earlier = std::make_shared<model::ModuleOutcome>(Measured("b", Change::kNew));
  earlier->goals.covered = {true, true, true};
  unchanged.earlier = earlier;
  const model::RunOutcome outcome = RunOf({Measured("a", Change::kModified), unchanged});
  config::Config config;
  config.fail_under = 83.3;  // 5 of 6
  EXPECT_THAT(FailedGates(config, outcome, nullptr), IsEmpty());
  config.fail_under = 83.34;
  EXPECT_THAT(FailedGates(config, outcome, nullptr),
              ElementsAre("branch coverage is 83.3 %, below the 83.34 % that fail_under asks for"));
}

// A module that fails at import, say; its statements were listed.
model::ModuleOutcome Unmeasured(const std::string& name, Change change) {
  model::ModuleOutcome module{.module = {name, name + ".py"}, .change = change};
  module.lines.statements = std::vector<model::StatementLine>{{1, true, true}, {2, false, false}};
  return module;
}

TEST(FailedGates, CountWhatWasNeverMeasuredAsNotExecuted) {
  const model::RunOutcome outcome =
      RunOf({Measured("a", Change::kModified), Unmeasured("b", Change::kNew)});
  config::Config config;
  config.fail_under = 40;  // 2 of 5
  EXPECT_THAT(FailedGates(config, outcome, nullptr), IsEmpty());
  config.fail_under = 41;
  EXPECT_THAT(FailedGates(config, outcome, nullptr),
              ElementsAre("branch coverage is 40.0 % (1 of 2 modules measured), below the 41 % "
                          "that fail_under asks for"));
  EXPECT_THAT(FailedGates(WithChangedGate(51), outcome, nullptr),
              ElementsAre(HasSubstr("50.0 % of the lines of changed modules")));
}

TEST(FailedGates, FailOnWhatIsUnknown) {
  model::ModuleOutcome unknown = Unmeasured("b", Change::kModified);
  unknown.lines.statements.reset();
  config::Config config = WithChangedGate(1);
  config.fail_under = 1;
  EXPECT_THAT(
      FailedGates(config, RunOf({Measured("a", Change::kModified), unknown}), nullptr),
      ElementsAre("the branch coverage of b is unknown, so the 1 % that fail_under asks for "
                  "cannot be judged",
                  "the executed lines of b are unknown, so what fail_under_changed asks for "
                  "cannot be judged"));
}

TEST(FailedGates, HoldForFilesWithoutAStatement) {
  model::ModuleOutcome empty = Unmeasured("pkg", Change::kNew);
  empty.lines.statements.emplace();
  config::Config config = WithChangedGate(75);
  config.fail_under = 66;
  EXPECT_THAT(FailedGates(config, RunOf({Measured("a", Change::kNew), empty}), nullptr), IsEmpty());
}

TEST(FailedGates, NeverSaysThatAPercentageIsBelowItself) {
  model::ModuleOutcome module = Measured("a", Change::kNew);
  module.goals.count = 10000;
  module.goals.covered.assign(10000, true);
  module.goals.covered.back() = false;
  module.lines.hits.clear();
  module.goals.places.clear();
  for (uint32_t line = 1; line <= 10000; ++line) {
    module.lines.hits.push_back({line, true});
    module.goals.places.push_back({model::GoalKind::kTrueBranch, false, line, "f", true});
  }
  config::Config config{.fail_under = 100};
  EXPECT_THAT(FailedGates(config, RunOf({module}), nullptr),
              ElementsAre(HasSubstr("is 99.9 %, below the 100 %")));
}

TEST(FailedGates, LooksAtTheLinesThatDiffer) {
  const model::RunOutcome outcome =
      RunOf({Measured("a", Change::kModified), Measured("b", Change::kUnchanged)});
  const workspace::ChangedLines hit = {{"a.py", {{1, 2}, {4, 4}}}, {"README.py", {{1, 9}}}};
  EXPECT_THAT(FailedGates(WithChangedGate(100), outcome, &hit), IsEmpty());
  const workspace::ChangedLines missed = {{"a.py", {{2, 3}}}};
  EXPECT_THAT(FailedGates(WithChangedGate(50), outcome, &missed), IsEmpty());
  EXPECT_THAT(FailedGates(WithChangedGate(51), outcome, &missed),
              ElementsAre("50.0 % of the lines that changed are executed, below the 51 % that "
                          "fail_under_changed asks for"));
}

TEST(FailedGates, ANewFileThatGitDoesNotKnowHasChangedAsAWhole) {
  const workspace::ChangedLines nothing;
  const model::RunOutcome outcome =
      RunOf({Measured("a", Change::kNew), Measured("b", Change::kAffected)});
  EXPECT_THAT(FailedGates(WithChangedGate(75), outcome, &nothing), IsEmpty());
  EXPECT_THAT(FailedGates(WithChangedGate(76), outcome, &nothing),
              ElementsAre(HasSubstr("75.0 %")));
}

TEST(FailedGates, WithoutAGitRefLooksAtModulesWhoseOwnCodeChanged) {
  model::ModuleOutcome bad = Measured("bad", Change::kUnchanged);
  for (model::LineHit& line : bad.lines.hits) line.hit = false;
  for (const Change change : {Change::kUnchanged, Change::kAffected}) {
    bad.change = change;
    EXPECT_THAT(
        FailedGates(WithChangedGate(75), RunOf({Measured("a", Change::kNew), bad}), nullptr),
        IsEmpty());
  }
  for (const Change change : {Change::kNew, Change::kModified, Change::kRenamed}) {
    bad.change = change;
    EXPECT_THAT(
        FailedGates(WithChangedGate(75), RunOf({Measured("a", Change::kNew), bad}), nullptr),
        ElementsAre(HasSubstr("37.5 % of the lines of changed modules")));
  }
}

TEST(FailedGates, HoldsWhereNothingChanged) {
  EXPECT_THAT(
      FailedGates(WithChangedGate(100), RunOf({Measured("a", Change::kUnchanged)}), nullptr),
      IsEmpty());
}

TEST(FailedGates, CountsFindings) {
  model::ModuleOutcome module = Measured("a", Change::kModified);
  module.findings.resize(1);
  config::Config config{.max_findings = 1};
  EXPECT_THAT(FailedGates(config, RunOf({module}), nullptr), IsEmpty());
  config.max_findings = 0;
  EXPECT_THAT(FailedGates(config, RunOf({module}), nullptr),
              ElementsAre("1 finding, more than the 0 that max_findings allows"));
  module.findings.resize(2);
  EXPECT_THAT(FailedGates(config, RunOf({module}), nullptr), ElementsAre(HasSubstr("2 findings,")));
}

TEST(FailedGates, CountsBehaviourChangesWhenTheyAreToFail) {
  model::ModuleOutcome module = Measured("a", Change::kModified);
  module.behaviour_changes.resize(1);
  config::Config config;
  for (const std::string policy : {"report", "accept", "fail"}) {
    config.on_behaviour_change = policy;
    const std::size_t failed = policy == "fail" ? 1 : 0;
    EXPECT_EQ(FailedGates(config, RunOf({module}), nullptr).size(), failed) << policy;
  }
}

TEST(FailedGates, SaysEachThatFails) {
  model::ModuleOutcome module = Measured("a", Change::kModified);
  module.findings.resize(2);
  module.behaviour_changes.resize(1);
  config::Config config{
      .on_behaviour_change = "fail", .fail_under = 90, .fail_under_changed = 90, .max_findings = 1};
  EXPECT_THAT(FailedGates(config, RunOf({module}), nullptr),
              ElementsAre(HasSubstr("on_behaviour_change"), HasSubstr("fail_under asks"),
                          HasSubstr("fail_under_changed"), HasSubstr("max_findings")));
}

}  // namespace
}  // namespace skua::command
