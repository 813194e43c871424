// Judges whether the values that a test passes are of the types that parameters are declared to
// have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// How a value stands to a type, the worst first.
enum class Fit : uint8_t {
  kContradicts,  // it cannot be of the type
  kUnknown,      // nothing is declared, or nothing is known of the value
  kFits,
};

// How variable `value` of the test stands to the type.
Fit FitOf(const model::TestCase& test, const model::Subject& subject, std::size_t value,
          model::TypeIndex type);

// The worst fit of any argument of the subject's calls, up to and with statement `last`, which a
// later call may depend on through what they changed. Calls without arguments fit. None in the
// place of a default is kUnknown, since the default is often None whatever the annotation says.
// With `seen`, the observation of the test, the plain results of calls are judged as well.
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
