#include "runtime/extension/serve.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "runtime/extension/exit_status.h"

namespace skua::runtime {
namespace {

using protocol::FrameKind;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// Traces are sent when there are so many bytes of them or when they are so old: few system calls for
// fast tests, and an engine that hears something even of slow ones.
constexpr std::size_t kEnoughBytes = 32 * 1024;
constexpr auto kOldTraces = milliseconds(50);

PyObject* IgnoreUnraisable(PyObject*, PyObject*) {
  Py_INCREF(Py_None);
  return Py_None;
}

PyMethodDef ignore_unraisable = {"unraisablehook", IgnoreUnraisable, METH_O, nullptr};

// "module:qualname" of an exception's type, whatever its metaclass says to it.
std::string NameOf(PyObject* type) {
  const auto text = [type](const char* attribute) -> std::string {
    const Owned name = AttributeOrNothing(type, attribute);
    const char* utf8 =
        name && PyUnicode_Check(name.get()) ? PyUnicode_AsUTF8AndSize(name.get(), nullptr) : nullptr;
    if (utf8 == nullptr) PyErr_Clear();
    return utf8 != nullptr ? utf8 : "?";
  };
  return text("__module__") + ":" + text("__qualname__");
}

}  // namespace

class Server::Description {
 public:
  Description(PyObject* observer, const TimeLimit& limit) : observer_(observer), limit_(limit) {}

  bool Begin() { return static_cast<bool>(Owned(PyObject_CallMethod(observer_, "begin", nullptr))); }

  bool After(std::size_t index, const protocol::WireStatement& statement,
             const std::vector<Owned>& variables) {
    const Owned operands(PyTuple_New(static_cast<Py_ssize_t>(statement.operands.size())));
    const Owned list(PyList_New(static_cast<Py_ssize_t>(variables.size())));
    if (!operands || !list) return false;
    for (std::size_t i = 0; i < statement.operands.size(); ++i) {
      PyTuple_SetItem(operands.get(), static_cast<Py_ssize_t>(i),
                      PyLong_FromLong(statement.operands[i]));
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
      PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i),
                     Owned::Share(variables[i].get()).release());
    }
    return Call("after", "nOOOi", static_cast<Py_ssize_t>(index), variables.back().get(),
                operands.get(), list.get(), CallableOf(statement));
  }

  bool Raised(std::size_t index, PyObject* exception, const protocol::WireStatement& statement) {
    return Call("raised", "nOi", static_cast<Py_ssize_t>(index), exception, CallableOf(statement));
  }

  bool Finish(model::Verdict verdict, std::string& json) {
    const char* name = "passed";
    if (verdict == model::Verdict::kRaised) name = "raised";
    if (verdict == model::Verdict::kTimedOut) name = "timed_out";
    if (verdict == model::Verdict::kOutOfMemory) name = "out_of_memory";
    const Owned text(PyObject_CallMethod(observer_, "finish", "s", name));
    Py_ssize_t size = 0;
    const char* utf8 = text ? PyUnicode_AsUTF8AndSize(text.get(), &size) : nullptr;
    if (utf8 == nullptr) return false;
    json.assign(utf8, static_cast<std::size_t>(size));
    return true;
  }

 private:
  static int CallableOf(const protocol::WireStatement& statement) {
    return statement.kind == model::StatementKind::kCall ? static_cast<int>(statement.target) : -1;
  }
  // A description that takes too long is the end of the test; Timeout is for RunTest to see.
  template <typename... Arguments>
  bool Call(const char* method, const char* format, Arguments... arguments) {
    const Owned done(PyObject_CallMethod(observer_, method, format, arguments...));
    if (!done && limit_.fired()) PyErr_Clear();
    return done || limit_.fired();
  }

  PyObject* observer_;
  const TimeLimit& limit_;
};

Server::Server(int socket, PyObject* observer, Recorder& recorder, const SubjectTable& subject,
               Isolation& isolation, PyObject* timeout_type)
    : socket_(socket),
      observer_(observer),
      recorder_(recorder),
      subject_(subject),
      isolation_(isolation),
      limit_(timeout_type),
      statements_(subject),
      process_(getpid()) {}

bool Server::Run() {
  // Errors in finalizers are the subject's affair, and printing them is nobody's.
  const Owned hook(PyCFunction_NewEx(&ignore_unraisable, nullptr, nullptr));
  if (!hook || PySys_SetObject("unraisablehook", hook.get()) != 0) return false;
  if (!statements_.Prepare() || !limit_.Start() || !isolation_.Begin()) return false;
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
    // MSG_NOSIGNAL: a test may have given SIGPIPE its default back.
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
  auto flushed = TimeLimit::Now();
  for (uint32_t i = 0; i < reader.tests(); ++i) {
    if (out_.empty()) writer.Begin(i);
    if (!RunTest(reader, nullptr)) return false;
    writer.Add(trace_);
    const bool is_last = i + 1 == reader.tests();
    if (is_last) isolation_.PutBackAfterBatch();
    if (is_last || reader.options().flush_each || out_.size() >= kEnoughBytes ||
        finished_ - flushed >= kOldTraces) {
      writer.End();
      if (!Send(out_)) return false;
      flushed = finished_;
    }
  }
  return true;
}

bool Server::Observe() {
  protocol::BatchReader reader(in_);
  if (reader.tests() != 1) throw protocol::WireError("one test is described at a time");
  Description description(observer_, limit_);
  std::string json;
  if (!description.Begin() || !RunTest(reader, &description) ||
      !description.Finish(trace_.verdict, json)) {
    return false;
  }
  isolation_.PutBackAfterBatch();
  out_.clear();
  protocol::Writer writer(out_);
  const std::size_t frame = writer.BeginFrame(FrameKind::kObservation);
  writer.Append(json);
  writer.EndFrame(frame);
  return Send(out_);
}

void Server::Retire() {
  protocol::Reader reader(in_);
  for (auto count = reader.Get<uint32_t>(); count > 0; --count) recorder_.Retire(reader.Get<uint32_t>());
}

}  // namespace skua::runtime
