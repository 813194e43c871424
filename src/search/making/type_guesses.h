// Which types to try where annotations leave a choice, and how often. A parameter without a usable
// annotation has weights over the kinds of values and the classes; a parameter whose type is a
// union has weights over its alternatives. They begin with what people pass for such a parameter,
// as far as that is known (search/expected), and with usual kinds. Outcomes move the weights: a
// TypeError or AttributeError at the call makes the types passed less likely; a newly covered goal
// makes them more likely, and so does the way in which a lazy argument was used.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/making/type_system.h"

namespace skua::search {

// A guess is a StatementKind, or an instance or member of class (guess - kFirstClass). kCall is
// what a function of a pair's callee returns, of which nothing is known.
using Guess = std::size_t;
inline constexpr Guess kFirstClass = static_cast<Guess>(model::StatementKind::kLazy) + 1;

class TypeGuesses {
 public:
  // Borrows both, which outlive it.
  TypeGuesses(const model::Subject& subject, const TypeSystem& types);

  // Picks a guess for a value that is not a parameter's.
  Guess Pick(base::Rng& rng) const { return rng.Weighted(prior_); }
  // Picks one where the declared type is ignored on purpose: nothing that a call site of a pair
  // enters, which is likely only where no type is known.
  Guess PickWrong(base::Rng& rng) const;
  // Picks a guess for a parameter. REQUIRES: `parameter` is an index into the callable's
  // parameters.
  Guess Pick(model::CallableIndex callable, std::size_t parameter, base::Rng& rng) const;
  // Picks one of the alternatives of a parameter whose type is a union.
  model::TypeIndex PickAlternative(model::CallableIndex callable, std::size_t parameter,
                                   base::Rng& rng) const;

  // Makes the types less likely that `call` passed, a statement of `test` that ended in a TypeError
  // or an AttributeError.
  void Lower(const model::TestCase& test, const model::Statement& call);
  // Makes the types likelier that `call` passed, a statement of a test that covered a new goal.
  void Raise(const model::TestCase& test, const model::Statement& call);
  // `variable` of `test` has the type that the use of a lazy argument suggests for the parameter.
  void Suggest(const model::TestCase& test, model::VariableIndex variable,
               model::CallableIndex callable, std::size_t parameter);

 private:
  // Makes what call sites of a pair enter likelier.
  void AddEntered();
  // Returns the weights of guesses to begin with, empty where the prior holds.
  std::vector<double> FirstWeights(const model::Parameter& parameter) const;
  std::optional<Guess> GuessOf(const model::Statement& statement) const;
  void Scale(const model::TestCase& test, const model::Statement& call, double factor);
  void ScaleParameter(const model::TestCase& test, model::VariableIndex variable,
                      model::CallableIndex callable, std::size_t parameter, double factor);

  const model::Subject* subject_;
  const TypeSystem* types_;
  std::vector<double> prior_;
  std::vector<std::vector<double>> first_;    // by parameter; empty where the prior holds
  std::vector<std::size_t> first_parameter_;  // by callable: index into learned_
  // The weights of guesses, or of a union's alternatives, for each parameter; empty before they are
  // moved.
  std::vector<std::vector<double>> learned_;
};

}  // namespace skua::search
