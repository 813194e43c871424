// Splits a generated file into its functions, classes and methods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skua::render {

// The sections of a test file, in order. All but the first have a heading.
enum class FileSection : uint8_t { kUsual, kPrivateNames, kWrongTypes };

// Returns the comment above the first test of the section, with a newline; empty for kUsual.
std::string_view HeadingOf(FileSection section);

// A function or class at the top of a file, or a method, with the comments and decorators above it.
// The text ends with a newline. A method's name is pytest's: "TestRates::test_quote".
struct NamedText {
  std::string name;
  std::string text;
  FileSection section = FileSection::kUsual;  // section of a test; its heading is not in the text
};

struct FileParts {
  std::string docstring, imports;
  std::vector<NamedText> others;  // parts without a definition, such as an assignment
};

// `text`: a generated file without its seal.
FileParts PartsOf(std::string_view text);

// Returns the offset of the line with `def` or `class` in a part; the end if there is none.
std::size_t PlaceOfDefinition(std::string_view part);

// Returns the base class of a TestCase: "unittest.TestCase"; empty for any other class or function.
std::string_view CaseBaseOf(std::string_view part);
// Returns the methods of a TestCase, in order; empty if the class has other members, too.
std::vector<NamedText> MethodsOf(const NamedText& test_case);

}  // namespace skua::render
