// The roles of a test's calls: to run the subject, to prepare its surroundings, or to make inputs.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::oracle {

bool IsCall(const model::TestCase& test, std::size_t i);

// Whether the call changes the surroundings of the subject. REQUIRES: IsCall.
bool IsPreparation(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Whether the statement is a call of the subject: of a callable of its own, or of a library's
// operator on the result of one (a decorated function, a generator's context manager).
bool CallsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Whether the test is about the statement: a call of the subject, or, in a test that does not call
// it, the last call. REQUIRES: the test runs code of the subject.
bool RunsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Whether the call is written as a statement without a value: `a.b = c`, `del a[b]`. REQUIRES:
// IsCall.
bool HasNoValue(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Whether the call is a `with` that is left by an exception. REQUIRES: IsCall.
bool LeavesByException(const model::TestCase& test, const model::Subject& subject, std::size_t i);

}  // namespace skua::oracle
