#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "record/integer.h"
#include "record/place.h"
#include "report/outcome_json.h"
#include "report/outcome_names.h"
#include "report/outcome_record.h"

namespace skua::report {
namespace {

using nlohmann::json;

const json kNothing = json::array();

const json& ListIn(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

std::string Text(const json& object, const char* name) { return object.value(name, std::string()); }

template <typename T>
T Number(const json& object, const char* name) {
  if constexpr (std::is_integral_v<T>) return record::IntegerIn<T>(object, name);
  return object.value(name, T{});
}

base::Duration Duration(const json& object, const char* name) {
  return base::Duration(std::llround(Number<double>(object, name) * 1e9));
}

model::Reason ReasonFrom(const json& reason) {
  const model::ReasonEntry* entry = model::FindReason(Text(reason, "code"));
  if (entry == nullptr) return {};
  return {entry->code, Text(reason, "detail")};
}

std::vector<model::Reason> ReasonsFrom(const json& list) {
  std::vector<model::Reason> reasons;
  for (const json& item : list) reasons.push_back(ReasonFrom(item));
  return reasons;
}

void ReadGoals(const json& goals, model::ModuleOutcome& module) {
  bool any_by_existing = false;
  bool any_found = false;
  for (const json& goal : goals) {
    module.goals.covered.push_back(goal.at("covered").get<bool>());
    module.goals.covered_by_existing.push_back(goal.value("covered_by_existing", false));
    any_by_existing |= module.goals.covered_by_existing.back();
    const bool is_found = goal.value("found", false);
    module.goals.found.push_back(is_found || module.goals.covered.back());
    any_found |= is_found;
    if (!goal.contains("line")) continue;
    model::GoalPlace& place = module.goals.places.emplace_back();
    place.line = record::IntegerOf<uint32_t>(goal.at("line"));
    place.code_object = Text(goal, "code_object");
    place.is_block = goal.value("block", false);
    if (goal.contains("branch")) {
      place.kind = goal.at("branch").get<bool>() ? model::GoalKind::kTrueBranch
                                                 : model::GoalKind::kFalseBranch;
    }
    if (goal.contains("callee")) {
      const json& callee = goal.at("callee");
      place.kind = model::GoalKind::kCoupledBranch;
      // Reports of earlier versions do not tell where the caller calls.
      const json call = goal.value("call", json::object());
      place.coupled = {Number<uint32_t>(call, "line"), goal.at("branch").get<bool>(),
                       record::IntegerOf<uint32_t>(callee.at("line")), Text(callee, "code_object"),
                       callee.at("branch").get<bool>()};
    }
    if (goal.contains("jump")) place.jump = goal.at("jump").get<bool>();
  }
  if (!any_by_existing) module.goals.covered_by_existing.clear();
  if (!any_found) module.goals.found.clear();
}

// Merges two ascending lists into one.
void ReadLines(const json& lines, std::vector<model::LineHit>& into) {
  for (const json& line : lines.at("executed"))
    into.push_back({record::IntegerOf<uint32_t>(line), true});
  const auto middle = static_cast<std::ptrdiff_t>(into.size());
  for (const json& line : lines.at("missed"))
    into.push_back({record::IntegerOf<uint32_t>(line), false});
  std::inplace_merge(into.begin(), into.begin() + middle, into.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
}

void ReadLineBranches(const json& lines, std::vector<model::LineBranch>& into) {
  for (const bool into_body : {true, false}) {
    const json& way = lines.at(into_body ? "into_body" : "past_body");
    for (const bool taken : {true, false}) {
      for (const json& line : way.at(taken ? "taken" : "missed")) {
        into.push_back({record::IntegerOf<uint32_t>(line), into_body, taken});
      }
    }
  }
  std::ranges::stable_sort(into, {}, &model::LineBranch::line);
}

void ReadStatements(const json& statements, std::vector<model::StatementLine>& into) {
  for (const json& line : statements.at("lines"))
    into.push_back({record::IntegerOf<uint32_t>(line)});
  const auto mark = [&](const char* key, bool model::StatementLine::*leads) {
    for (const json& line : statements.at(key)) {
      const auto found = std::ranges::lower_bound(into, record::IntegerOf<uint32_t>(line), {},
                                                  &model::StatementLine::line);
      if (found != into.end()) (*found).*leads = true;
    }
  };
  mark("lead_into_body", &model::StatementLine::leads_into_body);
  mark("lead_past_body", &model::StatementLine::leads_past_body);
}

void ReadTests(const json& tests, model::ModuleOutcome& module) {
  for (const json& item : tests) {
    module.written.tests.push_back(record::FromStored<model::PytestResult::Test>(item));
    model::GeneratedTest& generated = module.written.suite.emplace_back();
    generated.goals = item.value("goals", std::vector<model::GoalIndex>());
    generated.is_finding = item.value("finding", false);
  }
}

model::Finding FindingFrom(const json& item) {
  model::Finding finding;
  finding.test = Text(item, "test");
  finding.call = Text(item, "call");
  finding.verdict = ValueIn(kVerdictNames, Text(item, "verdict"));
  model::RaisedException& exception = finding.exception;
  exception.type_name = Text(item, "exception");
  exception.message = Text(item, "message");
  exception.path = Text(item, "path");
  exception.line = Number<uint32_t>(item, "line");
  for (const json& frame : ListIn(item, "frames")) {
    exception.frames.push_back({Text(frame, "path"), Number<uint32_t>(frame, "line"),
                                Text(frame, "function"), Text(frame, "text")});
  }
  return finding;
}

model::JudgedMutant MutantFrom(const json& item) {
  model::JudgedMutant judged;
  judged.fate = ValueIn(kFateNames, Text(item, "fate"));
  model::Mutant& mutant = judged.mutant;
  mutant.operator_name = Text(item, "operator");
  mutant.line = Number<uint32_t>(item, "line");
  mutant.column = Number<uint32_t>(item, "column");
  mutant.original = Text(item, "original");
  mutant.mutated = Text(item, "mutated");
  mutant.code_object = Number<uint32_t>(item, "code_object");
  mutant.at_import = item.value("at_import", false);
  for (const json& test : ListIn(item, "killed_by")) {
    if (judged.killed_by.empty()) {
      judged.killed_by = test.get<std::string>();
    } else {
      judged.also_killed_by.push_back(test.get<std::string>());
    }
  }
  return judged;
}

template <typename T>
std::vector<T> ListFrom(const json& list) {
  std::vector<T> items;
  for (const json& item : list) items.push_back(record::FromStored<T>(item));
  return items;
}

model::ModuleOutcome ReadModule(const json& object) {
  model::ModuleOutcome module;
  module.module = {object.at("module").get<std::string>(), object.at("path").get<std::string>()};
  module.fingerprint = Text(object, "fingerprint");
  module.change = ValueIn(kChangeNames, Text(object, "change"));
  module.change_why = Text(object, "change_why");
  if (object.contains("reason")) module.reason = ReasonFrom(object.at("reason"));
  module.notes = ReasonsFrom(ListIn(object, "notes"));
  if (object.contains("coverage_before")) {
    module.goals.coverage_before = object.at("coverage_before").get<double>();
  }
  module.goals.count = Number<std::size_t>(object, "goals_total");
  for (const json& item : ListIn(object, "criteria")) {
    module.goals.criteria.push_back({Text(item, "criterion"), Number<std::size_t>(item, "covered"),
                                     Number<std::size_t>(item, "total")});
  }
  ReadGoals(ListIn(object, "goals"), module);
  if (object.contains("lines")) ReadLines(object.at("lines"), module.lines.hits);
  if (object.contains("line_branches")) {
    ReadLineBranches(object.at("line_branches"), module.lines.branches);
  }
  if (object.contains("statements")) {
    ReadStatements(object.at("statements"), module.lines.statements.emplace());
  }
  module.given = Duration(object, "seconds_given");
  module.used = Duration(object, "seconds_used");
  module.search.time = Duration(object, "seconds_searching");
  module.search.last_gain = Duration(object, "seconds_to_last_gain");
  module.search.execution_time = Duration(object, "seconds_in_subject");
  module.search.executed_tests = Number<uint64_t>(object, "tests_executed");
  module.search.discovery = ListFrom<model::GainPoint>(ListIn(object, "discovery"));
  module.search.expected_gain = Number<double>(object, "expected_gain");
  module.written.file = Text(object, "file");
  module.written.findings_file = Text(object, "findings_file");
  module.written.kept = Number<std::size_t>(object, "tests_kept");
  ReadTests(ListIn(object, "tests"), module);
  for (const json& item : ListIn(object, "findings")) module.findings.push_back(FindingFrom(item));
  for (const json& item : ListIn(object, "mutants")) module.mutants.push_back(MutantFrom(item));
  module.behaviour_changes = ListFrom<model::BehaviourChange>(ListIn(object, "behaviour_changes"));
  module.ended_changes = ListFrom<model::EndedChange>(ListIn(object, "ended_changes"));
  if (object.contains("seeds")) record::ReadStored(object.at("seeds"), module.seeds);
  if (object.contains("earlier")) {
    module.earlier = std::make_shared<model::ModuleOutcome>(ReadModule(object.at("earlier")));
  }
  return module;
}

std::vector<std::string> TextsIn(const json& object, const char* name) {
  return object.value(name, std::vector<std::string>());
}

std::optional<model::Sandbox> ReadSandbox(const json& object) {
  const auto at = object.find("sandbox");
  if (at == object.end()) return std::nullopt;
  model::Sandbox sandbox;
  const auto grade = std::ranges::find(model::kSandboxGrades, Text(*at, "grade"));
  if (grade == model::kSandboxGrades.end()) throw base::Error("a sandbox of an unknown grade");
  sandbox.grade = static_cast<model::SandboxGrade>(grade - model::kSandboxGrades.begin());
  sandbox.protections = ListFrom<model::Protection>(ListIn(*at, "protections"));
  return sandbox;
}

model::RunOutcome ReadRun(const json& object) {
  if (Text(object, "format") != kReportFormat ||
      Number<int>(object, "format_version") > kReportVersion) {
    throw base::Error("this is no report of Skua, or one of a later version");
  }
  model::RunOutcome outcome;
  outcome.started_unix_seconds = Number<int64_t>(object, "started_unix_seconds");
  outcome.budget = Duration(object, "seconds_budget");
  outcome.used = Duration(object, "seconds_used");
  outcome.jobs = object.value("jobs", 1u);
  outcome.interrupted = object.value("interrupted", false);
  if (const auto gates = object.find("failed_gates"); gates != object.end() && !gates->is_null()) {
    outcome.failed_gates = gates->get<std::vector<std::string>>();
  }
  outcome.shard = record::FromStored<model::Shard>(object.at("shard"));
  outcome.notes = ReasonsFrom(ListIn(object, "notes"));
  outcome.sandbox = ReadSandbox(object);
  outcome.timeline = ListFrom<model::Slice>(ListIn(object, "timeline"));
  outcome.files_written = TextsIn(object, "files_written");
  outcome.files_removed = TextsIn(object, "files_removed");
  for (const json& module : ListIn(object, "modules")) {
    outcome.modules.push_back(ReadModule(module));
  }
  return outcome;
}

// Turns the library's errors about missing or mistyped values into base::Error.
template <typename Read>
auto Reading(const json& object, Read read) {
  try {
    return read(object);
  } catch (const json::exception& error) {
    throw base::Error(std::string("a report cannot be read: ") + error.what());
  }
}

}  // namespace

model::ModuleOutcome ModuleFromJson(const json& object) { return Reading(object, ReadModule); }
model::RunOutcome RunFromJson(const json& object) { return Reading(object, ReadRun); }

json ParseJson(std::string_view text) {
  try {
    return record::ParseStored(text);
  } catch (const record::ReadError& error) {
    throw base::Error(std::string("a report cannot be read: ") + error.what());
  }
}

}  // namespace skua::report
