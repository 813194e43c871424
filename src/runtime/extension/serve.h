// The loop of a child: frames from the engine in, tests executed, traces out. See protocol/wire.h.
#pragma once

#include <Python.h>
#include <sys/types.h>

#include <string>

#include "model/trace.h"
#include "protocol/batch.h"
#include "protocol/trace_frame.h"
#include "runtime/extension/isolation.h"
#include "runtime/extension/recorder.h"
#include "runtime/extension/statements.h"
#include "runtime/extension/time_limit.h"

namespace skua::runtime {

class Server {
 public:
  // `observer` as described for skua_native.serve; borrowed.
  Server(int socket, PyObject* observer, Recorder& recorder, const SubjectTable& subject,
         Isolation& isolation, PyObject* timeout_type);

  // Until the engine closes its end. False with a Python exception; throws protocol::WireError when
  // a frame is not what it should be. REQUIRES: the main thread.
  // Keeps the GIL while it waits: a thread that a test has left behind rests between batches.
  bool Run();

 private:
  // What follows each statement of a test that is described.
  class Description;

  bool ReadFrame(protocol::FrameHeader& header);  // false at the end
  bool Send(std::string& buffer);                 // and clears; false when nobody reads any more
  bool RunBatch();
  bool Observe();
  void Retire();

  // Executes the next test of the batch into trace_. False with a Python exception of the observer.
  bool RunTest(protocol::BatchReader& reader, Description* description);
  bool TimedOut() const { return limit_.fired() || recorder_.limit_reached(); }
  void TakeException();
  void PutBack(const protocol::BatchOptions& options);

  int socket_;
  PyObject* observer_;
  Recorder& recorder_;
  const SubjectTable& subject_;
  Isolation& isolation_;
  TimeLimit limit_;
  Statements statements_;
  pid_t process_;
  protocol::WireStatement statement_;
  model::Trace trace_;
  TimeLimit::Nanoseconds finished_{0};  // when the last test was
  std::string in_, out_;
};

}  // namespace skua::runtime
