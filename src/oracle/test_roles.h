// What the calls of a test are there for: to run the subject, to prepare what surrounds it, or to
// make inputs.
#pragma once

#include <cstddef>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::oracle {

bool IsCall(const model::TestCase& test, std::size_t i);

// Changes the surroundings of the subject. REQUIRES: IsCall.
bool IsPreparation(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Runs code of the subject: a callable of its own, or a library's operator on what such a call gave
// (a decorated function, a generator's context manager). False for what is no call.
bool RunsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Written as a statement, without a value: `a.b = c`, `del a[b]`. REQUIRES: IsCall.
bool HasNoValue(const model::TestCase& test, const model::Subject& subject, std::size_t i);

// Whether it is a `with` that is left by an exception. REQUIRES: IsCall.
bool LeavesByException(const model::TestCase& test, const model::Subject& subject, std::size_t i);

}  // namespace skua::oracle
