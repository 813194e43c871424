// How much of a campaign's share is kept back for the passes that follow the one at hand, so that
// each campaign ends with a written file. All estimates grow with the time that loading the subject
// took, which says how large it is and how busy the machine.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clock.h"

namespace skua::campaign {

class Reserves {
 public:
  Reserves(base::Duration share, base::Duration load, bool judges_mutants)
      : share_(std::max(share - load, share / 2)), load_(load), judges_mutants_(judges_mutants) {}

  // For all that follows the search, when it comes to a test for each of so many goals.
  base::Duration AfterSearch(std::size_t goals) const;
  // For what follows making the suite small: observing, mutants, verification.
  base::Duration AfterMinimising(std::size_t tests) const;
  // For what follows observing: mutants, verification.
  base::Duration AfterObserving(std::size_t tests) const;
  // For what follows the first judgement of the mutants: plainer values and more tests, for which
  // this is the least, and verification.
  base::Duration AfterJudging(std::size_t tests) const;
  base::Duration Verifying(std::size_t tests) const;
  // For as little of that as lets a suite be written: the first of its runs.
  base::Duration VerifyingInPart(std::size_t tests) const;
  // Whether from here on, before observing, there is time for mutants.
  bool SufficeForMutants(std::size_t tests, base::Duration left) const {
    return judges_mutants_ && left > Observing(tests) + AfterJudging(tests);
  }

  // For all that follows a search that is over after `used`, when the share is what that comes to,
  // but `least`.
  static base::Duration AfterSearchOf(base::Duration used, base::Duration least,
                                      base::Duration load, bool judges_mutants, std::size_t tests);

 private:
  base::Duration Observing(std::size_t tests) const;
  base::Duration Judging(std::size_t tests) const;

  base::Duration share_;  // what loading leaves of it
  base::Duration load_;
  bool judges_mutants_;
};

}  // namespace skua::campaign
