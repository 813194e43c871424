// Classifies a test's calls: they run the subject, prepare its environment, or make inputs.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::oracle {

bool IsCall(const model::TestCase& test, std::size_t i);

// Returns whether the call changes the environment of the subject: files, variables, clock.
// REQUIRES: IsCall.
bool IsPreparation(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Returns whether the statement calls the subject: a callable of its own, or a library's operator
// on the result of one (a decorated function, a generator's context manager).
bool CallsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Returns whether the test is about the statement: a call of the subject, or the last call of a
// test that reaches the subject only through other modules. REQUIRES: the test runs code of the
// subject.
bool RunsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Returns whether the call is written as a statement without a value: `a.b = c`, `del a[b]`.
// REQUIRES: IsCall.
bool HasNoValue(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Returns whether the call is a `with` block that an exception leaves. REQUIRES: IsCall.
bool LeavesByException(const model::TestCase& test, const model::Subject& subject, std::size_t i);

}  // namespace skua::oracle
