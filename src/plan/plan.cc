#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "plan/expected_gain.h"
#include "plan/import_depth.h"
#include "workspace/import_graph.h"

namespace skua::plan {
namespace {

using model::Change;
using model::ReasonCode;
using workspace::ModuleChange;

// Returns whether the module failed at import, perhaps for a reason outside of it, such as a
// missing package.
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

// Returns whether the reason holds until the module changes.
bool CannotBeTested(ReasonCode code) {
  return code != ReasonCode::kNone && model::EntryOf(code).id.starts_with("SKUA-N1");
}

// Returns whether the module cannot be tested until somebody fixes something.
bool IsInTrouble(ReasonCode code) { return CannotBeTested(code) && model::EntryOf(code).is_error; }

// Returns the detail of an unchanged module's reason: `why` without its first word, which the title
// says.
std::string DetailOf(std::string_view why) {
  constexpr std::string_view kTitle = "unchanged";
  if (why.starts_with(kTitle)) why.remove_prefix(kTitle.size());
  why.remove_prefix(std::min(why.find_first_not_of(" ,;"), why.size()));
  return std::string(why);
}

// Returns why an unchanged module must run; empty: it need not.
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

// Returns whether an unchanged module has been tested.
bool IsTested(const model::ModuleRecord& record) {
  return record.finished_run > 0 && !CannotBeTested(record.outcome) && record.goals > 0;
}

// Returns whether another campaign may gain goals for an unchanged module.
bool HasMoreToGain(const model::ModuleRecord& record, Strategy strategy, unsigned strikes) {
  if (!IsTested(record)) return false;
  return !KnowsHistory(strategy) || (record.covered < record.goals && record.fruitless < strikes);
}

// Returns whether an unchanged module has no suite, or a suite that was cut short, and another
// campaign may complete it.
bool IsUnfinished(const model::ModuleRecord& record, unsigned strikes) {
  const bool has_suite = !record.file.empty() && !record.is_incomplete;
  return !has_suite && HasMoreToGain(record, Strategy::kHistory, strikes);
}

bool IsLikelyToGain(const ModuleFacts& facts, const PlanOptions& options) {
  return options.strategy != Strategy::kAdaptive ||
         ExpectedGain(facts, nullptr, options.share, options.policy.gain) >=
             options.policy.gain.likely;
}

std::string DescribeOpen(const model::ModuleRecord* record) {
  if (record == nullptr || record->goals == 0) return {};
  return fmt::format("{} of {} goals open",
                     record->goals - std::min(record->covered, record->goals), record->goals);
}

std::string DescribeUnchanged(const model::ModuleRecord* record, unsigned most_strikes) {
  if (record == nullptr || record->finished_run == 0) return "unchanged";
  if (record->from_file) return fmt::format("unchanged since {} was written", record->file);
  if (record->outcome != ReasonCode::kNone && record->outcome != ReasonCode::kNoGain) {
    return fmt::format("unchanged; {} in run {}", Brief(record->outcome), record->finished_run);
  }
  if (record->covered >= record->goals) return "unchanged, fully covered";
  const std::string strikes =
      record->fruitless < most_strikes
          ? ""
          : fmt::format("nothing gained in {} campaigns; ", record->fruitless);
  return fmt::format("unchanged; {}{} of {} goals covered in run {}", strikes, record->covered,
                     record->goals, record->finished_run);
}

std::string DescribeChanged(const ModuleChange& change, const model::ModuleRecord* record) {
  std::string text(model::NameOf(change.change));
  if (!change.why.empty()) text += ": " + change.why;
  if (const std::string open = DescribeOpen(record); !open.empty()) text += "; " + open;
  return text;
}

std::string DescribeSyntaxError(const model::SourceError& error) {
  return error.line == 0 ? error.message : fmt::format("{} (line {})", error.message, error.line);
}

ModuleFacts FactsOf(const ModuleChange& change, const model::ModuleRecord* record, int64_t run) {
  ModuleFacts facts;
  facts.change = change.change;
  facts.goals = 2 * std::size_t{change.scan.predicates} + 1;
  if (record == nullptr) return facts;
  if (record->goals > 0) {
    facts.goals = record->goals;
    facts.covered = std::min(record->covered, record->goals);
  }
  facts.tried = record->tried_run > 0 || record->finished_run > 0;
  facts.cut_short = record->cut_short;
  facts.passed_over = record->passed_over;
  // Counts each run since the last campaign: runs do not record an unchanged module that they skip.
  if (!facts.changed()) {
    const int64_t runs = record->tried_run > 0 ? run - record->tried_run : 1;
    facts.passed_over = static_cast<uint32_t>(std::max<int64_t>(runs, 1) - 1);
  }
  facts.ending = std::max(record->used - record->searched, base::Duration{});
  if (record->finished_fingerprint == change.scan.fingerprint) {
    facts.searched = record->searched_all;
    facts.late_gain = static_cast<double>(record->late_gain);
    if (!facts.edited()) facts.fruitless = record->fruitless;
  }
  return facts;
}

// Returns the sort key of a module, smallest first.
auto OrderOf(const PlannedModule& module, unsigned runs_per_rank) {
  constexpr std::array kChanges = {Change::kModified, Change::kNew, Change::kRenamed,
                                   Change::kAffected, Change::kUnchanged};
  const ModuleFacts& facts = module.facts;
  const bool is_modified = module.change == Change::kModified;
  const bool is_first = is_modified || (!facts.tried && facts.changed());
  const int rank = is_first ? 0 : module.goes_on ? 2 : 1;
  return std::tuple(rank - static_cast<int>(facts.passed_over / runs_per_rank),
                    std::ranges::find(kChanges, module.change) - kChanges.begin(),
                    -static_cast<int64_t>(facts.open()), std::string_view(module.module.name));
}

// Swaps modules so that modified ones come before affected ones; all others keep their places.
void PutModifiedBeforeAffected(std::vector<PlannedModule>& modules) {
  std::vector<std::size_t> places;
  std::vector<PlannedModule> modified, affected;
  for (std::size_t place = 0; place < modules.size(); ++place) {
    const Change change = modules[place].change;
    if (change != Change::kModified && change != Change::kAffected) continue;
    places.push_back(place);
    (change == Change::kModified ? modified : affected).push_back(std::move(modules[place]));
  }
  std::ranges::move(affected, std::back_inserter(modified));
  for (std::size_t i = 0; i < places.size(); ++i) modules[places[i]] = std::move(modified[i]);
}

PlannedModule Describe(const ModuleChange& change, const model::ModuleRecord* record, int64_t run) {
  PlannedModule module;
  module.module = change.module;
  module.change = change.change;
  module.change_why = change.why;
  module.fingerprint = change.scan.fingerprint;
  module.was = change.was;
  module.predicates = change.scan.predicates;
  module.facts = FactsOf(change, record, run);
  return module;
}

bool MayGain(const PlannedModule& module, const model::ModuleRecord& record,
             const PlanOptions& options) {
  return HasMoreToGain(record, options.strategy, options.policy.order.strikes) &&
         IsLikelyToGain(module.facts, options);
}

// Sets `why` if the module, which is unchanged, runs.
void PlanUnchanged(const model::ModuleRecord& record, const PlanOptions& options,
                   PlannedModule& module) {
  module.why = ReasonToRerun(record, options);
  if (!module.why.empty()) return;
  const bool is_unfinished =
      options.unfinished && IsUnfinished(record, options.policy.order.strikes);
  if (is_unfinished || (options.unchanged && MayGain(module, record, options))) {
    module.why = "unchanged; " + DescribeOpen(&record);
    module.goes_on = true;
  }
}

// Says why an unchanged module does not run. `record` may be null.
void Rest(const model::ModuleRecord* record, const PlanOptions& options, PlannedModule& module) {
  const unsigned strikes = options.policy.order.strikes;
  module.why = DescribeUnchanged(record, strikes);
  if (record == nullptr) {
    module.reason = {ReasonCode::kUnchanged, DetailOf(module.why)};
    return;
  }
  if (options.unchanged && HasMoreToGain(*record, Strategy::kHistory, strikes)) {
    module.why += fmt::format("; {:.1f} s more are not likely to gain anything",
                              std::chrono::duration<double>(options.share).count());
  }
  // Repeats a problem until it is fixed, unless only the difference from a git ref is wanted.
  const bool tells_trouble = IsInTrouble(record->outcome) && options.tells_troubles;
  module.reason = tells_trouble ? model::Reason{record->outcome, record->outcome_detail}
                                : model::Reason{ReasonCode::kUnchanged, DetailOf(module.why)};
  if (options.offers_unchanged && MayGain(module, *record, options) &&
      KnowsHistory(options.strategy)) {
    module.why += "; budget.unchanged: true goes on with it";
  }
  module.rests = IsTested(*record);
  module.from_file = record->from_file;
}

// `record` may be null.
PlannedModule PlanModule(const ModuleChange& change, const model::ModuleRecord* record,
                         const PlanOptions& options) {
  PlannedModule module = Describe(change, record, options.run);
  if (change.scan.error) {
    module.why = DescribeSyntaxError(*change.scan.error);
    module.reason = {ReasonCode::kSyntaxError, module.why};
  } else if (change.scan.is_inert && change.change != Change::kUnchanged) {
    const bool is_main = change.module.path.ends_with("__main__.py");
    module.why = is_main ? "importing it would start the program" : "docstrings and literals only";
    module.reason = {ReasonCode::kNoCallables, module.why};
  } else if (change.change != Change::kUnchanged) {
    module.why = DescribeChanged(change, record);
  } else if (record != nullptr) {
    PlanUnchanged(*record, options, module);
  }
  if (module.why.empty()) Rest(record, options, module);
  return module;
}

// Adds facts of the import graph to the modules that run.
void AddImports(const std::vector<workspace::SourceModule>& sources,
                std::vector<PlannedModule>& modules) {
  std::unordered_map<std::string_view, PlannedModule*> planned;
  for (PlannedModule& module : modules) planned.emplace(module.module.name, &module);
  const auto find = [&](uint32_t source) {
    const auto found = planned.find(sources[source].module.name);
    return found == planned.end() ? nullptr : found->second;
  };
  const workspace::ImportGraph graph(sources);
  const std::vector<uint32_t> depths = ImportDepths(graph);
  for (uint32_t i = 0; i < sources.size(); ++i) {
    PlannedModule* module = find(i);
    if (module != nullptr) module->facts.depth = depths[i];
    for (const auto& dependent : graph.DependentsOf(i)) {
      if (module != nullptr) module->importers.push_back(sources[dependent.module].module);
      PlannedModule* importer = find(dependent.module);
      if (importer != nullptr) importer->imports.push_back(sources[i].module.name);
    }
  }
}

}  // namespace

model::Reason NotReached(const PlannedModule& module) {
  if (!module.goes_on) return {ReasonCode::kNoBudgetLeft, ""};
  const std::string known = DetailOf(module.why);
  return {ReasonCode::kUnchanged,
          known + (known.empty() ? "" : "; ") + "no time was left to go on"};
}

std::vector<ModuleFacts> FactsOf(const std::vector<PlannedModule>& modules) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (const PlannedModule& module : modules) places.emplace(module.module.name, places.size());
  std::vector<ModuleFacts> facts;
  for (const PlannedModule& module : modules) {
    facts.push_back(module.facts);
    for (const std::string& import : module.imports) {
      const auto found = places.find(import);
      if (found != places.end()) facts.back().imports.push_back(found->second);
    }
  }
  return facts;
}

std::vector<ModuleFacts> RestingFacts(const Plan& plan) {
  std::vector<ModuleFacts> resting;
  for (const PlannedModule& module : plan.skipped) {
    if (module.rests) resting.push_back(module.facts);
  }
  return resting;
}

Plan MakePlan(const workspace::ChangeSet& changes,
              const std::vector<workspace::SourceModule>& sources,
              const std::vector<model::ModuleRecord>& records, const PlanOptions& options) {
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
    PlannedModule module = PlanModule(change, record, options);
    const bool runs = module.reason.code == ReasonCode::kNone;
    (runs ? plan.run : plan.skipped).push_back(std::move(module));
  }
  std::ranges::stable_sort(plan.run, {}, [&](const PlannedModule& module) {
    return OrderOf(module, options.policy.order.runs_per_rank);
  });
  PutModifiedBeforeAffected(plan.run);
  AddImports(sources, plan.run);
  return plan;
}

}  // namespace skua::plan
