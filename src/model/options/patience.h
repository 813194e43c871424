// The time without a gain after which a search ends: a part of all searching in the same code, less
// after fruitless campaigns, and more with more open goals. The plan sets the part
// (plan/patience.h); the pacer of a search asks whether the time is over.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "model/options/time_policy.h"

namespace skua::model {

struct Patience {
  base::Duration searched_before{};    // in the same code, by earlier campaigns
  double part = 1;                     // as a part of the time searched
  base::Duration least{};              // lower bound
  base::Duration least_of_doubling{};  // lower bound, for each doubling of the open goals
  uint32_t fruitless = 0;              // campaigns in a row that covered nothing new

  // Returns the patience after `searched` in this campaign, with `open` goals left.
  base::Duration After(base::Duration searched, std::size_t open) const {
    const base::Duration for_open =
        Scaled(least_of_doubling, std::log2(1 + static_cast<double>(open)));
    return std::max({least, for_open, Scaled(searched_before + searched, part)}) / (1 + fruitless);
  }
};

}  // namespace skua::model
