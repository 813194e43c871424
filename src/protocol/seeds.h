// The seeds of a load's answer as tests of its subject.
#pragma once

#include <vector>

#include "model/test_case.h"
#include "protocol/seed_record.h"

namespace skua::protocol {

// A seed that is not well-formed for the subject is left out: it was made from a file that anybody
// may have written.
std::vector<model::TestCase> TestsOf(std::vector<std::vector<SeedStatement>> seeds,
                                     const model::Subject& subject);

}  // namespace skua::protocol
