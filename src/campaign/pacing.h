// The time of a campaign that is given to it piece by piece. Who gives it decides, each time that
// it has searched for as long as was granted, whether it goes on, sleeps, or makes and writes its
// suite; see plan/scheduler.h.
#pragma once

#include "base/clock.h"
#include "search/pacer.h"

namespace skua::campaign {

class Pacing {
 public:
  // For what follows the search.
  struct End {
    base::Deadline deadline;
    base::Deadline latest;  // see Campaign::Run
  };

  virtual ~Pacing() = default;

  // How long it may search in all, until it is suspended.
  virtual base::Duration granted() const = 0;
  // Sleeps until more is granted, or the search is to end: false. `reserve` is what ending it then
  // will take.
  virtual bool Suspend(const search::SearchProgress& progress, base::Duration reserve) = 0;
  // No search may go beyond, however much is granted. Changes in Suspend alone.
  virtual base::Deadline latest() const = 0;
  // The search is over; what follows takes `reserve` at least, as far as one can tell.
  virtual End EndOfSearch(base::Duration reserve) = 0;
  // In all.
  virtual base::Duration asleep() const = 0;
};

}  // namespace skua::campaign
