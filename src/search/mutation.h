// The mutation operator for tests (Lukasczyk et al., §3.3.2): removal, change or insertion, one as
// likely as the other. Each keeps the test well-formed.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/operand_feedback.h"
#include "search/test_factory.h"

namespace skua::search {

class Mutation {
 public:
  // Borrows all, which outlive it.
  Mutation(const model::Subject& subject, const SearchOptions& options,
           const Primitives& primitives, const TypeSystem& types, TestFactory& factory);

  // `end`: nothing is inserted behind this place (where the last execution raised).
  // Returns whether the test changed.
  bool Mutate(model::TestCase& test, std::size_t end, base::Rng& rng);

  // Each statement with probability 1/l. What used a removed one uses another of its type, or goes.
  bool Remove(model::TestCase& test, base::Rng& rng);
  // Each statement with probability 1/l.
  bool Change(model::TestCase& test, base::Rng& rng);

 private:
  bool ChangeStatement(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeCollection(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeCall(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeArgument(model::TestCase& test, std::size_t& index, std::size_t argument,
                      base::Rng& rng);
  bool AddArgument(model::TestCase& test, std::size_t& index, base::Rng& rng);
  bool ReplaceCall(model::TestCase& test, std::size_t index, base::Rng& rng);

  // A random variable before `end` for which `fits(variable)` holds, or `end`.
  template <typename Predicate>
  std::size_t FindVariable(std::size_t end, base::Rng& rng, Predicate fits) const;

  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  TestFactory& factory_;
  std::vector<model::Statement> set_aside_;
  std::vector<bool> erased_;
};

}  // namespace skua::search
