#include "runtime/extension/running/test_runner.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>

#include "protocol/exit_status.h"
#include "runtime/extension/python/asked.h"
#include "runtime/extension/python/value_class.h"

namespace skua::runtime {
namespace {

using model::Verdict;

// Number of forks of this process since the runtime started. The C library's hook counts them,
// since asking for the process's number after each test would take longer than many a test.
int forks = 0;
void CountFork() { ++forks; }

// Returns "module:qualname" of an exception's type, whatever its metaclass answers.
std::string NameOf(PyObject* type) {
  const auto text = [type](const char* attribute) -> std::string {
    const Owned name = AttributeOrNothing(type, attribute);
    const char* utf8 = name && PyUnicode_Check(name.get())
                           ? PyUnicode_AsUTF8AndSize(name.get(), nullptr)
                           : nullptr;
    if (utf8 == nullptr) PyErr_Clear();
    return utf8 != nullptr ? utf8 : "?";
  };
  return text("__module__") + ":" + text("__qualname__");
}

// Sets the code object and line in which an exception was raised, if known. Leaves no Python
// exception.
void TellPlace(PyObject* traceback, model::Trace& trace) {
  Owned innermost = Owned::Share(traceback);
  while (innermost) {
    Owned next = AttributeOrNothing(innermost.get(), "tb_next");
    if (!next || next.get() == Py_None) break;
    innermost = std::move(next);
  }
  if (!innermost) return;
  const Owned line = AttributeOrNothing(innermost.get(), "tb_lineno");
  if (line && PyLong_Check(line.get())) {
    trace.raised_at = static_cast<uint32_t>(PyLong_AsUnsignedLongMask(line.get()));
  }
  const Owned frame = AttributeOrNothing(innermost.get(), "tb_frame");
  const Owned code = frame ? AttributeOrNothing(frame.get(), "f_code") : Owned();
  const Owned name = code ? AttributeOrNothing(code.get(), "co_name") : Owned();
  const char* utf8 =
      name && PyUnicode_Check(name.get()) ? PyUnicode_AsUTF8AndSize(name.get(), nullptr) : nullptr;
  if (utf8 != nullptr) trace.raised_in = utf8;
  PyErr_Clear();
}

}  // namespace

TestRunner::TestRunner(Recorder& recorder, const SubjectTable& subject, Isolation& isolation,
                       TimeLimit& limit)
    : recorder_(recorder),
      subject_(subject),
      isolation_(isolation),
      limit_(limit),
      statements_(subject, recorder.lazy()) {}

bool TestRunner::Prepare() {
  static const int registered = pthread_atfork(nullptr, nullptr, CountFork);
  if (registered != 0) {
    PyErr_NoMemory();
    return false;
  }
  return statements_.Prepare();
}

void TestRunner::Begin() { forks_ = forks; }

bool TestRunner::Run(protocol::BatchReader& reader, const Description* description) {
  const protocol::BatchOptions& options = reader.options();
  time_limit_ = std::chrono::microseconds(options.time_limit_us);
  trace_.verdict = Verdict::kPassed;
  trace_.executed_statements = 0;
  trace_.result_classes.clear();
  trace_.result_values.clear();
  trace_.exception.clear();
  trace_.raised_in.clear();
  trace_.raised_at = 0;
  trace_.left_state = false;
  executed_probes_ = 0;
  EnterWorld(options.world);
  ForgetAsked();

  const auto started = TimeLimit::Now();
  recorder_.StartTest(options.probe_limit, options.collect_operands);
  statements_.NoteCalls(description != nullptr ? description->CallsOf() : Owned());
  limit_.Arm(started, time_limit_);
  bool runs = true;
  recorder_.BeginStatements();
  const uint16_t statements = reader.BeginTest();
  for (uint16_t i = 0; i < statements; ++i) {
    reader.ReadStatement(statement_);
    if (!runs) continue;
    runs = statements_.Execute(statement_);
    if (!runs) {
      TakeException(description);
    } else if (TimedOut()) {
      runs = false;  // the test swallowed Timeout, so its result depends on the time
    } else {
      ++trace_.executed_statements;
      trace_.result_classes.push_back(
          subject_.IndexOf(Py_TYPE(statements_.variables().back().get())));
      trace_.result_values.push_back(ValueClassOf(statements_.variables().back().get()));
      if (description != nullptr) {
        runs = Describe([&] { return description->After(i, statement_, statements_.variables()); });
      }
    }
  }
  asked_worlds_ = AskedWorlds();
  statements_.Release();
  NoteProbes();
  // Changes by a mutant are not the test's.
  if (description != nullptr && options.active_mutant == model::kNoIndex && !TimedOut() &&
      isolation_.HasChanged()) {
    Describe([&] { return description->Changed(); });
  }
  trace_.reached_out = recorder_.EndStatements();
  finished_ = TimeLimit::Now();
  trace_.nanoseconds = static_cast<uint64_t>((finished_ - started).count());
  if (forks != forks_) _exit(protocol::kForkedByTest);
  if (TimedOut()) trace_.verdict = Verdict::kTimedOut;
  recorder_.MoveTo(trace_);
  PutBack(options);
  if (!observer_error_) return true;
  observer_error_.Raise();
  return false;
}

void TestRunner::TakeException(const Description* description) {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  if (description != nullptr) PyErr_NormalizeException(&type, &value, &traceback);
  const Owned own_type(type), own_value(value), own_traceback(traceback);
  if (TimedOut()) return;
  if (recorder_.IsTimeout(type)) {  // raised by a function that would have waited forever
    trace_.verdict = Verdict::kTimedOut;
    return;
  }
  if (PyErr_GivenExceptionMatches(type, PyExc_MemoryError) != 0) {
    trace_.verdict = Verdict::kOutOfMemory;
    return;
  }
  trace_.verdict = Verdict::kRaised;
  trace_.exception = NameOf(type);
  TellPlace(traceback, trace_);
  if (description == nullptr) return;
  if (traceback != nullptr) PyException_SetTraceback(value, traceback);
  Describe([&] { return description->Raised(trace_.executed_statements, statement_, value); });
}

template <typename Call>
bool TestRunner::Describe(Call call) {
  const auto left = limit_.Remaining(TimeLimit::Now());
  const uint64_t probes = recorder_.SetAside();
  const AskingUnnoted by_description;
  limit_.Arm(TimeLimit::Now(), time_limit_);
  const bool described = call();
  NoteProbes();
  // A test whose results cannot be described in time counts as timed out.
  if (TimedOut()) {
    PyErr_Clear();
    return false;
  }
  if (!described) observer_error_.Fetch();
  limit_.Arm(TimeLimit::Now(), left);
  recorder_.TakeUp(probes);
  return described;
}

void TestRunner::PutBack(const protocol::BatchOptions& options) {
  // Finalizers of objects released here may hang like any code. A second round with another limit
  // finishes interrupted work.
  for (int round = 0; round < 2; ++round) {
    recorder_.StartTest(options.probe_limit, false);
    limit_.Arm(finished_, time_limit_);
    if (isolation_.PutBack()) trace_.left_state = true;
    NoteProbes();
    if (!TimedOut()) break;
    trace_.verdict = Verdict::kTimedOut;
    finished_ = TimeLimit::Now();
  }
  limit_.Disarm();
  if (recorder_.StopTest() > 0) recorder_.Clear();
}

}  // namespace skua::runtime
