#include "runtime/extension/probes/probe.h"

#include <algorithm>
#include <array>
#include <memory>

#include "runtime/extension/probes/call_site_view.h"
#include "runtime/extension/probes/loop_iterator.h"
#include "runtime/extension/probes/probe_functions.h"

namespace skua::runtime {
namespace {

void DeallocateProbe(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  delete AsProbe(self).cases;
  Py_XDECREF(AsProbe(self).patterns);
  Py_XDECREF(AsProbe(self).methods);
  PyObject_Free(self);
  Py_DECREF(type);
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
PyMethodDef case_of_function = Define("case", TakeCase, METH_O);
PyMethodDef tick_function = Define("tick", TickOnly, METH_NOARGS);
PyMethodDef length_function = Define("length", CompareLength, METH_FASTCALL);
PyMethodDef call_function = Define("call", MakeCall, METH_FASTCALL);
PyMethodDef handler_function = Define("handler", MatchHandler, METH_O);
PyMethodDef block_function = Define("block", CompleteBlock, METH_NOARGS);
PyMethodDef call_site_function = Define("call", CallFromSite, METH_VARARGS | METH_KEYWORDS);
PyMethodDef view_function = Define("view", ViewFromSite, METH_O);

constexpr std::array<std::string_view, 10> kOperators = {"<",  "<=", "==",     "!=", ">",
                                                         ">=", "is", "is not", "in", "not in"};

std::optional<Operator> OperatorOf(std::string_view op) {
  const auto found = std::find(kOperators.begin(), kOperators.end(), op);
  if (found != kOperators.end()) return static_cast<Operator>(found - kOperators.begin());
  PyErr_SetString(PyExc_ValueError, "no such comparison operator");
  return std::nullopt;
}

}  // namespace

std::optional<Share> ShareOf(std::string_view name) {
  constexpr std::array<std::string_view, 4> kShares = {"", "outcome", "flag", "negated flag"};
  const auto found = std::find(kShares.begin(), kShares.end(), name);
  if (found == kShares.end()) return std::nullopt;
  return static_cast<Share>(found - kShares.begin());
}

struct ProbeMaker::Options {
  Operator op = Operator::kEqual;
  Share share = Share::kAll;
  bool condition = false, swapped = false;
  uint8_t call = 0;
  std::unique_ptr<std::vector<uint32_t>> cases = nullptr;
  Owned patterns = {}, methods = {};
};

bool ProbeMaker::Prepare() {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(DeallocateProbe)}, {0, nullptr}};
  PyType_Spec spec = {"skua_native.Probe", sizeof(Probe), 0, Py_TPFLAGS_DEFAULT, slots};
  probe_type_ = Owned(PyType_FromSpec(&spec));
  iterator_type_ = Owned(NewLoopIteratorType());
  view_type_ = Owned(NewCallSiteViewType());
  return probe_type_ && iterator_type_ && view_type_ && calls_->Prepare();
}

bool ProbeMaker::CheckPredicate(uint32_t predicate) const {
  if (predicate < recorder_.predicates()) return true;
  PyErr_Format(PyExc_ValueError, "no predicate %u: configured are %u", predicate,
               recorder_.predicates());
  return false;
}

PyObject* ProbeMaker::Make(PyMethodDef& function, uint32_t index) const {
  return Make(function, index, Options{});
}

PyObject* ProbeMaker::Make(PyMethodDef& function, uint32_t index, Options options) const {
  const Owned self(reinterpret_cast<PyObject*>(
      PyObject_New(Probe, reinterpret_cast<PyTypeObject*>(probe_type_.get()))));
  if (!self) return nullptr;
  Probe& probe = AsProbe(self.get());
  probe.recorder = &recorder_;
  probe.index = index;
  probe.op = options.op;
  probe.share = options.share;
  probe.condition = options.condition;
  probe.swapped = options.swapped;
  probe.call = options.call;
  probe.calls = calls_.get();
  probe.cases = options.cases.release();
  probe.patterns = options.patterns.release();
  probe.methods = options.methods.release();
  probe.iterator_type = reinterpret_cast<PyTypeObject*>(iterator_type_.get());
  probe.view_type = reinterpret_cast<PyTypeObject*>(view_type_.get());
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

PyObject* ProbeMaker::Tick() const { return Make(tick_function, 0); }

PyObject* ProbeMaker::Compare(uint32_t predicate, std::string_view op, bool condition,
                              Share share) const {
  if (!CheckPredicate(predicate)) return nullptr;
  const std::optional<Operator> found = OperatorOf(op);
  if (!found) return nullptr;
  return Make(condition ? compare_condition_function : compare_value_function, predicate,
              {.op = *found, .share = share});
}

PyObject* ProbeMaker::Length(uint32_t predicate, std::string_view op, bool condition,
                             bool swapped) const {
  if (!CheckPredicate(predicate)) return nullptr;
  const std::optional<Operator> found = OperatorOf(op);
  if (!found) return nullptr;
  if (*found > Operator::kGreaterEqual) {
    PyErr_SetString(PyExc_ValueError, "lengths are compared by ==, !=, <, <=, > and >=");
    return nullptr;
  }
  return Make(length_function, predicate,
              {.op = *found, .condition = condition, .swapped = swapped});
}

PyObject* ProbeMaker::Call(uint32_t predicate, std::string_view name, bool condition,
                           Share share) const {
  if (!CheckPredicate(predicate)) return nullptr;
  const std::optional<uint8_t> row = KnownCalls::Find(name);
  if (!row) {
    PyErr_SetString(PyExc_ValueError, "no function of this name is known");
    return nullptr;
  }
  return Make(call_function, predicate, {.share = share, .condition = condition, .call = *row});
}

PyObject* ProbeMaker::Truth(uint32_t predicate, Share share) const {
  return CheckPredicate(predicate) ? Make(truth_function, predicate, {.share = share}) : nullptr;
}

PyObject* ProbeMaker::Operand(uint32_t predicate, Share share) const {
  return CheckPredicate(predicate) ? Make(operand_function, predicate, {.share = share}) : nullptr;
}

PyObject* ProbeMaker::Loop(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(loop_function, predicate) : nullptr;
}

PyObject* ProbeMaker::Case(std::vector<uint32_t> predicates, uint32_t taken, Owned patterns) const {
  for (uint32_t predicate : predicates) {
    if (!CheckPredicate(predicate)) return nullptr;
  }
  if (taken > predicates.size()) {
    PyErr_SetString(PyExc_ValueError, "the case taken is beyond the last one");
    return nullptr;
  }
  if (patterns && (!PyTuple_CheckExact(patterns.get()) ||
                   PyTuple_Size(patterns.get()) != static_cast<Py_ssize_t>(predicates.size()))) {
    PyErr_SetString(PyExc_ValueError, "each predicate needs a pattern");
    return nullptr;
  }
  PyMethodDef& function = patterns ? case_of_function : case_function;
  return Make(function, taken,
              {.cases = std::make_unique<std::vector<uint32_t>>(std::move(predicates)),
               .patterns = std::move(patterns)});
}

PyObject* ProbeMaker::Handler(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(handler_function, predicate) : nullptr;
}

PyObject* ProbeMaker::Block(uint32_t predicate) const {
  return CheckPredicate(predicate) ? Make(block_function, predicate) : nullptr;
}

PyObject* ProbeMaker::CallSite(uint32_t call_site) const {
  if (call_site < recorder_.call_sites()) return Make(call_site_function, call_site);
  return PyErr_Format(PyExc_ValueError, "no call site %u", call_site);
}

PyObject* ProbeMaker::ViewFromSite(uint32_t call_site, Owned methods) const {
  if (call_site < recorder_.call_sites()) {
    return Make(view_function, call_site, {.methods = std::move(methods)});
  }
  return PyErr_Format(PyExc_ValueError, "no call site %u", call_site);
}

}  // namespace skua::runtime
