// The loop of a child: reads frames from the engine, executes tests and sends traces. See
// protocol/wire.h.
#pragma once

#include <Python.h>

#include <string>

#include "protocol/wire.h"
#include "runtime/extension/isolation/isolation.h"
#include "runtime/extension/probes/mutant_switch.h"
#include "runtime/extension/probes/recorder.h"
#include "runtime/extension/python/time_limit.h"
#include "runtime/extension/running/test_runner.h"

namespace skua::runtime {

class Server {
 public:
  // `observer`: see description.h; borrowed.
  Server(int socket, PyObject* observer, Recorder& recorder, MutantSwitch& mutants,
         Isolation& isolation, TimeLimit& limit, TestRunner& runner);

  // Runs until the engine closes its end. Returns false with a Python exception; throws
  // protocol::WireError for an invalid frame. REQUIRES: the main thread. Keeps the GIL while it
  // waits, so that a thread that a test started does not run between batches.
  bool Run();

 private:
  void MoveSocket();
  bool ReadFrame(protocol::FrameHeader& header);  // returns false at the end
  bool Send(std::string& buffer);  // clears the buffer; returns false if the reader is gone
  // Reads and runs a batch of tests. Returns false when the engine has closed the socket, or with a
  // Python exception that the observer raised.
  bool RunBatch();
  bool Observe();
  void Retire();

  int socket_;
  PyObject* observer_;
  Recorder& recorder_;
  MutantSwitch& mutants_;
  Isolation& isolation_;
  TimeLimit& limit_;
  TestRunner& runner_;
  uint32_t tests_ = 0;  // number of tests that this child has run
  std::string in_, out_;
};

}  // namespace skua::runtime
