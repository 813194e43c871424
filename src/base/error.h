// A mistake of the user or the environment. Its one sentence says what is wrong, where
// (file:line:column for YAML) and what to do. main.cc alone catches it, and exits with 2.
#pragma once

#include <stdexcept>

namespace skua::base {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace skua::base
