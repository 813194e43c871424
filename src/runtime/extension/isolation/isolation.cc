#include "runtime/extension/isolation/isolation.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "runtime/extension/isolation/state_finder.h"

namespace skua::runtime {
namespace {

// Returns whether a module has the module `used`, or one of its functions, among its names.
bool Uses(PyObject* module, const char* used, std::initializer_list<const char*> functions) {
  const Owned other = LoadedModule(used);
  const Owned names = AttributeOrNothing(module, "__dict__");
  if (!other || !names || !PyDict_CheckExact(names.get())) return false;
  std::vector<Owned> means;
  for (const char* function : functions) means.push_back(AttributeOrNothing(other.get(), function));
  means.push_back(Owned::Share(other.get()));
  PyObject* value = nullptr;  // borrowed
  Py_ssize_t place = 0;
  while (PyDict_Next(names.get(), &place, nullptr, &value)) {
    for (const Owned& mean : means) {
      if (mean.get() == value) return true;
    }
  }
  return false;
}

}  // namespace

bool Isolation::Protect(PyObject* modules, PyObject* classes, const char* root) {
  const Owned module_tuple(PySequence_Tuple(modules));
  const Owned class_tuple(PySequence_Tuple(classes));
  StateFinder finder;
  if (!module_tuple || !class_tuple || !finder.Prepare()) return false;
  uses_signals_ = uses_directories_ = false;
  for (Py_ssize_t i = 0; i < PyTuple_Size(module_tuple.get()); ++i) {
    PyObject* module = PyTuple_GetItem(module_tuple.get(), i);
    finder.AddModule(module);
    uses_signals_ = uses_signals_ || Uses(module, "signal", {"signal", "alarm", "setitimer"});
    uses_directories_ = uses_directories_ || Uses(module, "os", {"chdir", "fchdir"}) ||
                        Uses(module, "contextlib", {"chdir"});
  }
  for (Py_ssize_t i = 0; i < PyTuple_Size(class_tuple.get()); ++i) {
    finder.AddClass(PyTuple_GetItem(class_tuple.get(), i));
  }
  snapshots_ = finder.Take();
  root_ = std::string(root) + '/';
  is_protected_ = true;
  return true;
}

bool Isolation::Begin() {
  imported_ = PyDict_Size(PyImport_GetModuleDict());
  return !is_protected_ || process_.Take();
}

void Isolation::CallAfterTest(PyObject* function) { after_test_.push_back(Owned::Share(function)); }

// Interrupted functions are called again in the next round.
void Isolation::MakeCallsAfterTest() {
  while (!after_test_.empty()) {
    const Owned result(PyObject_CallNoArgs(after_test_.front().get()));
    if (!result) return PyErr_Clear();
    after_test_.erase(after_test_.begin());
  }
}

bool Isolation::HasChanged() const {
  return std::ranges::any_of(snapshots_,
                             [](const auto& one) { return !one->IsCache() && !one->Unchanged(); });
}

// Returns whether any of the loaded modules after the first `place` may belong to the project.
bool Isolation::HasModulesOfProjectFrom(Py_ssize_t place) const {
  static const auto is_below = [](PyObject* file, const std::string& folder) {
    const char* path =
        file != nullptr && PyUnicode_Check(file) ? PyUnicode_AsUTF8AndSize(file, nullptr) : nullptr;
    if (path == nullptr) PyErr_Clear();
    return path != nullptr && std::string_view(path).starts_with(folder);
  };
  PyObject* module = nullptr;  // borrowed
  Py_ssize_t next = 0;
  for (Py_ssize_t i = 0; PyDict_Next(PyImport_GetModuleDict(), &next, nullptr, &module); ++i) {
    if (i < place) continue;
    if (!PyModule_Check(module)) return true;
    if (is_below(PyDict_GetItemString(PyModule_GetDict(module), "__file__"), root_)) return true;
  }
  return false;
}

bool Isolation::PutBack() {
  if (!is_protected_) return false;
  const Py_ssize_t before = imported_;
  imported_ = PyDict_Size(PyImport_GetModuleDict());
  bool had_changed = imported_ < before || (imported_ > before && HasModulesOfProjectFrom(before));
  const bool changed_surroundings = !after_test_.empty();
  if (changed_surroundings) MakeCallsAfterTest();
  for (const auto& snapshot : snapshots_) {
    if (snapshot->PutBack() && !snapshot->IsCache()) had_changed = true;
  }
  process_.PutBack();
  if (uses_directories_ || changed_surroundings) process_.PutBackDirectory();
  if (uses_signals_) process_.PutBackSignals();
  return had_changed;
}

void Isolation::PutBackAfterBatch() {
  if (!is_protected_) return;
  process_.PutBackDirectory();
  process_.PutBackSignals();
  process_.PutBackRare();
}

}  // namespace skua::runtime
