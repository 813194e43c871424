// Bisection: finds which of many things break the whole, in few trials.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace skua::base {

// Returns whether the things at these indices (ascending) work together.
using Works = std::function<bool(const std::vector<std::size_t>&)>;

// Returns the indices (ascending) of a smallest set of the `count` things without which the others
// work. Of two things that conflict it returns the later one. The number of trials grows with the
// number of culprits and the logarithm of `count`. REQUIRES: all things together do not work.
std::vector<std::size_t> FindBreaking(std::size_t count, const Works& works);

}  // namespace skua::base
