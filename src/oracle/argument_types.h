// Judges the arguments of a whole test by the types that parameters are declared to have, and by
// what exceptions say of them.
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

// The worst fit of any argument of the subject's calls, up to and with statement `last`, which a
// later call may depend on through what they changed; see model::FitOfArgument(). Calls without
// arguments fit.
Fit FitOfArguments(const model::TestCase& test, const model::Subject& subject, std::size_t last,
                   const model::Observation* seen = nullptr);

// Whether the subject's calls up to and with `last` pass an object, a class or a function for a
// parameter of which nothing says that it takes one.
bool PassesUndeclaredObject(const model::TestCase& test, const model::Subject& subject,
                            std::size_t last);

// Whether the message of a TypeError or AttributeError names the type of an argument of the call
// that raised, or of what these and its receiver were made of, or a class or function that was
// passed, unless all parameters for which the value is passed are declared to be of this type.
bool BlamesAValue(const model::TestCase& test, const model::Subject& subject,
                  const model::Observation& seen);

// Whether a TypeError says that a call does not fit the signature of a function that the test
// passed, or of one to which a callable that takes anything handed on what the test gave it.
bool BlamesASignature(const model::TestCase& test, const model::Subject& subject,
                      const model::Observation& seen);

// Whether `word` stands in `text` as a word of its own: 'int' in "must be str, not int", not in
// "print".
bool Mentions(std::string_view text, std::string_view word);

// For each statement whether `last` uses it, directly or through others; and `last` itself.
std::vector<bool> FeedingInto(const model::TestCase& test, std::size_t last);

}  // namespace skua::oracle
