// Converts a primitive Python object to a model::Value, for operand pairs. Never runs code of the
// subject.
#pragma once

#include <Python.h>

#include "model/value.h"
#include "protocol/trace_limits.h"

namespace skua::runtime {

inline constexpr auto kLongestOperand = static_cast<Py_ssize_t>(protocol::kLongestOperand);

// Reads a primitive. Returns false if the object is not None, bool, int, float, str or bytes, or is
// too long. REQUIRES: `value` is default-constructed. Keeps a pending exception.
bool ReadOperand(PyObject* object, model::Value& value);

}  // namespace skua::runtime
