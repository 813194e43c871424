// What a reader minds in a test that covers a goal as well as another: a call of what is not
// public, and an exception at its end.
#pragma once

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// How much a reader minds what the test does, in statements that they would rather read instead.
// `raises`: its last statement does.
double AwkwardnessOf(const model::Subject& subject, const model::TestCase& test, bool raises);

}  // namespace skua::search
