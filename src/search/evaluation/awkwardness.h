// What a reader minds in a test that covers a goal as well as another: a call of what is not
// public, no call of the subject at all, a value of another type than is declared, and an exception
// at its end.
#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "search/goals/behaviour.h"

namespace skua::search {

// How much a reader minds, in statements that they would rather read instead, that a test runs the
// subject only through other modules. 0 when it calls the subject itself.
double DetourOf(const model::Subject& subject, const model::TestCase& test);

// How much a reader minds the values that the test passes to the subject although other types are
// declared, in statements that they would rather read instead: a text for a number, or a text where
// a list is meant, whose letters would be its items.
double MistypingOf(const model::Subject& subject, const model::TestCase& test);

// How much a reader minds what the test does, in statements that they would rather read instead.
double AwkwardnessOf(const model::Subject& subject, const model::TestCase& test, Ending ending);

}  // namespace skua::search
