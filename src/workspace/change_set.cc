// A module is affected when something it depends on changed after its own last campaign ended. Each
// module therefore carries the run in which its present code was first seen. For every module, the
// walk below finds the latest such run among all modules that it depends on: it starts from the
// changed modules, the latest first, and visits each module once, by the shortest way from a
// change.
#include "workspace/change_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "workspace/import_graph.h"

namespace skua::workspace {
namespace {

using model::Change;

constexpr int64_t kNow = std::numeric_limits<int64_t>::max();

struct LatestChange {
  int64_t seen = -1;      // run; -1: no known change in its dependencies
  uint32_t via = 0;       // the import on the way to the change
  bool via_is_it = true;  // `via` itself changed
};

// Returns for each module the latest change among its dependencies. `changed[i]` is the run that
// first saw the present code of module i.
std::vector<LatestChange> LatestChanges(const ImportGraph& graph,
                                        const std::vector<int64_t>& changed) {
  std::map<int64_t, std::vector<uint32_t>, std::greater<>> origins;
  for (uint32_t i = 0; i < changed.size(); ++i) origins[changed[i]].push_back(i);
  std::vector<LatestChange> latest(changed.size());
  for (const auto& [seen, modules] : origins) {
    struct Step {
      uint32_t module;
      bool is_origin;
    };
    std::deque<Step> queue;
    for (const uint32_t module : modules) queue.push_back({module, true});
    while (!queue.empty()) {
      const Step step = queue.front();
      queue.pop_front();
      for (const auto& dependent : graph.DependentsOf(step.module)) {
        if (!step.is_origin && !dependent.passes_on) continue;
        if (latest[dependent.module].seen >= 0) continue;
        latest[dependent.module] = {seen, step.module, step.is_origin};
        queue.push_back({dependent.module, false});
      }
    }
  }
  return latest;
}

// Returns "imports parcel.b → parcel.money".
std::string PathToChange(const std::vector<SourceModule>& modules,
                         const std::vector<LatestChange>& latest, uint32_t from) {
  std::string text = "imports ";
  for (const LatestChange* step = &latest[from];; step = &latest[step->via]) {
    text += modules[step->via].module.name;
    if (step->via_is_it) return text;
    text += " → ";
  }
}

// An earlier version of a module, finished by a campaign; in a comparison of two versions it counts
// as finished.
struct Before {
  std::string fingerprint;       // when it was finished
  int64_t finished = -1;         // run; -1: never
  int64_t present_since = kNow;  // the run that first saw its present code; kNow: this run
  std::string modified_why;
};

struct Gone {
  model::ModuleId module;
  std::string fingerprint;
  int64_t since = kNow;
};

// Matches new modules with deleted modules of the same code. Among several, the last part of the
// name decides.
std::unordered_map<std::string, const Gone*> MatchRenamed(
    const std::vector<Gone>& gone, const std::vector<const SourceModule*>& fresh) {
  std::multimap<std::string, const Gone*> candidates;
  for (const Gone& module : gone) candidates.emplace(module.fingerprint, &module);
  const auto leaf = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
  std::unordered_map<std::string, const Gone*> renamed;
  for (const bool same_leaf : {true, false}) {
    for (const SourceModule* source : fresh) {
      if (renamed.contains(source->module.name)) continue;
      const auto [begin, end] = candidates.equal_range(source->scan.fingerprint);
      const auto match = std::find_if(begin, end, [&](const auto& candidate) {
        return !same_leaf || leaf(candidate.second->module.name) == leaf(source->module.name);
      });
      if (match == end) continue;
      renamed.emplace(source->module.name, match->second);
      candidates.erase(match);
    }
  }
  return renamed;
}

ChangeSet Classify(std::vector<SourceModule> modules, const std::vector<Before>& before,
                   const std::vector<Gone>& gone) {
  const std::size_t present = modules.size();
  std::vector<int64_t> changed;
  std::vector<const SourceModule*> fresh;
  for (std::size_t i = 0; i < present; ++i) {
    changed.push_back(before[i].present_since);
    if (before[i].finished < 0) fresh.push_back(&modules[i]);
  }
  const auto renamed = MatchRenamed(gone, fresh);
  for (const Gone& module : gone) {
    changed.push_back(module.since);
    modules.push_back({module.module, {}});
  }
  const auto latest = LatestChanges(ImportGraph(modules), changed);

  ChangeSet set;
  for (uint32_t i = 0; i < present; ++i) {
    ModuleChange change{modules[i].module, Change::kUnchanged, "", {}, modules[i].scan};
    const auto former = renamed.find(change.module.name);
    if (former != renamed.end()) {
      change.change = Change::kRenamed;
      change.was = former->second->module;
      change.why = "was " + change.was.name;
    } else if (before[i].finished < 0) {
      change.change = Change::kNew;
    } else if (before[i].fingerprint != change.scan.fingerprint) {
      change.change = Change::kModified;
      change.why = before[i].modified_why;
    } else if (latest[i].seen > before[i].finished) {
      change.change = Change::kAffected;
      change.why = PathToChange(modules, latest, i);
    }
    set.modules.push_back(std::move(change));
  }
  for (const Gone& module : gone) {
    const bool moved = std::any_of(renamed.begin(), renamed.end(),
                                   [&](const auto& entry) { return entry.second == &module; });
    if (module.since == kNow && !moved) {
      set.modules.push_back({module.module, Change::kDeleted, "", {}, {}});
    }
  }
  std::ranges::sort(set.modules, {}, &ModuleChange::module);
  return set;
}

}  // namespace

std::size_t ChangeSet::Count(Change change) const {
  return static_cast<std::size_t>(std::ranges::count(modules, change, &ModuleChange::change));
}

ChangeSet ChangesSince(const std::vector<model::ModuleRecord>& records,
                       const std::vector<SourceModule>& now) {
  std::unordered_map<std::string_view, const model::ModuleRecord*> known;
  for (const auto& record : records) known.emplace(record.module.name, &record);
  std::vector<Before> before;
  for (const SourceModule& source : now) {
    Before& entry = before.emplace_back();
    const auto found = known.find(source.module.name);
    if (found == known.end()) continue;
    const model::ModuleRecord& record = *found->second;
    if (record.seen_fingerprint == source.scan.fingerprint) entry.present_since = record.seen_since;
    if (record.finished_run > 0) {
      entry.finished = record.finished_run;
      entry.fingerprint = record.finished_fingerprint;
      entry.modified_why = record.from_file
                               ? "changed since its tests were written"
                               : fmt::format("changed since run {}", record.finished_run);
    }
    known.erase(found);
  }
  std::vector<Gone> gone;
  for (const auto& record : records) {
    if (!known.contains(record.module.name) || record.finished_run == 0) continue;
    gone.push_back({record.module, record.finished_fingerprint,
                    record.seen_fingerprint.empty() ? record.seen_since : kNow});
  }
  return Classify(now, before, gone);
}

ChangeSet ChangesBetween(const std::vector<SourceModule>& before_modules,
                         const std::vector<SourceModule>& now, const std::string& before_name) {
  std::unordered_map<std::string_view, const SourceModule*> known;
  for (const SourceModule& source : before_modules) known.emplace(source.module.name, &source);
  std::vector<Before> before;
  for (const SourceModule& source : now) {
    Before& entry = before.emplace_back();
    const auto found = known.find(source.module.name);
    if (found == known.end()) continue;
    entry.finished = 0;
    entry.fingerprint = found->second->scan.fingerprint;
    if (entry.fingerprint == source.scan.fingerprint) entry.present_since = 0;
    entry.modified_why = "differs from " + before_name;
    known.erase(found);
  }
  std::vector<Gone> gone;
  for (const SourceModule& source : before_modules) {
    if (known.contains(source.module.name)) {
      gone.push_back({source.module, source.scan.fingerprint});
    }
  }
  return Classify(now, before, gone);
}

}  // namespace skua::workspace
