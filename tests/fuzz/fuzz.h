// What fuzz targets share. A target is a file *_fuzz.cc with LLVMFuzzerTestOneInput; what it needs
// not to happen ends the process.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace skua::fuzz {

inline void Require(bool holds) {
  if (!holds) std::abort();
}

// How many inputs were believed. Those of the corpus are to be: else a target, or what it reads,
// has changed so much that the corpus tries nothing any more.
inline std::size_t believed = 0;

inline void Believe() { ++believed; }

}  // namespace skua::fuzz
