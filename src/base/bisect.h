// Which of many things break what they make together, found in few trials.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace skua::base {

// Whether things make something that works; given by their places, ascending.
using Works = std::function<bool(const std::vector<std::size_t>&)>;

// The least that has to go of `count` things for the rest to work, ascending; where two of them get
// into each other's way, the one behind. Trials grow with the number of culprits and the logarithm
// of `count`. REQUIRES: nothing works.
std::vector<std::size_t> FindBreaking(std::size_t count, const Works& works);

}  // namespace skua::base
