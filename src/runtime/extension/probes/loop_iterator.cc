#include "runtime/extension/probes/loop_iterator.h"

#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

struct LoopIterator {
  PyObject_HEAD PyObject* iterator;  // owned; null once cleared by the garbage collector
  iternextfunc next;
  Recorder* recorder;
  uint32_t predicate;
  bool recorded;
};

LoopIterator& AsLoop(PyObject* self) { return *reinterpret_cast<LoopIterator*>(self); }

int Traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(AsLoop(self).iterator);
  return 0;
}

int Clear(PyObject* self) {
  Py_CLEAR(AsLoop(self).iterator);
  return 0;
}

void Deallocate(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

PyObject* Next(PyObject* self) {
  LoopIterator& loop = AsLoop(self);
  // Counts each step as a probe, so that a loop without predicates in its body ends at the probe
  // limit, too.
  if (loop.iterator == nullptr || !loop.recorder->Tick()) return nullptr;
  PyObject* item = loop.next(loop.iterator);
  if (item != nullptr) loop.recorder->Count(loop.predicate, true);
  if (!loop.recorded && (item != nullptr || PyErr_Occurred() == nullptr ||
                         PyErr_ExceptionMatches(PyExc_StopIteration) != 0)) {
    loop.recorded = true;
    loop.recorder->RecordOutcome(loop.predicate, item != nullptr);
  }
  return item;
}

PyObject* Self(PyObject* self) {
  Py_INCREF(self);
  return self;
}

}  // namespace

PyObject* NewLoopIteratorType() {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(Deallocate)},
      {Py_tp_traverse, reinterpret_cast<void*>(Traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(Clear)},
      {Py_tp_iter, reinterpret_cast<void*>(Self)},
      {Py_tp_iternext, reinterpret_cast<void*>(Next)},
      {0, nullptr},
  };
  PyType_Spec spec = {"skua_native.LoopIterator", sizeof(LoopIterator), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      slots};
  return PyType_FromSpec(&spec);
}

PyObject* NewLoopIterator(PyTypeObject* type, PyObject* iterable, Recorder& recorder,
                          uint32_t predicate) {
  Owned iterator(PyObject_GetIter(iterable));
  if (!iterator) return nullptr;
  LoopIterator* loop = PyObject_GC_New(LoopIterator, type);
  if (loop == nullptr) return nullptr;
  loop->next =
      reinterpret_cast<iternextfunc>(PyType_GetSlot(Py_TYPE(iterator.get()), Py_tp_iternext));
  loop->iterator = iterator.release();
  loop->recorder = &recorder;
  loop->predicate = predicate;
  loop->recorded = false;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(loop));
  return reinterpret_cast<PyObject*>(loop);
}

}  // namespace skua::runtime
