// Threads of a system that may have none left, such as a container that bounds their number: then
// the work is done by fewer.
#pragma once

#include <future>
#include <system_error>
#include <thread>
#include <utility>

namespace skua::base {

// For std::async: in a thread of its own, or, where there is none, when the result is asked for.
constexpr std::launch kBesideOrLater = std::launch::async | std::launch::deferred;

// A thread that does the work, or one that is not joinable where the system refuses.
template <typename Work>
std::thread TryThread(Work&& work) {
  try {
    return std::thread(std::forward<Work>(work));
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace skua::base
