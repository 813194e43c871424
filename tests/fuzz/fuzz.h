// What fuzz targets share. A target is a file *_fuzz.cc with LLVMFuzzerTestOneInput; what it needs
// not to happen ends the process.
#pragma once

#include <cstdlib>

namespace skua::fuzz {

inline void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace skua::fuzz
