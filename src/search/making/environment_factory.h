// Makes what environment statements are given (names of files and variables, contents, input), and
// texts that name files.
#pragma once

#include <string>

#include "base/rng.h"
#include "search/making/value_sources.h"

namespace skua::search {

class ValueFactory;

// Invariant: a text of AppendPathText() is the name of a path in the test's own folder, or a text
// like any other.
class EnvironmentFactory {
 public:
  // Borrows the values, which outlive it and make the calls.
  EnvironmentFactory(const ValueSources& sources, ValueFactory& values);

  // Appends the argument for a parameter of an environment statement's callable.
  model::VariableIndex AppendArgument(model::TestCase& test, const model::Callable& callable,
                                      const model::Parameter& parameter, base::Rng& rng,
                                      unsigned depth);
  // Appends a text that names a file; `type` is that of the parameter, or kAny.
  model::VariableIndex AppendPathText(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                      unsigned depth);

 private:
  model::VariableIndex AppendFresh(model::TestCase& test, model::TypeIndex type, base::Rng& rng,
                                   unsigned depth);
  std::string VariableName(base::Rng& rng) const;
  model::Statement FileContent(base::Rng& rng) const;

  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  const Environment& environment_;
  ValueFactory& values_;
};

}  // namespace skua::search
