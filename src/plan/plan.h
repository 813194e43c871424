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

// What is said of a module that should run when the budget does not reach it: kNoBudgetLeft, or
// kUnchanged of one that only would have gone on.
model::Reason NotReached(const PlannedModule& module);

struct Plan {
  std::vector<PlannedModule> run;      // in the order of their start
  std::vector<PlannedModule> skipped;  // by name
  std::vector<model::ModuleId> deleted;
};

// Facts of those that rest.
std::vector<ModuleFacts> RestingFacts(const Plan& plan);

struct PlanOptions {
  std::string environment;  // stamp of now
  // Whether a written test file is still there; absent: assumed.
  std::function<bool(const std::string& project_relative_path)> test_file_exists;
  int64_t run = 1;  // the number of the one that is planned
  Strategy strategy = Strategy::kAdaptive;
  bool unchanged = true;  // unchanged modules may run to get further
  // Unchanged modules without a suite, or with one that was cut short, run all the same.
  bool unfinished = true;
  // Unchanged modules that cannot be tested until something is mended are told of with that reason.
  bool tells_troubles = true;
  // The part of the budget that a module may count on.
  base::Duration share = model::TimePolicy::Shares{}.minimum;
  model::TimePolicy policy = {};
};

// In this order: modified modules, whose earlier tests may tell of a change; what no campaign was
// ever started for; what else changed, or has another reason (test file gone; failed at import in
// another environment); unchanged modules with something left to gain; with the most open goals
// first. With each few runs that did not reach it a module moves up by one of these, without end:
// so each gets its turn, however many keep changing; but what is merely affected stays behind what
// was modified. Unchanged ones with a whole suite run only where that is asked for, and then when
// goals are open and one of the last few campaigns gained something (TimePolicy::Order); strategies
// without history do not ask for that, and the adaptive one asks that a share more is likely to
// gain something (expected_gain.h). `sources` are all modules of the project, for their imports.
Plan MakePlan(const workspace::ChangeSet& changes,
              const std::vector<workspace::SourceModule>& sources,
              const std::vector<model::ModuleRecord>& records, const PlanOptions& options);

}  // namespace skua::plan
