// The sources of the factories of values.
#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "search/making/environment_statements.h"
#include "search/making/primitives.h"
#include "search/making/type_guesses.h"
#include "search/making/type_system.h"
#include "search/search_options.h"

namespace skua::search {

// Borrows all, which outlive the factories that draw on it.
struct ValueSources {
  const model::Subject& subject;
  const SearchOptions& options;
  const Primitives& primitives;
  const TypeSystem& types;
  const TypeGuesses& guesses;
  const Environment& environment;
};

}  // namespace skua::search
