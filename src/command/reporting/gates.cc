#include "command/reporting/gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "report/outcome/coverage.h"
#include "report/outcome/outcome_json.h"
#include "report/outcome/wording.h"

namespace skua::command {
namespace {

using model::Change;
using model::ModuleOutcome;

// Rounds down, so that 79.96 below a limit of 80 is not shown as 80.0.
double RoundedDown(double percent) { return std::floor(percent * 10) / 10; }

struct LineCount {
  std::size_t lines = 0;
  std::size_t executed = 0;
  std::vector<std::string> unknown;  // names of changed modules with unknown lines
  double percent() const {
    return lines == 0 ? 100 : 100.0 * static_cast<double>(executed) / static_cast<double>(lines);
  }
};

// Returns whether the module's own code changed, not only its imports.
bool HasChanged(const ModuleOutcome& module) {
  return module.change == Change::kNew || module.change == Change::kModified ||
         module.change == Change::kRenamed;
}

LineCount ChangedLinesOf(const model::RunOutcome& outcome, const workspace::ChangedLines* changed) {
  LineCount count;
  for (const ModuleOutcome& module : outcome.modules) {
    const std::vector<workspace::LineRange>* ranges = nullptr;
    if (changed != nullptr) {
      const auto found = changed->find(module.module.path);
      if (found != changed->end()) ranges = &found->second;
    }
    // A new file that git does not know yet is in no diff.
    const bool is_unknown =
        changed != nullptr && ranges == nullptr && module.change != Change::kNew;
    if (is_unknown || (ranges == nullptr && !HasChanged(module))) continue;
    const report::Coverage coverage = report::CoverageOf(module);
    std::ranges::copy(coverage.unknown, std::back_inserter(count.unknown));
    for (const report::LineCoverage& line : report::LinesOf(Latest(module))) {
      if (ranges != nullptr && !workspace::IsWithin(line.line, *ranges)) continue;
      ++count.lines;
      count.executed += line.hit ? 1 : 0;
    }
  }
  return count;
}

// Returns why the coverage of all modules fails the limit, or nullopt.
std::optional<std::string> FailedTotal(const report::Coverage& coverage, double fail_under) {
  if (coverage.modules == 0) return std::nullopt;
  const std::optional<double> share = coverage.share();
  if (!share || !coverage.unknown.empty()) {
    return fmt::format(
        "the branch coverage of {} is unknown, so the {:g} % that fail_under asks for cannot be "
        "judged",
        coverage.unknown.empty() ? "all modules" : report::FewOf(coverage.unknown), fail_under);
  }
  if (*share * 100 >= fail_under) return std::nullopt;
  const std::string measured =
      coverage.unmeasured == 0
          ? ""
          : fmt::format(" ({} of {} modules measured)", coverage.measured(), coverage.modules);
  return fmt::format("branch coverage is {:.1f} %{}, below the {:g} % that fail_under asks for",
                     RoundedDown(*share * 100), measured, fail_under);
}

// Returns the modules and pairs in which Skua itself failed.
std::vector<std::string> EndedByInternalErrors(const model::RunOutcome& outcome) {
  std::vector<std::string> names;
  for (const auto* outcomes : {&outcome.modules, &outcome.pairs}) {
    for (const ModuleOutcome& module : *outcomes) {
      if (module.reason.code == model::ReasonCode::kInternalError) {
        names.push_back(module.module.name);
      }
    }
  }
  return names;
}

void Add(std::optional<std::string> sentence, std::vector<std::string>& failed) {
  if (sentence) failed.push_back(std::move(*sentence));
}

}  // namespace

std::vector<std::string> FailedGates(const config::Config& config, const model::RunOutcome& outcome,
                                     const workspace::ChangedLines* changed) {
  const report::RunSummary summary = report::SummaryOf(outcome);
  std::vector<std::string> failed;
  if (const auto names = EndedByInternalErrors(outcome); !names.empty()) {
    failed.push_back(fmt::format("Skua itself failed in {} (SKUA-N403), which is a bug in Skua",
                                 report::FewOf(names)));
  }
  if (config.on_behaviour_change == "fail" && summary.behaviour_changes > 0) {
    failed.push_back(
        fmt::format("{} behaviour change{} open, and on_behaviour_change is fail; what is meant is "
                    "accepted by `skua accept`",
                    summary.behaviour_changes, summary.behaviour_changes == 1 ? " is" : "s are"));
  }
  if (config.fail_under) Add(FailedTotal(summary.coverage, *config.fail_under), failed);
  if (config.fail_under_changed) {
    const LineCount count = ChangedLinesOf(outcome, changed);
    if (!count.unknown.empty()) {
      failed.push_back(fmt::format(
          "the executed lines of {} are unknown, so what fail_under_changed asks for cannot be "
          "judged",
          report::FewOf(count.unknown)));
    } else if (count.percent() < *config.fail_under_changed) {
      failed.push_back(fmt::format(
          "{:.1f} % of the lines {} are executed, below the {:g} % that fail_under_changed asks "
          "for",
          RoundedDown(count.percent()), changed != nullptr ? "that changed" : "of changed modules",
          *config.fail_under_changed));
    }
  }
  if (config.max_findings && summary.findings > *config.max_findings) {
    failed.push_back(fmt::format("{} finding{}, more than the {} that max_findings allows",
                                 summary.findings, summary.findings == 1 ? "" : "s",
                                 *config.max_findings));
  }
  return failed;
}

int ExitCodeOf(const model::RunOutcome& outcome) {
  if (!EndedByInternalErrors(outcome).empty()) return 2;
  return outcome.failed_gates && !outcome.failed_gates->empty() ? 1 : 0;
}

}  // namespace skua::command
