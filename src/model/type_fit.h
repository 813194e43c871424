// Judges whether a value is of the type that a parameter is declared to have.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::model {

// How a value stands to a type, the worst first.
enum class Fit : uint8_t {
  kContradicts,  // it cannot be of the type
  kUnknown,      // nothing is declared, or nothing is known of the value
  kFits,
};

// How variable `value` of the test stands to the type.
Fit FitOf(const TestCase& test, const Subject& subject, std::size_t value, TypeIndex type);

// How the argument stands to the parameter. What is unpacked is judged by its worst element. None
// in the place of a default is kUnknown, since the default is often None whatever the annotation
// says. With `seen`, the observation of the test, the plain results of calls are judged as well.
Fit FitOfArgument(const TestCase& test, const Subject& subject, std::size_t variable,
                  const Parameter& parameter, const Observation* seen = nullptr);

// Whether an object of the class `index` is one of the class `of`; false where either is kNoIndex.
bool IsDerivedFrom(const Subject& subject, ClassIndex index, ClassIndex of);

}  // namespace skua::model
