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
  std::size_t goals = 0;     // of the last campaign; never loaded: its static count of branches
  std::size_t covered = 0;   // of these, by the last campaign
  bool tried = false;        // some campaign for it was started once
  uint32_t passed_over = 0;  // runs in a row that wanted to run it and had no time
  uint32_t cut_short = 0;    // campaigns in a row that time did not suffice for
  uint32_t fruitless = 0;    // campaigns in a row that covered nothing new of the same code
  // Its place among all modules when dependencies come first; the same within a cycle of imports.
  uint32_t depth = 0;
  // Places of the modules that it imports directly, in the vector of facts of a scheduler.
  std::vector<std::size_t> imports = {};
  // The next three are about campaigns for the present code.
  base::Duration searched{};  // in all
  double late_gain = 0;       // goals that the last one found in the second half of its search
  base::Duration ending{};    // time of the last one without its search; zero: not known

  std::size_t open() const { return goals - (covered < goals ? covered : goals); }
  bool changed() const { return change != model::Change::kUnchanged; }
  // Returns whether the module's own code changed; an affected module's did not.
  bool edited() const { return changed() && change != model::Change::kAffected; }
};

}  // namespace skua::plan
