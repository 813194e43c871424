#include "runtime/extension/probe.h"

#include <array>
#include <memory>

#include "runtime/extension/loop_iterator.h"

namespace skua::runtime {
namespace {

struct Probe {
  PyObject_HEAD Recorder* recorder;
  uint32_t index;  // of a predicate or a code object; for a case: how many were refused
  Operator op;
  std::vector<uint32_t>* cases;  // owned
  PyTypeObject* iterator_type;   // borrowed from the maker, which is immortal
};

Probe& AsProbe(PyObject* self) { return *reinterpret_cast<Probe*>(self); }

PyObject* NewReference(PyObject* object) {
  Py_INCREF(object);
  return object;
}

void DeallocateProbe(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  delete AsProbe(self).cases;
  PyObject_Free(self);
  Py_DECREF(type);
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
  probe.recorder->Enter(probe.index);
  return NewReference(value);
}

void RecordComparison(const Probe& probe, PyObject* left, PyObject* right, bool outcome) {
  Recorder& recorder = *probe.recorder;
  if (!recorder.Wants(probe.index)) return;
  recorder.Record(probe.index, CompareDistances(probe.op, left, right, outcome));
  switch (probe.op) {
    case Operator::kIs:
    case Operator::kIsNot:
      return;
    case Operator::kEqual:
    case Operator::kIn:
      if (outcome) return;  // what it takes to differ is known without operands
      break;
    case Operator::kNotEqual:
    case Operator::kNotIn:
      if (!outcome) return;
      break;
    default:
      break;
  }
  if (!recorder.WantsPair(probe.index)) return;
  const bool is_tuple = PyTuple_CheckExact(right), is_list = PyList_CheckExact(right);
  if ((probe.op == Operator::kIn || probe.op == Operator::kNotIn) && (is_tuple || is_list)) {
    const Py_ssize_t size = is_tuple ? PyTuple_Size(right) : PyList_Size(right);
    for (Py_ssize_t i = 0; i < size && recorder.WantsPair(probe.index); ++i) {
      recorder.AddPair(probe.index, left,
                       is_tuple ? PyTuple_GetItem(right, i) : PyList_GetItem(right, i));
    }
  } else {
    recorder.AddPair(probe.index, left, right);
  }
}

// The comparison as Python does it, its result a new reference.
PyObject* Evaluate(Operator op, PyObject* left, PyObject* right) {
  switch (op) {
    case Operator::kIs:
      return PyBool_FromLong(left == right);
    case Operator::kIsNot:
      return PyBool_FromLong(left != right);
    case Operator::kIn:
    case Operator::kNotIn: {
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

PyObject* CompareValue(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Probe& probe = AsProbe(self);
  if (!CheckPair(count) || !probe.recorder->Tick()) return nullptr;
  PyObject* result = Evaluate(probe.op, arguments[0], arguments[1]);
  if (result == Py_True || result == Py_False) {
    RecordComparison(probe, arguments[0], arguments[1], result == Py_True);
  }
  return result;
}

PyObject* CompareCondition(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Probe& probe = AsProbe(self);
  if (!CheckPair(count) || !probe.recorder->Tick()) return nullptr;
  Owned result(Evaluate(probe.op, arguments[0], arguments[1]));
  if (!result) return nullptr;
  if (!PyBool_Check(result.get())) {
    const int truth = PyObject_IsTrue(result.get());
    if (truth < 0) return nullptr;
    result = Owned(PyBool_FromLong(truth));
  }
  RecordComparison(probe, arguments[0], arguments[1], result.get() == Py_True);
  return result.release();
}

PyObject* TakeTruth(PyObject* self, PyObject* value) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  const int truth = PyObject_IsTrue(value);
  if (truth < 0) return nullptr;
  if (probe.recorder->Wants(probe.index)) {
    probe.recorder->Record(probe.index, TruthDistances(value, truth != 0));
  }
  return PyBool_FromLong(truth);
}

PyObject* PassOperand(PyObject* self, PyObject* value) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  if (probe.recorder->Wants(probe.index) && HasPlainTruth(value)) {
    probe.recorder->Record(probe.index, TruthDistances(value, PyObject_IsTrue(value) != 0));
  }
  return NewReference(value);
}

PyObject* BeginLoop(PyObject* self, PyObject* iterable) {
  const Probe& probe = AsProbe(self);
  if (!probe.recorder->Tick()) return nullptr;
  if (IsPlainSized(iterable)) {
    const Py_ssize_t size = PyObject_Size(iterable);
    if (size >= 0) {
      if (probe.recorder->Wants(probe.index)) {
        probe.recorder->Record(
            probe.index, OutcomeDistances(size > 0, size > 0 ? static_cast<double>(size) : kStep));
      }
      return NewReference(iterable);
    }
    PyErr_Clear();  // a range longer than any container: iterating it is still fine
  }
  return NewLoopIterator(probe.iterator_type, iterable, *probe.recorder, probe.index);
}

PyObject* TakeCase(PyObject* self, PyObject*) {
  const Probe& probe = AsProbe(self);
  Recorder& recorder = *probe.recorder;
  if (!recorder.Tick()) return nullptr;
  const std::vector<uint32_t>& cases = *probe.cases;
  for (uint32_t i = 0; i < probe.index; ++i) recorder.RecordOutcome(cases[i], false);
  if (probe.index < cases.size()) recorder.RecordOutcome(cases[probe.index], true);
  return NewReference(Py_None);
}

PyObject* MatchHandler(PyObject* self, PyObject* types) {
  const Probe& probe = AsProbe(self);
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_GetExcInfo(&type, &value, &traceback);
  const Owned own_type(type), own_value(value), own_traceback(traceback);
  // Python 3.12 and later keep only the value.
  PyObject* handled =
      value != nullptr && value != Py_None ? reinterpret_cast<PyObject*>(Py_TYPE(value)) : type;
  if (handled == nullptr || handled == Py_None) return NewReference(types);
  // A Timeout on its way out is not raised anew by every handler that it passes.
  if (!probe.recorder->IsTimeout(handled) && !probe.recorder->Tick()) return nullptr;
  probe.recorder->RecordOutcome(probe.index, PyErr_GivenExceptionMatches(handled, types) != 0);
  return NewReference(types);
}

template <typename Function>
PyMethodDef Define(const char* name, Function function, int flags) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), flags,
          nullptr};
}

PyMethodDef enter_function = Define("enter", EnterCode, METH_NOARGS);
PyMethodDef enter_value_function = Define("enter_value", EnterCodeWithValue, METH_O);
PyMethodDef compare_value_function = Define("compare", CompareValue, METH_FASTCALL);
PyMethodDef compare_condition_function = Define("compare", CompareCondition, METH_FASTCALL);
PyMethodDef truth_function = Define("truth", TakeTruth, METH_O);
PyMethodDef operand_function = Define("operand", PassOperand, METH_O);
PyMethodDef loop_function = Define("loop", BeginLoop, METH_O);
PyMethodDef case_function = Define("case", TakeCase, METH_NOARGS);
PyMethodDef handler_function = Define("handler", MatchHandler, METH_O);

constexpr std::array<std::string_view, 10> kOperators = {"<",  "<=", "==",     "!=", ">",
                                                         ">=", "is", "is not", "in", "not in"};

}  // namespace

bool ProbeMaker::Prepare() {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(DeallocateProbe)}, {0, nullptr}};
  PyType_Spec spec = {"skua_native.Probe", sizeof(Probe), 0, Py_TPFLAGS_DEFAULT, slots};
  probe_type_ = Owned(PyType_FromSpec(&spec));
  iterator_type_ = Owned(NewLoopIteratorType());
  return probe_type_ && iterator_type_;
}

bool ProbeMaker::CheckPredicate(uint32_t predicate) const {
  if (predicate < recorder_.predicates()) return true;
  PyErr_Format(PyExc_ValueError, "no predicate %u: configured are %u", predicate,
               recorder_.predicates());
  return false;
}

PyObject* ProbeMaker::Make(PyMethodDef& function, uint32_t index, Operator op,
                           std::vector<uint32_t>* cases) const {
  std::unique_ptr<std::vector<uint32_t>> own_cases(cases);
  const Owned self(reinterpret_cast<PyObject*>(
      PyObject_New(Probe, reinterpret_cast<PyTypeObject*>(probe_type_.get()))));
  if (!self) return nullptr;
  Probe& probe = AsProbe(self.get());
  probe.recorder = &recorder_;
  probe.index = index;
  probe.op = op;
  probe.cases = own_cases.release();
  probe.iterator_type = reinterpret_cast<PyTypeObject*>(iterator_type_.get());
  return PyCFunction_NewEx(&function, self.get(), nullptr);
}

PyObject* ProbeMaker::Enter(uint32_t code_object) const {
  if (code_object < recorder_.code_objects()) return Make(enter_function, code_object);
  return PyErr_Format(PyExc_ValueError, "no code object %u", code_object);
}

PyObject* ProbeMaker::EnterValue(uint32_t code_object) const {
  if (code_object < recorder_.code_objects()) return Make(enter_value_function, code_object);
  return PyErr_Format(PyExc_ValueError, "no code object %u", code_object);
}

PyObject* ProbeMaker::Compare(uint32_t predicate, std::string_view op, bool condition) const {
  if (!CheckPredicate(predicate)) return nullptr;
  const auto found = std::find(kOperators.begin(), kOperators.end(), op);
  if (found == kOperators.end()) {
    PyErr_SetString(PyExc_ValueError, "no such comparison operator");
    return nullptr;
  }
  return Make(condition ? compare_condition_function : compare_value_function, predicate,
              static_cast<Operator>(found - kOperators.begin()));
}

PyObject* ProbeMaker::Truth(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(truth_function, predicate) : nullptr;
}

PyObject* ProbeMaker::Operand(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(operand_function, predicate) : nullptr;
}

PyObject* ProbeMaker::Loop(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(loop_function, predicate) : nullptr;
}

PyObject* ProbeMaker::Case(std::vector<uint32_t> predicates, uint32_t taken) const {
  for (uint32_t predicate : predicates) {
    if (!CheckPredicate(predicate)) return nullptr;
  }
  if (taken > predicates.size()) {
    PyErr_SetString(PyExc_ValueError, "the case taken is beyond the last one");
    return nullptr;
  }
  return Make(case_function, taken, Operator::kEqual,
              new std::vector<uint32_t>(std::move(predicates)));
}

PyObject* ProbeMaker::Handler(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(handler_function, predicate) : nullptr;
}

}  // namespace skua::runtime
