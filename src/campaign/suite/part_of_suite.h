// The part of the tests that is minimised or verified where time does not suffice for all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "model/suite.h"
#include "search/search.h"

namespace skua::campaign {

// Takes at most so many of the tests, in their order: those that stand in a file, however many,
// then those that cover most of the goals that no taken one covers, findings last.
model::Suite TakeMostWorth(model::Suite& suite, std::size_t most);
std::vector<search::ArchivedTest> TakeMostWorth(std::vector<search::ArchivedTest>& tests,
                                                std::size_t most);

}  // namespace skua::campaign
