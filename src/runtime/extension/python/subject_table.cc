#include "runtime/extension/python/subject_table.h"

#include <array>

namespace skua::runtime {
namespace {

// Reads the elements of any sequence. Returns false with a Python exception.
bool ReadSequence(PyObject* sequence, std::vector<Owned>& items) {
  const Owned tuple(PySequence_Tuple(sequence));
  if (!tuple) return false;
  const Py_ssize_t size = PyTuple_Size(tuple.get());
  for (Py_ssize_t i = 0; i < size; ++i)
    items.push_back(Owned::Share(PyTuple_GetItem(tuple.get(), i)));
  return true;
}

constexpr std::array<const char*, 7> kShapes = {"call",     "getter",    "setter",  "deleter",
                                                "operator", "reflected", "receiver"};

bool IsText(PyObject* object, const char* text) {
  return PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, text) == 0;
}

bool ReadShape(PyObject* text, SubjectTable::Callable& callable) {
  for (std::size_t i = 0; i < kShapes.size(); ++i) {
    if (!IsText(text, kShapes[i])) continue;
    callable.shape = static_cast<SubjectTable::Shape>(i);
    return true;
  }
  PyErr_Format(PyExc_TypeError, "%R is no shape of a callable", text);
  return false;
}

bool ReadCallable(PyObject* entry, SubjectTable::Callable& callable) {
  std::vector<Owned> fields;
  if (!ReadSequence(entry, fields)) return false;
  if (fields.size() < 3 || fields.size() > 5 ||
      (fields[1].get() != Py_None && !PyUnicode_Check(fields[1].get()))) {
    PyErr_SetString(PyExc_TypeError,
                    "a callable is (function, attribute, parameter names[, shape[, use]])");
    return false;
  }
  if (fields[0].get() != Py_None) callable.function = std::move(fields[0]);
  if (fields[1].get() != Py_None) callable.name = std::move(fields[1]);
  if (fields.size() > 3 && !ReadShape(fields[3].get(), callable)) return false;
  if (fields.size() > 4 && fields[4].get() != Py_None) {
    callable.iterate = IsText(fields[4].get(), "iterate");
    if (!callable.iterate) callable.finish = std::move(fields[4]);
  }
  return ReadSequence(fields[2].get(), callable.parameter_names);
}

}  // namespace

bool SubjectTable::Set(PyObject* callables, PyObject* classes, PyObject* enum_members) {
  SubjectTable read;
  std::vector<Owned> entries, members;
  if (!ReadSequence(callables, entries) || !ReadSequence(classes, read.classes_) ||
      !ReadSequence(enum_members, members)) {
    return false;
  }
  for (const Owned& entry : entries) {
    if (!ReadCallable(entry.get(), read.callables_.emplace_back())) return false;
  }
  for (const Owned& entry : members) {
    if (!ReadSequence(entry.get(), read.enum_members_.emplace_back())) return false;
  }
  for (std::size_t i = 0; i < read.classes_.size(); ++i) {
    PyObject* type = read.classes_[i].get();
    if (!PyType_Check(type)) continue;
    read.indices_.emplace(reinterpret_cast<PyTypeObject*>(type), static_cast<uint32_t>(i));
  }
  *this = std::move(read);
  return true;
}

const SubjectTable::Callable* SubjectTable::FindCallable(uint32_t index) const {
  if (index < callables_.size() && callables_[index].IsThere()) return &callables_[index];
  PyErr_Format(PyExc_LookupError, "no callable %u", index);
  return nullptr;
}

PyObject* SubjectTable::FindClass(uint32_t index) const {
  if (index < classes_.size() && classes_[index].get() != Py_None) return classes_[index].get();
  return PyErr_Format(PyExc_LookupError, "no class %u", index);
}

PyObject* SubjectTable::FindEnumMember(uint32_t class_index, int64_t member) const {
  if (class_index < enum_members_.size() && member >= 0 &&
      static_cast<uint64_t>(member) < enum_members_[class_index].size()) {
    PyObject* found = enum_members_[class_index][static_cast<std::size_t>(member)].get();
    if (found != Py_None) return found;  // a mutant has removed it
  }
  return PyErr_Format(PyExc_LookupError, "no member %lld of enum %u",
                      static_cast<long long>(member), class_index);
}

}  // namespace skua::runtime
