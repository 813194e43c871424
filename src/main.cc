// Arguments → command → exit code, and the only place where errors are caught.

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include "base/clock.h"
#include "base/error.h"
#include "base/own_process.h"
#include "base/secrets.h"
#include "command/dispatch.h"

namespace {

std::atomic<bool> interrupted = false;
std::atomic<int> interrupting_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void Interrupt(int signal) {
  interrupting_signal = signal;
  interrupted = true;
}

void InstallSignalHandlers() {
  struct sigaction action {};
  action.sa_handler = Interrupt;
  action.sa_flags = SA_RESETHAND;  // the second one ends the process at once
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace

int main(int argc, char** argv) {
  skua::base::Secrets secrets;
  for (const std::string& secret : skua::base::KeepSecrets()) secrets.Add(secret);
  skua::base::MaskingBuffer masking(*std::cout.rdbuf(), secrets);
  std::ostream out(&masking);
  const skua::base::SteadyClock clock;
  const skua::base::TimePoint start = clock.Now();
  InstallSignalHandlers();
  int exit_code = 2;
  try {
    exit_code =
        skua::command::Dispatch({argv + 1, argv + argc}, clock, start, interrupted, secrets, out);
    out.flush();
  } catch (const skua::base::Error& error) {
    out.flush();
    // A signal makes whatever was under way fail, with a message about something else.
    fmt::print(stderr, "skua: {}\n", interrupted ? "interrupted" : secrets.Masked(error.what()));
  } catch (const std::exception& error) {
    out.flush();
    fmt::print(stderr, "skua: internal error: {}; this is a bug in Skua\n",
               secrets.Masked(error.what()));
  }
  if (const int signal = interrupting_signal; signal != 0) return 128 + signal;
  return exit_code;
}
