#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace skua::plan {
namespace {

using model::Change;
using model::ReasonCode;
using workspace::ModuleChange;

// Causes that may lie outside of the module: a package that is missing, say.
bool FailedAtImport(ReasonCode code) {
  constexpr std::array kCodes = {ReasonCode::kImportHangs,   ReasonCode::kImportExits,
                                 ReasonCode::kImportRaises,  ReasonCode::kImportOutOfMemory,
                                 ReasonCode::kImportCrashes, ReasonCode::kReadsStdin};
  return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

std::string Brief(ReasonCode code) {
  const model::ReasonEntry& entry = model::EntryOf(code);
  return fmt::format("{} ({})", entry.title, entry.id);
}

// Why an unchanged module runs all the same; empty: it does not.
std::string ReasonToRerun(const model::ModuleRecord& record, const PlanOptions& options) {
  if (FailedAtImport(record.outcome) && record.environment != options.environment) {
    return fmt::format("{} last time, and the interpreter's packages have changed since",
                       Brief(record.outcome));
  }
  if (!record.file.empty() && options.test_file_exists && !options.test_file_exists(record.file)) {
    return fmt::format("unchanged, but {} is gone", record.file);
  }
  return {};
}

std::string DescribeUnchanged(const model::ModuleRecord* record) {
  if (record == nullptr || record->finished_run == 0) return "unchanged";
  if (record->outcome != ReasonCode::kNone) {
    return fmt::format("unchanged; {} in run {}", Brief(record->outcome), record->finished_run);
  }
  return fmt::format("unchanged; {} of {} goals covered in run {}", record->covered, record->goals,
                     record->finished_run);
}

std::string DescribeChanged(const ModuleChange& change) {
  const std::string_view name = model::NameOf(change.change);
  return change.why.empty() ? std::string(name) : fmt::format("{}: {}", name, change.why);
}

std::string DescribeSyntaxError(const model::SourceError& error) {
  return error.line == 0 ? error.message : fmt::format("{} (line {})", error.message, error.line);
}

int Rank(Change change) {
  constexpr std::array kOrder = {Change::kModified, Change::kNew, Change::kRenamed,
                                 Change::kAffected, Change::kUnchanged};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), change) - kOrder.begin());
}

PlannedModule Describe(const ModuleChange& change, const model::ModuleRecord* record) {
  PlannedModule module;
  module.module = change.module;
  module.change = change.change;
  module.change_why = change.why;
  module.fingerprint = change.scan.fingerprint;
  module.was = change.was;
  module.predicates = change.scan.predicates;
  if (record != nullptr && record->goals > 0) {
    module.coverage_before =
        static_cast<double>(record->covered) / static_cast<double>(record->goals);
  }
  return module;
}

}  // namespace

Plan MakePlan(const workspace::ChangeSet& changes, const std::vector<model::ModuleRecord>& records,
              const PlanOptions& options) {
  std::unordered_map<std::string_view, const model::ModuleRecord*> known;
  for (const auto& record : records) known.emplace(record.module.name, &record);

  Plan plan;
  for (const ModuleChange& change : changes.modules) {
    if (change.change == Change::kDeleted) {
      plan.deleted.push_back(change.module);
      continue;
    }
    const bool renamed = change.change == Change::kRenamed;
    const auto found = known.find(renamed ? change.was.name : change.module.name);
    const model::ModuleRecord* record = found == known.end() ? nullptr : found->second;
    PlannedModule module = Describe(change, record);
    if (change.scan.error) {
      module.why = DescribeSyntaxError(*change.scan.error);
      module.reason = {ReasonCode::kSyntaxError, module.why};
    } else if (change.scan.is_inert && change.change != Change::kUnchanged) {
      module.why = "docstrings and literals only";
      module.reason = {ReasonCode::kNoCallables, module.why};
    } else if (change.change != Change::kUnchanged) {
      module.why = DescribeChanged(change);
    } else if (record != nullptr) {
      module.why = ReasonToRerun(*record, options);
    }
    if (module.why.empty()) {
      module.why = DescribeUnchanged(record);
      module.reason = {ReasonCode::kUnchanged, module.why};
    }
    const bool runs = module.reason.code == ReasonCode::kNone;
    (runs ? plan.run : plan.skipped).push_back(std::move(module));
  }
  const auto order = [](const PlannedModule& module) {
    return std::tuple(Rank(module.change), std::string_view(module.module.name));
  };
  std::ranges::stable_sort(plan.run, {}, order);
  return plan;
}

}  // namespace skua::plan
