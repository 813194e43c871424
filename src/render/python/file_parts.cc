#include "render/python/file_parts.h"

#include <algorithm>

#include "render/python/python_text.h"
#include "render/python/test_case.h"

namespace skua::render {
namespace {

constexpr std::string_view kTestCase = ".TestCase):";
constexpr std::size_t kIndent = 4;  // columns, of methods

std::string_view LineAt(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

std::size_t IndentOf(std::string_view part) { return part.starts_with(' ') ? kIndent : 0; }

// Returns the name that a line defines, or an empty string.
std::string_view DefinedBy(std::string_view line) {
  for (const std::string_view keyword : {"def ", "async def ", "class "}) {
    if (!line.starts_with(keyword)) continue;
    line.remove_prefix(keyword.size());
    return line.substr(0, line.find_first_of("(:"));
  }
  return {};
}

std::string_view DefinedName(std::string_view part) {
  const std::size_t definition = PlaceOfDefinition(part);
  return definition == part.size() ? std::string_view()
                                   : DefinedBy(LineAt(part, definition + IndentOf(part)));
}

bool IsImport(std::string_view line) {
  return line.starts_with("import ") || line.starts_with("from ");
}

}  // namespace

std::string_view HeadingOf(FileSection section) {
  switch (section) {
    case FileSection::kUsual:
      return "";
    case FileSection::kPrivateNames:
      return "# Private names from here on: nothing public was seen to do the same.\n";
    case FileSection::kWrongTypes:
      return "# Wrong types from here on, for branches that no other test covers.\n";
  }
  return "";
}

std::size_t PlaceOfDefinition(std::string_view part) {
  const std::size_t indent = IndentOf(part);
  for (const std::size_t line : TopLines(part, indent)) {
    if (!DefinedBy(LineAt(part, line + indent)).empty()) return line;
  }
  return part.size();
}

FileParts PartsOf(std::string_view text) {
  std::vector<std::size_t> starts;  // top-level lines after two empty lines
  for (const std::size_t line : TopLines(text)) {
    const bool is_import = IsImport(LineAt(text, line));
    const bool begins = line == 0 || (line >= 3 && text.substr(line - 3, 3) == "\n\n\n");
    if (begins || (is_import && starts.size() == 1)) starts.push_back(line);
  }
  FileParts parts;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const bool is_last = i + 1 == starts.size();
    std::string_view part =
        text.substr(starts[i], (is_last ? text.size() : starts[i + 1]) - starts[i]);
    if (!is_last) part = part.substr(0, part.find_last_not_of('\n') + 2);
    if (i == 0) {
      parts.docstring = part;
    } else if (i == 1 && IsImport(LineAt(part, 0))) {
      parts.imports = part;
    } else {
      parts.others.push_back({std::string(DefinedName(part)), std::string(part)});
    }
  }
  return parts;
}

std::string_view CaseBaseOf(std::string_view part) {
  const std::string_view head = LineAt(part, 0);
  if (!head.starts_with("class Test") || !head.ends_with(kTestCase)) return {};
  const std::size_t begin = head.find('(') + 1;
  return head.substr(begin, head.size() - begin - 2);
}

std::vector<NamedText> MethodsOf(const NamedText& test_case) {
  const std::string_view text = test_case.text;
  const std::size_t first = text.find('\n') + 1;
  std::vector<std::size_t> starts;
  for (const std::size_t line : TopLines(text, kIndent)) {
    const bool follows_empty_line = text.substr(line - 2, 2) == "\n\n";
    if (line == first || follows_empty_line) starts.push_back(line);
  }
  std::vector<NamedText> methods;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] - 1 : text.size();
    const std::string_view method = text.substr(starts[i], end - starts[i]);
    const std::string_view name = DefinedName(method);
    if (!name.starts_with("test")) return {};
    methods.push_back({NameOfMethod(test_case.name, name), std::string(method)});
  }
  return methods;
}

}  // namespace skua::render
