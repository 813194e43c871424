// Lends a campaign's pacing to its search, and says what ending the campaign would take.
#pragma once

#include <chrono>

#include "campaign/pacing.h"
#include "search/search.h"

namespace skua::campaign {

class SearchPacer final : public search::Pacer {
 public:
  // Borrows the pacing. `load`: how long it took to load the subject.
  SearchPacer(Pacing& pacing, base::Duration load, bool judges_mutants)
      : pacing_(pacing),
        load_(load),
        judges_mutants_(judges_mutants),
        first_(pacing.granted()),
        until_(pacing.latest().Within(first_ + kFirstGeneration)) {}

  base::Duration granted() const override { return pacing_.granted(); }
  bool Suspend(const search::SearchProgress& progress) override;

  // The deadline to search with, by reference: it moves with what is granted. A generation that
  // takes long is cut off a little behind the end of the slice; the first, which begins with what
  // is carried over, has a second more.
  const base::Deadline& until() const { return until_; }

  Pacing::End EndOfSearch(const search::SearchResult& found);

 private:
  static constexpr base::Duration kFirstGeneration = std::chrono::seconds(1);

  base::Deadline Until(base::Duration searched) const;
  base::Duration ReserveAfter(base::Duration searched, std::size_t tests) const;

  Pacing& pacing_;
  base::Duration load_;
  bool judges_mutants_;
  base::Duration first_;  // slice
  base::Deadline until_;
};

}  // namespace skua::campaign
