// Records of the parts of a report, from which the writer, reader and schema of report.json are
// made (record/record.h). outcome_told.h has the fields that differ from the model.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "model/criterion.h"
#include "model/names.h"
#include "model/outcome.h"
#include "record/stored.h"
#include "report/outcome/outcome_json.h"
#include "report/outcome/outcome_told.h"

namespace skua::record {

template <>
inline constexpr auto kNames<model::Change> = AllNamed<model::Change>({
    {model::Change::kNew, "new"},
    {model::Change::kModified, "modified"},
    {model::Change::kAffected, "affected"},
    {model::Change::kUnchanged, "unchanged"},
    {model::Change::kDeleted, "deleted"},
    {model::Change::kRenamed, "renamed"},
});
template <>
inline constexpr auto kNames<model::MutantFate> = AllNamed<model::MutantFate>({
    {model::MutantFate::kKilled, "killed"},
    {model::MutantFate::kSurvived, "survived"},
    {model::MutantFate::kNotReached, "not_reached"},
    {model::MutantFate::kNotRun, "not_run"},
});

template <>
struct Record<model::GainPoint, report::Reports> {
  static constexpr std::string_view kName = "gain";
  static constexpr std::string_view kDoc = "goals covered after so much searching";
  static constexpr auto kFields = std::tuple(Always("seconds", &model::GainPoint::searched),
                                             Always("covered", &model::GainPoint::covered));
};

template <>
struct Record<model::Slice, report::Reports> {
  static constexpr std::string_view kName = "slice";
  static constexpr auto kFields =
      std::tuple(Always("job", &model::Slice::job), Always("module", &model::Slice::module),
                 Always("start", &model::Slice::start), Always("end", &model::Slice::end));
};

template <>
struct Record<model::Shard, report::Reports> {
  static constexpr std::string_view kName = "shard";
  static constexpr auto kFields =
      std::tuple(Always("index", &model::Shard::index, "", {.lowest = 1}),
                 Always("total", &model::Shard::total, "", {.lowest = 1}));
};

template <>
struct Record<model::BehaviourChange, report::Reports> {
  using T = model::BehaviourChange;
  static constexpr std::string_view kName = "change";
  static constexpr auto kFields = std::tuple(
      Always("test", &T::test), Always("file", &T::file), Always("call", &T::call),
      Always("expected", &T::expected), Always("actual", &T::actual), Field("line", &T::line),
      Field("message", &T::message), Field("path", &T::path, "of the function that changed"),
      Field("path_line", &T::path_line),
      Field("expectation", &T::expectation,
            "hash of what the test expects; absent: the test is no longer in the tree"),
      Field("fingerprint", &T::fingerprint, "of the module for which the test was written"),
      Field("run", &T::run, "that saw it first", {.lowest = 0}),
      Field("runs_ago", &T::runs_ago, "", {.lowest = 0}),
      Field("commit", &T::commit, "that was checked out then"), Field("day", &T::day));
};

// Names by the enumerators' values.
inline constexpr std::array<std::string_view, 3> kChangeEnds = {"back", "accepted", "edited"};

template <>
struct Record<model::EndedChange, report::Reports> {
  static constexpr std::string_view kName = "end";
  static constexpr auto kFields = std::tuple(
      Always("end", &model::EndedChange::end, "why it is no longer open", {.words = kChangeEnds}),
      Spliced(&model::EndedChange::change));
};

// Names by the enumerators' values.
inline constexpr std::array<std::string_view, 7> kTestOutcomes = {
    "passed", "failed", "expected_failure", "skipped", "error", "crashed", "timed_out"};

template <>
struct Record<model::PytestResult::Test, report::Reports> {
  using T = model::PytestResult::Test;
  static constexpr std::string_view kName = "outcome";
  static constexpr auto kFields = std::tuple(
      Always("name", &T::name), Always("file", &T::file),
      Always("outcome", &T::outcome, "", {.words = kTestOutcomes}),
      Always("seconds", &T::seconds, "with pytest's setup and teardown", {.lowest = 0}),
      Field("peak_bytes", &T::peak_bytes,
            "the most that its body had allocated at once, as tracemalloc counts; absent: not "
            "measured"),
      Field("line", &T::line), Field("message", &T::message));
};

template <>
struct Record<model::ModuleOutcome::Seeds, report::Reports> {
  using T = model::ModuleOutcome::Seeds;
  static constexpr std::string_view kName = "seeds";
  static constexpr auto kFields =
      std::tuple(Field("replayed", &T::replayed), Field("dropped", &T::dropped));
};

template <>
struct Record<model::Protection, report::Reports> {
  using T = model::Protection;
  static constexpr std::string_view kName = "protection";
  static constexpr auto kFields = std::tuple(
      Always("from", &T::name, "what code under test is kept from"), Always("holds", &T::holds),
      Always("detail", &T::detail, "how, or why it does not hold"));
};

template <>
struct Record<model::Reason, report::Reports> {
  using T = model::Reason;
  static constexpr std::string_view kName = "reason";
  static constexpr auto kFields = std::tuple(
      Always("code", &T::code), Derived("title", report::TellTitle, "", {.always = true}),
      Field("detail", &T::detail));
};

template <>
struct Record<model::CriterionCoverage, report::Reports> {
  using T = model::CriterionCoverage;
  static constexpr std::string_view kName = "criterion";
  static constexpr auto kFields = std::tuple(
      Always("criterion", &T::criterion, "", {.words = model::kCriteria}),
      Always("covered", &T::covered),
      Always(
          "total", &T::total,
          "without goals of which nobody knows whether they exist, until a test has shown them"));
};

inline constexpr std::string_view kOfCriteria =
    "goals of search.criteria beside those that the report lists; no gate judges them";

template <>
struct Record<report::ToldGoal::Call, report::Reports> {
  using T = report::ToldGoal::Call;
  static constexpr std::string_view kName = "call";
  static constexpr auto kFields = std::tuple(Always("path", &T::path), Always("line", &T::line));
};

template <>
struct Record<report::ToldGoal::Callee, report::Reports> {
  using T = report::ToldGoal::Callee;
  static constexpr std::string_view kName = "callee";
  static constexpr auto kFields =
      std::tuple(Always("line", &T::line), Always("code_object", &T::code_object),
                 Always("branch", &T::branch));
};

template <>
struct Record<report::ToldGoal, report::Reports> {
  using T = report::ToldGoal;
  static constexpr std::string_view kName = "goal";
  static constexpr auto kFields = std::tuple(
      Always("covered", &T::covered), Field("line", &T::line),
      Field("code_object", &T::code_object, "qualified name"),
      Field("branch", &T::branch,
            "the outcome of the condition; absent: a code object without conditions"),
      Field("jump", &T::jump,
            "that its statement goes into the body then, or past it; absent: neither"),
      Field("block", &T::block, "a stretch of statements, which no percentage counts"),
      Field("call", &T::call, "of coupled branches, where the caller calls"),
      Field("callee", &T::callee, "of coupled branches the callee's, taken while the caller calls"),
      Field("covered_by_existing", &T::covered_by_existing, "by hand-written tests"),
      Field("found", &T::found,
            "not covered, but the search found a test for it that was not written"),
      Field("guarded", &T::guarded, "not covered, but by a test that is kept and not written"),
      Field("why_open", &T::why_open, "why no test covers it, as far as that is known"));
};

template <>
struct Record<report::ToldHits, report::Reports> {
  using T = report::ToldHits;
  static constexpr std::string_view kName = "hits";
  static constexpr auto kFields =
      std::tuple(Always("executed", &T::executed), Always("missed", &T::missed));
};

template <>
struct Record<report::ToldBranches::Way, report::Reports> {
  using T = report::ToldBranches::Way;
  static constexpr std::string_view kName = "taken_and_missed";
  static constexpr auto kFields =
      std::tuple(Always("taken", &T::taken), Always("missed", &T::missed));
};

template <>
struct Record<report::ToldBranches, report::Reports> {
  using T = report::ToldBranches;
  static constexpr std::string_view kName = "line_branches";
  static constexpr auto kFields =
      std::tuple(Always("into_body", &T::into_body), Always("past_body", &T::past_body));
};

template <>
struct Record<report::ToldStatements, report::Reports> {
  using T = report::ToldStatements;
  static constexpr std::string_view kName = "statements";
  static constexpr auto kFields =
      std::tuple(Always("lines", &T::lines), Always("lead_into_body", &T::lead_into_body),
                 Always("lead_past_body", &T::lead_past_body));
};

template <>
struct Record<report::LineCounts, report::Reports> {
  using T = report::LineCounts;
  static constexpr std::string_view kName = "line_counts";
  static constexpr auto kFields =
      std::tuple(Always("total", &T::total), Always("executed", &T::executed));
};

template <>
struct Record<report::BranchCounts, report::Reports> {
  using T = report::BranchCounts;
  static constexpr std::string_view kName = "branch_counts";
  static constexpr auto kFields = std::tuple(
      Always("total", &T::total), Always("taken", &T::taken),
      Field("guarded", &T::guarded,
            "not taken, but by tests that are kept and not written; no gate counts them"));
};

template <>
struct Record<report::ToldTest, report::Reports> {
  using T = report::ToldTest;
  static constexpr std::string_view kName = "test";
  static constexpr auto kFields = std::tuple(
      Spliced(&T::test), Field("goals", &T::goals, "by their place in the module's list"),
      Field("finding", &T::is_finding));
};

template <>
struct Record<model::RaisedException::Frame, report::Reports> {
  using T = model::RaisedException::Frame;
  static constexpr std::string_view kName = "frame";
  static constexpr auto kFields =
      std::tuple(Always("path", &T::path), Always("line", &T::line),
                 Field("function", &T::function), Field("text", &T::text));
};

template <>
struct Record<report::ToldFinding, report::Reports> {
  using T = report::ToldFinding;
  static constexpr std::string_view kName = "finding";
  using F = model::Finding;
  using E = model::RaisedException;
  static constexpr auto kFields = std::tuple(
      Spliced(&T::finding, Always("test", &F::test), Always("call", &F::call),
              Always("verdict", &F::verdict),
              Spliced(&F::exception, Field("exception", &E::type_name, "module:name of its class"),
                      Field("message", &E::message), Field("path", &E::path),
                      Field("line", &E::line), Field("frames", &E::frames, "the innermost last"))),
      Always("text", &T::text));
};

template <>
struct Record<report::ToldChange, report::Reports> {
  using T = report::ToldChange;
  static constexpr std::string_view kName = "behaviour_change";
  static constexpr auto kFields =
      std::tuple(Spliced(&T::change), Field("text", &T::text),
                 Field("age", &T::age, "since when it is open, in words"));
};

template <>
struct Record<report::ToldEnd, report::Reports> {
  using T = report::ToldEnd;
  static constexpr std::string_view kName = "ended_change";
  static constexpr auto kFields =
      std::tuple(Spliced(&T::ended), Field("text", &T::text),
                 Field("age", &T::age, "since when it was open, in words"));
};

template <>
struct Record<model::JudgedMutant, report::Reports> {
  using T = model::JudgedMutant;
  static constexpr std::string_view kName = "mutant";
  using M = model::Mutant;
  static constexpr auto kFields = std::tuple(
      Spliced(&T::mutant, Always("operator", &M::operator_name), Always("line", &M::line),
              Field("column", &M::column), Always("original", &M::original),
              Field("mutated", &M::mutated, "absent: the original is left out"),
              Field("code_object", &M::code_object), Field("at_import", &M::at_import)),
      Always("fate", &T::fate),
      Derived("killed_by", report::TellKillers, report::TakeKillers,
              "tests that were seen to notice it; others are not tried, unless "
              "budget.suite_time.folder is set"));
};

template <>
struct Record<model::Sandbox, report::Reports> {
  using T = model::Sandbox;
  static constexpr std::string_view kName = "sandbox";
  static constexpr auto kFields =
      std::tuple(Always("grade", &T::grade, "", {.words = model::kSandboxGrades}),
                 Always("protections", &T::protections));
};

template <>
struct Record<model::ModuleOutcome, report::Reports> {
  using T = model::ModuleOutcome;
  static constexpr std::string_view kName = "module";
  using Goals = model::GoalCoverage;
  using Lines = model::MeasuredLines;
  using Search = model::SearchEffort;
  using Written = model::WrittenSuite;
  static constexpr auto kFields = std::tuple(
      Spliced(&T::module, Always("module", &model::ModuleId::name),
              Always("path", &model::ModuleId::path, "of its file, from the project's folder")),
      Field("fingerprint", &T::fingerprint), Always("change", &T::change),
      Field("change_why", &T::change_why),
      Derived("reason", report::TellReason, report::TakeReason,
              "why no suite was written; absent: one was"),
      Field("notes", &T::notes),
      Spliced(&T::goals,
              Field("coverage_before", &Goals::coverage_before,
                    "share of the branches that were taken when the module was last measured",
                    {.lowest = 0, .highest = 1}),
              Derived("goals_total", report::TellTotal, report::TakeTotal,
                      "without blocks: what coverage is a share of"),
              Derived("goals_covered", report::TellCovered),
              Field("criteria", &Goals::criteria, kOfCriteria)),
      Derived("goals", report::TellGoals, report::TakeGoals),
      Spliced(&T::lines,
              Derived("lines", report::TellHits, report::TakeHits,
                      "that can be executed, by whether the generated tests do"),
              Derived("line_branches", report::TellBranches, report::TakeBranches,
                      "the lines of branches, by whether the tests of all modules together take "
                      "them; absent: not measured so"),
              Derived("statements", report::TellStatements, report::TakeStatements,
                      "of a module that was never measured: where statements begin, and those that "
                      "are branches")),
      Derived("branches", report::TellBranchCounts,
              "as coverage.py counts them; absent: not measured"),
      Field("seconds_given", &T::given), Field("seconds_used", &T::used),
      Spliced(&T::search, Field("seconds_searching", &Search::time),
              Field("seconds_to_last_gain", &Search::last_gain, "of searching"),
              Field("seconds_in_subject", &Search::execution_time, "of executing tests"),
              Field("tests_executed", &Search::executed_tests),
              Field("discovery", &Search::discovery),
              Field("expected_gain", &Search::expected_gain,
                    "goals that planning expected to be newly covered")),
      Spliced(
          &T::written, Field("file", &Written::file, "of its tests, from the project's folder"),
          Field("findings_file", &Written::findings_file),
          Field("tests_kept", &Written::kept, "tests that existed before the run", {.lowest = 1})),
      Derived("tests", report::TellTests, report::TakeTests),
      Derived("findings", report::TellFindings, report::TakeFindings),
      Field("mutants", &T::mutants),
      Derived("behaviour_changes", report::TellChanges, report::TakeChanges, "that are open"),
      Derived("ended_changes", report::TellEnds, report::TakeEnds, "that ended in this run"),
      Field("seeds", &T::seeds),
      Derived("earlier", report::TellEarlier, report::TakeEarlier,
              "what the last campaign for this version of the module came to, when this run did "
              "not measure it"));
};

template <>
struct Record<model::RunOutcome, report::Reports> {
  using T = model::RunOutcome;
  static constexpr std::string_view kName = "run";
  static constexpr auto kFields = std::tuple(
      Constant("format", report::kReportFormat), Constant("format_version", report::kReportVersion),
      Derived("version", report::TellVersion, "of Skua", {.always = true}),
      Always("started_unix_seconds", &T::started_unix_seconds),
      Field("seconds_budget", &T::budget, "absent: bounded by iterations"),
      Always("seconds_used", &T::used), Always("jobs", &T::jobs),
      Always("interrupted", &T::interrupted),
      Field(
          "failed_gates", &T::failed_gates,
          "a sentence for each gate that the run fails; null: it was not judged, as a shard is not",
          {.or_null = true}),
      Always("shard", &T::shard), Always("notes", &T::notes),
      Field("sandbox", &T::sandbox,
            "how well code under test was contained; absent: none was to run"),
      Always("timeline", &T::timeline), Always("files_written", &T::files_written),
      Always("files_removed", &T::files_removed));
};

template <>
struct Record<report::CoverageSplit, report::Reports> {
  using T = report::CoverageSplit;
  static constexpr std::string_view kName = "covered_by";
  static constexpr auto kFields =
      std::tuple(Always("both", &T::both), Always("hand_written", &T::hand_written),
                 Always("generated", &T::generated), Always("none", &T::none));
};

template <>
struct Record<report::ReportHead, report::Reports> {
  using T = report::ReportHead;
  static constexpr std::string_view kName = "head";
  using Sum = report::RunSummary;
  static constexpr auto kFields = std::tuple(
      Spliced(
          &T::summary, Always("modules_changed", &Sum::modules_changed),
          Always("tests_generated", &Sum::tests_generated, "by this run"),
          Derived("branch_coverage", report::TellPercent,
                  "percent of the branches of all modules, as coverage.py counts them; null: "
                  "nothing is known",
                  {.always = true, .lowest = 0, .highest = 100, .or_null = true}),
          Always("behaviour_changes", &Sum::behaviour_changes),
          Always("findings", &Sum::findings, "of this run"),
          Derived("lines", report::TellSummedLines, "of all modules whose lines are known",
                  {.always = true}),
          Derived("branches", report::TellSummedBranches, "of all modules whose lines are known",
                  {.always = true}),
          Derived("modules_measured", report::TellMeasured,
                  "modules that tests were measured on, and those without a statement",
                  {.always = true}),
          Spliced(&Sum::coverage,
                  Always("modules_unmeasured", &report::Coverage::unmeasured,
                         "modules that no test was measured on: their lines count as not executed"),
                  Always("modules_unknown", &report::Coverage::unknown,
                         "modules whose lines are not known"))),
      Field("criteria", &T::criteria, kOfCriteria),
      Field("covered_by", &T::covered_by,
            "goals, by whose tests alone cover them; absent: no hand-written tests were run"));
};

template <>
struct Record<report::ReportFile, report::Reports> {
  using T = report::ReportFile;
  static constexpr std::string_view kName = "report";
  static constexpr std::string_view kDoc =
      "What a run of Skua did. Times are in seconds; what is empty, 0 or false is left out.";
  static constexpr auto kFields = std::tuple(
      Spliced(&T::head), Spliced(&T::run),
      Always("reports", &T::reports, "their folder, from the project's folder"),
      Always("modules", &T::modules),
      Field("pairs", &T::pairs,
            "what tests of two modules together came to: goals are coupled branches, mutants the "
            "callee's; absent: none were tested"));
};

}  // namespace skua::record
