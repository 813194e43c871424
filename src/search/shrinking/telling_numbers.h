// Numbers that tell a reader more than the plainest ones do: a factor that changes what it is
// multiplied by, and a year that somebody lives in.
#pragma once

#include <cstddef>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// Versions of the test in which the call at `index` is given a year of this century in the place
// of one of the first of the calendar: all calls, where there are several, and this one. Not every
// platform has a timestamp for the year 1. The days stay, since the calendar repeats itself every
// 400 years. None where the call is given no such year.
std::vector<model::TestCase> WithUsualYears(const model::Subject& subject,
                                            const model::TestCase& test, std::size_t index);

// Whether the value is a number by which an operator multiplies, divides or raises.
bool IsFactor(const model::Subject& subject, const model::TestCase& test, std::size_t index);
// Whether multiplying, dividing or raising by it shows nothing, as with 1, or little, as with 0.
bool IsIdleFactor(const model::Statement& number);

// Whether the value may be a year of this century.
bool IsOfCentury(const model::Statement& value);

}  // namespace skua::search
