// What a reader minds in a test that covers a goal as well as another: a call of what is not
// public, no call of the subject at all, a value of another type than is declared, and an exception
// at its end.
#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "search/goals/behaviour.h"

namespace skua::search {

// Returns how much a reader minds that the test runs the subject only through other modules, in
// statements that they would rather read; 0 if it calls the subject itself.
double DetourOf(const model::Subject& subject, const model::TestCase& test);

// Returns how much a reader minds values that do not have the declared type of their parameter, in
// statements that they would rather read: a string for a number, or a string for a list, whose
// characters would be its items.
double MistypingOf(const model::Subject& subject, const model::TestCase& test);

// Returns how much a reader minds the calls and values of the test, in statements that they would
// rather read.
double AwkwardnessOf(const model::Subject& subject, const model::TestCase& test, Ending ending);

}  // namespace skua::search
