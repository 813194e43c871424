// Chooses which modules run, in which order, and gives the reasons of the others. A pure function.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/options/time_policy.h"
#include "model/outcome.h"
#include "model/pair.h"
#include "model/source.h"
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
  // The former name of a renamed module, under which its suite is archived.
  model::ModuleId was;
  uint32_t predicates = 0;  // static count of branching points
  ModuleFacts facts;
  std::vector<std::string> imports;             // modules of the project that it imports directly
  std::vector<model::ModuleId> importers = {};  // modules that import it directly
  bool goes_on = false;                         // unchanged; runs only for more goals
  bool rests = false;                           // unchanged; has its tests, and is skipped
  bool from_file = false;                       // unchanged; only its test file is known
  std::string why;                              // one line for `skua plan`: why it runs, or why not
  // Reason why a module is skipped: kUnchanged, kSyntaxError, kNoCallables; else kNone.
  model::Reason reason;
  std::optional<model::Pair> pair = {};          // the pair with the name `module`
  std::vector<model::SeenCall> seen_calls = {};  // of the pair: those that sources do not show
};

// Returns the reason of a planned module that the budget did not reach: kNoBudgetLeft, or
// kUnchanged if it is unchanged and has tests.
model::Reason NotReached(const PlannedModule& module);

struct Plan {
  std::vector<PlannedModule> run;      // in starting order
  std::vector<PlannedModule> skipped;  // by name
  std::vector<model::ModuleId> deleted;
};

// Returns the facts for a scheduler, in the order of `modules`, with the indices of their imports.
std::vector<ModuleFacts> FactsOf(const std::vector<PlannedModule>& modules);

// Returns the facts of the modules in plan.skipped that rest.
std::vector<ModuleFacts> RestingFacts(const Plan& plan);

struct PlanOptions {
  std::string environment;  // stamp of the present interpreter and packages
  // Tells whether a written test file still exists; without this function all do.
  std::function<bool(const std::string& project_relative_path)> test_file_exists;
  int64_t run = 1;  // the number of the planned run
  Strategy strategy = Strategy::kAdaptive;
  bool unchanged = true;          // unchanged modules may run for more goals
  bool offers_unchanged = false;  // suggests `budget.unchanged: true`, which would set `unchanged`
  // Unchanged modules without a suite, or with one that was cut short, run in any case.
  bool unfinished = true;
  // Skipped modules that cannot be tested keep their reason until somebody fixes the problem.
  bool tells_troubles = true;
  // The part of the budget that a module can expect.
  base::Duration share = model::TimePolicy::Shares{}.minimum;
  model::TimePolicy policy = {};
};

// Makes the plan. Modules run in these groups, each with the most open goals first:
//
//   1. modified modules, whose earlier tests may show a behaviour change;
//   2. modules for which no campaign was ever started;
//   3. modules that changed otherwise, or have another reason (test file missing; failed at import
//      in another environment);
//   4. unchanged modules that may gain goals.
//
// A module moves up by one group for every few runs that did not reach it, so each gets its turn
// even if others keep changing; affected modules stay after modified ones in any case. An unchanged
// module with a whole suite runs only if options.unchanged is set, goals are open, and one of the
// last few campaigns gained something (TimePolicy::Order). Strategies without history do not
// require a gain; the adaptive one requires that another share is likely to gain something
// (expected_gain.h). `sources` are all modules of the project, for their imports.
Plan MakePlan(const workspace::ChangeSet& changes,
              const std::vector<workspace::SourceModule>& sources,
              const std::vector<model::ModuleRecord>& records, const PlanOptions& options);

}  // namespace skua::plan
