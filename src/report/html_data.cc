#include "report/html_data.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "report/outcome_names.h"
#include "report/wording.h"

namespace skua::report {
namespace {

using nlohmann::json;

// Nobody reads longer ones in a browser.
constexpr std::size_t kLongestText = 1 << 20;

double Seconds(base::Duration duration) { return std::chrono::duration<double>(duration).count(); }

std::string IdOf(const model::Reason& reason) {
  return reason.code == model::ReasonCode::kNone ? "" : std::string(model::EntryOf(reason.code).id);
}

json Json(const model::Reason& reason) { return {{"id", IdOf(reason)}, {"detail", reason.detail}}; }

json Json(const std::vector<model::Reason>& reasons) {
  json list = json::array();
  for (const model::Reason& reason : reasons) list.push_back(Json(reason));
  return list;
}

std::size_t Judged(const model::ModuleOutcome& module) {
  return module.mutants.size() - CountFate(module.mutants, model::MutantFate::kNotRun);
}

json SummaryOf(const model::ModuleOutcome& module) {
  const model::ModuleOutcome& latest = Latest(module);
  const bool is_measured = !module.covered.empty();
  std::optional<double> before = module.coverage_before;
  if (!before && !is_measured && !latest.covered.empty()) before = latest.coverage_after();
  return {{"name", module.module.name},
          {"path", module.module.path},
          {"change", model::NameOf(module.change)},
          {"change_why", module.change_why},
          {"reason", Json(module.reason)},
          {"notes", Json(module.notes)},
          {"goals", latest.goals},
          {"covered", latest.covered_goals()},
          {"before", before ? json(*before) : json()},
          {"after", is_measured ? json(module.coverage_after()) : json()},
          {"tests", latest.tests.size()},
          {"mutants", Judged(latest)},
          {"killed", CountFate(latest.mutants, model::MutantFate::kKilled)},
          {"seconds", Seconds(module.used)},
          {"findings", module.findings.size()},
          {"behaviour_changes", module.behaviour_changes.size()},
          {"is_troubled", IsTroubled(module)}};
}

// What the codes in use mean, once for all modules.
json ReasonsOf(const model::RunOutcome& outcome) {
  json reasons = json::object();
  const auto add = [&](const model::Reason& reason) {
    if (reason.code == model::ReasonCode::kNone) return;
    const model::ReasonEntry& entry = model::EntryOf(reason.code);
    reasons[std::string(entry.id)] = {{"title", entry.title},
                                      {"text", entry.text},
                                      {"advice", entry.advice},
                                      {"is_error", entry.is_error}};
  };
  for (const model::Reason& note : outcome.notes) add(note);
  for (const model::ModuleOutcome& module : outcome.modules) {
    add(module.reason);
    for (const model::Reason& note : module.notes) add(note);
  }
  return reasons;
}

json Json(const model::PastRun& run) {
  return {{"number", run.number},
          {"started", run.started_unix_seconds},
          {"budget", Seconds(run.budget)},
          {"used", Seconds(run.used)},
          {"interrupted", run.interrupted},
          {"campaigns", run.campaigns},
          {"goals", run.goals},
          {"covered", run.covered},
          {"tests", run.tests},
          {"mutants", run.mutants},
          {"killed", run.killed}};
}

std::string_view NameOf(const model::GoalPlace& place) {
  if (place.is_block) return "block";
  switch (place.kind) {
    case model::GoalKind::kTrueBranch:
      return "true";
    case model::GoalKind::kFalseBranch:
      return "false";
    case model::GoalKind::kCodeObject:
      return "entered";
  }
  return "";
}

bool IsSet(const std::vector<bool>& bits, std::size_t index) {
  return index < bits.size() && bits[index];
}

json GoalsOf(const model::ModuleOutcome& module) {
  json goals = json::array();
  for (std::size_t i = 0; i < module.goal_places.size(); ++i) {
    const model::GoalPlace& place = module.goal_places[i];
    goals.push_back({{"line", place.line},
                     {"kind", NameOf(place)},
                     {"of", place.code_object},
                     {"covered", IsSet(module.covered, i)},
                     {"by_existing", IsSet(module.covered_by_existing, i)}});
  }
  return goals;
}

json TestsOf(const model::ModuleOutcome& module) {
  const bool beside_suite = module.tests.size() == module.suite.size();
  json tests = json::array();
  for (std::size_t i = 0; i < module.tests.size(); ++i) {
    const model::PytestResult::Test& test = module.tests[i];
    tests.push_back({{"name", test.name},
                     {"file", FileOf(module, test)},
                     {"line", test.line},
                     {"outcome", NameIn(kTestOutcomeNames, test.outcome)},
                     {"seconds", test.seconds},
                     {"message", test.message},
                     {"goals", beside_suite ? json(module.suite[i].goals) : json::array()}});
  }
  return tests;
}

json FindingsOf(const model::ModuleOutcome& module) {
  json findings = json::array();
  for (const model::Finding& finding : module.findings) {
    json frames = json::array();
    for (const auto& frame : finding.exception.frames) {
      frames.push_back({{"path", frame.path},
                        {"line", frame.line},
                        {"function", frame.function},
                        {"text", frame.text}});
    }
    findings.push_back({{"test", finding.test},
                        {"text", Describe(module, finding)},
                        {"place", PlaceOf(module, finding)},
                        {"message", finding.exception.message},
                        {"frames", std::move(frames)}});
  }
  return findings;
}

json BehaviourChangesOf(const model::ModuleOutcome& module) {
  json changes = json::array();
  for (const model::BehaviourChange& change : module.behaviour_changes) {
    changes.push_back({{"test", change.test},
                       {"file", change.file},
                       {"line", change.line},
                       {"text", Describe(module, change)},
                       {"expected", change.expected},
                       {"actual", change.actual},
                       {"message", change.message},
                       {"place", PlaceOf(module, change)},
                       {"place_line", change.path_line}});
  }
  return changes;
}

// Those that a reader may want to do something about; killed ones are only counted.
json MutantsOf(const model::ModuleOutcome& module) {
  json mutants = json::array();
  for (const model::JudgedMutant& judged : module.mutants) {
    if (judged.fate == model::MutantFate::kKilled) continue;
    mutants.push_back({{"fate", NameIn(kFateNames, judged.fate)},
                       {"operator", judged.mutant.operator_name},
                       {"line", judged.mutant.line},
                       {"original", judged.mutant.original},
                       {"mutated", judged.mutant.mutated}});
  }
  return mutants;
}

json TextAt(const std::filesystem::path& root, const std::string& path) {
  if (root.empty() || path.empty()) return nullptr;
  try {
    auto text = base::ReadFileIfThere(root / path);
    if (!text || text->size() > kLongestText) return nullptr;
    return *std::move(text);
  } catch (const base::Error&) {
    return nullptr;
  }
}

}  // namespace

json PageSummary(const model::RunOutcome& outcome, const std::vector<model::PastRun>& history) {
  json modules = json::array();
  json changes = json::array();
  json findings = json::array();
  for (std::size_t i = 0; i < outcome.modules.size(); ++i) {
    const model::ModuleOutcome& module = outcome.modules[i];
    if (module.change == model::Change::kDeleted) continue;
    modules.push_back(SummaryOf(module));
    modules.back()["id"] = i;
    for (json change : BehaviourChangesOf(module)) {
      change["module"] = module.module.name;
      changes.push_back(std::move(change));
    }
    for (json finding : FindingsOf(module)) {
      finding["module"] = module.module.name;
      findings.push_back(std::move(finding));
    }
  }
  json timeline = json::array();
  for (const model::Slice& slice : outcome.timeline) {
    timeline.push_back({{"job", slice.job},
                        {"module", slice.module},
                        {"start", Seconds(slice.start)},
                        {"end", Seconds(slice.end)}});
  }
  json runs = json::array();
  for (const model::PastRun& run : history) runs.push_back(Json(run));
  return {{"version", SKUA_VERSION},
          {"started", outcome.started_unix_seconds},
          {"budget", Seconds(outcome.budget)},
          {"used", Seconds(outcome.used)},
          {"jobs", outcome.jobs},
          {"interrupted", outcome.interrupted},
          {"shard", {{"index", outcome.shard.index}, {"total", outcome.shard.total}}},
          {"notes", Json(outcome.notes)},
          {"reasons", ReasonsOf(outcome)},
          {"behaviour_changes", std::move(changes)},
          {"findings", std::move(findings)},
          {"timeline", std::move(timeline)},
          {"history", std::move(runs)},
          {"modules", std::move(modules)}};
}

json PageDetails(const model::ModuleOutcome& of_this_run, const std::filesystem::path& root,
                 bool with_texts) {
  const model::ModuleOutcome& module = Latest(of_this_run);
  json lines = json::array();
  for (const model::LineHit& line : module.lines) {
    lines.push_back(json::array({line.line, line.hit}));
  }
  json discovery = json::array();
  for (const model::GainPoint& point : module.discovery) {
    discovery.push_back(json::array({Seconds(point.searched), point.covered}));
  }
  // Texts of files by path: of the module and of the tests that tell something about it.
  json texts = json::object();
  if (with_texts) {
    std::set<std::string> paths{module.module.path, module.file, module.findings_file};
    for (const model::BehaviourChange& change : module.behaviour_changes) paths.insert(change.file);
    for (const std::string& path : paths) {
      if (json text = TextAt(root, path); !text.is_null()) texts[path] = std::move(text);
    }
  }
  return {{"texts", std::move(texts)},
          {"texts_left_out", !with_texts},
          {"is_earlier", &module != &of_this_run},
          {"file", module.file},
          {"findings_file", module.findings_file},
          {"goals", GoalsOf(module)},
          {"lines", std::move(lines)},
          {"tests", TestsOf(module)},
          {"findings", FindingsOf(module)},
          {"behaviour_changes", BehaviourChangesOf(module)},
          {"mutants", MutantsOf(module)},
          {"discovery", std::move(discovery)},
          {"given", Seconds(module.given)},
          {"search", Seconds(module.search_time)},
          {"last_gain", Seconds(module.last_gain)},
          {"execution", Seconds(module.execution_time)},
          {"executed_tests", module.executed_tests},
          {"replayed", module.seeds.replayed},
          {"dropped", module.seeds.dropped}};
}

std::string ScriptJson(const json& data) {
  const std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace skua::report
