// Largest sizes of the lists in a trace. The extension stops there, and the engine rejects more.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skua::protocol {

inline constexpr std::size_t kMostOperandPairs = 16;  // comparisons of one test
inline constexpr std::size_t kLongestOperand = 256;   // bytes of a string, digits of an int
inline constexpr std::size_t kMostLazyUses = 64;      // of one test
inline constexpr std::size_t kMostLazyOperands = 6;   // of one use
inline constexpr std::size_t kMostLazyClasses = 6;    // of one use
// A day: no limit on time is longer. The sum over a suite fits 64 bits.
inline constexpr uint64_t kMostNanoseconds = 86'400'000'000'000;

}  // namespace skua::protocol
