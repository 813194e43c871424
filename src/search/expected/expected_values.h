// What a reader expects to be passed for a parameter: the cost of a value there, and literals to
// propose. The worker tells both (model/expected_argument.h); no names of parameters stand here.
//
// The cost is that of the value's shape and a tenth of that of the value itself, which is known of
// literals that the worker lists, and otherwise counted by characters and digits. It compares
// values for one parameter only. The cheapest values are hollow (None, 0, ""), and people pass them
// less often than their costs say: what replaces a value should not be hollower (IsHollow).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

class ExpectedValues {
 public:
  // Borrows the subject, which outlives this.
  explicit ExpectedValues(const model::Subject& subject) : subject_(&subject) {}

  // Returns in quarters of a bit how unexpected the value of the statement is; nullopt where
  // nothing is known of the parameter.
  std::optional<uint32_t> CostOf(const model::Parameter& parameter,
                                 const model::Statement& statement) const;

  // Returns literals for the parameter, the best first, none of them hollow.
  std::span<const model::ExpectedValue> ProposalsFor(const model::Parameter& parameter) const {
    return parameter.expected.values;
  }

  // Picks a literal of the kind, the cheaper the likelier; null when there is none.
  const model::Value* Pick(const model::Parameter& parameter, model::StatementKind kind,
                           base::Rng& rng) const;

  // Returns for each kind of statement which share of people's arguments it makes, by the kind's
  // number; empty where nothing is known of the parameter. Objects are those of kCall.
  std::vector<double> KindsFor(const model::Parameter& parameter) const;

 private:
  double ValueBits(const model::Statement& statement) const;

  const model::Subject* subject_;
};

}  // namespace skua::search
