#include "model/words.h"

#include <algorithm>

namespace skua::model {

std::string InLowerCase(std::string_view word) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::vector<std::string> WordsIn(std::string_view text) {
  std::vector<std::string> words;
  ForEachWord(text, [&](std::string_view word) {
    if (word.size() > 1) words.push_back(InLowerCase(word));
  });
  return words;
}

}  // namespace skua::model
