// Makes the values that tests pass: finds a variable that will do, or builds one by a statement of
// its own or by a call with all that this needs in turn (Lukasczyk et al., §3.3.2). Statements are
// always appended; what they need stands before them. Primitives are made here, other kinds of
// values by factories of their own, which come back for what they consist of.
#pragma once

#include <optional>
#include <string_view>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/expected/expected_values.h"
#include "search/making/collection_factory.h"
#include "search/making/environment_factory.h"
#include "search/making/function_factory.h"
#include "search/making/instance_factory.h"
#include "search/making/value_sources.h"

namespace skua::search {

// The kind of primitive statement for a type; kNone when it is none.
model::StatementKind PrimitiveOf(model::TypeKind kind);

// Invariant: whatever is appended leaves the test well-formed.
class ValueFactory {
 public:
  explicit ValueFactory(const ValueSources& sources);
  ValueFactory(const ValueFactory&) = delete;
  ValueFactory& operator=(const ValueFactory&) = delete;

  // Appends a call and what it needs; its receiver is found or built unless it is given. False, and
  // the test as it was, when there is none.
  bool AppendCall(model::TestCase& test, model::CallableIndex callable,
                  std::optional<model::VariableIndex> receiver, base::Rng& rng, unsigned depth);
  // Finds or builds the argument for a parameter of a callable.
  model::VariableIndex AppendArgument(model::TestCase& test, model::CallableIndex callable,
                                      std::size_t parameter, base::Rng& rng, unsigned depth);
  // Finds or builds a value of the type.
  model::VariableIndex AppendValue(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendGuess(model::TestCase& test, Guess guess, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendPrimitive(model::TestCase& test, model::StatementKind kind,
                                       base::Rng& rng);
  model::VariableIndex AppendText(model::TestCase& test, std::string_view text);
  model::VariableIndex AppendLiteral(model::TestCase& test, const model::Value& value);

  // Whether no more than the value itself is to be appended.
  bool IsFull(const model::TestCase& test, unsigned depth) const;

  InstanceFactory& instances() { return instances_; }
  FunctionFactory& functions() { return functions_; }
  EnvironmentFactory& environment() { return environment_; }

 private:
  // Appends a literal of the kind that people pass for the parameter, now and then.
  std::optional<model::VariableIndex> AppendExpected(model::TestCase& test,
                                                     const model::Parameter& parameter,
                                                     model::StatementKind kind,
                                                     model::TypeIndex type, base::Rng& rng);
  // How likely an optional argument is left out.
  double SkippingOf(const model::Callable& callable, const model::Parameter& parameter) const;
  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  const TypeGuesses& guesses_;
  const ExpectedValues expected_;
  InstanceFactory instances_;
  CollectionFactory collections_;
  FunctionFactory functions_;
  EnvironmentFactory environment_;
};

}  // namespace skua::search
