// The state of interpreter and process that tests change behind the subject's back: environment,
// current directory, sys, warnings, locale, random …, put back after each test.
#pragma once

#include <Python.h>

#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "runtime/extension/random_state.h"
#include "runtime/extension/snapshot.h"

namespace skua::runtime {

class ProcessState {
 public:
  ProcessState() = default;
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;
  ~ProcessState();

  // False with a Python exception. REQUIRES: the main thread, for what is said of signals.
  bool Take();
  // After each test: what can be looked at without a system call.
  void PutBack();
  // What costs a microsecond and more to look at, so after each batch; the first two after each
  // test of a subject that has the means to change them.
  void PutBackDirectory();
  void PutBackSignals();
  void PutBackRare();  // the file mode mask, the builtins, tracing

 private:
  // A name in a module's dict that stays bound to the same object.
  struct Binding {
    Owned dict, name, value;
    bool Holds() const;
    void PutBack() const;
  };
  // A dict (borrowed) and its version when all of its bindings held.
  struct Written {
    PyObject* dict;
    uint64_t version;
  };
  struct SignalHandler {
    Owned number, handler;
    Owned question;  // the arguments of getsignal()
  };
  void Bind(PyObject* dict, const char* name, std::vector<Binding>& bindings);
  bool BoundUnwritten() const;
  void PutBackBindings();
  void TakeSys();
  void TakeEnvironment();
  void TakeSignals();
  bool EnvironmentUnchanged() const;
  void NoteEnvironment();
  bool HoldsSavedWords() const;
  void PutBackChangedVariables();
  void PutBackEnvironment();
  void ReopenStreams();

  std::vector<Binding> streams_, bindings_;
  std::vector<Written> bound_;                       // the dicts of both
  std::vector<std::unique_ptr<Snapshot>> contents_;  // of lists in sys
  Owned environ_, environ_copy_;                     // os.environ, and a dict of what it held
  std::vector<char*> environ_words_;  // the process's own environment: all changes show there
  std::unordered_set<std::string> environ_texts_;  // the same as texts, for when one has moved
  Owned warnings_;
  std::unique_ptr<Snapshot> filters_content_;
  Owned closed_name_;
  std::string locale_;
  RandomState random_;
  int directory_ = -1;  // the current one, as a descriptor; -1 when it is gone
  int recursion_limit_ = 0;
  bool gc_enabled_ = true;
  std::vector<SignalHandler> handlers_;
  Owned signal_function_, getsignal_function_;
  std::unique_ptr<Snapshot> builtins_;
  unsigned file_mode_mask_ = 022;
};

}  // namespace skua::runtime
