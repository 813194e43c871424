#include "campaign/search_pacer.h"

#include "campaign/reserves.h"

namespace skua::campaign {

using base::Duration;
using namespace std::chrono_literals;

bool SearchPacer::Suspend(const search::SearchProgress& progress) {
  // There is a test for each covered goal, at most.
  if (!pacing_.Suspend(progress, ReserveAfter(progress.searched, progress.covered))) return false;
  until_ = Until(progress.searched);
  return true;
}

base::Deadline SearchPacer::Until(Duration searched) const {
  const Duration slice = pacing_.granted() - searched;
  return pacing_.latest().Within(slice + slice / 10 + 100ms);
}

Duration SearchPacer::ReserveAfter(Duration searched, std::size_t tests) const {
  return Reserves::AfterSearchOf(load_ + searched, load_ + 2 * first_, load_, judges_mutants_,
                                 tests);
}

Pacing::End SearchPacer::EndOfSearch(const search::SearchResult& found) {
  return pacing_.EndOfSearch(ReserveAfter(found.duration, found.tests.size()));
}

}  // namespace skua::campaign
