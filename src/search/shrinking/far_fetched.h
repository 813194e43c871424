// Tells the tests that a maintainer minds more than a mutant which nothing notices. Where a branch
// needs them they are better than none.
#pragma once

#include <set>
#include <span>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/shrinking/passed_kinds.h"

namespace skua::search {

class FarFetched {
 public:
  // Learns from the tests of a suite what is usually passed, and which internal callables it cannot
  // do without. Borrows the subject, which outlives this.
  FarFetched(const model::Subject& subject, std::span<const model::TestCase> suite);

  // Whether the test, which has statements, calls something internal that the suite leaves alone,
  // or passes a value of another kind than is declared or usual: `minute="minute"`. Where the last
  // call checks types itself, such a value may be what the test is about.
  bool Is(const model::TestCase& test) const;

 private:
  const model::Subject& subject_;
  const model::ParameterTypes types_;
  const PassedKinds passed_;
  std::set<model::CallableIndex> internal_;  // that tests of the suite call
};

}  // namespace skua::search
