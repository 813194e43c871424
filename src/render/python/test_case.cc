#include "render/python/test_case.h"

#include <fmt/format.h>

namespace skua::render {
namespace {

constexpr std::string_view kSeparator = "::";

}  // namespace

std::string_view CaseOf(std::string_view test) {
  const std::size_t end = test.find(kSeparator);
  return end == std::string_view::npos ? std::string_view() : test.substr(0, end);
}

std::string_view NameInCase(std::string_view test) {
  const std::size_t end = test.find(kSeparator);
  return end == std::string_view::npos ? test : test.substr(end + kSeparator.size());
}

std::string NameOfMethod(std::string_view test_case, std::string_view method) {
  return fmt::format("{}{}{}", test_case, kSeparator, method);
}

std::string GapBetween(const NamedText* above, const NamedText& test, std::string_view base) {
  const std::string_view test_case = CaseOf(test.name);
  if (test_case.empty()) {
    const bool goes_on = above != nullptr && above->section == test.section;
    return fmt::format("\n\n{}", goes_on ? "" : HeadingOf(test.section));
  }
  if (above != nullptr && CaseOf(above->name) == test_case) return "\n";
  return fmt::format("\n\nclass {}({}):\n", test_case, base);
}

}  // namespace skua::render
