// Starts threads where the system may refuse to, such as in a container that limits their number;
// the work is then done by fewer threads.
#pragma once

#include <future>
#include <system_error>
#include <thread>
#include <utility>

namespace skua::base {

// Policy for std::async: run in a new thread, or, if none can be started, when the result is
// requested.
constexpr std::launch kBesideOrLater = std::launch::async | std::launch::deferred;

// Returns a thread that does the work; not joinable if the system refuses one.
template <typename Work>
std::thread TryThread(Work&& work) {
  try {
    return std::thread(std::forward<Work>(work));
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace skua::base
