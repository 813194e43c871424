#include "report/formats/generation_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/junit.h"
#include "report/outcome/coverage.h"
#include "report/outcome/coverage_split.h"
#include "report/outcome/next_step.h"
#include "report/outcome/verdict.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using base::Seconds;
using model::ModuleOutcome;

constexpr std::size_t kSurvivorsTold = 20;

// Returns a classname that groups the modules of a package in a reader's tree, apart from the
// tests.
std::string ClassnameOf(const std::string& module) {
  const std::size_t dot = module.rfind('.');
  return dot == std::string::npos ? "skua.generation" : "skua.generation." + module.substr(0, dot);
}

std::string Note(const model::Reason& reason) {
  return fmt::format("note: {} {}\n", model::EntryOf(reason.code).id, Describe(reason));
}

Properties PropertiesOf(const ModuleOutcome& module) {
  Properties properties;
  properties.emplace_back("change", model::NameOf(module.change));
  if (!module.change_why.empty()) properties.emplace_back("change_why", module.change_why);
  if (module.goals.coverage_before) {
    properties.emplace_back("coverage_before",
                            fmt::format("{:.4f}", *module.goals.coverage_before));
  }
  if (!module.goals.covered.empty()) {
    properties.emplace_back("goals", std::to_string(module.goals.count));
    properties.emplace_back("covered", std::to_string(module.goals.covered_count()));
  }
  if (const std::optional<double> share = MeasuredShare(module)) {
    properties.emplace_back("coverage_after", fmt::format("{:.4f}", *share));
  }
  if (const CoverageSplit split = SplitOf(module); split.is_known()) {
    properties.emplace_back("covered_by_both", std::to_string(split.both));
    properties.emplace_back("covered_by_hand_written_alone", std::to_string(split.hand_written));
    properties.emplace_back("covered_by_generated_alone", std::to_string(split.generated));
  }
  if (module.used > base::Duration::zero()) {
    properties.emplace_back("tests", std::to_string(module.written.suite.size()));
    properties.emplace_back("tests_executed", std::to_string(module.search.executed_tests));
    properties.emplace_back("seconds_given", fmt::format("{:.3f}", Seconds(module.given)));
    properties.emplace_back("seconds_used", fmt::format("{:.3f}", Seconds(module.used)));
  }
  if (!module.mutants.empty()) {
    using enum model::MutantFate;
    const auto count = [&](const char* name, model::MutantFate fate) {
      properties.emplace_back(name, std::to_string(CountFate(module.mutants, fate)));
    };
    properties.emplace_back("mutants", std::to_string(module.mutants.size()));
    count("mutants_killed", kKilled);
    count("mutants_survived", kSurvived);
    count("mutants_not_reached", kNotReached);
    count("mutants_not_run", kNotRun);
  }
  if (!module.findings.empty()) {
    properties.emplace_back("findings", std::to_string(module.findings.size()));
  }
  if (!module.written.file.empty()) properties.emplace_back("tests_file", module.written.file);
  if (!module.written.findings_file.empty()) {
    properties.emplace_back("findings_file", module.written.findings_file);
  }
  return properties;
}

// Reports only errors as such. Modules that were not reached or had nothing to do differ from run
// to run and are no skipped tests, so a property and the output mention the reason.
void SetReason(const model::Reason& reason, JunitCase& result) {
  const model::ReasonEntry& entry = model::EntryOf(reason.code);
  const std::string details = fmt::format("{}\n{}", entry.text, entry.advice);
  if (entry.is_error) {
    result.status = JunitCase::Status::kError;
    result.type = entry.id;
    result.message = Describe(reason);
    result.details = details;
    return;
  }
  result.properties.emplace_back("reason", entry.id);
  result.output += fmt::format("{} {}\n{}\n", entry.id, Describe(reason), details);
}

// Returns the gates as a test case, which CI systems show when it fails.
JunitCase CaseOf(const std::vector<std::string>& failed_gates, const std::string& next_step) {
  JunitCase result;
  result.classname = "skua.gates";
  result.name = "gates";
  if (failed_gates.empty()) return result;
  result.status = JunitCase::Status::kFailure;
  result.type = "gate";
  result.message = failed_gates.front();
  result.details = fmt::format("{}\n", fmt::join(failed_gates, "\n"));
  if (!next_step.empty()) result.details += fmt::format("\nnext: {}\n", next_step);
  return result;
}

JunitCase CaseOf(const ModuleOutcome& module) {
  JunitCase result;
  result.classname = ClassnameOf(module.module.name);
  result.name = module.module.name;
  result.file = module.module.path;
  result.seconds = Seconds(module.used);
  result.properties = PropertiesOf(module);
  if (module.reason.code != model::ReasonCode::kNone) SetReason(module.reason, result);
  for (const model::Reason& note : module.notes) result.output += Note(note);
  for (const model::Finding& finding : module.findings) {
    result.output += fmt::format("finding: {} ({}), shown by {}\n", Describe(module, finding),
                                 PlaceOf(module, finding), finding.test);
  }
  for (const std::string& survivor : Survivors(module, kSurvivorsTold)) {
    result.output += fmt::format("survived: {}\n", survivor);
  }
  return result;
}

}  // namespace

std::vector<std::string> RenderGeneration(const model::RunOutcome& outcome,
                                          const JunitOptions& options, const std::string& page) {
  JunitSuite suite;
  suite.name = "skua.generation";
  suite.started_unix_seconds = outcome.started_unix_seconds;
  suite.seconds = Seconds(outcome.used);
  suite.properties.emplace_back("skua_version", SKUA_VERSION);
  if (outcome.budget > base::Duration::zero()) {
    suite.properties.emplace_back("seconds_budget", fmt::format("{:.3f}", Seconds(outcome.budget)));
  }
  suite.properties.emplace_back("verdict", std::string(VerdictOf(outcome)));
  if (outcome.failed_gates) {
    for (const std::string& gate : *outcome.failed_gates) {
      suite.properties.emplace_back("failed_gate", gate);
    }
    suite.cases.push_back(CaseOf(*outcome.failed_gates, NextStep(outcome, page)));
  }
  suite.properties.emplace_back("jobs", std::to_string(outcome.jobs));
  suite.properties.emplace_back("interrupted", outcome.interrupted ? "true" : "false");
  if (outcome.sandbox) suite.properties.emplace_back("sandbox", NameOf(outcome.sandbox->grade));
  for (const ModuleOutcome& module : outcome.modules) {
    // A deleted module is no longer part of the workspace.
    if (module.change != model::Change::kDeleted) suite.cases.push_back(CaseOf(module));
  }
  for (const model::Reason& note : outcome.notes) suite.output += Note(note);
  return RenderJunit(std::move(suite), options);
}

}  // namespace skua::report
