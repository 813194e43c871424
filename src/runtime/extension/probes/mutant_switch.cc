#include "runtime/extension/probes/mutant_switch.h"

#include <algorithm>

namespace skua::runtime {
namespace {

struct PlaceObject {
  PyObject_HEAD MutantSwitch* mutant_switch;
  uint32_t index;
};

void Deallocate(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyObject* AskPlace(PyObject* self, PyObject*) {
  const PlaceObject& place = *reinterpret_cast<PlaceObject*>(self);
  bool is_active = false;
  if (!place.mutant_switch->Ask(place.index, is_active)) return nullptr;
  return PyBool_FromLong(is_active);
}

PyMethodDef place_function = {"mutant", AskPlace, METH_NOARGS, nullptr};

}  // namespace

bool MutantSwitch::Prepare() {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(Deallocate)}, {0, nullptr}};
  PyType_Spec spec = {"skua_native.MutantPlace", sizeof(PlaceObject), 0, Py_TPFLAGS_DEFAULT, slots};
  place_type_ = Owned(PyType_FromSpec(&spec));
  return static_cast<bool>(place_type_);
}

PyObject* MutantSwitch::Place(uint32_t first, uint32_t count) {
  if (count > model::kNoIndex - first) {
    PyErr_SetString(PyExc_ValueError, "mutants out of range");
    return nullptr;
  }
  const Owned self(reinterpret_cast<PyObject*>(
      PyObject_New(PlaceObject, reinterpret_cast<PyTypeObject*>(place_type_.get()))));
  if (!self) return nullptr;
  PlaceObject& place = *reinterpret_cast<PlaceObject*>(self.get());
  place.mutant_switch = this;
  place.index = static_cast<uint32_t>(places_.size());
  places_.push_back({first, count, false});
  return PyCFunction_NewEx(&place_function, self.get(), nullptr);
}

void MutantSwitch::Activate(uint32_t mutant) {
  active_ = mutant;
  for (Mutants& mutants : places_) mutants.reached = false;
}

std::vector<uint32_t> MutantSwitch::Reached() const {
  std::vector<uint32_t> reached;
  for (const Mutants& mutants : places_) {
    if (!mutants.reached) continue;
    for (uint32_t i = 0; i < mutants.count; ++i) reached.push_back(mutants.first + i);
  }
  // A mutant that shares its place with others may appear twice.
  std::sort(reached.begin(), reached.end());
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  return reached;
}

}  // namespace skua::runtime
