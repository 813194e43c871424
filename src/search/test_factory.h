// Makes tests and makes them longer: chooses what to call and finds or builds what the call needs
// (Lukasczyk et al., §3.3.2, insertion). Statements are always appended; to insert, open the test
// with an Opening first.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/goal_set.h"
#include "search/primitives.h"
#include "search/search_options.h"
#include "search/type_guesses.h"
#include "search/type_system.h"

namespace skua::search {

class TestFactory {
 public:
  // Borrows all, which outlive it.
  TestFactory(const GoalSet& goals, const SearchOptions& options, const Primitives& primitives,
              const TypeSystem& types, const TypeGuesses& guesses);

  // Nothing to call: no test can be made.
  bool HasCallables() const { return !callables_.empty(); }

  // Callables with goals that are not covered become likelier.
  void WeighCallables(const std::vector<bool>& covered);

  // A test of random length up to the limit.
  void MakeRandomTest(model::TestCase& test, base::Rng& rng);

  // The insertion operator: a statement with probability σ, a second with σ², …, each at a random
  // place up to `end` (nothing behind a statement that raises would run).
  // Returns whether anything was inserted.
  bool InsertStatements(model::TestCase& test, std::size_t end, base::Rng& rng);

  // Appends a call of some callable of the subject and what it needs.
  bool AppendRandomCall(model::TestCase& test, base::Rng& rng);
  // Appends a call of a method on one of the variables. False when none has a method.
  bool AppendCallOnVariable(model::TestCase& test, base::Rng& rng);

  // Finds or builds the argument for a parameter of a callable.
  model::VariableIndex AppendArgument(model::TestCase& test, model::CallableIndex callable,
                                      std::size_t parameter, base::Rng& rng, unsigned depth = 0);
  // Finds or builds an instance of the class. Nothing when it cannot be had.
  std::optional<model::VariableIndex> AppendInstance(model::TestCase& test,
                                                     model::ClassIndex class_index, base::Rng& rng,
                                                     unsigned depth = 0);

 private:
  bool AppendCall(model::TestCase& test, model::CallableIndex callable,
                  std::optional<model::VariableIndex> receiver, base::Rng& rng, unsigned depth);
  model::VariableIndex AppendValue(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendGuess(model::TestCase& test, Guess guess, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendHashable(model::TestCase& test, base::Rng& rng);
  model::VariableIndex AppendPrimitive(model::TestCase& test, model::StatementKind kind,
                                       base::Rng& rng);
  model::VariableIndex AppendLiteral(model::TestCase& test, const model::Value& value);
  model::VariableIndex AppendCollection(model::TestCase& test, model::StatementKind kind,
                                        model::TypeIndex type, model::TypeIndex element,
                                        base::Rng& rng, unsigned depth);
  model::VariableIndex AppendTuple(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendDict(model::TestCase& test, model::TypeIndex type,
                                  model::TypeIndex key, model::TypeIndex value, base::Rng& rng,
                                  unsigned depth);
  model::VariableIndex AppendKeywords(model::TestCase& test, const model::Callable& callable,
                                      model::TypeIndex value, base::Rng& rng, unsigned depth);
  model::VariableIndex AppendClass(model::TestCase& test, model::TypeIndex type, base::Rng& rng);
  model::VariableIndex AppendMember(model::TestCase& test, model::ClassIndex class_index,
                                    base::Rng& rng);
  model::VariableIndex Append(model::TestCase& test, model::Statement&& statement);

  // A random variable for which `fits(variable)` holds.
  template <typename Predicate>
  std::optional<model::VariableIndex> FindVariable(const model::TestCase& test, base::Rng& rng,
                                                   Predicate fits) const;
  bool IsFull(const model::TestCase& test, unsigned depth) const;
  std::size_t CollectionSize(const model::TestCase& test, base::Rng& rng, unsigned depth) const;

  const GoalSet& goals_;
  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  const TypeGuesses& guesses_;
  std::vector<model::CallableIndex> callables_;  // those that tests are to call
  std::vector<double> cumulative_weights_;       // of callables_
  std::vector<double> weights_;                  // by callable; 0 when not to be called
  std::vector<model::Statement> set_aside_;      // for Openings
};

}  // namespace skua::search
