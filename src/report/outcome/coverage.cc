#include "report/outcome/coverage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/outcome/text.h"

namespace skua::report {
namespace {

std::optional<double> Share(std::size_t part, std::size_t all) {
  if (all == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(all);
}

bool IsMeasured(const model::ModuleOutcome& module) { return !module.lines.hits.empty(); }

bool IsKnown(const model::ModuleOutcome& module) {
  return IsMeasured(module) || module.lines.statements.has_value();
}

}  // namespace

std::optional<double> Coverage::share() const {
  if (measured() == 0) return std::nullopt;
  const auto of_branches = Share(counts.branches_taken, counts.branches);
  return of_branches ? of_branches : Share(counts.lines_hit, counts.lines);
}

double Coverage::guarded_share() const {
  return Share(counts.branches_guarded, counts.branches).value_or(0);
}

Coverage CoverageOf(const model::ModuleOutcome& module) {
  Coverage coverage;
  if (module.change == model::Change::kDeleted) return coverage;
  const model::ModuleOutcome& latest = Latest(module);
  coverage.modules = 1;
  coverage.counts.Add(LinesOf(latest));
  // A file without statements counts as known.
  if (!IsKnown(latest)) {
    coverage.unknown.push_back(module.module.name);
  } else if (!IsMeasured(latest) && coverage.counts.lines > 0) {
    coverage.unmeasured = 1;
  }
  return coverage;
}

Coverage CoverageOf(const model::RunOutcome& outcome) {
  Coverage sum;
  for (const model::ModuleOutcome& module : outcome.modules) {
    Coverage one = CoverageOf(module);
    sum.counts += one.counts;
    sum.modules += one.modules;
    sum.unmeasured += one.unmeasured;
    for (std::string& name : one.unknown) sum.unknown.push_back(std::move(name));
  }
  return sum;
}

std::optional<double> MeasuredShare(const model::ModuleOutcome& module) {
  return IsMeasured(Latest(module)) ? CoverageOf(module).share() : std::nullopt;
}

std::string Describe(const Coverage& coverage) {
  const std::optional<double> share = coverage.share();
  if (!share) return "unknown (nothing was measured)";
  std::vector<std::string> remarks;
  if (coverage.measured() < coverage.modules) {
    remarks.push_back(
        fmt::format("{} of {} modules measured", coverage.measured(), coverage.modules));
  }
  if (const double more = coverage.guarded_share(); more > 0) {
    remarks.push_back(fmt::format("guards reach {} more", FormatShare(more)));
  }
  if (remarks.empty()) return FormatShare(*share);
  return fmt::format("{} ({})", FormatShare(*share), fmt::join(remarks, "; "));
}

}  // namespace skua::report
