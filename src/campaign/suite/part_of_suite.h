// Chooses the tests to minimise or verify if there is no time for all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "model/suite.h"
#include "search/search.h"

namespace skua::campaign {

// Takes at most `most` tests, in their order: all tests of the tree, then tests that cover most of
// the goals that no taken one covers, findings last.
model::Suite TakeMostWorth(model::Suite& suite, std::size_t most);
std::vector<search::ArchivedTest> TakeMostWorth(std::vector<search::ArchivedTest>& tests,
                                                std::size_t most);

}  // namespace skua::campaign
