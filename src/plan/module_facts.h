// Facts about a module before its campaign, by which strategies divide the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"

namespace skua::plan {

struct ModuleFacts {
  model::Change change = model::Change::kNew;
  std::size_t goals = 0;     // of the last campaign; if never loaded: its static count of branches
  std::size_t covered = 0;   // by the last campaign
  bool tried = false;        // a campaign for it was started at least once
  uint32_t passed_over = 0;  // runs in a row that did not reach it
  uint32_t cut_short = 0;    // campaigns in a row for which time did not suffice
  uint32_t fruitless = 0;    // campaigns in a row that covered nothing new of the same code
  // Length of its longest chain of imports; equal within a cycle of imports.
  uint32_t depth = 0;
  // Indices of the modules that it imports directly, in the scheduler's vector of facts.
  std::vector<std::size_t> imports = {};
  // Campaigns for the present code:
  base::Duration searched{};  // total
  double late_gain = 0;       // goals found in the second half of the last one's search
  base::Duration ending{};    // time of the last one without its search; zero: unknown

  std::size_t open() const { return goals - (covered < goals ? covered : goals); }
  bool changed() const { return change != model::Change::kUnchanged; }
  // Returns whether the module's own code changed; an affected module's did not.
  bool edited() const { return changed() && change != model::Change::kAffected; }
};

}  // namespace skua::plan
