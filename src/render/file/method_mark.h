// The mark of a test method whose behaviour change is open: `@unittest.expectedFailure`, with the
// reason, which this decorator has no room for, in a comment above it. Functions on the texts of
// methods as they stand in their TestCase.
#pragma once

#include <string>
#include <string_view>

namespace skua::render {

// What the reason of a mark begins with. No other comment in a file of ours does.
inline constexpr std::string_view kChangeSince = "behaviour change since ";

// REQUIRES: the method has no mark; the reason begins with kChangeSince, and is one line. `base`:
// see StandingFile::case_base.
std::string WithMethodMark(std::string_view method, std::string_view reason, std::string_view base);
std::string WithoutMethodMark(std::string_view method);
// The very reason that the mark was made with; empty when there is none.
std::string ReasonOfMethod(std::string_view method);

}  // namespace skua::render
