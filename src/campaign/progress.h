// Counters that campaigns update while they run, and that a console reads from another thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace skua::campaign {

struct Progress {
  std::atomic<uint64_t> executed_tests = 0;
};

}  // namespace skua::campaign
