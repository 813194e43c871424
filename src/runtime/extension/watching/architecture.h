// The table of system calls of the target processor, as filters and their signals name it.
#pragma once

#include <linux/audit.h>

#include <cstdint>

namespace skua::runtime {

#if defined(__x86_64__)
inline constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
inline constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

}  // namespace skua::runtime
