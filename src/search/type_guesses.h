// What to try where annotations leave a choice, and how often. A parameter without a usable
// annotation has weights over the kinds of values and the classes; one whose type is a union has
// weights over its alternatives. Outcomes move them: a TypeError or AttributeError at the call
// makes what was passed less likely, a newly covered goal makes it more likely, and so does what
// lazy arguments were seen to be used as.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/type_system.h"

namespace skua::search {

// A StatementKind, or an instance or member of class (guess - kFirstClass).
using Guess = std::size_t;
inline constexpr Guess kFirstClass = static_cast<Guess>(model::StatementKind::kLazy) + 1;

class TypeGuesses {
 public:
  // Borrows both, which outlive it.
  TypeGuesses(const model::Subject& subject, const TypeSystem& types);

  // For a value that is no parameter's.
  Guess Pick(base::Rng& rng) const { return rng.Weighted(prior_); }
  // REQUIRES: an index into the callable's parameters.
  Guess Pick(model::CallableIndex callable, std::size_t parameter, base::Rng& rng) const;
  // Of a parameter whose type is a union with alternatives: one of its arguments.
  model::TypeIndex PickAlternative(model::CallableIndex callable, std::size_t parameter,
                                   base::Rng& rng) const;

  // `call` is a statement of `test` that ended in a TypeError or an AttributeError.
  void Lower(const model::TestCase& test, const model::Statement& call);
  // `call` is a statement of a test that covered a new goal.
  void Raise(const model::TestCase& test, const model::Statement& call);
  // `variable` of `test` is what the use of a lazy argument suggests for the parameter.
  void Suggest(const model::TestCase& test, model::VariableIndex variable,
               model::CallableIndex callable, std::size_t parameter);

 private:
  std::optional<Guess> GuessOf(const model::Statement& statement) const;
  void Scale(const model::TestCase& test, const model::Statement& call, double factor);
  void ScaleParameter(const model::TestCase& test, model::VariableIndex variable,
                      model::CallableIndex callable, std::size_t parameter, double factor);

  const model::Subject* subject_;
  const TypeSystem* types_;
  std::vector<double> prior_;
  std::vector<std::size_t> first_parameter_;  // by callable: index into learned_
  // By parameter: weights of guesses, or of a union's alternatives; empty: the prior.
  std::vector<std::vector<double>> learned_;
};

}  // namespace skua::search
