// Tells whether a test calls the module under test itself, or runs it only through other modules.
#pragma once

#include <algorithm>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::model {

// Returns whether the test calls the subject. A call that prepares the environment does not count.
inline bool CallsSubject(const Subject& subject, const TestCase& test) {
  return std::any_of(test.statements.begin(), test.statements.end(), [&](const Statement& it) {
    if (it.kind != StatementKind::kCall) return false;
    const Callable& callee = subject.callables[it.target];
    return callee.in_subject && callee.kind != CallableKind::kEnvironment;
  });
}

}  // namespace skua::model
