// Which modules run, in which order, and why the others do not. A pure function of its arguments.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/outcome.h"
#include "model/source.h"
#include "workspace/change_set.h"

namespace skua::plan {

struct PlannedModule {
  model::ModuleId module;
  model::Change change = model::Change::kNew;
  std::string change_why;  // for ModuleOutcome
  std::string fingerprint;
  model::ModuleId was;      // of a renamed one: where its suite is archived
  uint32_t predicates = 0;  // static count
  std::optional<double> coverage_before;
  std::string why;       // one line for `skua plan`: why it runs, or why not
  model::Reason reason;  // of a skipped one: kUnchanged, kSyntaxError; else kNone
};

struct Plan {
  std::vector<PlannedModule> run;      // in the order of their start
  std::vector<PlannedModule> skipped;  // by name
  std::vector<model::ModuleId> deleted;
};

struct PlanOptions {
  std::string environment;  // stamp of now
  // Whether a written test file is still there; absent: assumed.
  std::function<bool(const std::string& project_relative_path)> test_file_exists;
};

// Modified first, then new, renamed and affected, then unchanged ones that have a reason of their
// own to run (test file gone; failed at import in another environment); by name within each.
Plan MakePlan(const workspace::ChangeSet& changes, const std::vector<model::ModuleRecord>& records,
              const PlanOptions& options);

}  // namespace skua::plan
