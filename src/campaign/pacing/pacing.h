// The time of a campaign that is given to it in slices. After each slice of the search, its pacing
// decides whether it goes on, sleeps, or makes and writes its suite; see plan/scheduler.h.
#pragma once

#include "base/clock.h"
#include "search/evaluation/pacer.h"

namespace skua::campaign {

class Pacing {
 public:
  // The deadlines for all passes after the search.
  struct End {
    base::Deadline deadline;
    base::Deadline latest;  // see Campaign::Run
    bool others_wait =
        true;  // for the job that this campaign has; else it may take all of `latest`
  };

  virtual ~Pacing() = default;

  // Returns how long the campaign may search in all, until it is suspended.
  virtual base::Duration granted() const = 0;
  // Sleeps until more is granted (true) or the search is to end (false). `reserve` is the time that
  // ending it then takes.
  virtual bool Suspend(const search::SearchProgress& progress, base::Duration reserve) = 0;
  // Returns the end that no search may exceed, however much is granted. Changes only in Suspend().
  virtual base::Deadline latest() const = 0;
  // Ends the search. `reserve` is an estimate of the least time that the other passes take.
  virtual End EndOfSearch(base::Duration reserve) = 0;
  // Returns all of the time asleep so far.
  virtual base::Duration asleep() const = 0;
};

}  // namespace skua::campaign
