#include "workspace/ini_file.h"

#include <algorithm>
#include <cctype>

namespace skua::workspace {
namespace {

constexpr std::string_view kSpace = " \t\r\f\v";

std::string_view Stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::string Lowered(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), [](unsigned char character) {
    return static_cast<char>(std::tolower(character));
  });
  return lowered;
}

bool IsComment(std::string_view line) { return line.starts_with('#') || line.starts_with(';'); }

}  // namespace

IniFile ParseIni(std::string_view text) {
  IniFile file;
  std::map<std::string, std::string>* section = nullptr;
  std::string* value = nullptr;     // the value that a deeper line continues
  std::size_t key_indentation = 0;  // of the line with the key
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view stripped = Stripped(line);
    if (stripped.empty() || IsComment(stripped)) continue;

    const std::size_t indentation = line.find_first_not_of(kSpace);
    if (value != nullptr && indentation > key_indentation) {
      if (!value->empty()) *value += '\n';
      *value += stripped;
      continue;
    }
    value = nullptr;
    if (stripped.front() == '[' && stripped.find(']') != std::string_view::npos) {
      section = &file[std::string(stripped.substr(1, stripped.find(']') - 1))];
      continue;
    }
    const std::size_t separator = stripped.find_first_of("=:");
    if (section == nullptr || separator == std::string_view::npos) continue;
    value = &(*section)[Lowered(Stripped(stripped.substr(0, separator)))];
    *value = Stripped(stripped.substr(separator + 1));
    key_indentation = indentation;
  }
  return file;
}

}  // namespace skua::workspace
