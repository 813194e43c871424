// Restores state that may matter to later tests after each test: the names of modules and classes,
// the state reachable from them, and the state of interpreter and process.
#pragma once

#include <Python.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/extension/isolation/process_state.h"
#include "runtime/extension/isolation/snapshot.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class Isolation {
 public:
  // Records the state of the project's modules and classes (sequences); `root` is its absolute
  // folder. Returns false with a Python exception.
  bool Protect(PyObject* modules, PyObject* classes, const char* root);

  // Records the state of the process, which may have changed since its start: its scratch folder,
  // its environment. Does nothing without Protect. Returns false with a Python exception.
  bool Begin();

  // Registers `function` (borrowed), to be called once, without arguments, after the running test
  // and before anything is restored. Functions are called in the order of registration.
  void CallAfterTest(PyObject* function);

  // Returns whether the state of modules and classes differs from the recorded one.
  bool HasChanged() const;

  // Both restore state, and may run the subject's finalizers. PutBack returns whether the state of
  // modules and classes had changed, or a module of the project was imported, whose state is
  // unknown. Other new modules do not count: tests in one process import them once anyway.
  bool PutBack();
  void PutBackAfterBatch();

 private:
  void MakeCallsAfterTest();
  bool HasModulesOfProjectFrom(Py_ssize_t place) const;

  std::vector<Owned> after_test_;
  bool is_protected_ = false;
  bool uses_signals_ = false;
  bool uses_directories_ = false;
  std::vector<std::unique_ptr<Snapshot>> snapshots_;
  ProcessState process_;
  std::string root_;         // folder of the project, with a slash after it
  Py_ssize_t imported_ = 0;  // number of imported modules, as far as known
};

}  // namespace skua::runtime
