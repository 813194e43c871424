// Just enough of Python's syntax to find one's way in a file that we wrote: where strings and
// comments end, which lines begin a statement at the top, which words a text uses.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace skua::render {

// Whether it may be part of a name; each byte of a character beyond ASCII is.
bool IsWord(char c);

// The end of the string literal or comment that begins at `at`; `at` itself when none begins there.
std::size_t EndOfText(std::string_view source, std::size_t at);

// `source` with names replaced, except in strings and comments and behind a dot.
std::string Renamed(std::string_view source, const std::map<std::string, std::string>& names);

// `source` with 'text' in the place of "text", where nothing in it has to be escaped for that.
// Docstrings, and texts with three quotes otherwise, stay.
std::string WithSingleQuotes(std::string_view source);

// All names and keywords of `source`, without those in strings and comments, and without
// attributes, which no import binds.
std::set<std::string> WordsOf(std::string_view source);

// The offsets of the lines that begin in the first column, or behind so many spaces, outside of
// brackets and strings. Lines with a closing bracket are not among them.
std::vector<std::size_t> TopLines(std::string_view source, std::size_t indent = 0);

// A stretch of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The items between the bracket at `open` and its partner, without the space around them.
std::vector<Span> ItemsOf(std::string_view source, std::size_t open);

}  // namespace skua::render
