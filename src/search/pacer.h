// The seam through which a search is given its time piece by piece: when it has searched for as
// long as it was granted, it is suspended, until somebody grants it more or ends it.
#pragma once

#include <cstddef>
#include <span>

#include "base/clock.h"
#include "model/outcome.h"

namespace skua::search {

// What a search says of itself when its time is over.
struct SearchProgress {
  std::size_t goals = 0;  // without blocks
  std::size_t covered = 0;
  base::Duration searched{};    // without the time asleep
  base::Duration since_gain{};  // of `searched`, since the last newly covered goal
  std::span<const model::GainPoint> discovery = {};  // ascending
};

class Pacer {
 public:
  virtual ~Pacer() = default;
  // How long it may search in all, until it is suspended. Changes in Suspend alone.
  virtual base::Duration granted() const = 0;
  // Returns when the search may go on, having granted more; or with false: it is over. The deadline
  // that the search was called with may be moved meanwhile.
  virtual bool Suspend(const SearchProgress& progress) = 0;
};

}  // namespace skua::search
