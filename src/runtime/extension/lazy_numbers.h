// How lazy values are compared and calculated with.
#pragma once

#include <Python.h>

#include <vector>

namespace skua::runtime {

// Appends the slots.
void AddNumberSlots(std::vector<PyType_Slot>& slots);

// round(self, …)
PyObject* RoundLazy(PyObject* self, PyObject* arguments);

PyObject* CompareLazy(PyObject* self, PyObject* other, int op);

}  // namespace skua::runtime
