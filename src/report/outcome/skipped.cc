#include "report/outcome/skipped.h"

#include <fmt/format.h>

#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;
using model::ReasonCode;

constexpr std::size_t kMany = 4;  // fewer modules are listed one by one

bool HasOnlyAReason(const ModuleOutcome& module) {
  const bool has_reason = module.reason.code != ReasonCode::kNone &&
                          module.reason.code != ReasonCode::kUnchanged &&
                          module.change != model::Change::kDeleted;
  const bool has_nothing = module.goals.covered.empty() && !module.goals.coverage_before;
  const bool has_nothing_new =
      module.reason.code == ReasonCode::kNoGain && module.change == model::Change::kUnchanged;
  return has_reason && !IsTroubled(module) && module.notes.empty() &&
         module.written.tests.empty() && (has_nothing || has_nothing_new);
}

}  // namespace

SkippedModules::SkippedModules(const model::RunOutcome& run) {
  for (const ModuleOutcome& module : run.modules) {
    if (HasOnlyAReason(module)) names_[module.reason.code].push_back(module.module.name);
  }
  std::erase_if(names_, [](const auto& entry) { return entry.second.size() < kMany; });
}

bool SkippedModules::Contains(const ModuleOutcome& module) const {
  return HasOnlyAReason(module) && names_.contains(module.reason.code);
}

std::vector<std::string> SkippedModules::Lines() const {
  std::vector<std::string> lines;
  for (const auto& [code, names] : names_) {
    const model::ReasonEntry& entry = model::EntryOf(code);
    lines.push_back(
        fmt::format("{} modules: {} {} ({})", names.size(), entry.id, entry.title, FewOf(names)));
  }
  return lines;
}

}  // namespace skua::report
