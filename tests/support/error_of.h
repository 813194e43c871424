// Tells what an action throws, for tests of messages.
#pragma once

#include <string>

#include "base/error.h"

namespace skua::test {

// Returns the message of the error, or "no error".
template <typename Error = base::Error, typename Action>
std::string ErrorOf(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace skua::test
