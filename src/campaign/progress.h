// The common state of running campaigns: counters, which a console reads from another thread, and
// the cores that each may use.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/team.h"

namespace skua::campaign {

struct Progress {
  std::atomic<uint64_t> executed_tests = 0;
  base::CoreShare cores;
};

}  // namespace skua::campaign
