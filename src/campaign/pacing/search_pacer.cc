#include "campaign/pacing/search_pacer.h"

namespace skua::campaign {

using base::Duration;
using model::Scaled;

bool SearchPacer::Suspend(const search::SearchProgress& progress) {
  const SuiteSize suite{progress.tests, progress.tests_time};
  if (!pacing_.Suspend(progress, ReserveAfter(progress.searched, suite))) return false;
  until_ = Until(progress.searched);
  return true;
}

base::Deadline SearchPacer::Until(Duration searched) const {
  const Duration slice = pacing_.granted() - searched;
  return pacing_.latest().Within(slice + Scaled(slice, policy_.campaign.late_generation) +
                                 policy_.campaign.late_generation_least);
}

Duration SearchPacer::ReserveAfter(Duration searched, const SuiteSize& suite) const {
  const Duration least = load_.whole + Scaled(first_, policy_.reserves.least_first_slices);
  return Reserves::AfterSearchOf(load_.whole + searched, least, load_, judges_mutants_, suite,
                                 policy_.reserves);
}

Pacing::End SearchPacer::EndOfSearch(const search::SearchResult& found, std::size_t standing) {
  return pacing_.EndOfSearch(
      ReserveAfter(found.duration, {found.tests.size() + standing, found.tests_time}));
}

}  // namespace skua::campaign
