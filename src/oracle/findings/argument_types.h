// Judges the arguments of a whole test by the declared types of parameters, and by the messages of
// exceptions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "model/type_fit.h"

namespace skua::oracle {

using model::Fit;

// Returns the worst model::FitOfArgument() of all arguments in the subject's calls up to and
// including statement `last`. Earlier calls count, since the last one may depend on the state that
// they changed. Calls without arguments fit.
Fit FitOfArguments(const model::TestCase& test, const model::Subject& subject, std::size_t last,
                   const model::Observation* seen = nullptr);

// Returns whether a call of the subject up to and including `last` passes an object, a class or a
// function for a parameter that is not known to take one.
bool PassesUndeclaredObject(const model::TestCase& test, const model::Subject& subject,
                            std::size_t last);

// Returns whether the message of a TypeError or AttributeError names an argument's type, or a class
// or function that the test passed. Arguments are those of the call that raised and of the calls
// that made its arguments and receiver. A value passed only for parameters that are declared with
// this type is not blamed.
bool BlamesAValue(const model::TestCase& test, const model::Subject& subject,
                  const model::Observation& seen);

// Returns whether a TypeError reports a call that does not fit a function's signature, where the
// test passed that function, or where a callable with *args or **kwargs forwarded the test's
// arguments to it.
bool BlamesASignature(const model::TestCase& test, const model::Subject& subject,
                      const model::Observation& seen);

// Returns whether `text` contains `word` as a whole word: 'int' in "must be str, not int", but not
// in "print".
bool Mentions(std::string_view text, std::string_view word);

// Returns for each statement whether it is `last` or `last` uses it, directly or through other
// statements.
std::vector<bool> FeedingInto(const model::TestCase& test, std::size_t last);

}  // namespace skua::oracle
