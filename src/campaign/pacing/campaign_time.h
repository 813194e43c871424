// The time of one campaign: its planned end, its latest end, and the reserves of passes that are
// still to come.
#pragma once

#include <cstddef>

#include "base/clock.h"
#include "campaign/pacing/reserves.h"
#include "campaign/pacing/stop_watch.h"
#include "model/options/time_policy.h"

namespace skua::campaign {

// Returns a deadline after this part of the time until `deadline`.
base::Deadline PartOf(const base::Deadline& deadline, double part);

class CampaignTime {
 public:
  // The deadlines are those of Campaign::Run. Borrows the policy.
  CampaignTime(const base::Deadline& deadline, const base::Deadline& latest, bool judges_mutants,
               const model::TimePolicy& policy);

  // The campaign plans for `deadline`; work that must not be lost may take until `finish`.
  const base::Deadline& deadline() const { return deadline_; }
  const base::Deadline& finish() const { return finish_; }
  const base::Deadline& latest() const { return latest_; }
  const model::TimePolicy& policy() const { return policy_; }
  const Reserves& reserves() const { return reserves_; }
  const LoadTime& load_time() const { return load_time_; }
  StopWatch& watch() { return watch_; }

  // Begins the share only now: earlier time is not charged to this campaign.
  void BeginAnew();
  // Notes that the share has begun, and loading with it.
  void BeginToLoad();
  base::Deadline ToLoad() const;
  // Notes that the module is loaded, and how long importing it took. A share that is short for
  // loading becomes longer.
  void Loaded(base::Duration import_time, base::Duration waited, bool asks_world);
  // Moves all deadlines forward by the time in which the run then reports so many goals.
  void KeepBackForReports(std::size_t goals);
  // Sets the measured time of a run of pytest without tests (LoadTime::pytest).
  void PytestTakes(base::Duration time) {
    load_time_.pytest = time;
    reserves_.PytestTakes(time);
  }
  // Notes that the search took `searched`. Later passes have until `end`, or until `last` if their
  // result must not be lost at any price.
  void SearchEnded(base::Duration searched, const base::Deadline& end, const base::Deadline& last,
                   bool must_not_be_lost);
  // Lets the campaign take until `finish`, since nobody waits for the time.
  void MayTakeUntil(const base::Deadline& finish) { finish_ = finish; }
  void ObservingTook(std::size_t tests, base::Duration time) {
    reserves_.ObservingTook(tests, time);
  }
  void ObservingEachTook(base::Duration time) { reserves_.ObservingEachTook(time); }

 private:
  // Returns how long a pass may take whose result must not be lost.
  base::Duration WithOverrun(base::Duration planned) const {
    return planned + model::Scaled(planned, policy_.reserves.overrun);
  }

  const model::TimePolicy& policy_;
  const bool judges_mutants_;
  base::Deadline deadline_, latest_, finish_;
  base::Duration share_;
  LoadTime load_time_{{}};
  Reserves reserves_;
  StopWatch watch_;
};

}  // namespace skua::campaign
