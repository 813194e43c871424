// Earlier runs, which state/ stores and report/ draws over time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace skua::model {

// A run, with sums over the last finished campaigns of all modules that still exist.
struct PastRun {
  int64_t number = 0;
  int64_t started_unix_seconds = 0;
  base::Duration budget{};  // zero: bounded by iterations
  base::Duration used{};    // zero: the run was cut off
  bool interrupted = false;
  std::size_t campaigns = 0;  // number of campaigns that finished in this run
  std::size_t goals = 0;
  std::size_t covered = 0;
  std::size_t tests = 0;
  std::size_t mutants = 0;  // number of judged mutants
  std::size_t killed = 0;
};

}  // namespace skua::model
