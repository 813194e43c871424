// Names of table columns that replace values in a test whose function has several cases.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace skua::render {

struct Substitutes {
  std::map<std::size_t, std::string> statements;  // by statement: replaces a literal
  std::map<std::size_t, std::string> assertions;  // by assertion: replaces the expected value
  // By call: the mapping that is unpacked in place of its arguments.
  std::map<std::size_t, std::string> keywords;
  std::string match;  // replaces the text that the exception's message must match
};

}  // namespace skua::render
