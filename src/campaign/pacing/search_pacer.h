// Passes a campaign's pacing on to its search, with an estimate of the time for ending the
// campaign.
#pragma once

#include <chrono>

#include "campaign/pacing/pacing.h"
#include "campaign/pacing/reserves.h"
#include "model/options/time_policy.h"
#include "search/search.h"

namespace skua::campaign {

class SearchPacer final : public search::Pacer {
 public:
  // Borrows the pacing. `load` is the time that loading the subject took.
  SearchPacer(Pacing& pacing, const LoadTime& load, bool judges_mutants,
              const model::TimePolicy& policy = {})
      : policy_(policy),
        pacing_(pacing),
        load_(load),
        judges_mutants_(judges_mutants),
        first_(pacing.granted()),
        until_(pacing.latest().Within(first_ + policy.campaign.first_generation)) {}

  base::Duration granted() const override { return pacing_.granted(); }
  bool Suspend(const search::SearchProgress& progress) override;

  // The deadline of the search, as a reference, since it moves when time is granted. A generation
  // that takes long is cut off a little after the end of the slice; the first generation, which
  // begins with tests carried over, has more.
  const base::Deadline& until() const { return until_; }

  // `standing`: the number of tests of the tree that are judged and verified with the tests found.
  Pacing::End EndOfSearch(const search::SearchResult& found, std::size_t standing = 0);

 private:
  base::Deadline Until(base::Duration searched) const;
  base::Duration ReserveAfter(base::Duration searched, const SuiteSize& suite) const;

  const model::TimePolicy policy_;
  Pacing& pacing_;
  LoadTime load_;
  bool judges_mutants_;
  base::Duration first_;  // the first slice
  base::Deadline until_;
};

}  // namespace skua::campaign
