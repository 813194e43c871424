// Executes one test of a batch within its limits, and then restores state.
#pragma once

#include <Python.h>

#include <algorithm>
#include <cstdint>

#include "model/trace.h"
#include "protocol/batch.h"
#include "runtime/extension/isolation/isolation.h"
#include "runtime/extension/probes/recorder.h"
#include "runtime/extension/python/description.h"
#include "runtime/extension/python/time_limit.h"
#include "runtime/extension/running/statements.h"

namespace skua::runtime {

class TestRunner {
 public:
  TestRunner(Recorder& recorder, const SubjectTable& subject, Isolation& isolation,
             TimeLimit& limit);

  // Looks up objects of the interpreter, once for this process and its forks. Returns false with a
  // Python exception.
  bool Prepare();
  // Called before the first test in this process.
  void Begin();

  // Executes the reader's next test and fills trace(). `description` may be null. Returns false
  // with a Python exception of the observer, never of the test.
  bool Run(protocol::BatchReader& reader, const Description* description);

  const model::Trace& trace() const { return trace_; }
  TimeLimit::Nanoseconds finished() const { return finished_; }
  // Returns the largest number of probes executed by the statements, by the description of one
  // statement, or by restoring state; a limit must allow as many.
  uint64_t executed_probes() const { return executed_probes_; }
  // Returns in how many worlds the last test is to be observed (asked.h).
  uint8_t asked_worlds() const { return asked_worlds_; }

 private:
  bool TimedOut() const { return limit_.fired() || recorder_.limit_reached(); }
  // Turns the pending exception into a verdict.
  void TakeException(const Description* description);
  // Calls the observer outside of the test's limits, within limits of its own.
  template <typename Call>
  bool Describe(Call call);
  void PutBack(const protocol::BatchOptions& options);
  void NoteProbes() { executed_probes_ = std::max(executed_probes_, recorder_.executed()); }

  Recorder& recorder_;
  const SubjectTable& subject_;
  Isolation& isolation_;
  TimeLimit& limit_;
  Statements statements_;
  int forks_ = 0;
  protocol::WireStatement statement_;
  model::Trace trace_;
  uint64_t executed_probes_ = 0;
  uint8_t asked_worlds_ = 0;
  TimeLimit::Nanoseconds time_limit_{0}, finished_{0};
  SavedError observer_error_;
};

}  // namespace skua::runtime
