// What of a pair's callee tests can pass on so that a call site of the caller enters it, also where
// the caller does not know it: objects with methods, functions, and what other functions return.
#pragma once

#include <vector>

#include "model/subject.h"

namespace skua::search {

struct EnteredParts {
  std::vector<model::ClassIndex> classes;       // objects of these have methods that are entered
  std::vector<model::CallableIndex> functions;  // are entered themselves, when passed as values
  std::vector<model::CallableIndex> makers;     // may return a function that is entered
};

// Each in ascending order, from what the subject's call sites may enter. All are empty where the
// subject is no pair.
EnteredParts FindEnteredParts(const model::Subject& subject);

}  // namespace skua::search
