// How long a search goes on: until nothing is open, until it stagnates, until its generations are
// used up or its time is over. Keeps the curve of what was covered when.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "search/evaluation/archive.h"
#include "search/evaluation/metered_executor.h"
#include "search/evaluation/pacer.h"
#include "search/evaluation/search_result.h"
#include "search/search_options.h"

namespace skua::search {

// Invariant: no duration told here counts the time that the search was suspended; the discovery
// curve is short and ascends.
class Pacing {
 public:
  // Borrows all, which outlive it. Without `pacer`, the deadline alone bounds the time.
  Pacing(const SearchOptions& options, const base::Deadline& deadline, const Archive& archive,
         MeteredExecutor& executor, Pacer* pacer);
  Pacing(const Pacing&) = delete;
  Pacing& operator=(const Pacing&) = delete;

  // Returns whether the search is over. Sleeps, and the executor with it, while the pacer suspends
  // the search.
  bool Finished();
  // Returns whether the search was without progress for so long that the goals left for later are
  // worth the time.
  bool IsTimeForLater() const;
  // Returns whether the search was without progress for so long that it should turn to the means of
  // this rank, which are not yet in use. All ranks up to 2 come before the search stagnates.
  bool IsTimeForOtherMeans(std::size_t rank) const;
  // The part of the search that is over, in generations or else in the time until the deadline, or
  // that was granted so far, where that is later: from 0 to 1; 0 when it is bounded by neither.
  double Progress() const;

  // Returns how long a generation may take; nullopt if no time bounds the search.
  std::optional<base::Duration> TimeForGeneration() const;
  // Returns how many tests of a generation to execute at a time: all, or as many slow tests as fit
  // into the time for it.
  std::size_t PortionOf(std::size_t tests) const;

  void CountGeneration() { ++generations_; }
  void NoteSwitch() { switches_.push_back({generations_, searched()}); }
  // A goal was newly covered.
  void NoteGain();
  // Counts tests in vain from now on.
  void BeginAnew() { tests_at_last_gain_ = executor_.tests(); }

  uint64_t generations() const { return generations_; }
  const std::vector<HeuristicSwitch>& switches() const { return switches_; }
  base::Duration searched() const;  // so far
  base::Duration last_gain() const { return last_gain_; }
  const std::vector<model::GainPoint>& discovery() const { return discovery_; }

 private:
  // The time of the whole search, as far as it is known now; zero: it is bounded by no time.
  base::Duration Whole() const;
  bool HasStagnated(double least_tests, double part = 1) const;
  // Returns whether the search may go on.
  bool Suspend(base::Duration searched);

  const SearchOptions& options_;
  const base::Deadline& deadline_;
  const Archive& archive_;
  MeteredExecutor& executor_;
  Pacer* pacer_;
  base::TimePoint start_;
  base::Duration asleep_{};  // since start_
  base::Duration last_gain_{};
  std::vector<model::GainPoint> discovery_;
  uint64_t tests_at_last_gain_ = 0;
  uint64_t generations_ = 0;
  std::vector<HeuristicSwitch> switches_;
};

}  // namespace skua::search
