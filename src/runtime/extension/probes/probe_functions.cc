#include "runtime/extension/probes/probe_functions.h"

#include <algorithm>

#include "runtime/extension/distance/pattern_distance.h"
#include "runtime/extension/probes/call_site_view.h"
#include "runtime/extension/probes/loop_iterator.h"

namespace skua::runtime {
namespace {

// Drops distances of 0: only a predicate's own probe records the outcome that was taken.
double Above0(double distance) { return distance > 0 ? distance : kUnknown; }

}  // namespace

void Record(const Probe& probe, Distances distances) {
  switch (probe.share) {
    case Share::kAll:
      break;
    case Share::kOutcome:
      distances = OutcomeDistances(distances.to_true == 0, kUnknown);
      break;
    case Share::kFlag:
      distances = {Above0(distances.to_true), Above0(distances.to_false)};
      break;
    case Share::kNegatedFlag:
      distances = {Above0(distances.to_false), Above0(distances.to_true)};
      break;
  }
  probe.recorder->Record(probe.index, distances);
}

PyObject* EnterCode(PyObject* self, PyObject*) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  probe.recorder->Enter(probe.index);
  return NewReference(Py_True);
}

PyObject* EnterCodeWithValue(PyObject* self, PyObject* value) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  probe.recorder->EnterElement(probe.index);
  return NewReference(value);
}

PyObject* TickOnly(PyObject* self, PyObject*) {
  Recorder& recorder = *AsProbe(self).recorder;
  if (!recorder.Tick()) return nullptr;
  recorder.CountEndless();
  return NewReference(Py_None);
}

PyObject* CompleteBlock(PyObject* self, PyObject*) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  probe.recorder->RecordOutcome(probe.index, true);
  return NewReference(Py_None);
}

PyObject* CallFromSite(PyObject* self, PyObject* arguments, PyObject* keywords) {
  const Probe& probe = AsProbe(self);
  PyObject* function = PyTuple_GetItem(arguments, 0);  // borrowed
  const Owned others(function == nullptr ? nullptr
                                         : PyTuple_GetSlice(arguments, 1, PyTuple_Size(arguments)));
  if (!others) return nullptr;
  const uint32_t before = probe.recorder->EnterCopy(probe.index + 1);
  PyObject* result = PyObject_Call(function, others.get(), keywords);
  probe.recorder->EnterCopy(before);
  return result;
}

PyObject* ViewFromSite(PyObject* self, PyObject* object) {
  const Probe& probe = AsProbe(self);
  return ViewFromCallSite(probe.view_type, object, probe.methods, *probe.recorder, probe.index + 1);
}

PyObject* TakeTruth(PyObject* self, PyObject* value) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  const int truth = PyObject_IsTrue(value);
  if (truth < 0) return nullptr;
  probe.recorder->Count(probe.index, truth != 0);
  if (probe.recorder->Wants(probe.index)) {
    Record(probe, TruthDistances(value, truth != 0));
  }
  return PyBool_FromLong(truth);
}

PyObject* PassOperand(PyObject* self, PyObject* value) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  if (probe.recorder->Wants(probe.index) && HasPlainTruth(value)) {
    Record(probe, TruthDistances(value, PyObject_IsTrue(value) != 0));
  }
  return NewReference(value);
}

PyObject* BeginLoop(PyObject* self, PyObject* iterable) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  if (IsPlainSized(iterable)) {
    const Py_ssize_t size = PyObject_Size(iterable);
    if (size >= 0) {
      if (size > 0) {
        // Counts all cycles, although the loop may end early: single steps are not observed.
        const auto cycles = static_cast<uint64_t>(size);
        probe.recorder->Count(probe.index, true, std::min(cycles, Recorder::kMostCycles));
      }
      if (probe.recorder->Wants(probe.index)) {
        probe.recorder->Record(
            probe.index, OutcomeDistances(size > 0, size > 0 ? static_cast<double>(size) : kStep));
      }
      return NewReference(iterable);
    }
    PyErr_Clear();  // longer than any container; iterating the range still works
  }
  return NewLoopIterator(probe.iterator_type, iterable, *probe.recorder, probe.index);
}

PyObject* TakeCase(PyObject* self, PyObject* subject) {
  const Probe& probe = AsProbe(self);
  Recorder& recorder = *probe.recorder;
  if (!recorder.Tick()) return nullptr;
  const std::vector<uint32_t>& cases = *probe.cases;
  for (uint32_t i = 0; i < probe.index; ++i) {
    if (!recorder.Wants(cases[i])) continue;
    PyObject* pattern = nullptr;  // borrowed
    if (subject != nullptr && probe.patterns != nullptr) {
      pattern = PyTuple_GetItem(probe.patterns, static_cast<Py_ssize_t>(i));
    }
    const double distance = pattern == nullptr ? kStep : PatternDistance(pattern, subject);
    recorder.Record(cases[i], OutcomeDistances(false, distance > 0 ? distance : kStep));
    if (pattern == nullptr) continue;
    ForEachLiteral(pattern, [&](PyObject* literal) {
      if (recorder.WantsPair(cases[i])) recorder.AddPair(cases[i], subject, literal);
    });
  }
  if (probe.index < cases.size()) {
    recorder.Count(cases[probe.index], true);
    recorder.RecordOutcome(cases[probe.index], true);
  }
  return NewReference(Py_None);
}

PyObject* MatchHandler(PyObject* self, PyObject* types) {
  const Probe& probe = AsProbe(self);
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_GetExcInfo(&type, &value, &traceback);
  const Owned own_type(type), own_value(value), own_traceback(traceback);
  // Python 3.12 and later only keep the value.
  PyObject* handled =
      value != nullptr && value != Py_None ? reinterpret_cast<PyObject*>(Py_TYPE(value)) : type;
  if (handled == nullptr || handled == Py_None) return NewReference(types);
  // A Timeout that is being raised is not raised again by every handler on its way.
  if (!probe.recorder->IsTimeout(handled) && !probe.recorder->Tick()) return nullptr;
  const bool matches = PyErr_GivenExceptionMatches(handled, types) != 0;
  probe.recorder->Count(probe.index, matches);
  probe.recorder->RecordOutcome(probe.index, matches);
  return NewReference(types);
}

}  // namespace skua::runtime
