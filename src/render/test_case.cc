#include "render/test_case.h"

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

std::string GapBetween(std::string_view above, std::string_view test, std::string_view base) {
  const std::string_view test_case = CaseOf(test);
  if (test_case.empty()) return "\n\n";
  if (CaseOf(above) == test_case) return "\n";
  return fmt::format("\n\nclass {}({}):\n", test_case, base);
}

}  // namespace skua::render
