// Maps the numbers in a test to the subject's callables, classes and enum members.
#pragma once

#include <Python.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/subject.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class SubjectTable {
 public:
  enum class Shape : uint8_t {
    kCall,       // calls the function, or the receiver's attribute `name`
    kGetter,     // reads the receiver's attribute
    kSetter,     // writes the receiver's attribute
    kDeleter,    // deletes the receiver's attribute
    kOperator,   // function(receiver, …), which implements an operator
    kReflected,  // function(argument, receiver)
    kReceiver,   // receiver(…)
  };
  struct Callable {
    Shape shape = Shape::kCall;
    Owned function;  // null if the receiver has it, or if it does not exist
    Owned name;      // str: the receiver's attribute; may be null
    std::vector<Owned> parameter_names;
    bool iterate = false;  // makes a list of the first kMostItems items
    Owned finish;          // null, or a callable that turns the result into the variable's value

    bool IsThere() const { return shape == Shape::kReceiver || function || name; }
  };

  // Takes over the lists as described for skua_native.set_subject: a callable is
  //   (function or None, attribute's name or None, names of parameters[, shape[, use]])
  // where `shape` is "call", "getter", "setter", "deleter", "operator", "reflected" or "receiver",
  // and `use` is None, "iterate", or a callable for the result (which awaits it). Returns false
  // with a Python exception, and changes nothing, if the lists have another form.
  bool Set(PyObject* callables, PyObject* classes, PyObject* enum_members);

  // All return borrowed references, or null with a Python exception (IndexError, LookupError).
  const Callable* FindCallable(uint32_t index) const;
  PyObject* FindClass(uint32_t index) const;
  PyObject* FindEnumMember(uint32_t class_index, int64_t member) const;

  // Returns the index of exactly this class, or kNoIndex.
  model::ClassIndex IndexOf(PyTypeObject* type) const {
    const auto found = indices_.find(type);
    return found == indices_.end() ? model::kNoIndex : found->second;
  }

 private:
  std::vector<Callable> callables_;
  std::vector<Owned> classes_;                    // None for a class that does not exist
  std::vector<std::vector<Owned>> enum_members_;  // by class
  std::unordered_map<PyTypeObject*, model::ClassIndex> indices_;
};

}  // namespace skua::runtime
