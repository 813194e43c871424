// A primitive Python object as a model::Value, for operand pairs. Never runs code of the subject.
#pragma once

#include <Python.h>

#include "model/value.h"

namespace skua::runtime {

inline constexpr Py_ssize_t kLongestOperand = 256;  // bytes of a text, digits of an int

// Reads a primitive. False when the object is no None, bool, int, float, str or bytes, or is too
// long. REQUIRES: `value` is default-constructed. Leaves a pending exception as it is.
bool ReadOperand(PyObject* object, model::Value& value);

}  // namespace skua::runtime
