#include "runtime/extension/isolation.h"

#include <unordered_set>

#include "runtime/extension/state_finder.h"

namespace skua::runtime {
namespace {

// Whether a module has the module `signal`, or a function of it, among its names.
bool UsesSignals(PyObject* module) {
  const Owned signal = LoadedModule("signal");
  const Owned names = AttributeOrNothing(module, "__dict__");
  if (!signal || !names || !PyDict_CheckExact(names.get())) return false;
  std::unordered_set<PyObject*> functions = {signal.get()};
  PyObject* value = nullptr;  // borrowed
  Py_ssize_t place = 0;
  while (PyDict_Next(PyModule_GetDict(signal.get()), &place, nullptr, &value)) {
    if (PyCallable_Check(value) != 0 && !PyType_Check(value)) functions.insert(value);
  }
  place = 0;
  while (PyDict_Next(names.get(), &place, nullptr, &value)) {
    if (functions.contains(value)) return true;
  }
  return false;
}

}  // namespace

bool Isolation::Protect(PyObject* modules, PyObject* classes) {
  const Owned module_tuple(PySequence_Tuple(modules));
  const Owned class_tuple(PySequence_Tuple(classes));
  StateFinder finder;
  if (!module_tuple || !class_tuple || !finder.Prepare()) return false;
  uses_signals_ = false;
  for (Py_ssize_t i = 0; i < PyTuple_Size(module_tuple.get()); ++i) {
    PyObject* module = PyTuple_GetItem(module_tuple.get(), i);
    finder.AddModule(module);
    uses_signals_ = uses_signals_ || UsesSignals(module);
  }
  for (Py_ssize_t i = 0; i < PyTuple_Size(class_tuple.get()); ++i) {
    finder.AddClass(PyTuple_GetItem(class_tuple.get(), i));
  }
  snapshots_ = finder.Take();
  is_protected_ = true;
  return true;
}

bool Isolation::Begin() { return !is_protected_ || process_.Take(); }

void Isolation::PutBack() {
  if (!is_protected_) return;
  for (const auto& snapshot : snapshots_) snapshot->PutBack();
  process_.PutBack();
  if (uses_signals_) process_.PutBackRare();
}

}  // namespace skua::runtime
