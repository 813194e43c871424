// How much of what a test did goes into its trace. The extension stops there, and the engine takes
// no more.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skua::protocol {

inline constexpr std::size_t kMostOperandPairs = 16;  // of comparisons in a test
inline constexpr std::size_t kLongestOperand = 256;   // bytes of a text, digits of an int
inline constexpr std::size_t kMostLazyUses = 64;      // in a test
inline constexpr std::size_t kMostLazyOperands = 6;   // of one use
inline constexpr std::size_t kMostLazyClasses = 6;    // of one use
// No test takes longer than a day, since no limit is longer. What a suite takes fits 64 bits then.
inline constexpr uint64_t kMostNanoseconds = 86'400'000'000'000;

}  // namespace skua::protocol
