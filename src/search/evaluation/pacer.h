// The seam through which a search is given its time piece by piece. When it has searched for as
// long as it was granted, it is suspended until the pacer grants it more or ends it.
#pragma once

#include <cstddef>
#include <span>

#include "base/clock.h"
#include "model/outcome.h"

namespace skua::search {

// The state of a search at the end of its time.
struct SearchProgress {
  std::size_t goals = 0;  // without blocks
  std::size_t covered = 0;
  std::size_t tests = 0;        // that it would keep now
  base::Duration tests_time{};  // that running these once takes
  base::Duration searched{};    // without the time asleep
  base::Duration since_gain{};  // of `searched`, since the last newly covered goal
  std::span<const model::GainPoint> discovery = {};  // ascending
};

class Pacer {
 public:
  virtual ~Pacer() = default;
  // Returns how long the search may go on in all until it is suspended. Changes only in Suspend().
  virtual base::Duration granted() const = 0;
  // Returns true when the search may go on, having granted more time, and false when it is over.
  // The deadline with which the search was called may be moved meanwhile.
  virtual bool Suspend(const SearchProgress& progress) = 0;
  // Returns whether Suspend() may wait for others, so that the processes of the search should
  // sleep.
  virtual bool MayWait() const { return true; }
};

}  // namespace skua::search
