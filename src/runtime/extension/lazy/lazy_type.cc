// The protocols of lazy values, slot by slot: each records the use, and answers.
#include <algorithm>
#include <string_view>
#include <vector>

#include "runtime/extension/lazy/lazy.h"
#include "runtime/extension/lazy/lazy_answer.h"
#include "runtime/extension/lazy/lazy_numbers.h"

namespace skua::runtime {
namespace {

using model::LazyUse;

PyObject* NewReference(PyObject* object) {
  Py_INCREF(object);
  return object;
}

int Traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  const Lazy& lazy = AsLazy(self);
  Py_VISIT(lazy.value);
  Py_VISIT(lazy.a_class);
  Py_VISIT(lazy.parts);
  Py_VISIT(lazy.items);
  return 0;
}

int Clear(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  Py_CLEAR(lazy.value);
  Py_CLEAR(lazy.a_class);
  Py_CLEAR(lazy.parts);
  Py_CLEAR(lazy.items);
  return 0;
}

void Deallocate(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

// Attributes

bool IsSpecialName(PyObject* name) {
  const Py_ssize_t length = PyUnicode_GetLength(name);
  return length > 4 && PyUnicode_ReadChar(name, 0) == '_' && PyUnicode_ReadChar(name, 1) == '_' &&
         PyUnicode_ReadChar(name, length - 1) == '_' && PyUnicode_ReadChar(name, length - 2) == '_';
}

// Looks up special names only in the type, or in the value that it became; otherwise code that
// tries one special name after another would never end.
PyObject* GetAttribute(PyObject* self, PyObject* name) {
  Lazy& lazy = AsLazy(self);
  if (!IsSpecialName(name)) return lazy.Note(0) ? lazy.Attribute(name) : nullptr;
  if (PyUnicode_CompareWithASCIIString(name, "__class__") == 0) {
    if (!lazy.Note(LazyUse::kClassAsked)) return nullptr;
    if (lazy.value != nullptr) return PyObject_GetAttr(lazy.value, name);
  }
  return PyObject_GenericGetAttr(self, name);
}

int SetAttribute(PyObject* self, PyObject* name, PyObject* value) {
  Lazy& lazy = AsLazy(self);
  if (IsSpecialName(name)) return PyObject_GenericSetAttr(self, name, value);
  if (!lazy.Note(LazyUse::kAttributeSet)) return -1;
  const Owned part(lazy.Attribute(name));
  if (!part) return -1;
  if (lazy.uses->is_lazy(part.get()) && part.get() != self && !AsLazy(part.get()).Note(0, value)) {
    return -1;
  }
  return value != nullptr ? PyDict_SetItem(lazy.parts, name, value)
                          : PyDict_DelItem(lazy.parts, name);
}

// Values

PyObject* Represent(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kAsText)) return nullptr;
  return lazy.value != nullptr ? PyObject_Repr(lazy.value) : PyUnicode_FromString("<lazy>");
}

PyObject* ToText(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kAsText)) return nullptr;
  return lazy.value != nullptr ? PyObject_Str(lazy.value) : PyUnicode_FromString("lazy");
}

// The last character of a format shows its type.
PyObject* Format(PyObject* self, PyObject* format) {
  Lazy& lazy = AsLazy(self);
  const Py_ssize_t size = PyUnicode_Check(format) ? PyUnicode_GetLength(format) : 0;
  const Py_UCS4 last = size > 0 ? PyUnicode_ReadChar(format, size - 1) : 0;
  constexpr std::string_view kReal = "eEfFgG%", kWhole = "bcdnoxX";
  uint32_t operation = LazyUse::kAsText;
  bool ok = true;
  if (last < 128 && last != 0 && kReal.find(static_cast<char>(last)) != kReal.npos) {
    operation = LazyUse::kAsFloat;
    ok = lazy.Note(operation) && lazy.BecomeReal();
  } else if (last < 128 && last != 0 && kWhole.find(static_cast<char>(last)) != kWhole.npos) {
    operation = LazyUse::kAsInteger;
    ok = lazy.Note(operation) && lazy.BecomeNumber();
  } else {
    ok = lazy.Note(operation);
  }
  if (!ok) return nullptr;
  const Owned shown(lazy.value != nullptr ? NewReference(lazy.value)
                                          : PyUnicode_FromString("lazy"));
  return shown ? PyObject_Format(shown.get(), format) : nullptr;
}

Py_hash_t Hash(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kHashed)) return -1;
  if (lazy.value == nullptr) {
    if (!lazy.IsLive()) return 1;
    if (!(lazy.Decide(2) == 0 ? lazy.BecomeText() : lazy.BecomeIndex())) return -1;
  }
  return PyObject_Hash(lazy.value);
}

int Truth(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kTruth)) return -1;
  return lazy.value != nullptr ? PyObject_IsTrue(lazy.value) : lazy.Truth();
}

// Containers

Py_ssize_t Length(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kLength)) return -1;
  return lazy.value != nullptr ? PyObject_Size(lazy.value) : lazy.Size();
}

int Contains(PyObject* self, PyObject* item) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kContained, item)) return -1;
  if (lazy.value == nullptr) return static_cast<int>(lazy.Decide(2));
  if (lazy.uses->is_lazy(item) && AsLazy(item).value != nullptr) item = AsLazy(item).value;
  return PySequence_Contains(lazy.value, item);
}

PyObject* GetItem(PyObject* self, PyObject* key) {
  Lazy& lazy = AsLazy(self);
  return lazy.Note(LazyUse::kIndexed) ? lazy.Item(key) : nullptr;
}

int SetItem(PyObject* self, PyObject* key, PyObject* value) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kItemSet)) return -1;
  const Owned part(lazy.Item(key));
  if (!part) return -1;
  if (!lazy.uses->is_lazy(part.get()) || part.get() == self || lazy.items == nullptr) return 0;
  if (!AsLazy(part.get()).Note(0, value)) return -1;
  if (PyDict_GetItemWithError(lazy.items, key) == nullptr) {  // the dict cannot hold such a key
    PyErr_Clear();
    return 0;
  }
  return value != nullptr ? PyDict_SetItem(lazy.items, key, value)
                          : PyDict_DelItem(lazy.items, key);
}

PyObject* Iterate(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kIterated)) return nullptr;
  const Owned elements(lazy.Elements());
  return elements ? PyObject_GetIter(elements.get()) : nullptr;
}

PyObject* Reversed(PyObject* self, PyObject*) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kIterated)) return nullptr;
  const Owned elements(lazy.Elements());
  const Owned list(elements ? PySequence_List(elements.get()) : nullptr);
  return list && PyList_Reverse(list.get()) == 0 ? PyObject_GetIter(list.get()) : nullptr;
}

PyObject* Next(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kIterated)) return nullptr;
  const Owned elements(lazy.Elements());
  if (!elements || lazy.stepped >= PyTuple_Size(elements.get())) return nullptr;
  return NewReference(PyTuple_GetItem(elements.get(), lazy.stepped++));
}

// Calls, contexts, awaiting.

// Returns whether the object is a function or a bound method of Python code.
bool IsFunction(PyObject* object) {
  static const auto kTypes = [] {
    const Owned types(PyImport_ImportModule("types"));
    const auto type = [&](const char* name) {
      return types ? PyObject_GetAttrString(types.get(), name) : nullptr;  // kept for ever
    };
    return std::pair(type("FunctionType"), type("MethodType"));
  }();
  auto* its_type = reinterpret_cast<PyObject*>(Py_TYPE(object));
  return its_type == kTypes.first || its_type == kTypes.second;
}

PyObject* Call(PyObject* self, PyObject* arguments, PyObject*) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kCalled)) return nullptr;
  const Py_ssize_t count = PyTuple_Size(arguments);
  for (Py_ssize_t i = 0; i < std::min<Py_ssize_t>(count, 2); ++i) {
    if (!lazy.Note(0, PyTuple_GetItem(arguments, i))) return nullptr;
  }
  const auto is_function = [&](Py_ssize_t place) {
    return IsFunction(PyTuple_GetItem(arguments, place));
  };
  if (count > 0 && is_function(count - 1)) lazy.Note(LazyUse::kGivenFunctionLast);
  if (count > 1 && is_function(0)) lazy.Note(LazyUse::kGivenFunctionFirst);
  return lazy.Result();
}

PyObject* Enter(PyObject* self, PyObject*) {
  Lazy& lazy = AsLazy(self);
  return lazy.Note(LazyUse::kEntered) ? lazy.Entered() : nullptr;
}

PyObject* Leave(PyObject*, PyObject*) { return NewReference(Py_False); }

PyObject* Myself(PyObject* self, PyObject*) { return NewReference(self); }

PyObject* ToPath(PyObject* self, PyObject*) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kAsPath)) return nullptr;
  const bool is_text = lazy.value != nullptr && PyUnicode_Check(lazy.value);
  return is_text ? NewReference(lazy.value) : PyUnicode_FromString("lazy");
}

PyObject* Await(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  return lazy.Note(LazyUse::kAwaited) ? NewAwaitable(*lazy.uses, lazy.Result()) : nullptr;
}

PyObject* EnterAsync(PyObject* self, PyObject*) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kEntered | LazyUse::kAwaited)) return nullptr;
  return NewAwaitable(*lazy.uses, lazy.Entered());
}

PyObject* LeaveAsync(PyObject* self, PyObject*) {
  return NewAwaitable(*AsLazy(self).uses, NewReference(Py_False));
}

PyObject* IterateAsync(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kIterated | LazyUse::kAwaited)) return nullptr;
  return NewAnswer(*lazy.uses, lazy.Elements());
}

PyMethodDef methods[] = {
    {"__enter__", Enter, METH_NOARGS, nullptr},
    {"__exit__", Leave, METH_VARARGS, nullptr},
    {"__aenter__", EnterAsync, METH_NOARGS, nullptr},
    {"__aexit__", LeaveAsync, METH_VARARGS, nullptr},
    {"__fspath__", ToPath, METH_NOARGS, nullptr},
    {"__format__", Format, METH_O, nullptr},
    {"__round__", RoundLazy, METH_VARARGS, nullptr},
    {"__reversed__", Reversed, METH_NOARGS, nullptr},
    {"__copy__", Myself, METH_NOARGS, nullptr},
    {"__deepcopy__", Myself, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

template <typename Function>
void* Slot(Function function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

PyObject* NewLazyType() {
  std::vector<PyType_Slot> slots = {
      {Py_tp_dealloc, Slot(Deallocate)},
      {Py_tp_traverse, Slot(Traverse)},
      {Py_tp_clear, Slot(Clear)},
      {Py_tp_methods, methods},
      {Py_tp_getattro, Slot(GetAttribute)},
      {Py_tp_setattro, Slot(SetAttribute)},
      {Py_tp_repr, Slot(Represent)},
      {Py_tp_str, Slot(ToText)},
      {Py_tp_hash, Slot(Hash)},
      {Py_tp_richcompare, Slot(CompareLazy)},
      {Py_tp_call, Slot(Call)},
      {Py_tp_iter, Slot(Iterate)},
      {Py_tp_iternext, Slot(Next)},
      {Py_am_await, Slot(Await)},
      {Py_am_aiter, Slot(IterateAsync)},
      {Py_nb_bool, Slot(Truth)},
      {Py_mp_length, Slot(Length)},
      {Py_mp_subscript, Slot(GetItem)},
      {Py_mp_ass_subscript, Slot(SetItem)},
      {Py_sq_contains, Slot(Contains)},
  };
  AddNumberSlots(slots);
  slots.push_back({0, nullptr});
  // Not instantiable by Python code such as type(argument)(): the value would belong to no test.
  PyType_Spec spec = {"skua_native.Lazy", sizeof(Lazy), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      slots.data()};
  return PyType_FromSpec(&spec);
}

}  // namespace skua::runtime
