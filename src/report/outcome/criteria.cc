#include "report/outcome/criteria.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace skua::report {

std::vector<model::CriterionCoverage> CriteriaOf(const model::RunOutcome& outcome) {
  std::vector<model::CriterionCoverage> sums;
  for (const model::ModuleOutcome& module : outcome.modules) {
    for (const model::CriterionCoverage& one : Latest(module).goals.criteria) {
      auto sum = std::ranges::find(sums, one.criterion, &model::CriterionCoverage::criterion);
      if (sum == sums.end()) sum = sums.insert(sum, {one.criterion, 0, 0});
      sum->covered += one.covered;
      sum->total += one.total;
    }
  }
  return sums;
}

std::string Describe(const std::vector<model::CriterionCoverage>& criteria) {
  std::vector<std::string> parts;
  for (const model::CriterionCoverage& one : criteria) {
    parts.push_back(fmt::format("{} {} of {}", one.criterion, one.covered, one.total));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace skua::report
