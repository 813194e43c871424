// The parts of a file of ours: where its functions, classes and methods begin and end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skua::render {

// The sections of a file of tests, in their order. All but the first have a heading.
enum class FileSection : uint8_t { kUsual, kPrivateNames, kWrongTypes };

// The comment above the first test of the section, with a newline; empty for kUsual.
std::string_view HeadingOf(FileSection section);

// A function or class at the top of a file, or a method, with the comments and decorators above it.
// The text ends with a newline. A method's name is pytest's: "TestRates::test_quote".
struct NamedText {
  std::string name;
  std::string text;
  FileSection section = FileSection::kUsual;  // of a test; its heading is no part of the text
};

struct FileParts {
  std::string docstring, imports;
  std::vector<NamedText> others;  // without a name where a part defines nothing
};

// `text`: a file of ours without its seal.
FileParts PartsOf(std::string_view text);

// The place of the line with the `def` or `class` of such a part; its end when there is none.
std::size_t PlaceOfDefinition(std::string_view part);

// What a TestCase derives from: "unittest.TestCase"; empty for any other class or function.
std::string_view CaseBaseOf(std::string_view part);
// The methods of a TestCase, in order; empty when it has something else, too.
std::vector<NamedText> MethodsOf(const NamedText& test_case);

}  // namespace skua::render
