// Guarantees a run's closing, whatever went wrong before.
#pragma once

#include <exception>
#include <functional>

namespace skua::command {

// Does the work, then closes, even if the work threw; rethrows the first exception of the two.
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
