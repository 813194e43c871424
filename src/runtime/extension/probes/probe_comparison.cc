// Probes of comparisons and of calls that return a flag, and the operand pairs that they record.
#include <algorithm>

#include "runtime/extension/lazy/lazy.h"
#include "runtime/extension/probes/probe_functions.h"
#include "runtime/extension/python/operand.h"

namespace skua::runtime {
namespace {

bool IsExactSet(PyObject* object) {
  return Py_IS_TYPE(object, &PySet_Type) || PyFrozenSet_CheckExact(object);
}

// Adds pairs of the value with members of a container. For a dict or set, which may be large, a
// test uses different members each time.
void AddMemberPairs(const Probe& probe, PyObject* value, PyObject* container) {
  Recorder& recorder = *probe.recorder;
  if (PyTuple_CheckExact(container) || PyList_CheckExact(container)) {
    const bool is_tuple = PyTuple_CheckExact(container);
    const Py_ssize_t size = is_tuple ? PyTuple_Size(container) : PyList_Size(container);
    for (Py_ssize_t i = 0; i < size && recorder.WantsPair(probe.index); ++i) {
      recorder.AddPair(probe.index, value,
                       is_tuple ? PyTuple_GetItem(container, i) : PyList_GetItem(container, i));
    }
    return;
  }
  const Py_ssize_t size = PyObject_Size(container);
  if (size <= 0) return;
  const ErrorAside aside;
  const Owned members(PyDict_CheckExact(container) ? PyDict_Keys(container)
                                                   : PySequence_List(container));
  if (!members) return PyErr_Clear();
  if (IsExactSet(container) && PyList_Sort(members.get()) != 0) PyErr_Clear();
  const auto start = static_cast<Py_ssize_t>(recorder.executed() % static_cast<uint64_t>(size));
  for (Py_ssize_t i = 0; i < std::min<Py_ssize_t>(size, 8) && recorder.WantsPair(probe.index);
       ++i) {
    recorder.AddPair(probe.index, value, PyList_GetItem(members.get(), (start + i) % size));
  }
}

// Returns whether the operands show values with which the comparison has the other outcome.
bool TeachesOperands(Operator op, bool outcome) {
  switch (op) {
    case Operator::kIs:
    case Operator::kIsNot:
      return false;
    case Operator::kEqual:
    case Operator::kIn:
      return !outcome;
    case Operator::kNotEqual:
    case Operator::kNotIn:
      return outcome;
    default:
      return true;
  }
}

void RecordComparison(const Probe& probe, PyObject* left, PyObject* right, bool outcome) {
  Recorder& recorder = *probe.recorder;
  if (!recorder.Wants(probe.index)) return;
  Record(probe, CompareDistances(probe.op, left, right, outcome));
  if (!TeachesOperands(probe.op, outcome) || !recorder.WantsPair(probe.index)) return;
  const bool is_membership = probe.op == Operator::kIn || probe.op == Operator::kNotIn;
  if (is_membership && (PyTuple_CheckExact(right) || PyList_CheckExact(right) ||
                        PyDict_CheckExact(right) || IsExactSet(right))) {
    AddMemberPairs(probe, left, right);
  } else {
    recorder.AddPair(probe.index, left, right);
  }
}

// Compares as Python does; the result is a new reference.
PyObject* Evaluate(const Probe& probe, Operator op, PyObject* left, PyObject* right) {
  switch (op) {
    case Operator::kIs:
    case Operator::kIsNot: {
      if (right == Py_None && probe.recorder->lazy().is_lazy(left)) {
        Lazy& lazy = AsLazy(left);
        if (!lazy.BecomeNone()) return nullptr;
        if (lazy.value != nullptr) left = lazy.value;
      }
      return PyBool_FromLong((left == right) == (op == Operator::kIs));
    }
    case Operator::kIn:
    case Operator::kNotIn: {
      if (probe.recorder->lazy().is_lazy(left)) {
        Lazy& lazy = AsLazy(left);
        if (!lazy.BecomeMember(right)) return nullptr;
        if (lazy.value != nullptr) left = lazy.value;
      }
      const int contained = PySequence_Contains(right, left);
      if (contained < 0) return nullptr;
      return PyBool_FromLong((contained != 0) == (op == Operator::kIn));
    }
    default:
      return PyObject_RichCompare(left, right, static_cast<int>(op));
  }
}

bool CheckPair(Py_ssize_t count) {
  if (count == 2) return true;
  PyErr_SetString(PyExc_TypeError, "a comparison has two operands");
  return false;
}

// Returns by how much a length must differ from the number with which it was compared so that the
// comparison has the other outcome.
int ToOtherOutcome(Operator op, bool outcome) {
  if (op == Operator::kLess || op == Operator::kGreaterEqual) {
    return outcome == (op == Operator::kLess) ? 0 : -1;
  }
  const bool is_order = op == Operator::kLessEqual || op == Operator::kGreater;
  return outcome == (op == (is_order ? Operator::kLessEqual : Operator::kEqual)) ? 1 : 0;
}

// Returns the start of the str or bytes, or repeats its last unit, so that it has the length.
Owned Resized(PyObject* text, Py_ssize_t length) {
  const Py_ssize_t size = PyObject_Size(text);
  if (length <= size) return Owned(PySequence_GetSlice(text, 0, length));
  const Owned unit(size > 0                     ? PySequence_GetSlice(text, size - 1, size)
                   : PyUnicode_CheckExact(text) ? PyUnicode_FromString("a")
                                                : PyBytes_FromString("a"));
  const Owned more(unit ? PySequence_Repeat(unit.get(), length - size) : nullptr);
  return more ? Owned(PySequence_Concat(text, more.get())) : Owned();
}

// Adds a pair for a comparison of a string's length: the string, and the same string with the
// length for the other outcome.
void AddLengthPair(const Probe& probe, Operator op, PyObject* text, PyObject* number,
                   bool outcome) {
  Recorder& recorder = *probe.recorder;
  const bool has_length = PyUnicode_CheckExact(text) || PyBytes_CheckExact(text);
  if (!has_length || !PyLong_CheckExact(number) || !recorder.WantsPair(probe.index)) return;
  const ErrorAside aside;
  Py_ssize_t length = PyLong_AsSsize_t(number);
  if (PyErr_Occurred() != nullptr || length > kLongestOperand) return PyErr_Clear();
  length += ToOtherOutcome(op, outcome);
  if (length < 0) return;
  const Owned resized = Resized(text, length);
  if (!resized) return PyErr_Clear();
  recorder.AddPair(probe.index, text, resized.get());
}

constexpr Operator kMirrored[] = {Operator::kGreater, Operator::kGreaterEqual,
                                  Operator::kEqual,   Operator::kNotEqual,
                                  Operator::kLess,    Operator::kLessEqual};

void RecordCall(const Probe& probe, PyObject* callee, PyObject* const* arguments, Py_ssize_t count,
                bool is_known, bool outcome) {
  Recorder& recorder = *probe.recorder;
  if (!recorder.Wants(probe.index)) return;
  if (!is_known) {
    // If the value is tested later, that test records the distances.
    Record(probe, OutcomeDistances(outcome, kStep));
    return;
  }
  const KnownCalls::Kind kind = KnownCalls::rows[probe.call].kind;
  if (kind >= KnownCalls::Kind::kMatch && !recorder.MayLookInto(probe.index)) {
    return Record(probe, OutcomeDistances(outcome, kUnknown));
  }
  Record(probe, probe.calls->Of(probe.call, callee, arguments, count, outcome));
  if (outcome || count != 1 || !recorder.WantsPair(probe.index) ||
      (kind != KnownCalls::Kind::kStartsWith && kind != KnownCalls::Kind::kEndsWith)) {
    return;
  }
  PyObject* text = PyCFunction_GetSelf(callee);
  if (PyTuple_CheckExact(arguments[0])) {
    AddMemberPairs(probe, text, arguments[0]);
  } else {
    recorder.AddPair(probe.index, text, arguments[0]);
  }
}

}  // namespace

PyObject* CompareValue(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Probe& probe = AsProbe(self);
  if (!CheckPair(count) || !probe.recorder->Tick()) return nullptr;
  PyObject* result = Evaluate(probe, probe.op, arguments[0], arguments[1]);
  if (result == Py_True || result == Py_False) {
    RecordComparison(probe, arguments[0], arguments[1], result == Py_True);
  }
  return result;
}

PyObject* CompareCondition(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Probe& probe = AsProbe(self);
  if (!CheckPair(count) || !probe.recorder->Tick()) return nullptr;
  Owned result(Evaluate(probe, probe.op, arguments[0], arguments[1]));
  if (!result) return nullptr;
  if (!PyBool_Check(result.get())) {
    const int truth = PyObject_IsTrue(result.get());
    if (truth < 0) return nullptr;
    result = Owned(PyBool_FromLong(truth));
  }
  const bool outcome = result.get() == Py_True;
  probe.recorder->Count(probe.index, outcome);
  RecordComparison(probe, arguments[0], arguments[1], outcome);
  return result.release();
}

PyObject* CompareLength(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Probe& probe = AsProbe(self);
  if (count != 3) {
    PyErr_SetString(PyExc_TypeError, "a length is compared: three arguments are needed");
    return nullptr;
  }
  Recorder& recorder = *probe.recorder;
  if (!recorder.Tick()) return nullptr;
  PyObject *value = arguments[1], *number = arguments[2];
  if (recorder.lazy().is_lazy(value)) AsLazy(value).BecomeSize(number);
  const Owned length(PyObject_CallFunctionObjArgs(arguments[0], value, nullptr));
  if (!length) return nullptr;
  PyObject* left = probe.swapped ? number : length.get();
  PyObject* right = probe.swapped ? length.get() : number;
  Owned result(Evaluate(probe, probe.op, left, right));
  if (!result) return nullptr;
  if (probe.condition && !PyBool_Check(result.get())) {
    const int truth = PyObject_IsTrue(result.get());
    if (truth < 0) return nullptr;
    result = Owned(PyBool_FromLong(truth));
  }
  if (probe.condition) recorder.Count(probe.index, result.get() == Py_True);
  if (PyBool_Check(result.get()) && recorder.Wants(probe.index)) {
    const bool outcome = result.get() == Py_True;
    Record(probe, CompareDistances(probe.op, left, right, outcome));
    const Operator op = probe.swapped ? kMirrored[static_cast<int>(probe.op)] : probe.op;
    AddLengthPair(probe, op, value, number, outcome);
  }
  return result.release();
}

PyObject* MakeCall(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Probe& probe = AsProbe(self);
  if (count < 1 || count > 4) {
    PyErr_SetString(PyExc_TypeError, "a call has a function and up to three arguments");
    return nullptr;
  }
  Recorder& recorder = *probe.recorder;
  if (!recorder.Tick()) return nullptr;
  PyObject* callee = arguments[0];
  ++arguments;
  --count;
  const bool is_known = (recorder.Wants(probe.index) || recorder.lazy().is_in_use()) &&
                        probe.calls->Is(probe.call, callee);
  Owned result(probe.calls->Call(probe.call, is_known, callee, arguments, count, recorder.lazy()));
  if (!result) return nullptr;
  if (!probe.condition) {
    // Computing the truth of other values may run code of the subject.
    if (recorder.Wants(probe.index) && (is_known || HasPlainTruth(result.get()))) {
      RecordCall(probe, callee, arguments, count, is_known, PyObject_IsTrue(result.get()) != 0);
    }
    return result.release();
  }
  const int truth = PyObject_IsTrue(result.get());
  if (truth < 0) return nullptr;
  recorder.Count(probe.index, truth != 0);
  RecordCall(probe, callee, arguments, count, is_known, truth != 0);
  return PyBool_FromLong(truth);
}

}  // namespace skua::runtime
