// Makes the values that tests pass: finds a variable that will do, or builds one by a statement of
// its own or by a call with all that this needs in turn (Lukasczyk et al., §3.3.2). Statements are
// always appended; what they need stands before them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/environment.h"
#include "search/object_pool.h"
#include "search/primitives.h"
#include "search/search_options.h"
#include "search/type_guesses.h"
#include "search/type_system.h"

namespace skua::search {

// The kind of primitive statement for a type; kNone when it is none.
model::StatementKind PrimitiveOf(model::TypeKind kind);

class ValueFactory {
 public:
  // Borrows all, which outlive it.
  ValueFactory(const model::Subject& subject, const SearchOptions& options,
               const Primitives& primitives, const TypeSystem& types, const TypeGuesses& guesses,
               const Environment& environment);

  // Appends a call and what it needs; its receiver is found or built unless it is given. False, and
  // the test as it was, when there is none.
  bool AppendCall(model::TestCase& test, model::CallableIndex callable,
                  std::optional<model::VariableIndex> receiver, base::Rng& rng, unsigned depth);
  // Finds or builds the argument for a parameter of a callable.
  model::VariableIndex AppendArgument(model::TestCase& test, model::CallableIndex callable,
                                      std::size_t parameter, base::Rng& rng, unsigned depth);
  // Finds or builds an instance of the class. Nothing when it cannot be had.
  std::optional<model::VariableIndex> AppendInstance(model::TestCase& test,
                                                     model::ClassIndex class_index, base::Rng& rng,
                                                     unsigned depth);
  // Finds or builds a value of the type.
  model::VariableIndex AppendValue(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendGuess(model::TestCase& test, Guess guess, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendPrimitive(model::TestCase& test, model::StatementKind kind,
                                       base::Rng& rng);
  model::VariableIndex AppendText(model::TestCase& test, std::string_view text);
  // A text that names a file; `type` is that of the parameter, or kAny.
  model::VariableIndex AppendPathText(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                      unsigned depth);

  bool IsFull(const model::TestCase& test, unsigned depth) const;

  // From now on objects come from the pool, which is borrowed, with this probability.
  void DrawFrom(const ObjectPool& pool, double probability) {
    pool_ = &pool;
    pool_probability_ = probability;
  }
  void SetPoolProbability(double probability) { pool_probability_ = probability; }
  uint64_t drawn() const { return drawn_; }  // from the pool, so far

 private:
  std::optional<model::VariableIndex> Draw(model::TestCase& test, model::ClassIndex class_index,
                                           base::Rng& rng);
  std::optional<model::CallableIndex> PickGenerator(model::ClassIndex class_index, bool desperate,
                                                    base::Rng& rng) const;
  model::VariableIndex AppendLiteral(model::TestCase& test, const model::Value& value);
  model::VariableIndex AppendMember(model::TestCase& test, model::ClassIndex class_index,
                                    base::Rng& rng);

  // value_collections.cc
  model::VariableIndex AppendHashable(model::TestCase& test, base::Rng& rng);
  model::VariableIndex AppendCollection(model::TestCase& test, model::StatementKind kind,
                                        model::TypeIndex type, model::TypeIndex element,
                                        base::Rng& rng, unsigned depth);
  model::VariableIndex AppendTuple(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendDict(model::TestCase& test, model::TypeIndex type,
                                  model::TypeIndex key, model::TypeIndex value, base::Rng& rng,
                                  unsigned depth);
  model::VariableIndex AppendTypedDict(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                       unsigned depth);
  model::VariableIndex AppendKeywords(model::TestCase& test, const model::Callable& callable,
                                      model::TypeIndex value, base::Rng& rng, unsigned depth);
  // For `__call__(*args)` of something whose parameters are not known: any number up to three.
  model::VariableIndex AppendUnknownArguments(model::TestCase& test, base::Rng& rng,
                                              unsigned depth);
  std::size_t CollectionSize(const model::TestCase& test, base::Rng& rng, unsigned depth) const;

  // value_functions.cc: things that can be called.
  model::VariableIndex AppendCallable(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                      unsigned depth);
  model::VariableIndex AppendLambda(model::TestCase& test, model::TypeIndex type,
                                    model::TypeIndex result, base::Rng& rng, unsigned depth);
  // Nothing when there is no function that takes so many arguments.
  std::optional<model::VariableIndex> AppendFunction(model::TestCase& test, model::TypeIndex type,
                                                     base::Rng& rng, unsigned depth);
  model::VariableIndex AppendClass(model::TestCase& test, model::TypeIndex of, base::Rng& rng);
  model::VariableIndex AppendExceptionClass(model::TestCase& test, base::Rng& rng);

  // value_environment.cc
  model::VariableIndex AppendEnvironmentArgument(model::TestCase& test,
                                                 const model::Callable& callable,
                                                 const model::Parameter& parameter, base::Rng& rng,
                                                 unsigned depth);
  model::VariableIndex AppendFresh(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  std::string EnvironmentName(base::Rng& rng) const;
  model::Statement FileContent(base::Rng& rng) const;

  model::VariableIndex Append(model::TestCase& test, model::Statement&& statement);
  // A random variable for which `fits(variable)` holds.
  template <typename Predicate>
  std::optional<model::VariableIndex> FindVariable(const model::TestCase& test, base::Rng& rng,
                                                   Predicate fits) const {
    if (test.size() == 0) return std::nullopt;
    // From a random place onwards: close to uniform, and usually ends early.
    const std::size_t start = rng.Below(test.size());
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto variable = static_cast<model::VariableIndex>((start + i) % test.size());
      if (fits(variable)) return variable;
    }
    return std::nullopt;
  }

  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  const TypeGuesses& guesses_;
  const Environment& environment_;
  const ObjectPool* pool_ = nullptr;
  double pool_probability_ = 0;
  uint64_t drawn_ = 0;
  std::vector<model::CallableIndex> functions_;  // that can be passed as values
  std::vector<model::ClassIndex> exception_classes_;
};

}  // namespace skua::search
