// The limit on a test's time: a POSIX timer that sends a real-time signal to the main thread, whose
// Python-level handler raises Timeout there. It goes through Python's own signal machinery, so that
// system calls that wait (PEP 475), locks and the regular expression engine end too.
//
// Arming costs no system call as a rule: the timer runs on, and a signal that comes before the
// current test's deadline only sets it anew.
#pragma once

#include <Python.h>

#include <chrono>
#include <csignal>
#include <ctime>

#include "runtime/extension/owned.h"

namespace skua::runtime {

class TimeLimit {
 public:
  using Nanoseconds = std::chrono::nanoseconds;
  // A test that swallows Timeout is sent another after this time, and after so many rounds it is
  // ended with its process: one second of grace in all, for handlers that tidy up slowly.
  static constexpr Nanoseconds kNextRound = std::chrono::milliseconds(20);
  static constexpr int kRounds = 50;

  explicit TimeLimit(PyObject* timeout_type) : timeout_type_(timeout_type) {}

  // Creates the timer and installs the handler. REQUIRES: the main thread, of the process that runs
  // the tests (timers are not inherited). False with a Python exception.
  bool Start();
  // Installs the handler again when a test has replaced it.
  bool InstallHandler();

  static Nanoseconds Now();

  // From now on Timeout is raised `limit` after `now`, and nothing has fired yet.
  void Arm(Nanoseconds now, Nanoseconds limit);
  void Disarm() { armed_ = false; }
  Nanoseconds Remaining(Nanoseconds now) const { return deadline_ - now; }
  // Whether Timeout was raised since Arm.
  bool fired() const { return rounds_ > 0; }

  // What the handler does. A new reference, or null with Timeout.
  PyObject* OnSignal();

 private:
  void Schedule(Nanoseconds expiry);

  PyObject* timeout_type_;  // borrowed: as immortal as this
  Owned handler_;
  int timer_ = 0;  // the kernel's: an older glibc has its own in a library that Python may not load
  bool armed_ = false;
  int rounds_ = 0;
  Nanoseconds deadline_{0};
  Nanoseconds expiry_{0};  // of the timer; in the past when it is not set
};

}  // namespace skua::runtime
