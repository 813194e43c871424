#include "runtime/extension/set_order.h"

#include <Python.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "runtime/extension/owned.h"

namespace skua::runtime {
namespace {

// The Limited API shows the slots of a type but lets nobody write them. The slot of the iterator is
// among the first words of a type, in all versions.
constexpr std::size_t kWordsOfType = 40;
// What CPython 3.12 and later say of None, whose hash was its address before.
constexpr Py_hash_t kHashOfNone = 0xFCA86420;

getiterfunc iterate = nullptr;  // what sets and frozensets have had

// Whether all processes give the object the same hash.
bool HashesAlike(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  if (object == Py_None) return PyObject_Hash(object) == kHashOfNone;
  return type == &PyLong_Type || type == &PyFloat_Type || type == &PyBool_Type ||
         type == &PyComplex_Type;
}

PyObject* IterateOtherwise(PyObject* set) {
  if (PySet_Size(set) < 2) return iterate(set);
  const Owned elements(PyList_New(0));
  const Owned iterator(elements ? iterate(set) : nullptr);
  if (!iterator) return nullptr;
  bool alike = true;
  while (const Owned element{PyIter_Next(iterator.get())}) {
    alike = alike && HashesAlike(element.get());
    if (PyList_Append(elements.get(), element.get()) != 0) return nullptr;
  }
  if (PyErr_Occurred() != nullptr) return nullptr;
  if (alike) return iterate(set);
  if (PyList_Reverse(elements.get()) != 0) return nullptr;
  return PyObject_GetIter(elements.get());
}

bool Exchange(PyTypeObject& type) {
  auto* words = reinterpret_cast<getiterfunc*>(&type);
  auto* end = words + kWordsOfType;
  auto* slot = std::find(words, end, iterate);
  if (slot == end) return false;
  *slot = IterateOtherwise;
  return true;
}

}  // namespace

bool ReverseSets() {
  static const bool is_done = [] {
    iterate = reinterpret_cast<getiterfunc>(PyType_GetSlot(&PySet_Type, Py_tp_iter));
    const auto other = reinterpret_cast<getiterfunc>(PyType_GetSlot(&PyFrozenSet_Type, Py_tp_iter));
    return iterate == other && Exchange(PySet_Type) && Exchange(PyFrozenSet_Type);
  }();
  return is_done;
}

}  // namespace skua::runtime
