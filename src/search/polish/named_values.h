// What a name tells of the values that it stands for: a table, each row with the reason why a
// reader expects such a value there. To teach Skua another name, add a row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/test_case.h"

namespace skua::search {

struct NamedValue {
  // Which of the words in a name must be one of `words`.
  enum class Match : uint8_t { kAnyWord, kLastWord, kWhole };
  std::string_view words;  // separated by spaces
  Match match = Match::kAnyWord;
  model::StatementKind kind = model::StatementKind::kStr;
  std::string_view literal;  // of a text or number
  std::string_view reason;
};

std::span<const NamedValue> NamedValues();

// What the name of a parameter, attribute or option tells.
struct NameTells {
  const NamedValue* text = nullptr;    // null: no row of texts fits
  const NamedValue* number = nullptr;  // likewise
  bool takes_functions = false;        // or classes
  bool takes_items = false;
  std::string word;  // the text of the row, or else the last word of the name; "word" for none
};
NameTells TellsOf(std::string_view name);

}  // namespace skua::search
