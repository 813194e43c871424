#include "report/outcome/coverage_split.h"

#include <fmt/format.h>

namespace skua::report {

CoverageSplit SplitOf(const model::ModuleOutcome& module) {
  CoverageSplit split;
  if (module.goals.covered_by_existing.empty()) return split;
  for (std::size_t i = 0; i < module.goals.count; ++i) {
    const bool by_hand =
        i < module.goals.covered_by_existing.size() && module.goals.covered_by_existing[i];
    const bool generated = i < module.goals.covered.size() && module.goals.covered[i];
    ++(by_hand ? (generated ? split.both : split.hand_written)
               : (generated ? split.generated : split.none));
  }
  return split;
}

CoverageSplit SplitOf(const model::RunOutcome& outcome) {
  CoverageSplit sum;
  for (const model::ModuleOutcome& module : outcome.modules) {
    if (module.change == model::Change::kDeleted) continue;
    const CoverageSplit split = SplitOf(Latest(module));
    sum.both += split.both;
    sum.hand_written += split.hand_written;
    sum.generated += split.generated;
    sum.none += split.none;
  }
  return sum;
}

std::string Describe(const CoverageSplit& split) {
  return fmt::format(
      "{} of {} goals by both, {} by hand-written tests alone, {} by generated ones alone, {} by "
      "none",
      split.both, split.total(), split.hand_written, split.generated, split.none);
}

}  // namespace skua::report
