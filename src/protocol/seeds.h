// Turns the seeds of a load's answer into tests of its subject.
#pragma once

#include <vector>

#include "model/test_case.h"
#include "protocol/seed_record.h"

namespace skua::protocol {

// Leaves out seeds that are not well-formed for the subject: they come from files that anybody may
// have written.
std::vector<model::TestCase> TestsOf(std::vector<std::vector<SeedStatement>> seeds,
                                     const model::Subject& subject);

}  // namespace skua::protocol
