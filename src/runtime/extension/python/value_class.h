// What a value is like, for goals of search.criteria. Runs no code of the subject: only objects of
// builtin types themselves are looked into.
#pragma once

#include <Python.h>

#include "model/trace.h"

namespace skua::runtime {

// No Python exception is set behind it. REQUIRES: none is set before.
model::ValueClass ValueClassOf(PyObject* value);

}  // namespace skua::runtime
