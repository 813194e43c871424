// Makes lazy arguments concrete (Lee, SPLAT): builds the value that suits best how code used the
// argument and the parts of it that it made on the way. The value is a string if string methods
// were called, a dict if keys were looked up, an instance of a class that has the attributes, or
// else a plain object with them; its parts likewise, to a bounded depth. If the argument had to
// answer (its truth, its length, equality), the value answers alike, so that the test takes the
// same path.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/making/primitives.h"
#include "search/making/type_system.h"
#include "search/making/value_factory.h"

namespace skua::search {

class ConcreteArguments {
 public:
  // Borrows all, which outlive it.
  ConcreteArguments(const model::Subject& subject, const Primitives& primitives,
                    const TypeSystem& types, ValueFactory& values);

  // Returns `lazy` with a value in place of each kLazy statement; `uses` are those of its trace.
  // `variables` tells, for each variable of `lazy`, which variable of the result stands for it.
  model::TestCase Concretise(const model::TestCase& lazy, std::span<const model::LazyUse> uses,
                             std::vector<model::VariableIndex>& variables, base::Rng& rng);

 private:
  using Use = std::size_t;  // index into uses_
  enum class Form {
    kAnything,  // nothing is known
    kBool,
    kInt,
    kFloat,
    kStr,
    kBytes,
    kList,
    kTuple,
    kSet,
    kFrozenSet,
    kDict,
    kFunction,
    kType,
    kPath,
    kInstance,   // of class_
    kNamespace,  // types.SimpleNamespace
    kContext,    // contextlib.nullcontext
  };
  struct Guess {
    Form form = Form::kAnything;
    model::ClassIndex class_index = model::kNoIndex;
  };

  Guess GuessOf(Use use, base::Rng& rng) const;
  // Guesses from the classes that isinstance asked for; it is not known for which of them the
  // argument said yes.
  std::optional<Guess> GuessFromClasses(Use use, base::Rng& rng) const;
  std::optional<Guess> GuessFromNames(Use use, base::Rng& rng) const;
  // Draws a class with all names that a call site of a pair may enter.
  std::optional<model::ClassIndex> EnteredWith(const std::vector<std::string_view>& names,
                                               base::Rng& rng) const;
  // Returns the builtin type that has all names, and items like those asked for.
  std::optional<Form> BuiltinWith(const std::vector<std::string_view>& names, Use use) const;
  // Adds the names that a with statement asks for. Returns whether contextlib.nullcontext has them.
  bool IsPlainContext(Use use, std::vector<std::string_view>& names) const;
  Guess GuessFromOperations(Use use, base::Rng& rng) const;
  Form ComparedOrConverted(Use use) const;
  // Returns whether an operand of this kind met the argument.
  bool Met(Use use, model::ValueKind kind) const;
  // Returns the probability of a plain object although a builtin type has all its names: code used
  // the result of a method as no result of the builtin type can be used.
  double ChanceOfPlain(Use use) const;
  model::ClassIndex ClassWith(const std::vector<std::string_view>& names) const;

  model::VariableIndex Build(Use use, unsigned depth, base::Rng& rng);
  model::VariableIndex BuildPrimitive(Use use, Form form, unsigned depth, base::Rng& rng);
  model::VariableIndex BuildNumber(Use use, model::StatementKind kind, base::Rng& rng);
  model::VariableIndex BuildList(Use use, model::StatementKind kind, unsigned depth,
                                 base::Rng& rng);
  model::VariableIndex BuildSet(Use use, model::StatementKind kind, unsigned depth, base::Rng& rng);
  model::VariableIndex BuildDict(Use use, unsigned depth, base::Rng& rng);
  using AddItem = std::function<void(const model::Value& key, std::optional<Use> value)>;
  void AddItemsAskedFor(Use method, const AddItem& add, unsigned depth, base::Rng& rng);
  model::VariableIndex BuildFunction(Use use, unsigned depth, base::Rng& rng);
  model::VariableIndex BuildNamespace(Use use, unsigned depth, base::Rng& rng);
  model::VariableIndex BuildContext(Use use, unsigned depth, base::Rng& rng);
  // Invents a text for which the methods called on it answer as the argument did.
  std::string TextOf(Use use, unsigned depth, base::Rng& rng) const;
  std::vector<std::string> TextsOfParts(Use list, unsigned depth, base::Rng& rng) const;
  std::optional<std::string> TextForMethod(Use method, unsigned depth, base::Rng& rng) const;

  // The parts of `use` of one kind, in the order in which they came into being.
  std::vector<Use> PartsOf(Use use, model::LazyUse::Part part) const;
  bool Did(Use use, uint32_t operations) const { return (uses_[use].operations & operations) != 0; }
  // Returns whether it was compared with None, and the comparison was false.
  bool WasNone(Use use) const;
  // Returns whether code awaits it, but neither enters nor iterates it.
  bool IsAwaited(Use use) const {
    return Did(use, model::LazyUse::kAwaited) &&
           !Did(use, model::LazyUse::kEntered | model::LazyUse::kIterated);
  }
  // Returns whether the argument was asked for its truth and answered that it is false.
  bool IsFalse(Use use) const;
  std::vector<std::string_view> NamesOf(Use use) const;
  bool HasNames(model::ClassIndex class_index, const std::vector<std::string_view>& names) const;
  // The parameter of SimpleNamespace's constructor that sets the attribute.
  std::optional<std::size_t> NamespaceParameter(std::string_view name) const;

  model::VariableIndex Append(model::Statement statement);
  model::VariableIndex AppendValue(const model::Value& value);

  const model::Subject& subject_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  ValueFactory& values_;
  model::CallableIndex namespace_ = model::kNoIndex;  // the constructor of SimpleNamespace
  model::CallableIndex context_ = model::kNoIndex;    // that of nullcontext

  std::span<const model::LazyUse> uses_;  // set while one test is made concrete
  model::TestCase* test_ = nullptr;
};

}  // namespace skua::search
