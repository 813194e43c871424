// The state of interpreter and process that tests may change without the subject's knowledge:
// environment, current directory, sys, warnings, locale, random and so on. Restored after each
// test.
#pragma once

#include <Python.h>

#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "runtime/extension/isolation/random_state.h"
#include "runtime/extension/isolation/snapshot.h"

namespace skua::runtime {

class ProcessState {
 public:
  ProcessState() = default;
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;
  ~ProcessState();

  // Records the state. Returns false with a Python exception. REQUIRES: the main thread, because of
  // signals.
  bool Take();
  // Restores, after each test, state that can be checked without a system call.
  void PutBack();
  // Restore state whose check takes a microsecond or more. Called after each batch; the first two
  // also after each test of a subject that can change their state.
  void PutBackDirectory();
  void PutBackSignals();
  void PutBackRare();  // the umask, the builtins, tracing

 private:
  // A module's name that must stay bound to the same object.
  struct Binding {
    Owned dict, name, value;
    bool Holds() const;
    void PutBack() const;
  };
  // A dict (borrowed), and its version when all of its bindings held.
  struct Written {
    PyObject* dict;
    uint64_t version;
  };
  struct SignalHandler {
    Owned number, handler;
    Owned question;  // arguments of getsignal()
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
  std::vector<Written> bound_;                       // dicts of all bindings
  std::vector<std::unique_ptr<Snapshot>> contents_;  // snapshots of lists in sys
  Owned environ_, environ_copy_;  // os.environ, and a dict with its recorded contents
  // Pointers of the process's own environment, which show all changes.
  std::vector<char*> environ_words_;
  std::unordered_set<std::string> environ_texts_;  // the same entries as strings, for a changed
                                                   // pointer
  Owned warnings_;
  std::unique_ptr<Snapshot> filters_content_;
  Owned closed_name_;
  std::string locale_;
  RandomState random_;
  int directory_ = -1;  // descriptor of the current directory; -1 if it no longer exists
  int recursion_limit_ = 0;
  bool gc_enabled_ = true;
  std::vector<SignalHandler> handlers_;
  Owned signal_function_, getsignal_function_;
  std::unique_ptr<Snapshot> builtins_;
  unsigned file_mode_mask_ = 022;
};

}  // namespace skua::runtime
