#include "runtime/extension/probes/call_site_view.h"

#include <utility>

#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

struct CallSiteView {
  PyObject_HEAD PyObject* object;  // owned; null once cleared by the garbage collector
  Recorder* recorder;
  uint32_t copy;
  bool is_iterator;  // a view of the result of iter() or `await`
};

CallSiteView& AsView(PyObject* self) { return *reinterpret_cast<CallSiteView*>(self); }

// Marks the view's call site as being on the stack, until the destructor.
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

// Returns the viewed object; null with a Python exception after the garbage collector cleared it.
PyObject* ObjectOf(PyObject* self) {
  if (AsView(self).object == nullptr) {
    PyErr_SetString(PyExc_ReferenceError, "the object was collected");
  }
  return AsView(self).object;
}

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

PyObject* NewView(PyTypeObject* type, Owned object, const CallSiteView& site, bool is_iterator) {
  if (!object) return nullptr;
  CallSiteView* view = PyObject_GC_New(CallSiteView, type);
  if (view == nullptr) return nullptr;
  view->object = object.release();
  view->recorder = site.recorder;
  view->copy = site.copy;
  view->is_iterator = is_iterator;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(view));
  return reinterpret_cast<PyObject*>(view);
}

PyObject* Iterate(PyObject* self) {
  const CallSiteView& view = AsView(self);
  PyObject* object = ObjectOf(self);
  if (object == nullptr) return nullptr;
  if (view.is_iterator) {
    Py_INCREF(self);
    return self;
  }
  const OnStack site(view);
  return NewView(Py_TYPE(self), Owned(PyObject_GetIter(object)), view, true);
}

PyObject* Await(PyObject* self) {
  const CallSiteView& view = AsView(self);
  PyObject* object = ObjectOf(self);
  if (object == nullptr) return nullptr;
  const OnStack site(view);
  // Views are only made of objects with the slot.
  Owned iterator(SlotOf<unaryfunc>(object, Py_am_await)(object));
  if (!iterator) return nullptr;
  // Python checks the result, and reports an object that is not an iterator.
  if (SlotOf<iternextfunc>(iterator.get(), Py_tp_iternext) == nullptr) return iterator.release();
  return NewView(Py_TYPE(self), std::move(iterator), view, true);
}

PyObject* Next(PyObject* self) {
  PyObject* object = ObjectOf(self);
  if (object == nullptr) return nullptr;
  const OnStack site(AsView(self));
  const auto next = SlotOf<iternextfunc>(object, Py_tp_iternext);
  if (next != nullptr) return next(object);
  PyErr_SetString(PyExc_TypeError, "the object is not an iterator");
  return nullptr;
}

PyObject* GetItem(PyObject* self, PyObject* key) {
  PyObject* object = ObjectOf(self);
  const OnStack site(AsView(self));
  return object == nullptr ? nullptr : PyObject_GetItem(object, key);
}

int SetItem(PyObject* self, PyObject* key, PyObject* value) {
  PyObject* object = ObjectOf(self);
  if (object == nullptr) return -1;
  const OnStack site(AsView(self));
  return value == nullptr ? PyObject_DelItem(object, key) : PyObject_SetItem(object, key, value);
}

int Contains(PyObject* self, PyObject* value) {
  PyObject* object = ObjectOf(self);
  const OnStack site(AsView(self));
  return object == nullptr ? -1 : PySequence_Contains(object, value);
}

PyObject* GetAttribute(PyObject* self, PyObject* name) {
  if (AsView(self).is_iterator) return PyObject_GenericGetAttr(self, name);
  PyObject* object = ObjectOf(self);
  const OnStack site(AsView(self));
  return object == nullptr ? nullptr : PyObject_GetAttr(object, name);
}

int SetAttribute(PyObject* self, PyObject* name, PyObject* value) {
  PyObject* object = ObjectOf(self);
  const OnStack site(AsView(self));
  return object == nullptr ? -1 : PyObject_SetAttr(object, name, value);
}

// Returns the type's attribute as the language looks up methods of protocols: in the classes only,
// and bound to the object. Null without a Python exception if no class has it.
Owned MethodOfType(PyObject* object, PyObject* name) {
  PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(object));
  const Owned order(PyObject_GetAttrString(type, "__mro__"));
  for (Py_ssize_t i = 0; order && i < PyTuple_Size(order.get()); ++i) {
    const Owned names(PyObject_GetAttrString(PyTuple_GetItem(order.get(), i), "__dict__"));
    if (!names) return {};
    Owned found(PyObject_GetItem(names.get(), name));
    if (!found) {
      PyErr_Clear();
      continue;
    }
    const auto bind = SlotOf<descrgetfunc>(found.get(), Py_tp_descr_get);
    return bind == nullptr ? std::move(found) : Owned(bind(found.get(), object, type));
  }
  return {};
}

PyObject* Call(const Owned& method, PyObject* arguments) {
  if (method) return PyObject_CallObject(method.get(), arguments);
  if (PyErr_Occurred() == nullptr) {
    PyErr_SetString(PyExc_AttributeError, "the object has lost the method");
  }
  return nullptr;
}

PyObject* CallOfType(PyObject* self, const char* name, PyObject* arguments) {
  PyObject* object = ObjectOf(self);
  if (object == nullptr) return nullptr;
  const OnStack site(AsView(self));
  const Owned key(PyUnicode_FromString(name));
  return key ? Call(MethodOfType(object, key.get()), arguments) : nullptr;
}

PyObject* Enter(PyObject* self, PyObject* arguments) {
  return CallOfType(self, "__enter__", arguments);
}

PyObject* Exit(PyObject* self, PyObject* arguments) {
  return CallOfType(self, "__exit__", arguments);
}

// Looks up methods of generators like any attribute.
PyObject* PassOn(PyObject* self, const char* name, PyObject* arguments) {
  PyObject* object = ObjectOf(self);
  if (object == nullptr) return nullptr;
  const OnStack site(AsView(self));
  return Call(Owned(PyObject_GetAttrString(object, name)), arguments);
}

bool Has(PyObject* self, const char* name) {
  return AsView(self).object != nullptr && PyObject_HasAttrString(AsView(self).object, name) != 0;
}

PyObject* Send(PyObject* self, PyObject* arguments) { return PassOn(self, "send", arguments); }

// For an iterator without `throw` the exception is raised where it is awaited.
PyObject* Throw(PyObject* self, PyObject* arguments) {
  if (Has(self, "throw")) return PassOn(self, "throw", arguments);
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  if (PyArg_UnpackTuple(arguments, "throw", 1, 3, &type, &value, &traceback) == 0) return nullptr;
  if (PyExceptionInstance_Check(type)) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(type)), type);
  } else if (PyExceptionClass_Check(type)) {
    PyErr_SetObject(type, value);
  } else {
    PyErr_SetString(PyExc_TypeError, "exceptions must derive from BaseException");
  }
  return nullptr;
}

PyObject* Close(PyObject* self, PyObject* arguments) {
  if (Has(self, "close")) return PassOn(self, "close", arguments);
  Py_INCREF(Py_None);
  return Py_None;
}

PyMethodDef view_methods[] = {
    {"__enter__", Enter, METH_VARARGS, nullptr}, {"__exit__", Exit, METH_VARARGS, nullptr},
    {"send", Send, METH_VARARGS, nullptr},       {"throw", Throw, METH_VARARGS, nullptr},
    {"close", Close, METH_VARARGS, nullptr},     {nullptr, nullptr, 0, nullptr},
};

// Returns whether the subject's code may answer: the type is defined in Python, or a generator or
// coroutine.
bool MayRunCode(PyObject* object) {
  return (PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_HEAPTYPE) != 0 ||
         PyObject_HasAttrString(object, "send") != 0;
}

// Returns whether the type has all methods that the language needs.
bool HasMethods(PyObject* object, PyObject* names) {
  for (Py_ssize_t i = 0; i < PyTuple_Size(names); ++i) {
    PyObject* name = PyTuple_GetItem(names, i);
    const bool has = PyUnicode_CompareWithASCIIString(name, "__await__") == 0
                         ? PyType_GetSlot(Py_TYPE(object), Py_am_await) != nullptr
                         : static_cast<bool>(MethodOfType(object, name));
    PyErr_Clear();
    if (!has) return false;
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
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      slots};
  return PyType_FromSpec(&spec);
}

PyObject* ViewFromCallSite(PyTypeObject* type, PyObject* object, PyObject* methods,
                           Recorder& recorder, uint32_t copy) {
  if (!MayRunCode(object) || !HasMethods(object, methods)) {
    Py_INCREF(object);
    return object;
  }
  CallSiteView site = {};
  site.recorder = &recorder;
  site.copy = copy;
  return NewView(type, Owned::Share(object), site, false);
}

}  // namespace skua::runtime
