#include "command/gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/outcome_json.h"

namespace skua::command {
namespace {

using model::Change;
using model::ModuleOutcome;

// So that 79.96 is not said to be 80.0 and below 80.
double RoundedDown(double percent) { return std::floor(percent * 10) / 10; }

struct LineCount {
  std::size_t lines = 0;
  std::size_t executed = 0;
  double percent() const {
    return lines == 0 ? 100 : 100.0 * static_cast<double>(executed) / static_cast<double>(lines);
  }
};

// Null: all lines. Sorted ranges.
bool IsWithin(uint32_t line, const std::vector<workspace::LineRange>* ranges) {
  if (ranges == nullptr) return true;
  return std::ranges::any_of(*ranges, [&](const workspace::LineRange& range) {
    return range.first <= line && line <= range.last;
  });
}

// Its own code is not what it was. What only imports something that changed is not among these.
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
    // A new file that git does not know yet is in no diff of it.
    const bool is_unknown =
        changed != nullptr && ranges == nullptr && module.change != Change::kNew;
    if (is_unknown || (ranges == nullptr && !HasChanged(module))) continue;
    for (const model::LineHit& line : Latest(module).lines) {
      if (!IsWithin(line.line, ranges)) continue;
      ++count.lines;
      count.executed += line.hit ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

std::vector<std::string> FailedGates(const config::Config& config, const model::RunOutcome& outcome,
                                     const workspace::ChangedLines* changed) {
  const report::RunSummary summary = report::SummaryOf(outcome);
  std::vector<std::string> failed;
  if (config.on_behaviour_change == "fail" && summary.behaviour_changes > 0) {
    failed.push_back(
        fmt::format("{} earlier test{} failed on changed code, and on_behaviour_change is fail",
                    summary.behaviour_changes, summary.behaviour_changes == 1 ? "" : "s"));
  }
  if (const double percent = summary.branch_coverage();
      config.fail_under && percent < *config.fail_under) {
    failed.push_back(
        fmt::format("branch coverage is {:.1f} %, below the {:g} % that fail_under asks for",
                    RoundedDown(percent), *config.fail_under));
  }
  if (config.fail_under_changed) {
    const LineCount count = ChangedLinesOf(outcome, changed);
    if (count.percent() < *config.fail_under_changed) {
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

}  // namespace skua::command
