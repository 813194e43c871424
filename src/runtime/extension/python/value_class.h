// The class of a value, such as "an empty string", for goals of search.criteria. Runs no code of
// the subject: looks only into objects of exactly builtin types.
#pragma once

#include <Python.h>

#include "model/trace.h"

namespace skua::runtime {

// Returns the class, without a Python exception. REQUIRES: no exception is set.
model::ValueClass ValueClassOf(PyObject* value);

}  // namespace skua::runtime
