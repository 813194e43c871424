#include "runtime/extension/running/serve.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <vector>

#include "protocol/observation_frame.h"
#include "protocol/trace_frame.h"
#include "runtime/extension/python/asked.h"
#include "runtime/extension/python/description.h"

namespace skua::runtime {
namespace {

using protocol::FrameKind;
using std::chrono::milliseconds;

// Sends traces once there are this many bytes of them, or they are this old: fast tests need few
// system calls, and slow ones are still reported.
constexpr std::size_t kEnoughBytes = 32 * 1024;
constexpr auto kOldTraces = milliseconds(50);

PyObject* IgnoreUnraisable(PyObject*, PyObject*) {
  Py_INCREF(Py_None);
  return Py_None;
}

PyMethodDef ignore_unraisable = {"unraisablehook", IgnoreUnraisable, METH_O, nullptr};

}  // namespace

Server::Server(int socket, PyObject* observer, Recorder& recorder, MutantSwitch& mutants,
               Isolation& isolation, TimeLimit& limit, TestRunner& runner)
    : socket_(socket),
      observer_(observer),
      recorder_(recorder),
      mutants_(mutants),
      isolation_(isolation),
      limit_(limit),
      runner_(runner) {}

// Moves the socket to a high number, since a test may use a small number as an invalid descriptor.
void Server::MoveSocket() {
  constexpr rlim_t kMost = 1024, kBelowLimit = 16;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur <= kBelowLimit) return;
  const auto lowest = static_cast<int>(std::min(limit.rlim_cur, kMost) - kBelowLimit);
  const int moved = fcntl(socket_, F_DUPFD_CLOEXEC, lowest);
  if (moved < 0) return;
  close(socket_);
  socket_ = moved;
}

bool Server::Run() {
  MoveSocket();
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a hanging child must not outlive the server
  // Hides errors in finalizers, which belong to the subject.
  const Owned hook(PyCFunction_NewEx(&ignore_unraisable, nullptr, nullptr));
  if (!hook || PySys_SetObject("unraisablehook", hook.get()) != 0) return false;
  runner_.Begin();
  if (!limit_.Start() || !isolation_.Begin()) return false;
  protocol::FrameHeader header;
  while (ReadFrame(header)) {
    switch (static_cast<FrameKind>(header.kind)) {
      case FrameKind::kBatch:
        if (!RunBatch()) return PyErr_Occurred() == nullptr;
        break;
      case FrameKind::kObserve:
        if (!Observe()) return PyErr_Occurred() == nullptr;
        break;
      case FrameKind::kRetire:
        Retire();
        break;
      default:
        throw protocol::WireError("a frame that is not for a child");
    }
  }
  return true;
}

bool Server::ReadFrame(protocol::FrameHeader& header) {
  const auto read_all = [this](char* to, std::size_t size) {
    while (size > 0) {
      const ssize_t got = read(socket_, to, size);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      to += got;
      size -= static_cast<std::size_t>(got);
    }
    return true;
  };
  char bytes[protocol::kHeaderSize];
  if (!read_all(bytes, sizeof bytes)) return false;
  header = protocol::ParseHeader(bytes);
  in_.resize(header.length);
  return read_all(in_.data(), in_.size());
}

bool Server::Send(std::string& buffer) {
  std::string_view rest = buffer;
  while (!rest.empty()) {
    // MSG_NOSIGNAL: a test may have restored SIGPIPE's default.
    const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  buffer.clear();
  return true;
}

bool Server::RunBatch() {
  protocol::BatchReader reader(in_);
  protocol::TraceWriter writer(out_);
  out_.clear();
  mutants_.Activate(reader.options().active_mutant);
  auto flushed = TimeLimit::Now();
  for (uint32_t i = 0; i < reader.tests(); ++i) {
    if (out_.empty()) writer.Begin(tests_);
    if (!runner_.Run(reader, nullptr)) return false;
    ++tests_;
    writer.Add(runner_.trace());
    const bool is_last = i + 1 == reader.tests();
    if (is_last) isolation_.PutBackAfterBatch();
    if (is_last || reader.options().flush_each || out_.size() >= kEnoughBytes ||
        runner_.finished() - flushed >= kOldTraces) {
      writer.End();
      if (!Send(out_)) return false;
      flushed = runner_.finished();
    }
  }
  return true;
}

bool Server::Observe() {
  protocol::BatchReader reader(in_);
  if (reader.tests() != 1) throw protocol::WireError("one test is described at a time");
  const Description description(observer_);
  std::string json;
  const uint32_t active = reader.options().active_mutant;
  mutants_.Activate(active);
  EnterWorld(reader.options().world);
  if (!description.Begin() || !runner_.Run(reader, &description) ||
      !description.Finish(runner_.trace().verdict, json)) {
    return false;
  }
  // With an active mutant the reached places are not reported: the engine chose the tests by them.
  std::vector<uint32_t> reached;
  if (active == model::kNoIndex) reached = mutants_.Reached();
  isolation_.PutBackAfterBatch();
  out_.clear();
  protocol::WriteObservation(tests_++, runner_.executed_probes(), runner_.trace().left_state,
                             runner_.asked_worlds(), reached, json, out_);
  return Send(out_);
}

void Server::Retire() {
  protocol::Reader reader(in_);
  for (auto count = reader.Get<uint32_t>(); count > 0; --count)
    recorder_.Retire(reader.Get<uint32_t>());
}

}  // namespace skua::runtime
