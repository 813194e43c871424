// What a user or the environment got wrong. Thrown with one sentence that says what, where
// (file:line:column for YAML) and what to do; caught once, in main.cc, which exits with 2.
#pragma once

#include <stdexcept>

namespace skua::base {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace skua::base
