// Judges whether a value is of the type that a parameter is declared to have.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::model {

// How well a value fits a type, the worst first.
enum class Fit : uint8_t {
  kContradicts,  // it cannot be of the type
  kUnknown,      // no type is declared, or the value is unknown
  kFits,
};

// Returns how well variable `value` of the test fits the type.
Fit FitOf(const TestCase& test, const Subject& subject, std::size_t value, TypeIndex type);

// Returns how well the argument fits the parameter's type. An unpacked collection is judged by its
// worst element. None for a parameter with a default is kUnknown, since the default is often None
// whatever the annotation says. With `seen`, the observation of the test, simple results of calls
// are judged, too.
Fit FitOfArgument(const TestCase& test, const Subject& subject, std::size_t variable,
                  const Parameter& parameter, const Observation* seen = nullptr);

// Returns whether class `index` is class `of` or derived from it; false if either is kNoIndex.
bool IsDerivedFrom(const Subject& subject, ClassIndex index, ClassIndex of);

}  // namespace skua::model
