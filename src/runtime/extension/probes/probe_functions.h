// The functions of the probes. Each gets its probe as `self`.
#pragma once

#include <Python.h>

#include <vector>

#include "runtime/extension/distance/call_distance.h"
#include "runtime/extension/probes/probe.h"

namespace skua::runtime {

struct Probe {
  PyObject_HEAD Recorder* recorder;
  uint32_t index;  // of a predicate or a code object; for a case: number of refused cases
  Operator op;
  Share share;
  bool condition, swapped;       // for a length
  uint8_t call;                  // a row of KnownCalls
  KnownCalls* calls;             // borrowed from the probe maker, which is immortal
  std::vector<uint32_t>* cases;  // owned
  PyObject* patterns;            // owned: a tuple, or null
  PyObject* methods;             // owned: names of methods that a view's object must have, or null
  PyTypeObject* iterator_type;   // borrowed like calls
  PyTypeObject* view_type;       // borrowed like calls
};

inline Probe& AsProbe(PyObject* self) { return *reinterpret_cast<Probe*>(self); }

inline PyObject* NewReference(PyObject* object) {
  Py_INCREF(object);
  return object;
}

// Records the probe's share of the distances.
void Record(const Probe& probe, Distances distances);

PyObject* EnterCode(PyObject* self, PyObject*);
PyObject* EnterCodeWithValue(PyObject* self, PyObject* value);
PyObject* TickOnly(PyObject* self, PyObject*);
PyObject* TakeTruth(PyObject* self, PyObject* value);
PyObject* PassOperand(PyObject* self, PyObject* value);
PyObject* BeginLoop(PyObject* self, PyObject* iterable);
PyObject* TakeCase(PyObject* self, PyObject* subject);
PyObject* MatchHandler(PyObject* self, PyObject* types);
PyObject* CompleteBlock(PyObject* self, PyObject*);
PyObject* CallFromSite(PyObject* self, PyObject* arguments, PyObject* keywords);
PyObject* ViewFromSite(PyObject* self, PyObject* object);
// Defined in probe_comparison.cc:
PyObject* CompareValue(PyObject* self, PyObject* const* arguments, Py_ssize_t count);
PyObject* CompareCondition(PyObject* self, PyObject* const* arguments, Py_ssize_t count);
PyObject* CompareLength(PyObject* self, PyObject* const* arguments, Py_ssize_t count);
PyObject* MakeCall(PyObject* self, PyObject* const* arguments, Py_ssize_t count);

}  // namespace skua::runtime
