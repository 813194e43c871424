// What must happen at the end of a run, whatever went wrong before.
#pragma once

#include <exception>
#include <functional>

namespace skua::command {

// Does the work, and then closes, also when the work threw: that is thrown on behind it. When
// closing throws as well, what the work threw is what went wrong first, and thrown.
inline void CloseAfter(const std::function<void()>& work, const std::function<void()>& close) {
  std::exception_ptr failure;
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  try {
    close();
  } catch (...) {
    if (!failure) throw;
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace skua::command
