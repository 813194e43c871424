// Splits names and strings into words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skua::model {

inline bool IsLower(char c) { return 'a' <= c && c <= 'z'; }
inline bool IsUpper(char c) { return 'A' <= c && c <= 'Z'; }

// Calls `use` with each word of the text: a run of ASCII letters that a capital after a small
// letter ends, as does the last of several capitals: "max" and "Width" of "maxWidth_2", "HTTP" and
// "Server" of "HTTPServer".
template <typename Use>
void ForEachWord(std::string_view text, Use use) {
  const auto is_letter = [&](std::size_t i) { return IsLower(text[i]) || IsUpper(text[i]); };
  for (std::size_t at = 0, end; at < text.size(); at = end) {
    end = at + 1;
    if (!is_letter(at)) continue;
    const auto begins_word = [&](std::size_t i) {
      return IsUpper(text[i]) &&
             (IsLower(text[i - 1]) || (i + 1 < text.size() && IsLower(text[i + 1])));
    };
    while (end < text.size() && is_letter(end) && !begins_word(end)) ++end;
    use(text.substr(at, end - at));
  }
}

// Returns the words of at least two letters in lower case.
std::vector<std::string> WordsIn(std::string_view text);
std::string InLowerCase(std::string_view word);

}  // namespace skua::model
