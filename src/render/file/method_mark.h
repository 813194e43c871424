// The mark of a test method whose behaviour change is open: `@unittest.expectedFailure`, below a
// comment with the reason. Functions on the text of methods within their TestCase.
#pragma once

#include <string>
#include <string_view>

namespace skua::render {

// The beginning of a mark's reason, and of no other comment in a generated file.
inline constexpr std::string_view kChangeSince = "behaviour change since ";

// REQUIRES: the method has no mark; the reason is one line that begins with kChangeSince. `base`:
// see StandingFile::case_base.
std::string WithMethodMark(std::string_view method, std::string_view reason, std::string_view base);
std::string WithoutMethodMark(std::string_view method);
// Returns the reason with which the mark was made; empty if there is no mark.
std::string ReasonOfMethod(std::string_view method);

}  // namespace skua::render
