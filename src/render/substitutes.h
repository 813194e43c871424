// Names that stand in place of what one test says: the columns of the table that several tests are
// the rows of.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace skua::render {

struct Substitutes {
  std::map<std::size_t, std::string> statements;  // in place of a literal
  std::map<std::size_t, std::string> assertions;  // of the expected value
  std::string match;                              // of what the exception's message matches
};

}  // namespace skua::render
