// Makes callable values: lambdas, functions, bound methods and classes. A lambda that returns the
// annotated type is the likeliest.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "search/making/value_sources.h"

namespace skua::search {

class ValueFactory;

// Invariant: a function that is passed as a value is not protected, and its receiver can be built.
class FunctionFactory {
 public:
  // Borrows the values, which outlive it and make receivers and results.
  FunctionFactory(const ValueSources& sources, ValueFactory& values);

  // Appends a lambda, a function or a class for a Callable type.
  model::VariableIndex Append(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                              unsigned depth);
  model::VariableIndex AppendLambda(model::TestCase& test, model::TypeIndex type,
                                    model::TypeIndex result, base::Rng& rng, unsigned depth);
  // Appends a lambda for an operation of a mock, or one whose result is awaited: it may raise,
  // answer in turn, or call one of its arguments.
  model::VariableIndex AppendOperation(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                       unsigned depth);
  // Returns nullopt if no function takes so many arguments.
  std::optional<model::VariableIndex> AppendFunction(model::TestCase& test, model::TypeIndex type,
                                                     base::Rng& rng, unsigned depth);
  // Appends a function of a pair's callee that a call site may enter, or the call of one that makes
  // such a function. Returns nullopt if there is none that takes as many arguments as the type.
  std::optional<model::VariableIndex> AppendEntered(model::TestCase& test, model::TypeIndex type,
                                                    base::Rng& rng, unsigned depth);
  std::optional<model::VariableIndex> AppendMade(model::TestCase& test, base::Rng& rng,
                                                 unsigned depth);
  // Appends a class, rather one derived from that of the type `of`.
  model::VariableIndex AppendClass(model::TestCase& test, model::TypeIndex of, base::Rng& rng);
  model::VariableIndex AppendExceptionClass(model::TestCase& test, base::Rng& rng);

 private:
  // Appends a lambda that calls the function among its arguments, if the type declares one.
  std::optional<model::VariableIndex> AppendCalling(model::TestCase& test, model::TypeIndex type,
                                                    base::Rng& rng, unsigned depth);
  std::optional<model::VariableIndex> AppendOneOf(const std::vector<model::CallableIndex>& targets,
                                                  model::TestCase& test, model::TypeIndex type,
                                                  base::Rng& rng, unsigned depth);

  const model::Subject& subject_;
  const TypeSystem& types_;
  ValueFactory& values_;
  std::vector<model::CallableIndex> functions_;  // can be passed as values
  std::vector<model::CallableIndex> entered_;    // of these, those that call sites enter
  std::vector<model::ClassIndex> classes_;       // have a name that a test can write
  std::vector<model::ClassIndex> exception_classes_;
  std::vector<model::ClassIndex> doubles_;  // that a test defines, and whose instances are called
};

}  // namespace skua::search
