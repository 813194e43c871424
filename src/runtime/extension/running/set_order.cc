#include "runtime/extension/running/set_order.h"

#include <Python.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "runtime/extension/python/asked.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

// Finds the iterator's slot among the first words of a type: the Limited API shows the slots of a
// type but does not let them be written.
constexpr std::size_t kWordsOfType = 40;
// The hash of None in CPython 3.12 and later; before, it was its address.
constexpr Py_hash_t kHashOfNone = 0xFCA86420;

getiterfunc iterate = nullptr;  // the original slot of sets and frozensets

// Returns whether all processes give the object the same hash.
bool HashesAlike(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  if (object == Py_None) return PyObject_Hash(object) == kHashOfNone;
  return type == &PyLong_Type || type == &PyFloat_Type || type == &PyBool_Type ||
         type == &PyComplex_Type;
}

// The finaliser of MurmurHash3: each bit of the input affects each bit of the output.
uint64_t Mixed(uint64_t bits) {
  bits ^= bits >> 33;
  bits *= 0xff51afd7ed558ccdULL;
  bits ^= bits >> 33;
  bits *= 0xc4ceb9fe1a85ec53ULL;
  return bits ^ (bits >> 33);
}

// Returns the element's rank in the chosen order, without calling the project's code for a hash.
uint64_t RankOf(PyObject* element) {
  const PyTypeObject* type = Py_TYPE(element);
  const bool is_text = type == &PyUnicode_Type || type == &PyBytes_Type;
  const auto own = is_text ? static_cast<uint64_t>(PyObject_Hash(element))
                           : static_cast<uint64_t>(reinterpret_cast<uintptr_t>(element));
  return Mixed(own + Mixed(World() + 1));
}

// Iterates a set in the chosen order, and raises if the set changes its size.
struct OrderedIterator {
  PyObject_HEAD PyObject* set;  // owned; null once cleared by the garbage collector
  PyObject* elements;           // owned; an iterator, likewise
  Py_ssize_t size;              // size of the set at the start
};
PyTypeObject* ordered_iterator = nullptr;

OrderedIterator& AsOrdered(PyObject* self) { return *reinterpret_cast<OrderedIterator*>(self); }

int Traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(AsOrdered(self).set);
  Py_VISIT(AsOrdered(self).elements);
  return 0;
}

int Clear(PyObject* self) {
  Py_CLEAR(AsOrdered(self).set);
  Py_CLEAR(AsOrdered(self).elements);
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
  const OrderedIterator& ordered = AsOrdered(self);
  if (ordered.set == nullptr) return nullptr;
  if (PySet_Size(ordered.set) != ordered.size) {
    PyErr_SetString(PyExc_RuntimeError, "Set changed size during iteration");
    return nullptr;
  }
  return PyIter_Next(ordered.elements);
}

PyTypeObject* NewOrderedIteratorType() {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(Deallocate)},
      {Py_tp_traverse, reinterpret_cast<void*>(Traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(Clear)},
      {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
      {Py_tp_iternext, reinterpret_cast<void*>(Next)},
      {0, nullptr},
  };
  PyType_Spec spec = {"skua_native.set_iterator", sizeof(OrderedIterator), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

PyObject* IterateInOrder(PyObject* set) {
  if (PySet_Size(set) < 2) return iterate(set);
  const Owned iterator(iterate(set));
  if (!iterator) return nullptr;
  std::vector<std::pair<uint64_t, Owned>> elements;
  bool alike = true;
  while (Owned element{PyIter_Next(iterator.get())}) {
    alike = alike && HashesAlike(element.get());
    elements.emplace_back(RankOf(element.get()), std::move(element));
  }
  if (PyErr_Occurred() != nullptr) return nullptr;
  if (alike) return iterate(set);
  NoteChance();
  std::ranges::stable_sort(elements, {}, [](const auto& one) { return one.first; });
  const Owned list(PyList_New(static_cast<Py_ssize_t>(elements.size())));
  if (!list) return nullptr;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), elements[i].second.release());
  }
  Owned in_order(PyObject_GetIter(list.get()));
  if (!in_order) return nullptr;
  auto* ordered = PyObject_GC_New(OrderedIterator, ordered_iterator);
  if (ordered == nullptr) return nullptr;
  ordered->set = Owned::Share(set).release();
  ordered->elements = in_order.release();
  ordered->size = PySet_Size(set);
  PyObject_GC_Track(reinterpret_cast<PyObject*>(ordered));
  return reinterpret_cast<PyObject*>(ordered);
}

bool Exchange(PyTypeObject& type) {
  auto* words = reinterpret_cast<getiterfunc*>(&type);
  auto* end = words + kWordsOfType;
  auto* slot = std::find(words, end, iterate);
  if (slot == end) return false;
  *slot = IterateInOrder;
  return true;
}

}  // namespace

bool VarySets() {
  static const bool is_done = [] {
    iterate = reinterpret_cast<getiterfunc>(PyType_GetSlot(&PySet_Type, Py_tp_iter));
    const auto other = reinterpret_cast<getiterfunc>(PyType_GetSlot(&PyFrozenSet_Type, Py_tp_iter));
    ordered_iterator = NewOrderedIteratorType();
    if (ordered_iterator == nullptr) PyErr_Clear();
    return ordered_iterator != nullptr && iterate == other && Exchange(PySet_Type) &&
           Exchange(PyFrozenSet_Type);
  }();
  return is_done;
}

}  // namespace skua::runtime
