// Puts back after each test what it may have changed for the tests after it: the names of modules
// and classes, the state reachable from them, and that of interpreter and process.
#pragma once

#include <Python.h>

#include <memory>
#include <vector>

#include "runtime/extension/owned.h"
#include "runtime/extension/process_state.h"
#include "runtime/extension/snapshot.h"

namespace skua::runtime {

class Isolation {
 public:
  // Takes the state of the modules and classes (sequences). False with a Python exception.
  bool Protect(PyObject* modules, PyObject* classes);

  // Takes the state of the process, which its start may have changed since: its scratch folder, its
  // environment. Does nothing when nothing is protected. False with a Python exception.
  bool Begin();

  // `function` (borrowed) is called, without arguments, when the test that runs is over and before
  // anything is put back; in the order of these calls, and once.
  void CallAfterTest(PyObject* function);

  // Both run finalizers of the subject when something has changed.
  void PutBack();
  void PutBackAfterBatch();

 private:
  void MakeCallsAfterTest();

  std::vector<Owned> after_test_;
  bool is_protected_ = false;
  bool uses_signals_ = false;
  bool uses_directories_ = false;
  std::vector<std::unique_ptr<Snapshot>> snapshots_;
  ProcessState process_;
};

}  // namespace skua::runtime
