#include "report/outcome_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/coverage_split.h"
#include "report/criteria.h"
#include "report/open_goals.h"
#include "report/outcome_names.h"
#include "report/outcome_record.h"
#include "report/wording.h"

namespace skua::report {
namespace {

using base::Seconds;
using nlohmann::json;

// Writes an object without members that are empty, 0 or false, as most members of most modules are.
class Object {
 public:
  explicit Object(json begun = json::object()) : object_(std::move(begun)) {}

  Object& Always(const char* name, json value) {
    object_[name] = std::move(value);
    return *this;
  }
  Object& Add(const char* name, json value) {
    const bool is_nothing = value.is_null() || value == false || value == 0 || value == "" ||
                            ((value.is_array() || value.is_object()) && value.empty());
    return is_nothing ? *this : Always(name, std::move(value));
  }
  Object& Add(const char* name, base::Duration duration) {
    return Add(name, json(Seconds(duration)));
  }
  json Take() { return std::move(object_); }

 private:
  json object_;
};

template <typename List, typename Write>
json ListOf(const List& items, Write write) {
  json list = json::array();
  for (const auto& item : items) list.push_back(write(item));
  return list;
}

json ReasonJson(const model::Reason& reason) {
  if (reason.code == model::ReasonCode::kNone) return nullptr;
  const model::ReasonEntry& entry = model::EntryOf(reason.code);
  return Object()
      .Always("code", entry.id)
      .Always("title", entry.title)
      .Add("detail", reason.detail)
      .Take();
}

// Percent with four digits behind the point; null when unknown.
json Percent(const std::optional<double>& share) {
  return share ? json(std::round(*share * 1e6) / 1e4) : json();
}

bool IsSet(const std::vector<bool>& bits, std::size_t i) { return i < bits.size() && bits[i]; }

json GoalsJson(const model::ModuleOutcome& module) {
  json goals = json::array();
  for (std::size_t i = 0; i < module.goals.covered.size(); ++i) {
    Object goal;
    if (i < module.goals.places.size()) {
      const model::GoalPlace& place = module.goals.places[i];
      goal.Always("line", place.line).Always("code_object", place.code_object);
      if (place.kind == model::GoalKind::kTrueBranch ||
          place.kind == model::GoalKind::kFalseBranch) {
        goal.Always("branch", place.kind == model::GoalKind::kTrueBranch);
      }
      if (place.coupled) {
        goal.Always("branch", place.coupled->caller_outcome)
            .Always("call", {{"path", module.module.path}, {"line", place.coupled->call_line}})
            .Always("callee", {{"line", place.coupled->callee_line},
                               {"code_object", place.coupled->callee_code_object},
                               {"branch", place.coupled->callee_outcome}});
      }
      if (place.jump) goal.Always("jump", *place.jump);
      goal.Add("block", place.is_block);
    }
    goal.Always("covered", bool{module.goals.covered[i]});
    goal.Add("covered_by_existing", IsSet(module.goals.covered_by_existing, i));
    goal.Add("found", !module.goals.covered[i] && IsSet(module.goals.found, i));
    goal.Add("why_open", WhyOpen(module.goals, i));
    goals.push_back(goal.Take());
  }
  return goals;
}

json LinesJson(const std::vector<model::LineHit>& lines) {
  if (lines.empty()) return nullptr;
  json executed = json::array();
  json missed = json::array();
  for (const model::LineHit& line : lines) (line.hit ? executed : missed).push_back(line.line);
  return {{"executed", std::move(executed)}, {"missed", std::move(missed)}};
}

json LineBranchesJson(const std::vector<model::LineBranch>& branches) {
  if (branches.empty()) return nullptr;
  json lines = {{"into_body", json::object()}, {"past_body", json::object()}};
  for (json& way : lines) way = {{"taken", json::array()}, {"missed", json::array()}};
  for (const model::LineBranch& branch : branches) {
    lines[branch.into_body ? "into_body" : "past_body"][branch.taken ? "taken" : "missed"]
        .push_back(branch.line);
  }
  return lines;
}

// What every report tells as the module's coverage.
json BranchesJson(const model::ModuleOutcome& module) {
  if (module.lines.hits.empty()) return nullptr;
  CoverageCounts counts;
  counts.Add(LinesOf(module));
  return {{"total", counts.branches}, {"taken", counts.branches_taken}};
}

json StatementsJson(const std::optional<std::vector<model::StatementLine>>& statements) {
  if (!statements) return nullptr;
  json lines = json::array(), into = json::array(), past = json::array();
  for (const model::StatementLine& statement : *statements) {
    lines.push_back(statement.line);
    if (statement.leads_into_body) into.push_back(statement.line);
    if (statement.leads_past_body) past.push_back(statement.line);
  }
  return {{"lines", std::move(lines)},
          {"lead_into_body", std::move(into)},
          {"lead_past_body", std::move(past)}};
}

json CriterionJson(const model::CriterionCoverage& one) {
  return {{"criterion", one.criterion}, {"covered", one.covered}, {"total", one.total}};
}

json TestsJson(const model::ModuleOutcome& module) {
  json tests = json::array();
  for (std::size_t i = 0; i < module.written.tests.size(); ++i) {
    Object object(record::ToStored(module.written.tests[i]));
    if (i < module.written.suite.size()) {
      // Goals of other criteria are not among those that the report lists.
      std::vector<model::GoalIndex> goals = module.written.suite[i].goals;
      std::erase_if(goals, [&](auto goal) { return goal >= module.goals.covered.size(); });
      object.Add("goals", goals).Add("finding", module.written.suite[i].is_finding);
    }
    tests.push_back(object.Take());
  }
  return tests;
}

json FindingJson(const model::ModuleOutcome& module, const model::Finding& finding) {
  const model::RaisedException& exception = finding.exception;
  return Object()
      .Always("test", finding.test)
      .Always("call", finding.call)
      .Always("verdict", NameIn(kVerdictNames, finding.verdict))
      .Always("text", Describe(module, finding))
      .Add("exception", exception.type_name)
      .Add("message", exception.message)
      .Add("path", exception.path)
      .Add("line", exception.line)
      .Add("frames", ListOf(exception.frames,
                            [](const auto& frame) {
                              return Object()
                                  .Always("path", frame.path)
                                  .Always("line", frame.line)
                                  .Add("function", frame.function)
                                  .Add("text", frame.text)
                                  .Take();
                            }))
      .Take();
}

// The tests that were seen to notice it, the first one first.
json KillersJson(const model::JudgedMutant& judged) {
  if (judged.killed_by.empty()) return nullptr;
  json killers = {judged.killed_by};
  for (const std::string& test : judged.also_killed_by) killers.push_back(test);
  return killers;
}

json MutantJson(const model::JudgedMutant& judged) {
  const model::Mutant& mutant = judged.mutant;
  return Object()
      .Always("operator", mutant.operator_name)
      .Always("line", mutant.line)
      .Add("column", mutant.column)
      .Always("original", mutant.original)
      .Add("mutated", mutant.mutated)
      .Add("code_object", mutant.code_object)
      .Add("at_import", mutant.at_import)
      .Always("fate", NameIn(kFateNames, judged.fate))
      .Add("killed_by", KillersJson(judged))
      .Take();
}

// The record is the change, or tells how it ended. It gets what is said of the change in words.
template <typename Record>
json ChangeJson(const model::ModuleOutcome& module, const Record& record,
                const model::BehaviourChange& change) {
  json object = record::ToStored(record);
  object["text"] = Describe(module, change);
  if (std::string age = AgeOf(change); !age.empty()) object["age"] = std::move(age);
  return object;
}

}  // namespace

json ModuleToJson(const model::ModuleOutcome& module) {
  Object object;
  object.Always("module", module.module.name)
      .Always("path", module.module.path)
      .Add("fingerprint", module.fingerprint)
      .Always("change", NameIn(kChangeNames, module.change))
      .Add("change_why", module.change_why)
      .Add("reason", ReasonJson(module.reason))
      .Add("notes", ListOf(module.notes, ReasonJson));
  if (module.goals.coverage_before) object.Always("coverage_before", *module.goals.coverage_before);
  if (!module.goals.covered.empty()) {
    object.Always("goals_total", module.goals.count)
        .Always("goals_covered", module.goals.covered_count());
  } else {
    object.Add("goals_total", module.goals.count);
  }
  object.Add("criteria", ListOf(module.goals.criteria, CriterionJson))
      .Add("goals", GoalsJson(module))
      .Add("lines", LinesJson(module.lines.hits))
      .Add("line_branches", LineBranchesJson(module.lines.branches))
      .Add("branches", BranchesJson(module))
      .Add("statements", StatementsJson(module.lines.statements))
      .Add("seconds_given", module.given)
      .Add("seconds_used", module.used)
      .Add("seconds_searching", module.search.time)
      .Add("seconds_to_last_gain", module.search.last_gain)
      .Add("seconds_in_subject", module.search.execution_time)
      .Add("tests_executed", module.search.executed_tests)
      .Add("discovery", ListOf(module.search.discovery, record::ToStored<model::GainPoint>))
      .Add("expected_gain", module.search.expected_gain)
      .Add("file", module.written.file)
      .Add("findings_file", module.written.findings_file)
      .Add("tests_kept", module.written.kept)
      .Add("tests", TestsJson(module))
      .Add("findings", ListOf(module.findings,
                              [&](const auto& finding) { return FindingJson(module, finding); }))
      .Add("mutants", ListOf(module.mutants, MutantJson))
      .Add("behaviour_changes",
           ListOf(module.behaviour_changes,
                  [&](const auto& change) { return ChangeJson(module, change, change); }))
      .Add("ended_changes",
           ListOf(module.ended_changes,
                  [&](const auto& ended) { return ChangeJson(module, ended, ended.change); }))
      .Add("seeds", record::ToStored(module.seeds));
  if (const model::ModuleOutcome& latest = Latest(module); &latest != &module) {
    object.Always("earlier", ModuleToJson(latest));
  }
  return object.Take();
}

json SandboxJson(const std::optional<model::Sandbox>& sandbox) {
  if (!sandbox) return nullptr;
  return {{"grade", NameOf(sandbox->grade)},
          {"protections", ListOf(sandbox->protections, record::ToStored<model::Protection>)}};
}

json RunToJson(const model::RunOutcome& outcome) {
  return Object()
      .Always("format", kReportFormat)
      .Always("format_version", kReportVersion)
      .Always("version", SKUA_VERSION)
      .Always("started_unix_seconds", outcome.started_unix_seconds)
      .Add("seconds_budget", outcome.budget)
      .Always("seconds_used", Seconds(outcome.used))
      .Always("jobs", outcome.jobs)
      .Always("interrupted", outcome.interrupted)
      .Always("failed_gates", outcome.failed_gates ? json(*outcome.failed_gates) : json())
      .Always("shard", record::ToStored(outcome.shard))
      .Always("notes", ListOf(outcome.notes, ReasonJson))
      .Add("sandbox", SandboxJson(outcome.sandbox))
      .Always("timeline", ListOf(outcome.timeline, record::ToStored<model::Slice>))
      .Always("files_written", outcome.files_written)
      .Always("files_removed", outcome.files_removed)
      .Take();
}

std::string JsonText(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

RunSummary SummaryOf(const model::RunOutcome& outcome) {
  RunSummary summary;
  const auto count_tests = [&](const model::WrittenSuite& written) {
    const std::size_t kept = std::min(written.kept, written.tests.size());
    summary.tests_generated += written.tests.size() - kept;
    summary.tests_kept += kept;
  };
  for (const model::ModuleOutcome& module : outcome.modules) {
    const bool is_changed = module.change != model::Change::kUnchanged;
    summary.modules_changed += is_changed ? 1 : 0;
    summary.behaviour_changes += module.behaviour_changes.size();
    summary.findings += module.findings.size();
    if (module.reason.code == model::ReasonCode::kNone) count_tests(module.written);
  }
  for (const model::ModuleOutcome& pair : outcome.pairs) {
    summary.behaviour_changes += pair.behaviour_changes.size();
    summary.findings += pair.findings.size();
    if (pair.reason.code == model::ReasonCode::kNone) count_tests(pair.written);
  }
  summary.coverage = CoverageOf(outcome);
  return summary;
}

json ReportHeadToJson(const model::RunOutcome& outcome) {
  const RunSummary summary = SummaryOf(outcome);
  json report = RunToJson(outcome);
  report["modules_changed"] = summary.modules_changed;
  report["tests_generated"] = summary.tests_generated;
  report["branch_coverage"] = Percent(summary.coverage.share());
  report["behaviour_changes"] = summary.behaviour_changes;
  report["findings"] = summary.findings;
  const CoverageCounts& counts = summary.coverage.counts;
  report["lines"] = {{"total", counts.lines}, {"executed", counts.lines_hit}};
  report["branches"] = {{"total", counts.branches}, {"taken", counts.branches_taken}};
  if (const auto criteria = CriteriaOf(outcome); !criteria.empty()) {
    report["criteria"] = ListOf(criteria, CriterionJson);
  }
  report["modules_measured"] = summary.coverage.measured();
  report["modules_unmeasured"] = summary.coverage.unmeasured;
  report["modules_unknown"] = summary.coverage.unknown;
  if (const CoverageSplit split = SplitOf(outcome); split.is_known()) {
    report["covered_by"] = {{"both", split.both},
                            {"hand_written", split.hand_written},
                            {"generated", split.generated},
                            {"none", split.none}};
  }
  return report;
}

std::string JsonReport::Render(const model::RunOutcome& outcome) const {
  json report = ReportHeadToJson(outcome);
  report["reports"] = reports_;
  // Each key and each module is on a line of its own, so that a diff of two reports is readable.
  std::string text = "{\n";
  for (const auto& [key, value] : report.items()) {
    text += fmt::format("  \"{}\": {},\n", key, JsonText(value));
  }
  const auto add = [&text](const char* key, const std::vector<model::ModuleOutcome>& modules) {
    text += fmt::format("  \"{}\": [", key);
    const char* separator = "\n    ";
    for (const model::ModuleOutcome& module : modules) {
      text += std::exchange(separator, ",\n    ") + JsonText(ModuleToJson(module));
    }
    text += "\n  ]";
  };
  if (!outcome.pairs.empty()) {
    add("pairs", outcome.pairs);
    text += ",\n";
  }
  add("modules", outcome.modules);
  return text + "\n}\n";
}

}  // namespace skua::report
