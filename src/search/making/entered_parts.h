// Parts of a pair's callee that tests can pass on so that a call site of the caller enters it, even
// if the caller does not know it: objects with methods, functions, and results of other functions.
#pragma once

#include <vector>

#include "model/subject.h"

namespace skua::search {

struct EnteredParts {
  std::vector<model::ClassIndex> classes;       // objects of these have methods that are entered
  std::vector<model::CallableIndex> functions;  // are entered themselves, when passed as values
  std::vector<model::CallableIndex> makers;     // may return a function that is entered
};

// Returns parts that the subject's call sites may enter, each list in ascending order. All are
// empty if the subject is no pair.
EnteredParts FindEnteredParts(const model::Subject& subject);

}  // namespace skua::search
