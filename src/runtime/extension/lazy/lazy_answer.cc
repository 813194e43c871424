#include "runtime/extension/lazy/lazy_answer.h"

namespace skua::runtime {
namespace {

struct LazyAnswer {
  PyObject_HEAD LazyUses* uses;
  PyObject* values;  // owned: a tuple
  Py_ssize_t given;
};

LazyAnswer& AsAnswer(PyObject* self) { return *reinterpret_cast<LazyAnswer*>(self); }

PyObject* GiveAwaited(PyObject* self) {
  const LazyAnswer& answer = AsAnswer(self);
  if (answer.values == nullptr) return nullptr;
  const Owned stop(PyObject_CallFunctionObjArgs(PyExc_StopIteration,
                                                PyTuple_GetItem(answer.values, 0), nullptr));
  if (stop) PyErr_SetObject(PyExc_StopIteration, stop.get());
  return nullptr;
}

PyObject* GiveNextAsync(PyObject* self) {
  LazyAnswer& answer = AsAnswer(self);
  if (answer.values == nullptr || answer.given >= PyTuple_Size(answer.values)) {
    PyErr_SetNone(PyExc_StopAsyncIteration);
    return nullptr;
  }
  return NewAwaitable(*answer.uses,
                      Owned::Share(PyTuple_GetItem(answer.values, answer.given++)).release());
}

int TraverseAnswer(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(AsAnswer(self).values);
  return 0;
}

int ClearAnswer(PyObject* self) {
  Py_CLEAR(AsAnswer(self).values);
  return 0;
}

void DeallocateAnswer(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  ClearAnswer(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

template <typename Function>
void* Slot(Function function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

PyObject* NewAnswer(LazyUses& uses, PyObject* values) {
  if (values == nullptr) return nullptr;
  LazyAnswer* answer = PyObject_GC_New(LazyAnswer, uses.answer_type());
  if (answer == nullptr) {
    Py_DECREF(values);
    return nullptr;
  }
  answer->uses = &uses;
  answer->values = values;
  answer->given = 0;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(answer));
  return reinterpret_cast<PyObject*>(answer);
}

PyObject* NewAwaitable(LazyUses& uses, PyObject* value) {
  const Owned own(value);
  return own ? NewAnswer(uses, PyTuple_Pack(1, own.get())) : nullptr;
}

PyObject* NewLazyAnswerType() {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, Slot(DeallocateAnswer)},
      {Py_tp_traverse, Slot(TraverseAnswer)},
      {Py_tp_clear, Slot(ClearAnswer)},
      {Py_tp_iter, Slot(PyObject_SelfIter)},
      {Py_tp_iternext, Slot(GiveAwaited)},
      {Py_am_await, Slot(PyObject_SelfIter)},
      {Py_am_aiter, Slot(PyObject_SelfIter)},
      {Py_am_anext, Slot(GiveNextAsync)},
      {0, nullptr},
  };
  PyType_Spec spec = {"skua_native.LazyAnswer", sizeof(LazyAnswer), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      slots};
  return PyType_FromSpec(&spec);
}

}  // namespace skua::runtime
