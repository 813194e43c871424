// Single-point relative crossover of two tests (Lukasczyk et al., §3.3.1): both are cut at the same
// relative place and exchange their second parts. Where a second part used variables of its old
// first part, it is repaired: by a variable of the same type in its new first part, or by a copy of
// the old one's statements.
#pragma once

#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/making/environment_statements.h"
#include "search/making/type_system.h"

namespace skua::search {

class Crossover {
 public:
  // Borrows `types`, which outlives it.
  Crossover(const TypeSystem& types, std::size_t max_test_length)
      : types_(types), environment_(types.subject()), max_test_length_(max_test_length) {}

  // Makes the offspring of `a` and `b`, in their place. Never cuts a test after its last statement,
  // which may raise, nor inside the prefix at the start of every test. Returns how many statements
  // of `a` and of `b` are still their own first part (all of them if a test is too short to be
  // cut).
  std::pair<std::size_t, std::size_t> Cross(model::TestCase& a, model::TestCase& b, base::Rng& rng);

 private:
  // Appends donor[cut..] to `test`.
  void AppendTail(model::TestCase& test, const model::TestCase& donor, std::size_t cut,
                  base::Rng& rng);
  // Makes the operands of a donor's statement variables of `test`.
  void AdoptOperands(model::TestCase& test, const model::TestCase& donor,
                     model::Statement& statement, base::Rng& rng);
  // Returns the variable of `test` in the place of the donor's. Copies the donor's statement if
  // there is no such variable, or if it must be `exact`.
  model::VariableIndex Adopt(model::TestCase& test, const model::TestCase& donor,
                             model::VariableIndex variable, bool exact, base::Rng& rng);

  const TypeSystem& types_;
  Environment environment_;
  std::size_t max_test_length_;
  model::TestCase other_;                      // a copy of one parent
  std::vector<model::VariableIndex> adopted_;  // by donor's variable
};

}  // namespace skua::search
