#include "command/campaigns/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "command/survey/pair_sides.h"
#include "model/pair.h"
#include "plan/pair_order.h"
#include "workspace/import_graph.h"

namespace skua::command {
namespace {

using model::Change;
using plan::PlannedModule;
using workspace::SourceModule;

constexpr std::string_view kAuto = "auto";

// Returns whether one of two parts of a module contains the other, or equals it.
bool Overlap(std::string_view part, std::string_view other) {
  const auto has = [](std::string_view outer, std::string_view inner) {
    return outer.empty() || inner == outer || inner.starts_with(std::string(outer) + ".");
  };
  return has(part, other) || has(other, part);
}

class PairPlanner {
 public:
  PairPlanner(const config::Config& config, const Survey& survey, const base::Deadline& deadline)
      : config_(config), survey_(survey), sides_(config, survey, deadline) {
    for (const SourceModule& source : survey.sources) sources_.emplace(source.module.name, &source);
    for (const workspace::ModuleChange& change : survey.changes.modules) {
      changes_.emplace(change.module.name, change.change);
    }
    for (const model::ModuleRecord& record : survey.pair_records) {
      records_.emplace(record.module.name, &record);
    }
    if (config.integration.pairs.empty()) return;
    for (state::SeenCall& seen : survey.state->SeenCalls()) {
      seen_[{std::move(seen.caller), std::move(seen.callee)}].push_back(std::move(seen.call));
    }
  }

  plan::Plan Run() {
    if (!config_.call.shard.empty()) return {};  // each machine knows only its own modules
    const std::vector<std::string>& pairs = config_.integration.pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (pairs[i] != kAuto) {
        AddNamed(pairs[i], PlaceOf(i));
        continue;
      }
      AddImporters();
      AddBases();
      AddSeen();
    }
    plan::Plan plan;
    for (const model::Pair& pair : pairs_) {
      PlannedModule planned = Describe(pair);
      const bool runs = planned.reason.code == model::ReasonCode::kNone;
      (runs ? plan.run : plan.skipped).push_back(std::move(planned));
    }
    std::map<std::string, plan::PairFacts> facts;
    for (const PlannedModule& planned : plan.run) {
      facts.emplace(planned.module.name, FactsOf(planned));
    }
    std::ranges::sort(plan.run, plan::IsBefore,
                      [&](const PlannedModule& planned) -> const plan::PairFacts& {
                        return facts.at(planned.module.name);
                      });
    return plan;
  }

 private:
  void AddImporters() {
    const workspace::ImportGraph graph(survey_.sources);
    for (uint32_t callee = 0; callee < graph.size(); ++callee) {
      for (const auto& dependent : graph.DependentsOf(callee)) {
        if (dependent.module == callee) continue;
        const SourceModule& caller = survey_.sources[dependent.module];
        AddIfCalled({caller.module, survey_.sources[callee].module});
      }
    }
  }

  // Adds pairs of modules with seen calls, whether or not one imports the other.
  void AddSeen() {
    for (const auto& [names, calls] : seen_) {
      const auto caller = sources_.find(names.first), callee = sources_.find(names.second);
      if (caller == sources_.end() || callee == sources_.end()) continue;
      AddIfCalled({caller->second->module, callee->second->module});
    }
  }

  void AddIfCalled(const model::Pair& pair) {
    const bool can_be =
        CanBePart(*sources_.at(pair.caller.name)) && CanBePart(*sources_.at(pair.callee.name));
    if (can_be && CallsOf(pair).sites > 0) pairs_.insert(pair);
  }

  // Returns calls found in sources together with seen calls.
  plan::CallsBetween CallsOf(const model::Pair& pair) const {
    plan::CallsBetween calls = plan::CountCalls(
        sources_.at(pair.caller.name)->scan, pair.callee.name, sources_.at(pair.callee.name)->scan);
    const std::vector<model::SeenCall> others = OnlySeen(pair);
    std::set<std::string_view> callables;
    for (const model::SeenCall& call : others) callables.insert(call.callable);
    calls.sites += static_cast<uint32_t>(others.size());
    calls.callables += static_cast<uint32_t>(callables.size());
    return calls;
  }

  // Returns the seen calls that sources do not show.
  std::vector<model::SeenCall> OnlySeen(const model::Pair& pair) const {
    std::vector<model::SeenCall> calls;
    const auto seen = seen_.find({pair.caller.name, pair.callee.name});
    if (seen == seen_.end()) return calls;
    const SourceModule& caller = *sources_.at(pair.caller.name);
    const SourceModule& callee = *sources_.at(pair.callee.name);
    std::ranges::copy_if(seen->second, std::back_inserter(calls), [&](const model::SeenCall& call) {
      return !plan::NamesCallable(caller.scan, pair.callee.name, callee.scan, call.callable);
    });
    return calls;
  }

  plan::PairFacts FactsOf(const PlannedModule& planned) const {
    const model::Pair& pair = *planned.pair;
    return {planned.module.name, ChangeOf(pair.callee), CallsOf(pair),
            sources_.at(pair.caller.name)->scan.predicates,
            sources_.at(pair.callee.name)->scan.predicates};
  }

  // Adds pairs of modules with base classes, which call their own methods, and modules that import
  // and redefine them (Cling, §3.1.5).
  void AddBases() {
    std::vector<const SourceModule*> callees;
    for (const SourceModule& source : survey_.sources) {
      const bool imports_any = std::ranges::any_of(
          source.scan.imports, [this](const auto& name) { return sources_.contains(name); });
      if (imports_any && CanBePart(source)) callees.push_back(&source);
    }
    const auto bases = sides_.BasesOf(callees);
    for (std::size_t i = 0; i < callees.size(); ++i) {
      for (const SourceModule* base : bases[i]) {
        if (CanBePart(*base)) pairs_.insert({base->module, callees[i]->module, {}});
      }
    }
  }

  // Returns "skua.yml:4:11: integration.pairs".
  std::string PlaceOf(std::size_t pair) const {
    const std::vector<std::string>& places = config_.integration.pair_places;
    return (pair < places.size() ? places[pair] + ": " : "") + "integration.pairs";
  }

  void AddNamed(const std::string& text, const std::string& place) {
    const model::PairNames names = model::NamesOfPair(text);
    if (names.caller.empty() || names.callee.empty()) {
      throw base::Error(fmt::format(
          "{}: \"{}\" is no pair; write \"caller -> callee\" or [caller, callee] with the names of "
          "two modules, or of classes or functions in them, or auto",
          place, text));
    }
    const PairSide caller = sides_.Require(names.caller, place);
    const PairSide callee = sides_.Require(names.callee, place);
    if (caller.module == callee.module && Overlap(caller.part, callee.part)) {
      throw base::Error(fmt::format(
          "{}: one side of \"{}\" is in the other; a pair within {} is one of two classes "
          "or functions of it",
          place, text, caller.module->module.name));
    }
    pairs_.insert({caller.module->module, callee.module->module, {caller.part, callee.part}});
  }

  static bool CanBePart(const SourceModule& module) {
    return !module.scan.error && !module.scan.is_inert && module.scan.predicates > 0;
  }

  Change ChangeOf(const model::ModuleId& module) const {
    const auto found = changes_.find(module.name);
    return found == changes_.end() ? Change::kUnchanged : found->second;
  }

  bool HasChanged(const model::ModuleId& module) const {
    return ChangeOf(module) != Change::kUnchanged;
  }

  // Returns whether an import of the caller or the callee changed, but not these themselves.
  bool IsAffected(const model::Pair& pair) const {
    return ChangeOf(pair.caller) == Change::kAffected || ChangeOf(pair.callee) == Change::kAffected;
  }

  // Returns the hash of both sources and, after a plus sign, the hash of seen calls that sources do
  // not show, since they, too, decide the goals.
  static std::string FingerprintOf(const SourceModule& caller, const SourceModule& callee,
                                   const std::vector<model::SeenCall>& seen) {
    const std::string sources = base::HashHex(caller.scan.fingerprint + callee.scan.fingerprint);
    if (seen.empty()) return sources;
    std::string calls;
    for (const auto& [function, line, callable] : seen) {
      calls += fmt::format("{}:{} {}\n", function, line, callable);
    }
    return sources + "+" + base::HashHex(calls);
  }

  static std::string_view SourcesIn(std::string_view fingerprint) {
    return fingerprint.substr(0, fingerprint.find('+'));
  }

  // Returns whether the pair equals that of its last finished campaign. New seen calls count only
  // when a source changes, or if the pair had no goal without them.
  static bool IsSame(const model::ModuleRecord& record, const std::string& fingerprint) {
    if (record.finished_fingerprint == fingerprint) return true;
    return record.goals > 0 && SourcesIn(record.finished_fingerprint) == SourcesIn(fingerprint);
  }

  PlannedModule Describe(const model::Pair& pair) const {
    const SourceModule& caller = *sources_.at(pair.caller.name);
    const SourceModule& callee = *sources_.at(pair.callee.name);
    PlannedModule planned;
    planned.module = model::IdOf(pair);
    planned.pair = pair;
    planned.seen_calls = OnlySeen(pair);
    planned.fingerprint = FingerprintOf(caller, callee, planned.seen_calls);
    planned.predicates = caller.scan.predicates * callee.scan.predicates;
    planned.imports = {pair.caller.name, pair.callee.name};
    const auto found = records_.find(planned.module.name);
    const model::ModuleRecord* record = found == records_.end() ? nullptr : found->second;
    const bool is_known = record != nullptr && record->finished_run > 0;
    const bool is_same = is_known && IsSame(*record, planned.fingerprint);
    planned.change = !is_known          ? Change::kNew
                     : !is_same         ? Change::kModified
                     : IsAffected(pair) ? Change::kAffected
                                        : Change::kUnchanged;
    planned.why = WhyNot(pair, record, is_same);
    if (!planned.why.empty()) planned.reason = {model::ReasonCode::kUnchanged, planned.why};
    planned.facts.change = planned.change;
    planned.facts.goals = std::max<uint32_t>(1, planned.predicates);
    planned.facts.tried = is_known;
    if (is_known && record->goals > 0) {
      planned.facts.goals = record->goals;
      planned.facts.covered = is_same ? std::min(record->covered, record->goals) : 0;
    }
    return planned;
  }

  // Returns why the pair does not run; empty if it runs.
  std::string WhyNot(const model::Pair& pair, const model::ModuleRecord* record,
                     bool is_same) const {
    const bool is_asked_for =
        changes_.contains(pair.caller.name) || changes_.contains(pair.callee.name);
    if (!is_asked_for) return "not among the modules of this run";
    const bool is_about_changes = config_.call.changed || !config_.call.base.empty();
    if (is_about_changes && !HasChanged(pair.caller) && !HasChanged(pair.callee)) {
      return "neither side changed";
    }
    if (!is_same || IsAffected(pair)) return "";
    const bool is_gone =
        !record->file.empty() && !std::filesystem::exists(config_.project.root / record->file);
    return is_gone ? "" : fmt::format("unchanged since run {}", record->finished_run);
  }

  const config::Config& config_;
  const Survey& survey_;
  PairSides sides_;
  std::map<std::string_view, const SourceModule*> sources_;
  std::map<std::string_view, Change> changes_;
  std::map<std::string_view, const model::ModuleRecord*> records_;
  std::map<std::pair<std::string, std::string>, std::vector<model::SeenCall>> seen_;
  std::set<model::Pair> pairs_;
};

}  // namespace

plan::Plan PlanPairs(const config::Config& config, const Survey& survey,
                     const base::Deadline& deadline) {
  return PairPlanner(config, survey, deadline).Run();
}

}  // namespace skua::command
