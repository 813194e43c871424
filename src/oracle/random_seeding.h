// Removes the seeding of `random` from tests in which nothing draws random numbers.
#pragma once

#include <cstddef>
#include <optional>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// Returns the statement that seeds `random`, or nullopt if no statement does, or if another
// statement uses its result.
std::optional<std::size_t> SeedOf(const model::TestCase& test, const model::Subject& subject);

// Removes statement `seed` from a test or from its observation. REQUIRES: no other statement uses
// it.
void RemoveSeed(model::TestCase& test, std::size_t seed);
void RemoveSeed(model::Observation& seen, std::size_t seed);

}  // namespace skua::oracle
