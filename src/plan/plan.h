// Which modules run, in which order, and why the others do not. A pure function of its arguments.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "model/pair.h"
#include "model/source.h"
#include "model/time_policy.h"
#include "plan/module_facts.h"
#include "plan/strategy.h"
#include "workspace/change_set.h"
#include "workspace/module_scan.h"

namespace skua::plan {

struct PlannedModule {
  model::ModuleId module;
  model::Change change = model::Change::kNew;
  std::string change_why;  // for ModuleOutcome
  std::string fingerprint;
  model::ModuleId was;      // of a renamed one: where its suite is archived
  uint32_t predicates = 0;  // static count
  ModuleFacts facts;
  std::vector<std::string> imports;  // modules of the project that it depends on directly
  std::vector<model::ModuleId> importers = {};  // those that depend directly on it
  bool goes_on = false;                         // unchanged; runs only to get further
  bool rests = false;                           // unchanged; has its tests, and is skipped
  bool from_file = false;  // unchanged; nothing is known but that its tests stand
  std::string why;         // one line for `skua plan`: why it runs, or why not
  model::Reason reason;    // of a skipped one: kUnchanged, kSyntaxError, kNoCallables; else kNone
  std::optional<model::Pair> pair = {};          // of which `module` is the name
  std::vector<model::SeenCall> seen_calls = {};  // of the pair: those that sources do not tell
};

// Returns the reason for a planned module that the budget did not reach: kNoBudgetLeft, or
// kUnchanged for one that would only have gone on.
model::Reason NotReached(const PlannedModule& module);

struct Plan {
  std::vector<PlannedModule> run;      // in the order of their start
  std::vector<PlannedModule> skipped;  // by name
  std::vector<model::ModuleId> deleted;
};

// Facts for a scheduler, in the order of `modules`, with the places of their imports.
std::vector<ModuleFacts> FactsOf(const std::vector<PlannedModule>& modules);

// Returns the facts of the modules in plan.skipped that rest.
std::vector<ModuleFacts> RestingFacts(const Plan& plan);

struct PlanOptions {
  std::string environment;  // stamp of the present interpreter and packages
  // Tells whether a written test file still exists; without this function all do.
  std::function<bool(const std::string& project_relative_path)> test_file_exists;
  int64_t run = 1;  // the number of the planned run
  Strategy strategy = Strategy::kAdaptive;
  bool unchanged = true;          // unchanged modules may run to get further
  bool offers_unchanged = false;  // not `unchanged`, which `budget.unchanged: true` would change
  // Unchanged modules without a suite, or with one that was cut short, run all the same.
  bool unfinished = true;
  // Skipped modules that cannot be tested until somebody mends something keep that reason.
  bool tells_troubles = true;
  // The part of the budget that a module may count on.
  base::Duration share = model::TimePolicy::Shares{}.minimum;
  model::TimePolicy policy = {};
};

// Makes the plan. Modules run in these groups, each with the most open goals first:
//
// 1. modified modules, whose earlier tests may show a behaviour change;
// 2. modules for which no campaign was ever started;
// 3. modules that changed otherwise, or have another reason (test file gone; failed at import in
//    another environment);
// 4. unchanged modules with something left to gain.
//
// A module moves up by one group for every few runs that did not reach it, so each gets its turn
// however many modules keep changing; affected modules stay after modified ones all the same. An
// unchanged module with a whole suite runs only if options.unchanged is set, goals are open, and
// one of the last few campaigns gained something (TimePolicy::Order). Strategies without history do
// not ask for a gain, and the adaptive one asks that another share is likely to gain something
// (expected_gain.h). `sources` are all modules of the project, for their imports.
Plan MakePlan(const workspace::ChangeSet& changes,
              const std::vector<workspace::SourceModule>& sources,
              const std::vector<model::ModuleRecord>& records, const PlanOptions& options);

}  // namespace skua::plan
