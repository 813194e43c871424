// The limit on a test's time: a POSIX timer sends a real-time signal to the main thread, whose
// Python-level handler raises Timeout there. The signal uses Python's own machinery, so that
// waiting system calls (PEP 475), locks and the regular expression engine end, too.
//
// Arming usually takes no system call: the timer keeps running, and a signal before the current
// test's deadline only sets it again.
#pragma once

#include <Python.h>

#include <chrono>
#include <csignal>
#include <ctime>

#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class TimeLimit {
 public:
  using Nanoseconds = std::chrono::nanoseconds;
  // A test that swallows Timeout gets another one after this time. After kRounds it is ended
  // with its process: one second of grace in all, for handlers that clean up slowly.
  static constexpr Nanoseconds kNextRound = std::chrono::milliseconds(20);
  static constexpr int kRounds = 50;

  explicit TimeLimit(PyObject* timeout_type) : timeout_type_(timeout_type) {}

  // Creates the timer and installs the handler. REQUIRES: the main thread, of the process that runs
  // the tests (timers are not inherited). Returns false with a Python exception.
  bool Start();
  // Installs the handler again if a test has replaced it.
  bool InstallHandler();

  static Nanoseconds Now();

  // Raises Timeout at `limit` after `now`; fired() is false until then.
  void Arm(Nanoseconds now, Nanoseconds limit);
  void Disarm() { armed_ = false; }
  Nanoseconds Remaining(Nanoseconds now) const { return deadline_ - now; }
  // Returns whether Timeout was raised since Arm().
  bool fired() const { return rounds_ > 0; }

  // Called by the handler. Returns a new reference, or null with Timeout.
  PyObject* OnSignal();

 private:
  void Schedule(Nanoseconds expiry);

  PyObject* timeout_type_;  // borrowed; immortal, like this object
  Owned handler_;
  // The kernel's number of the timer: an older glibc has timers in a library that Python may not
  // load.
  int timer_ = 0;
  bool armed_ = false;
  int rounds_ = 0;
  Nanoseconds deadline_{0};
  Nanoseconds expiry_{0};  // time of the timer's next signal; in the past if not set
};

}  // namespace skua::runtime
