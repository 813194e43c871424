// Comparison and arithmetic with lazy values.
#pragma once

#include <Python.h>

#include <vector>

namespace skua::runtime {

// Appends the type's slots for comparison and arithmetic.
void AddNumberSlots(std::vector<PyType_Slot>& slots);

// Returns round(self, …).
PyObject* RoundLazy(PyObject* self, PyObject* arguments);

PyObject* CompareLazy(PyObject* self, PyObject* other, int op);

}  // namespace skua::runtime
