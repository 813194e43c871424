// Takes the seeding of `random` out of tests in which nothing random shows.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// The statement that seeds `random`; nothing when none does.
std::optional<std::size_t> SeedOf(const model::TestCase& test, const model::Subject& subject);

// What two processes saw of one test. Their random states differ.
struct SeenTwice {
  model::Observation first, second;
};

// Whether both saw the same with the seed, statement `seed`, as without that statement.
bool ShowsNoSeed(const SeenTwice& with, const SeenTwice& without, std::size_t seed);

}  // namespace skua::oracle
