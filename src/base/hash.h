// Content hashes: xxHash, stable over machines and versions. Not for security.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skua::base {

uint64_t Hash64(std::string_view bytes);      // XXH3, seed 0
std::string HashHex(std::string_view bytes);  // XXH3-128 as 32 hex digits

}  // namespace skua::base
