#include "report/outcome/outcome_json.h"

#include <chrono>
#include <set>
#include <string>

#include "base/error.h"
#include "report/outcome/outcome_record.h"
#include "support/golden.h"
#include "support/matchers.h"
#include "unit/report/measured_run.h"

namespace skua::report {
namespace {

using nlohmann::json;
using skua::testing::MatchesGolden;
using skua::testing::MeasuredRun;
using skua::testing::Replaced;
using skua::testing::SampleRun;

json Whole(const model::RunOutcome& run) {
  json object = RunToJson(run);
  for (const auto& module : run.modules) object["modules"].push_back(ModuleToJson(module));
  return object;
}

template <typename T>
T Read(const json& told) {
  return record::FromStored<T, Reports>(told);
}

TEST(OutcomeJson, TellsTheSameWhenItWasReadBack) {
  const json told = Whole(MeasuredRun());
  EXPECT_EQ(Whole(RunFromJson(ParseJson(JsonText(told)))), told);
}

TEST(OutcomeJson, BringsBackWhatReportsTell) {
  const model::RunOutcome run = MeasuredRun();
  const model::RunOutcome again = RunFromJson(Whole(run));
  EXPECT_EQ(again.used, run.used);
  EXPECT_EQ(again.shard.index, 2u);
  EXPECT_EQ(again.timeline[1].end, run.timeline[1].end);
  EXPECT_EQ(again.files_written, run.files_written);
  ASSERT_EQ(again.modules.size(), run.modules.size());
  const model::ModuleOutcome& money = again.modules[2];
  EXPECT_EQ(money.module, run.modules[2].module);
  EXPECT_EQ(money.goals.covered, run.modules[2].goals.covered);
  EXPECT_EQ(money.goals.covered_by_existing, run.modules[2].goals.covered_by_existing);
  EXPECT_EQ(money.goals.guarded, run.modules[2].goals.guarded);
  EXPECT_EQ(money.goals.places[4].kind, model::GoalKind::kFalseBranch);
  EXPECT_EQ(money.goals.places[8].is_block, true);
  EXPECT_EQ(money.goals.places[4].jump, false);
  EXPECT_EQ(money.goals.places[8].jump, std::nullopt);
  ASSERT_EQ(money.lines.hits.size(), run.modules[2].lines.hits.size());
  for (std::size_t i = 0; i < money.lines.hits.size(); ++i) {
    EXPECT_EQ(money.lines.hits[i].line, run.modules[2].lines.hits[i].line);
    EXPECT_EQ(money.lines.hits[i].hit, run.modules[2].lines.hits[i].hit);
  }
  EXPECT_THAT(money.written.suite[0].goals, ElementsAre(0, 3));
  EXPECT_EQ(money.written.tests[0].peak_bytes, 3482u);
  EXPECT_EQ(money.written.tests[1].peak_bytes, std::nullopt);
  EXPECT_TRUE(money.written.suite[1].is_finding);
  EXPECT_EQ(money.written.tests[1].outcome, model::PytestResult::Outcome::kExpectedFailure);
  EXPECT_EQ(money.findings[0].exception.frames, run.modules[2].findings[0].exception.frames);
  EXPECT_EQ(CountFate(money.mutants, model::MutantFate::kSurvived), 3u);
  EXPECT_EQ(again.modules[1].reason.code, model::ReasonCode::kImportRaises);
  EXPECT_EQ(again.modules[3].behaviour_changes[0].path_line, 48u);
  ASSERT_NE(again.modules[0].earlier, nullptr);
  EXPECT_EQ(again.modules[0].earlier->findings[0].verdict, model::Verdict::kTimedOut);
}

TEST(OutcomeJson, BringsBackWhereAPairCallsAndWhichTestsKill) {
  model::ModuleOutcome pair{.module = {"shop.cart -> shop.rates", "shop/cart.py"}};
  model::GoalPlace place{model::GoalKind::kCoupledBranch, false, 4, "Cart.total"};
  place.coupled = {6, true, 8, "Rates.quote", false};
  pair.goals.places = {place};
  pair.goals.covered = {true};
  pair.mutants.resize(2);
  pair.mutants[0].fate = model::MutantFate::kKilled;
  pair.mutants[0].killed_by = "test_a";
  pair.mutants[0].also_killed_by = {"test_b", "test_c"};
  const json told = ModuleToJson(pair);
  EXPECT_EQ(told["goals"][0]["call"], json({{"path", "shop/cart.py"}, {"line", 6}}));
  EXPECT_EQ(told["mutants"][0]["killed_by"], json({"test_a", "test_b", "test_c"}));
  EXPECT_FALSE(told["mutants"][1].contains("killed_by"));
  EXPECT_EQ(ModuleToJson(ModuleFromJson(told)), told);
}

TEST(OutcomeJson, StandsAnyBytes) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  model::RunOutcome run = MeasuredRun();
  run.modules[2].findings[0].exception.message = bytes;
  run.modules[2].written.tests[0].message = bytes;
  const std::string text = RenderJson(run, "build/skua");
  EXPECT_EQ(ParseJson(text)["modules"][2]["tests"][0]["message"].get<std::string>().substr(0, 128),
            bytes.substr(0, 128));
}

TEST(OutcomeJson, RefusesWhatIsNoReport) {
  for (const char* text : {"{}", R"({"format": "skua-suite", "format_version": 1})",
                           R"({"format": "skua-report", "format_version": 99})",
                           R"({"format": "skua-report", "format_version": 1})"}) {
    EXPECT_THROW(RunFromJson(ParseJson(text)), base::Error) << text;
  }
  EXPECT_THROW(ParseJson("{"), base::Error);
  EXPECT_THROW(ModuleFromJson(json{{"module", 7}}), base::Error);
  EXPECT_THROW(Read<model::PytestResult::Test>(json{{"line", 1e79}}), json::exception);
}

TEST(OutcomeJson, HasANameForEveryValue) {
  for (std::size_t i = 0; i < record::kTestOutcomes.size(); ++i) {
    const auto outcome = static_cast<model::PytestResult::Outcome>(i);
    model::PytestResult::Test test{.outcome = outcome};
    const json written = record::ToStored<Reports>(test);
    EXPECT_EQ(written["outcome"], record::kTestOutcomes[i]);
    EXPECT_EQ(Read<model::PytestResult::Test>(written).outcome, outcome);
  }
  for (std::size_t i = 0; i < record::kNames<model::Change>.size(); ++i) {
    EXPECT_EQ(model::NameOf(static_cast<model::Change>(i)), record::kNames<model::Change>[i]);
  }
}

TEST(RenderJson, BeginsWithWhatCiSystemsAskFor) {
  const json report = ParseJson(RenderJson(MeasuredRun(), "build/skua"));
  EXPECT_EQ(report["version"], SKUA_VERSION);
  EXPECT_EQ(report["modules_changed"], 4);
  EXPECT_EQ(report["tests_generated"], 5);
  EXPECT_EQ(report["behaviour_changes"], 1);
  EXPECT_EQ(report["findings"], 1);
  EXPECT_EQ(report["reports"], "build/skua");
  // 4 of 7 branches of two modules, one of which an earlier run measured, and 60 of 65.
  EXPECT_NEAR(report["branch_coverage"].get<double>(), 100.0 * 68 / 79, 1e-4);
  EXPECT_EQ(report["lines"], (json{{"total", 79}, {"executed", 75}}));
  EXPECT_EQ(report["branches"], (json{{"total", 79}, {"taken", 68}, {"guarded", 1}}));
  EXPECT_EQ(report["modules_measured"], 3);
  EXPECT_EQ(report["modules_unmeasured"], 0);
  EXPECT_EQ(report["modules_unknown"], (json{"parcel.label", "parcel.zones"}));
  EXPECT_EQ(ParseJson(RenderJson({}, ""))["branch_coverage"], nullptr);
}

TEST(RenderJson, IsWhatTheGoldenFileSays) {
  const std::string report = RenderJson(MeasuredRun(), "build/skua");
  EXPECT_TRUE(MatchesGolden(Replaced(report, SKUA_VERSION, "VERSION"), "report/report.json"));
}

// What a record of a report has, and what the schema says that it has.
template <typename T>
std::set<std::string> FieldsOf(const T& record, std::set<std::string> told) {
  const json written = record::ToStored<Reports>(record);
  for (const auto& [name, value] : written.items()) told.insert(name);
  return told;
}
std::set<std::string> PropertiesOf(const char* definition) {
  const json schema = ParseJson(OutcomeSchema());
  std::set<std::string> names;
  for (const auto& [name, value] : schema["definitions"][definition]["properties"].items()) {
    names.insert(name);
  }
  return names;
}

// A field that is declared for a record is in what is written, in the schema, and read back.
TEST(OutcomeRecords, HaveAFieldEverywhereOnceItIsDeclared) {
  model::BehaviourChange change{"test_a", "a.py", 3, "a(1)", "1", "2", "assert 1 == 2", "b.py", 4};
  change.expectation = "e", change.fingerprint = "f", change.commit = "c", change.day = "d";
  change.run = 5, change.runs_ago = 6;
  EXPECT_EQ(FieldsOf(change, {"text", "age"}), PropertiesOf("behaviour_change"));
  const model::EndedChange ended{change, model::ChangeEnd::kEdited};
  EXPECT_EQ(FieldsOf(ended, {"text", "age"}), PropertiesOf("ended_change"));
  EXPECT_EQ(record::ToStored<Reports>(ended)["end"], "edited");
  const auto read = Read<model::EndedChange>(record::ToStored<Reports>(ended));
  EXPECT_EQ(record::ToStored<Reports>(read), record::ToStored<Reports>(ended));
  const model::Slice slice{2, "a", std::chrono::seconds(3), std::chrono::milliseconds(4500)};
  EXPECT_EQ(FieldsOf(slice, {}), PropertiesOf("slice"));
  EXPECT_EQ(record::ToStored<Reports>(Read<model::Slice>(record::ToStored<Reports>(slice))),
            (json{{"job", 2}, {"module", "a"}, {"start", 3.0}, {"end", 4.5}}));
  EXPECT_EQ(FieldsOf(model::GainPoint{}, {}), PropertiesOf("gain"));
  EXPECT_EQ(FieldsOf(model::Shard{}, {}), PropertiesOf("shard"));
  model::PytestResult::Test test;
  test.message = "no", test.line = 3, test.peak_bytes = 0;
  EXPECT_EQ(FieldsOf(test, {"goals", "finding"}), PropertiesOf("test"));
  EXPECT_EQ(FieldsOf(model::ModuleOutcome::Seeds{1, 2}, {}), PropertiesOf("seeds"));
  EXPECT_EQ(FieldsOf(model::Protection{}, {}), PropertiesOf("protection"));
}

// As of an earlier version of Skua, and of a later one.
TEST(OutcomeRecords, AreReadAsFarAsTheyAreKnown) {
  const auto ended =
      Read<model::EndedChange>(json{{"test", "test_a"}, {"end", "forgotten"}, {"new", {1, 2}}});
  EXPECT_EQ(ended.change.test, "test_a");
  EXPECT_EQ(ended.change.run, 0);
  EXPECT_EQ(ended.end, model::ChangeEnd::kBack);
}

TEST(OutcomeSchema, IsJson) {
  const json schema = ParseJson(OutcomeSchema());
  const json report = ParseJson(RenderJson(MeasuredRun(), ""));
  for (const auto& [key, value] : report.items()) {
    EXPECT_TRUE(schema["properties"].contains(key)) << key;
  }
}

}  // namespace
}  // namespace skua::report
