// Undoes after each test what may matter to later tests: restores the names of modules and classes,
// the state reachable from them, and that of interpreter and process.
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
  // Records the state of the modules and classes (sequences) of the project in the folder `root`,
  // an absolute path. False with a Python exception.
  bool Protect(PyObject* modules, PyObject* classes, const char* root);

  // Records the state of the process, which may have changed since its start: its scratch folder,
  // its environment. Does nothing when nothing is protected. False with a Python exception.
  bool Begin();

  // Registers `function` (borrowed), which is called once, without arguments, when the running test
  // is over and before anything is restored. Functions are called in the order of registration.
  void CallAfterTest(PyObject* function);

  // Whether the state of modules and classes is another one than was recorded.
  bool HasChanged() const;

  // Both run finalizers of the subject when something has changed. The first one tells whether the
  // state of modules and classes had, or a module of the project was imported, whose state nobody
  // knows. What other modules are there makes no difference: they are imported once anyway, where
  // tests run in one process.
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
  std::string root_;         // of the project, with a slash behind it
  Py_ssize_t imported_ = 0;  // modules, as far as known
};

}  // namespace skua::runtime
