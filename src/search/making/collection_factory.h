// Makes collections: lists, tuples, sets, dicts, and what *args and **kwargs unpack.
#pragma once

#include <cstddef>

#include "base/rng.h"
#include "search/making/value_sources.h"

namespace skua::search {

class ValueFactory;

// Invariant: a collection that is built at the greatest depth, or in a test that is full, has no
// elements but those that its type requires, and these are primitives.
class CollectionFactory {
 public:
  // Borrows the values, which outlive it and make the elements.
  CollectionFactory(const ValueSources& sources, ValueFactory& values);

  // Appends a list, tuple, set or frozenset of any length with elements of one type.
  model::VariableIndex Append(model::TestCase& test, model::StatementKind kind,
                              model::TypeIndex type, model::TypeIndex element, base::Rng& rng,
                              unsigned depth);
  // Appends a list of a type whose first places have types of their own.
  model::VariableIndex AppendLine(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                  unsigned depth);
  // Appends a tuple with an element for each argument of its type.
  model::VariableIndex AppendTuple(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  model::VariableIndex AppendDict(model::TestCase& test, model::TypeIndex type,
                                  model::TypeIndex key, model::TypeIndex value, base::Rng& rng,
                                  unsigned depth);
  model::VariableIndex AppendTypedDict(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                       unsigned depth);
  // Appends what a callable gets as **kwargs: none of its other parameters.
  model::VariableIndex AppendKeywords(model::TestCase& test, const model::Callable& callable,
                                      model::TypeIndex value, base::Rng& rng, unsigned depth);
  // Appends what `__call__(*args)` of something gets whose parameters are not known: any number of
  // arguments up to three.
  model::VariableIndex AppendUnknownArguments(model::TestCase& test, base::Rng& rng,
                                              unsigned depth);

 private:
  model::VariableIndex AppendHashable(model::TestCase& test, base::Rng& rng);
  // Whether values of the type are dicts whose keys are known.
  bool IsOfRecords(model::TypeIndex type) const;
  std::size_t RandomSize(const model::TestCase& test, base::Rng& rng, unsigned depth) const;

  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  const TypeGuesses& guesses_;
  ValueFactory& values_;
};

}  // namespace skua::search
