// Where files of this repository are, for tests that read them.
#pragma once

#include <string>
#include <string_view>

namespace skua::test {

// The absolute path of what is called `relative` in the repository. Only one file of the tests
// is compiled with the place of the checkout, so that compiler caches serve all checkouts.
std::string Source(std::string_view relative);

}  // namespace skua::test
