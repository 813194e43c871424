// The iterator that a `for` gets in place of one that cannot tell its length beforehand. It passes
// everything through, and records at its first step whether the loop's body is entered.
#pragma once

#include <Python.h>

#include "runtime/extension/probes/recorder.h"

namespace skua::runtime {

// A new reference, or null with a Python exception.
PyObject* NewLoopIteratorType();

// Calls iter(iterable) once and wraps the iterator. A new reference, or null with the exception
// that iter() raised.
PyObject* NewLoopIterator(PyTypeObject* type, PyObject* iterable, Recorder& recorder,
                          uint32_t predicate);

}  // namespace skua::runtime
