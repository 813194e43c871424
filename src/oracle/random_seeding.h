// Removes the seeding of `random` from tests in which nothing draws random numbers.
#pragma once

#include <cstddef>
#include <optional>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// The statement that seeds `random`; nothing when there is none, or when another statement takes
// its result.
std::optional<std::size_t> SeedOf(const model::TestCase& test, const model::Subject& subject);

// Removes statement `seed`, on which nothing depends, from a test or from its observation.
void RemoveSeed(model::TestCase& test, std::size_t seed);
void RemoveSeed(model::Observation& seen, std::size_t seed);

}  // namespace skua::oracle
