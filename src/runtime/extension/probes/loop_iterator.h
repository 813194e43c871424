// Wraps an iterator without a known length in a `for`. Forwards everything, and records at its
// first step whether the loop's body is entered.
#pragma once

#include <Python.h>

#include "runtime/extension/probes/recorder.h"

namespace skua::runtime {

// Returns a new reference, or null with a Python exception.
PyObject* NewLoopIteratorType();

// Calls iter(iterable) once and wraps the iterator. Returns a new reference, or null with the
// exception that iter() raised.
PyObject* NewLoopIterator(PyTypeObject* type, PyObject* iterable, Recorder& recorder,
                          uint32_t predicate);

}  // namespace skua::runtime
