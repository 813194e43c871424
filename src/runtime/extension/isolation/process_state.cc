#include "runtime/extension/isolation/process_state.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>

#include "runtime/extension/python/dict_version.h"

namespace skua::runtime {
namespace {

void Discard(PyObject* result) {
  if (result == nullptr) PyErr_Clear();
  Py_XDECREF(result);
}

constexpr const char* kSysNames[] = {"path",    "argv",       "meta_path",      "path_hooks",
                                     "modules", "excepthook", "unraisablehook", "displayhook"};
constexpr const char* kSysLists[] = {"path", "argv", "meta_path", "path_hooks"};
constexpr const char* kStreams[] = {"stdin", "stdout", "stderr"};

}  // namespace

ProcessState::~ProcessState() {
  if (directory_ >= 0) close(directory_);
}

bool ProcessState::Binding::Holds() const {
  PyObject* now = PyDict_GetItemWithError(dict.get(), name.get());
  if (now == nullptr) PyErr_Clear();
  return now == value.get();
}

void ProcessState::Binding::PutBack() const {
  if (!Holds() && PyDict_SetItem(dict.get(), name.get(), value.get()) != 0) PyErr_Clear();
}

void ProcessState::Bind(PyObject* dict, const char* name, std::vector<Binding>& bindings) {
  PyObject* value = PyDict_GetItemString(dict, name);
  if (value == nullptr) return;
  bindings.push_back(
      {Owned::Share(dict), Owned(PyUnicode_InternFromString(name)), Owned::Share(value)});
  if (std::ranges::find(bound_, dict, &Written::dict) == bound_.end()) bound_.push_back({dict, 0});
}

bool ProcessState::BoundUnwritten() const {
  return std::ranges::all_of(bound_, [](const Written& written) {
    return written.version != 0 && DictVersion(written.dict) == written.version;
  });
}

void ProcessState::PutBackBindings() {
  if (BoundUnwritten()) return;
  for (const Binding& binding : streams_) binding.PutBack();
  for (const Binding& binding : bindings_) binding.PutBack();
  // Finalizers of replaced objects may have changed other bindings.
  const bool hold = std::ranges::all_of(streams_, &Binding::Holds) &&
                    std::ranges::all_of(bindings_, &Binding::Holds);
  for (Written& written : bound_) written.version = hold ? DictVersion(written.dict) : 0;
}

bool ProcessState::Take() {
  streams_.clear();
  bindings_.clear();
  bound_.clear();
  contents_.clear();
  if (directory_ >= 0) close(directory_);
  directory_ = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  closed_name_ = Owned(PyUnicode_InternFromString("closed"));
  recursion_limit_ = Py_GetRecursionLimit();
  gc_enabled_ = PyGC_IsEnabled() != 0;
  const char* locale = std::setlocale(LC_ALL, nullptr);
  locale_ = locale != nullptr ? locale : "C";
  file_mode_mask_ = umask(022);
  umask(file_mode_mask_);
  TakeSys();
  TakeEnvironment();
  TakeSignals();
  random_.Take();
  if (const Owned builtins = LoadedModule("builtins")) {
    builtins_ = NamespaceSnapshot(builtins.get(), PyModule_GetDict(builtins.get()));
  }
  return PyErr_Occurred() == nullptr;
}

void ProcessState::TakeSys() {
  const Owned sys = LoadedModule("sys");
  if (!sys) return;
  PyObject* names = PyModule_GetDict(sys.get());
  for (const char* name : kStreams) Bind(names, name, streams_);
  for (const char* name : kSysNames) Bind(names, name, bindings_);
  for (const char* name : kSysLists) {
    PyObject* list = PyDict_GetItemString(names, name);
    if (list != nullptr && PyList_Check(list)) contents_.push_back(ContentSnapshot(list));
  }
  warnings_ = LoadedModule("warnings");
  if (!warnings_) return;
  const Owned filters = AttributeOrNothing(warnings_.get(), "filters");
  if (filters && PyList_Check(filters.get())) filters_content_ = ContentSnapshot(filters.get());
  for (const char* name : {"filters", "showwarning"}) {
    Bind(PyModule_GetDict(warnings_.get()), name, bindings_);
  }
}

void ProcessState::TakeEnvironment() {
  const Owned os = LoadedModule("os");
  if (!os) return;
  Bind(PyModule_GetDict(os.get()), "environ", bindings_);
  environ_ = AttributeOrNothing(os.get(), "environ");
  if (!environ_) return;
  environ_copy_ = Owned(PyDict_New());
  if (PyDict_Update(environ_copy_.get(), environ_.get()) != 0) PyErr_Clear();
  NoteEnvironment();
}

void ProcessState::NoteEnvironment() {
  environ_words_.clear();
  environ_texts_.clear();
  for (char** word = environ; word != nullptr && *word != nullptr; ++word) {
    environ_words_.push_back(*word);
    environ_texts_.insert(*word);
  }
  environ_words_.push_back(nullptr);
}

bool ProcessState::HoldsSavedWords() const {
  std::size_t count = 0;
  for (char** word = environ; word != nullptr && *word != nullptr; ++word, ++count) {
    if (!environ_texts_.contains(*word)) return false;
  }
  return count == environ_texts_.size();
}

void ProcessState::PutBackChangedVariables() {
  const Owned now(PyDict_New());
  if (!now || PyDict_Update(now.get(), environ_.get()) != 0) return PyErr_Clear();
  PyObject *name = nullptr, *value = nullptr;  // borrowed
  for (Py_ssize_t place = 0; PyDict_Next(now.get(), &place, &name, &value) != 0;) {
    if (PyDict_GetItemWithError(environ_copy_.get(), name) != nullptr) continue;
    if (PyObject_DelItem(environ_.get(), name) != 0) PyErr_Clear();
  }
  for (Py_ssize_t place = 0; PyDict_Next(environ_copy_.get(), &place, &name, &value) != 0;) {
    PyObject* current = PyDict_GetItemWithError(now.get(), name);
    if (current != nullptr && PyUnicode_Compare(current, value) == 0) continue;
    if (PyObject_SetItem(environ_.get(), name, value) != 0) PyErr_Clear();
  }
  PyErr_Clear();
}

// Compares pointers, which suffices, since setenv() stores a new string even for an equal value.
bool ProcessState::EnvironmentUnchanged() const {
  if (environ == nullptr) return environ_words_.size() == 1;
  return std::equal(environ_words_.begin(), environ_words_.end(), environ,
                    [](char* saved, char* now) { return saved == now; });
}

void ProcessState::TakeSignals() {
  handlers_.clear();
  const Owned signal(PyImport_ImportModule("_signal"));
  if (!signal) return PyErr_Clear();
  signal_function_ = AttributeOrNothing(signal.get(), "signal");
  getsignal_function_ = AttributeOrNothing(signal.get(), "getsignal");
  for (int number = 1; signal_function_ && getsignal_function_ && number < NSIG; ++number) {
    Owned question(Py_BuildValue("(i)", number));
    Owned handler(question ? PyObject_Call(getsignal_function_.get(), question.get(), nullptr)
                           : nullptr);
    // Skips None: the handler is C code, which Python cannot install again.
    if (handler && handler.get() != Py_None && number != SIGKILL && number != SIGSTOP) {
      handlers_.push_back(
          {Owned(PyLong_FromLong(number)), std::move(handler), std::move(question)});
    }
    PyErr_Clear();
  }
}

void ProcessState::PutBack() {
  if (bindings_.empty()) return;  // nothing was recorded
  ReopenStreams();
  PutBackBindings();
  for (const auto& content : contents_) content->PutBack();
  if (filters_content_ && !filters_content_->Unchanged()) {
    filters_content_->PutBack();
    // The C part of the module caches by a version of the filters.
    Discard(PyObject_CallMethod(warnings_.get(), "_filters_mutated", nullptr));
  }
  if (environ_ && !EnvironmentUnchanged()) PutBackEnvironment();
  random_.PutBack();
  if (Py_GetRecursionLimit() != recursion_limit_) Py_SetRecursionLimit(recursion_limit_);
  if ((PyGC_IsEnabled() != 0) != gc_enabled_) gc_enabled_ ? PyGC_Enable() : PyGC_Disable();
  const char* locale = std::setlocale(LC_ALL, nullptr);
  if (locale != nullptr && locale_ != locale) std::setlocale(LC_ALL, locale_.c_str());
}

void ProcessState::PutBackEnvironment() {
  // Sets variables through os.environ, so that the process's own environment follows. Usually only
  // one or two have changed. Sets all again if others have changed without os.environ.
  PutBackChangedVariables();
  if (!HoldsSavedWords()) {
    clearenv();
    Discard(PyObject_CallMethod(environ_.get(), "clear", nullptr));
    Discard(PyObject_CallMethod(environ_.get(), "update", "O", environ_copy_.get()));
  }
  NoteEnvironment();
  if (const Owned time = LoadedModule("time")) {
    Discard(PyObject_CallMethod(time.get(), "tzset", nullptr));
  }
}

void ProcessState::ReopenStreams() {
  for (Binding& stream : streams_) {
    const Owned closed(PyObject_GetAttr(stream.value.get(), closed_name_.get()));
    if (!closed) PyErr_Clear();
    if (closed.get() != Py_True) continue;
    // The stream's descriptor was closed with it; without a replacement the next opened file would
    // get its number.
    const int null = open("/dev/null", O_RDWR);
    if (null > STDERR_FILENO) close(null);
    const bool reads = PyUnicode_CompareWithASCIIString(stream.name.get(), "stdin") == 0;
    const Owned io(PyImport_ImportModule("io"));
    Owned reopened(io ? PyObject_CallMethod(io.get(), "open", "ss", "/dev/null", reads ? "r" : "w")
                      : nullptr);
    if (reopened) {
      stream.value = std::move(reopened);
      for (Written& written : bound_) written.version = 0;
    }
    PyErr_Clear();
  }
}

void ProcessState::PutBackDirectory() {
  if (directory_ >= 0 && fchdir(directory_) != 0) {
    close(directory_);
    directory_ = -1;
  }
}

void ProcessState::PutBackSignals() {
  const itimerval off{};
  setitimer(ITIMER_REAL, &off, nullptr);
  for (const SignalHandler& saved : handlers_) {
    const Owned now(PyObject_Call(getsignal_function_.get(), saved.question.get(), nullptr));
    if (now.get() == saved.handler.get()) continue;
    if (now) {
      Discard(PyObject_CallFunctionObjArgs(signal_function_.get(), saved.number.get(),
                                           saved.handler.get(), nullptr));
    }
    PyErr_Clear();
  }
}

void ProcessState::PutBackRare() {
  umask(file_mode_mask_);
  if (builtins_) builtins_->PutBack();
  if (const Owned sys = LoadedModule("sys")) {
    Discard(PyObject_CallMethod(sys.get(), "settrace", "O", Py_None));
    Discard(PyObject_CallMethod(sys.get(), "setprofile", "O", Py_None));
  }
}

}  // namespace skua::runtime
