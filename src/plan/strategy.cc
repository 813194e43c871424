#include "plan/strategy.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace skua::plan {

Strategy StrategyNamed(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"simple",         "budget",  "seeding",
                                                      "budget-seeding", "history", "adaptive"};
  const auto found = std::ranges::find(kNames, name);
  assert(found != kNames.end());
  return static_cast<Strategy>(found - kNames.begin());
}

}  // namespace skua::plan
