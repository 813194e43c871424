#include "runtime/extension/python/time_limit.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "protocol/exit_status.h"

namespace skua::runtime {
namespace {

using std::chrono::seconds;

// A signal near the high end, since programs that use real-time signals begin at the low end.
int TimerSignal() { return SIGRTMIN + 9; }

PyObject* HandleSignal(PyObject* self, PyObject* const*, Py_ssize_t) {
  return static_cast<TimeLimit*>(PyCapsule_GetPointer(self, nullptr))->OnSignal();
}

PyMethodDef handler_function = {
    "time_limit", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(HandleSignal)),
    METH_FASTCALL, nullptr};

}  // namespace

bool TimeLimit::Start() {
  const Owned self(PyCapsule_New(this, nullptr, nullptr));
  if (!self) return false;
  handler_ = Owned(PyCFunction_NewEx(&handler_function, self.get(), nullptr));
  if (!handler_ || !InstallHandler()) return false;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = TimerSignal();
  // Sends the signal to the main thread, the only one in which it interrupts a blocking call.
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer_) == 0) return true;
  PyErr_SetFromErrno(PyExc_OSError);
  return false;
}

bool TimeLimit::InstallHandler() {
  const Owned module(PyImport_ImportModule("_signal"));
  if (!module) return false;
  const Owned old(PyObject_CallMethod(module.get(), "signal", "iO", TimerSignal(), handler_.get()));
  return static_cast<bool>(old);
}

TimeLimit::Nanoseconds TimeLimit::Now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

void TimeLimit::Arm(Nanoseconds now, Nanoseconds limit) {
  rounds_ = 0;
  deadline_ = now + limit;
  armed_ = true;
  // Sets the timer again if it is set for later, or if it expired long ago without a signal, which
  // a test that changed signals lost.
  if (expiry_ > deadline_ || expiry_ < now) Schedule(deadline_);
}

void TimeLimit::Schedule(Nanoseconds expiry) {
  expiry_ = expiry;
  const auto whole = std::chrono::duration_cast<seconds>(expiry);
  itimerspec time{};
  time.it_value.tv_sec = whole.count();
  time.it_value.tv_nsec = (expiry - whole).count();
  syscall(SYS_timer_settime, timer_, TIMER_ABSTIME, &time, nullptr);
}

PyObject* TimeLimit::OnSignal() {
  if (armed_) {
    const Nanoseconds now = Now();
    if (now >= deadline_) {
      if (++rounds_ > kRounds) _exit(protocol::kTimeoutSwallowed);
      Schedule(now + kNextRound);
      PyErr_SetNone(timeout_type_);
      return nullptr;
    }
    Schedule(deadline_);
  }
  Py_INCREF(Py_None);
  return Py_None;
}

}  // namespace skua::runtime
