// The seeds of a load's answer: tests as lists of STATEMENT (control.h).
#pragma once

#include <vector>

#include "model/test_case.h"
#include "protocol/json_field.h"

namespace skua::protocol {

// Reads the field "seeds"; empty when it is absent. A seed that is not well-formed for the subject
// is left out: it was made from a file that anybody may have written.
std::vector<model::TestCase> ReadSeeds(const Field& answer, const model::Subject& subject);

}  // namespace skua::protocol
