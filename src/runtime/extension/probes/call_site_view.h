// An object as a call site sees it: what the language asks the object for (its items, the next one,
// the methods of `with` and `await`) runs while the call site is on the stack. The view passes that
// on to the object, with its results and exceptions. Only a generator's gi_yieldfrom shows that it
// is there.
#pragma once

#include <Python.h>

#include "runtime/extension/probes/recorder.h"

namespace skua::runtime {

// A new reference, or null with a Python exception.
PyObject* NewCallSiteViewType();

// A view of the object; the object itself where a builtin type answers without code of the callee,
// or where its type lacks one of the methods (a tuple of names), so that the language says so.
// `copy` is the copy of the callee's goals that the call site makes current
// (Recorder::EnterCopy). A new reference, or null with a Python exception.
PyObject* ViewFromCallSite(PyTypeObject* type, PyObject* object, PyObject* methods,
                           Recorder& recorder, uint32_t copy);

}  // namespace skua::runtime
