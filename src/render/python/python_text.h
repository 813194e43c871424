// Finds the ends of strings and comments, top-level statements and used words in generated Python
// text, without a full parser.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace skua::render {

// Returns whether the character may be part of a name; every byte of a character beyond ASCII is.
bool IsWord(char c);

// Returns the end of the string literal or comment that begins at `at`; `at` if none does.
std::size_t EndOfText(std::string_view source, std::size_t at);

// Returns `source` with names replaced, except in strings and comments and after a dot.
std::string Renamed(std::string_view source, const std::map<std::string, std::string>& names);

// Returns `source` with 'text' in place of "text", if that needs no escapes. Leaves docstrings and
// other strings with three quotes.
std::string WithSingleQuotes(std::string_view source);

// Returns all names and keywords of `source`, except in strings and comments, and except
// attributes, which no import binds.
std::set<std::string> WordsOf(std::string_view source);

// Returns the offsets of lines that begin after `indent` spaces, outside of brackets and strings,
// except lines with a closing bracket.
std::vector<std::size_t> TopLines(std::string_view source, std::size_t indent = 0);

// A part of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the items between the bracket at `open` and its partner, without surrounding space.
std::vector<Span> ItemsOf(std::string_view source, std::size_t open);

}  // namespace skua::render
