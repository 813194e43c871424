// Names that stand in place of values in one test: they are the columns of a table, and several
// tests are its rows.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace skua::render {

struct Substitutes {
  std::map<std::size_t, std::string> statements;  // in place of a literal
  std::map<std::size_t, std::string> assertions;  // in place of the expected value
  std::map<std::size_t, std::string> keywords;    // of a call: unpacked in place of its arguments
  std::string match;  // in place of the text that the exception's message matches
};

}  // namespace skua::render
