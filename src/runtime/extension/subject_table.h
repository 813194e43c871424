// What the numbers in a test stand for: the subject's callables, classes and enum members.
#pragma once

#include <Python.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/subject.h"
#include "runtime/extension/owned.h"

namespace skua::runtime {

class SubjectTable {
 public:
  struct Callable {
    Owned function;  // null when it is the receiver's method, or cannot be had
    Owned method;    // str: the name of the receiver's attribute
    std::vector<Owned> parameter_names;
  };

  // Takes over the lists as they are described for skua_native.set_subject.
  // False with a Python exception when they are not of that form; then nothing has changed.
  bool Set(PyObject* callables, PyObject* classes, PyObject* enum_members);

  // All borrowed, and null with a Python exception (IndexError, LookupError) when there is none.
  const Callable* FindCallable(uint32_t index) const;
  PyObject* FindClass(uint32_t index) const;
  PyObject* FindEnumMember(uint32_t class_index, int64_t member) const;

  // The index of exactly this class, or kNoIndex.
  model::ClassIndex IndexOf(PyTypeObject* type) const {
    const auto found = indices_.find(type);
    return found == indices_.end() ? model::kNoIndex : found->second;
  }

 private:
  std::vector<Callable> callables_;
  std::vector<Owned> classes_;                    // None where a class cannot be had
  std::vector<std::vector<Owned>> enum_members_;  // by class
  std::unordered_map<PyTypeObject*, model::ClassIndex> indices_;
};

}  // namespace skua::runtime
