// What a pass of polishing proposes for a test at one place.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "search/polish/expectations.h"
#include "search/polish/passes.h"

namespace skua::search {

inline std::vector<model::TestCase> ProposedBy(void (*propose)(const Look&, Proposals&),
                                               const model::Subject& subject,
                                               const model::TestCase& test, std::size_t place,
                                               const Outcome& outcome = {},
                                               const Observe& observe = nullptr) {
  CheckWellFormed(test, subject);
  const Environment environment(subject);
  const model::ParameterTypes types(subject);
  const Expectations expectations(subject, types, {});
  const Readers readers{subject, types, expectations};
  const UseMap uses(subject, types, test);
  Proposals proposals;
  propose({readers, environment, test, uses, outcome, observe, place}, proposals);
  std::vector<model::TestCase> versions;
  for (Proposal& proposal : proposals) {
    CheckWellFormed(proposal.test, subject);
    versions.push_back(std::move(proposal.test));
  }
  return versions;
}

// At the last statement, which is the act.
inline std::vector<model::TestCase> ProposedBy(void (*propose)(const Look&, Proposals&),
                                               const model::Subject& subject,
                                               const model::TestCase& test) {
  return ProposedBy(propose, subject, test, test.size() - 1);
}

}  // namespace skua::search
