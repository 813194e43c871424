// Makes tests and makes them longer: chooses what to call (Lukasczyk et al., §3.3.2, insertion);
// the values that the call needs come from a ValueFactory. Statements are always appended; to
// insert, open the test with an Opening first.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/goals/goal_set.h"
#include "search/making/environment_statements.h"
#include "search/making/primitives.h"
#include "search/making/type_guesses.h"
#include "search/making/type_system.h"
#include "search/making/value_factory.h"
#include "search/search_options.h"

namespace skua::search {

class TestFactory {
 public:
  // Borrows all, which outlive it.
  TestFactory(const GoalSet& goals, const SearchOptions& options, const Primitives& primitives,
              const TypeSystem& types, const TypeGuesses& guesses);
  TestFactory(const TestFactory&) = delete;
  TestFactory& operator=(const TestFactory&) = delete;

  // Returns whether there is anything to call; otherwise no test can be made.
  bool HasCallables() const { return !callables_.empty(); }

  // The callables that tests are to call, ascending.
  const std::vector<model::CallableIndex>& callables() const { return callables_; }

  // Lets tests also call protected callables that had uncovered goals when last weighed; weigh
  // again thereafter. Private ones (__name) stay out.
  void AdmitProtected();

  // Makes callables likelier that have goals which are not covered. Each callable's weight is
  // multiplied by its entry in `factors` (1 when empty).
  void WeighCallables(const std::vector<bool>& covered, const std::vector<double>& factors = {});
  // Returns whether the callable's code, or code nested in it, had uncovered goals when last
  // weighed.
  bool HasOpenGoals(model::CallableIndex callable) const;

  // Returns, for a pair, whether the test calls a callable that may get to a call site ("covering
  // methods" of Cling, §3.2.4). Always true if tests can call none.
  bool CallsCovering(const model::TestCase& test) const;
  // Tries to insert such a call before `end`. Returns false if no attempt succeeds.
  bool InsertCoveringCall(model::TestCase& test, std::size_t end, base::Rng& rng);
  // Returns whether the test calls such a callable, after a repair if one is needed.
  bool EnsureCoveringCall(model::TestCase& test, base::Rng& rng) {
    return CallsCovering(test) || InsertCoveringCall(test, test.size(), rng);
  }

  // Makes a test of random length up to the limit. A pair's calls what gets to a call site.
  void MakeRandomTest(model::TestCase& test, base::Rng& rng);

  // Inserts, as the insertion operator, a statement with probability σ, a second with σ², and so
  // on, each at a random place up to `end`, because nothing after a statement that raises would
  // run. Returns whether anything was inserted.
  bool InsertStatements(model::TestCase& test, std::size_t end, base::Rng& rng);

  // Appends a call of some callable of the subject and the values that it needs.
  bool AppendRandomCall(model::TestCase& test, base::Rng& rng);

  // Finds or builds the argument for a parameter of a callable.
  model::VariableIndex AppendArgument(model::TestCase& test, model::CallableIndex callable,
                                      std::size_t parameter, base::Rng& rng, unsigned depth = 0) {
    return values_.AppendArgument(test, callable, parameter, rng, depth);
  }
  // Finds or builds an instance of the class. Nothing when it cannot be had.
  std::optional<model::VariableIndex> AppendInstance(model::TestCase& test,
                                                     model::ClassIndex class_index, base::Rng& rng,
                                                     unsigned depth = 0) {
    return values_.instances().Append(test, class_index, rng, depth);
  }
  // Inserts Environment::prepared() at the start of most tests that lack it. A test that would
  // really start a process or write a file is stopped there, and worth nothing.
  void Prepare(model::TestCase& test, base::Rng& rng);
  // Brings the environment statements into order: see Environment::Normalise.
  void Normalise(model::TestCase& test) const { environment_.Normalise(test); }

  ValueFactory& values() { return values_; }

 private:
  bool AppendSomeCall(model::TestCase& test, base::Rng& rng);
  // Appends the use of a method, attribute or operator of one of the variables. False when none has
  // any.
  bool AppendCallOnVariable(model::TestCase& test, base::Rng& rng);
  bool AppendCallOn(model::TestCase& test, model::VariableIndex receiver, base::Rng& rng);
  // Appends calls on the result of the last statement, and on the results of those calls.
  void AppendChain(model::TestCase& test, base::Rng& rng);
  // Returns whether all uncovered goals of the callable lie in functions that it makes.
  bool IsOpenInsideOnly(model::CallableIndex callable) const;
  void InsertEnvironment(model::TestCase& test, std::size_t first, std::size_t limit,
                         base::Rng& rng);
  // Returns the weight of calling `member` on the variable; 0: never.
  double WeightOn(const model::TestCase& test, model::VariableIndex receiver,
                  model::CallableIndex member) const;
  // The callable of the subject from which a variable stems, through any calls on its results;
  // kNoIndex when there is none.
  model::CallableIndex OriginOf(const model::TestCase& test, model::VariableIndex variable) const;

  const GoalSet& goals_;
  const model::Subject& subject_;
  const SearchOptions& options_;
  const TypeSystem& types_;
  Environment environment_;
  ValueFactory values_;
  std::vector<model::CallableIndex> callables_;  // the callables that tests are to call
  std::vector<model::CallableIndex> covering_;   // those that may get to a call site of a pair
  std::vector<double> cumulative_weights_;       // of callables_
  std::vector<double> weights_;                  // by callable; 0 when it is not to be called
  std::vector<bool> has_open_goals_;             // by code object, with those nested in it
  std::vector<bool> has_own_open_goals_;         // by code object, without those nested in it
  std::vector<double> choices_;                  // scratch: weights of the choices at hand
  std::vector<model::Statement> set_aside_;      // for Openings
};

}  // namespace skua::search
