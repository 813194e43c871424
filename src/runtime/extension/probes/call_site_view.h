// A view of an object at a call site: operations of the language on the object (its items, the next
// one, the methods of `with` and `await`) run while the call site is on the stack. The view
// forwards them, with their results and exceptions. Only a generator's gi_yieldfrom shows the view.
#pragma once

#include <Python.h>

#include "runtime/extension/probes/recorder.h"

namespace skua::runtime {

// Returns a new reference, or null with a Python exception.
PyObject* NewCallSiteViewType();

// Returns a view of the object; the object itself if a builtin type answers without code of the
// callee, or if its type lacks one of the methods (a tuple of names), so that the language reports
// it. `copy` is the copy of the callee's goals that the call site makes current
// (Recorder::EnterCopy). A new reference, or null with a Python exception.
PyObject* ViewFromCallSite(PyTypeObject* type, PyObject* object, PyObject* methods,
                           Recorder& recorder, uint32_t copy);

}  // namespace skua::runtime
