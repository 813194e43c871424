#include "runtime/extension/call_site_view.h"

#include "runtime/extension/owned.h"

namespace skua::runtime {
namespace {

struct CallSiteView {
  PyObject_HEAD PyObject* object;  // owned; null once cleared by the garbage collector
  Recorder* recorder;
  uint32_t copy;
  bool is_iterator;  // a view of what iter() or `await` gave
};

CallSiteView& AsView(PyObject* self) { return *reinterpret_cast<CallSiteView*>(self); }

// Holds the view's call site on the stack during its own lifetime.
class OnStack {
 public:
  explicit OnStack(const CallSiteView& view)
      : recorder_(*view.recorder), before_(recorder_.EnterCopy(view.copy)) {}
  ~OnStack() { recorder_.EnterCopy(before_); }
  OnStack(const OnStack&) = delete;
  OnStack& operator=(const OnStack&) = delete;

 private:
  Recorder& recorder_;
  const uint32_t before_;
};

template <typename Function>
Function SlotOf(PyObject* object, int slot) {
  return reinterpret_cast<Function>(PyType_GetSlot(Py_TYPE(object), slot));
}

int Traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(AsView(self).object);
  return 0;
}

int Clear(PyObject* self) {
  Py_CLEAR(AsView(self).object);
  return 0;
}

void Deallocate(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

PyObject* NewView(PyTypeObject* type, Owned object, const CallSiteView& like, bool is_iterator) {
  if (!object) return nullptr;
  CallSiteView* view = PyObject_GC_New(CallSiteView, type);
  if (view == nullptr) return nullptr;
  view->object = object.release();
  view->recorder = like.recorder;
  view->copy = like.copy;
  view->is_iterator = is_iterator;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(view));
  return reinterpret_cast<PyObject*>(view);
}

PyObject* Iterate(PyObject* self) {
  const CallSiteView& view = AsView(self);
  if (view.is_iterator) {
    Py_INCREF(self);
    return self;
  }
  const OnStack site(view);
  return NewView(Py_TYPE(self), Owned(PyObject_GetIter(view.object)), view, true);
}

PyObject* Await(PyObject* self) {
  const CallSiteView& view = AsView(self);
  const OnStack site(view);
  const auto await = SlotOf<unaryfunc>(view.object, Py_am_await);
  return NewView(Py_TYPE(self), Owned(await(view.object)), view, true);
}

PyObject* Next(PyObject* self) {
  const CallSiteView& view = AsView(self);
  const OnStack site(view);
  const auto next = SlotOf<iternextfunc>(view.object, Py_tp_iternext);
  if (next != nullptr) return next(view.object);
  PyErr_Format(PyExc_TypeError, "'%S' object is not an iterator", Py_TYPE(view.object));
  return nullptr;
}

PyObject* GetItem(PyObject* self, PyObject* key) {
  const OnStack site(AsView(self));
  return PyObject_GetItem(AsView(self).object, key);
}

int SetItem(PyObject* self, PyObject* key, PyObject* value) {
  const OnStack site(AsView(self));
  return value == nullptr ? PyObject_DelItem(AsView(self).object, key)
                          : PyObject_SetItem(AsView(self).object, key, value);
}

int Contains(PyObject* self, PyObject* value) {
  const OnStack site(AsView(self));
  return PySequence_Contains(AsView(self).object, value);
}

PyObject* GetAttribute(PyObject* self, PyObject* name) {
  if (AsView(self).is_iterator) return PyObject_GenericGetAttr(self, name);
  const OnStack site(AsView(self));
  return PyObject_GetAttr(AsView(self).object, name);
}

int SetAttribute(PyObject* self, PyObject* name, PyObject* value) {
  const OnStack site(AsView(self));
  return PyObject_SetAttr(AsView(self).object, name, value);
}

// Calls the object's method with the same arguments.
PyObject* PassOn(PyObject* self, const char* name, PyObject* arguments) {
  const OnStack site(AsView(self));
  const Owned method(PyObject_GetAttrString(AsView(self).object, name));
  return method ? PyObject_CallObject(method.get(), arguments) : nullptr;
}

PyObject* Enter(PyObject* self, PyObject* arguments) {
  return PassOn(self, "__enter__", arguments);
}

PyObject* Exit(PyObject* self, PyObject* arguments) { return PassOn(self, "__exit__", arguments); }

PyObject* Send(PyObject* self, PyObject* arguments) { return PassOn(self, "send", arguments); }

// An iterator without `throw` gets the exception raised where it is awaited.
PyObject* Throw(PyObject* self, PyObject* arguments) {
  if (PyObject_HasAttrString(AsView(self).object, "throw") != 0) {
    return PassOn(self, "throw", arguments);
  }
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  if (PyArg_UnpackTuple(arguments, "throw", 1, 3, &type, &value, &traceback) == 0) return nullptr;
  if (PyExceptionInstance_Check(type)) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(type)), type);
  } else {
    PyErr_SetObject(type, value);
  }
  return nullptr;
}

PyObject* Close(PyObject* self, PyObject* arguments) {
  if (PyObject_HasAttrString(AsView(self).object, "close") != 0) {
    return PassOn(self, "close", arguments);
  }
  Py_INCREF(Py_None);
  return Py_None;
}

PyMethodDef view_methods[] = {
    {"__enter__", Enter, METH_VARARGS, nullptr}, {"__exit__", Exit, METH_VARARGS, nullptr},
    {"send", Send, METH_VARARGS, nullptr},       {"throw", Throw, METH_VARARGS, nullptr},
    {"close", Close, METH_VARARGS, nullptr},     {nullptr, nullptr, 0, nullptr},
};

// Whether code of the subject may answer: the type is one of Python code, or a generator or
// coroutine.
bool MayRunCode(PyObject* object) {
  return (PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_HEAPTYPE) != 0 ||
         PyObject_HasAttrString(object, "send") != 0;
}

bool HasMethods(PyObject* object, PyObject* names) {
  for (Py_ssize_t i = 0; i < PyTuple_Size(names); ++i) {
    PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(object));
    if (PyObject_HasAttr(type, PyTuple_GetItem(names, i)) == 0) return false;
  }
  return true;
}

}  // namespace

PyObject* NewCallSiteViewType() {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(Deallocate)},
      {Py_tp_traverse, reinterpret_cast<void*>(Traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(Clear)},
      {Py_tp_iter, reinterpret_cast<void*>(Iterate)},
      {Py_tp_iternext, reinterpret_cast<void*>(Next)},
      {Py_am_await, reinterpret_cast<void*>(Await)},
      {Py_mp_subscript, reinterpret_cast<void*>(GetItem)},
      {Py_mp_ass_subscript, reinterpret_cast<void*>(SetItem)},
      {Py_sq_contains, reinterpret_cast<void*>(Contains)},
      {Py_tp_getattro, reinterpret_cast<void*>(GetAttribute)},
      {Py_tp_setattro, reinterpret_cast<void*>(SetAttribute)},
      {Py_tp_methods, view_methods},
      {0, nullptr},
  };
  PyType_Spec spec = {"skua_native.CallSiteView", sizeof(CallSiteView), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
  return PyType_FromSpec(&spec);
}

PyObject* ViewFromCallSite(PyTypeObject* type, PyObject* object, PyObject* methods,
                           Recorder& recorder, uint32_t copy) {
  if (!MayRunCode(object) || !HasMethods(object, methods)) {
    Py_INCREF(object);
    return object;
  }
  CallSiteView like = {};
  like.recorder = &recorder;
  like.copy = copy;
  return NewView(type, Owned::Share(object), like, false);
}

}  // namespace skua::runtime
