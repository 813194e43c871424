#include "command/run/watchdog.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <string_view>
#include <utility>

#include "base/thread.h"

namespace skua::command {
namespace {

constexpr std::chrono::seconds kMostLastWords(10);
constexpr int kFailed = 2;

// Writes to the descriptor, since a hanging thread may have locked the streams.
void Say(std::string_view text) {
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Watchdog::Watchdog(const base::Clock& clock, const base::Deadline& deadline, base::Duration late)
    : clock_(clock) {
  if (deadline.unlimited()) return;
  end_ = deadline.end() + late;
  thread_ = base::TryThread([this] { Watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    end_.reset();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::SetLastWords(LastWords last_words) {
  const std::lock_guard lock(mutex_);
  last_words_ = std::move(last_words);
}

void Watchdog::Allow(base::Duration time) {
  const std::lock_guard lock(mutex_);
  if (end_) end_ = std::max(*end_, clock_.Now() + time);
}

void Watchdog::Watch() {
  std::unique_lock lock(mutex_);
  while (end_) {
    if (clock_.Now() >= *end_) End(last_words_);
    changed_.wait_until(lock, *end_);
  }
}

void Watchdog::End(const LastWords& last_words) {
  if (!last_words) {
    Say("skua: the budget was over and nothing was finished: see where it hangs by "
        "--debug explain,stats, or give it a longer budget\n");
    _exit(kFailed);
  }
  Say("skua: something hung after the end of the budget: the reports show what was finished by "
      "then\n");
  const auto tell = [&last_words] {
    int code = kFailed;
    try {
      code = last_words();
    } catch (const std::exception& error) {
      Say("skua: they could not be written: ");
      Say(error.what());
      Say("\n");
    }
    _exit(code);
  };
  std::thread teller = base::TryThread(tell);
  if (!teller.joinable()) tell();
  teller.detach();
  std::this_thread::sleep_for(kMostLastWords);
  _exit(kFailed);
}

}  // namespace skua::command
