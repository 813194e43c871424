// Finds the mutable state that is reachable from modules and classes: containers, objects of the
// subject's classes, function attributes and defaults, closures and caches.
//
// The search is bounded, because each test pays for comparing all that was found. The nearest
// objects come first.
#pragma once

#include <Python.h>

#include <deque>
#include <memory>
#include <unordered_set>
#include <vector>

#include "runtime/extension/isolation/snapshot.h"

namespace skua::runtime {

class StateFinder {
 public:
  static constexpr Py_ssize_t kLargestContainer = 1000;
  static constexpr Py_ssize_t kLargestState = 5000;  // entries of all containers together
  static constexpr int kDeepest = 5;

  // Looks up objects of the interpreter. Returns false with a Python exception.
  bool Prepare();

  // Adds a module or a class: records all of its names, and searches the objects that they hold.
  void AddModule(PyObject* module);
  void AddClass(PyObject* type);

  std::vector<std::unique_ptr<Snapshot>> Take();

 private:
  struct Found {
    PyObject* object;  // borrowed from a recorded object, or kept in kept_
    int depth;
  };
  void AddNamespace(PyObject* owner, PyObject* dict);
  void Visit(PyObject* object, int depth);
  void VisitValues(PyObject* dict, int depth);
  void VisitSequence(PyObject* list_or_tuple, int depth);
  void VisitCell(PyObject* cell, int depth);
  void VisitInstance(PyObject* object, int depth);
  void VisitWrapped(PyObject* wrapper, int depth);
  void VisitFunction(PyObject* function, int depth);
  void VisitAttribute(PyObject* object, const char* name, int depth);
  void Push(PyObject* object, int depth);
  // Records the content unless it is too large. Returns whether it did.
  bool TakeContent(PyObject* container, Py_ssize_t size);
  bool IsOfSubject(PyObject* function) const;

  // A type that only wraps another object, and the attribute with that object.
  struct Wrapper {
    Owned type;
    std::vector<const char*> attributes;
  };

  Owned get_referents_, function_type_, cell_type_, cache_type_, deque_type_, enum_type_;
  std::vector<Wrapper> wrappers_;
  std::vector<std::unique_ptr<Snapshot>> snapshots_;
  std::deque<Found> found_;
  std::unordered_set<PyObject*> seen_;
  std::unordered_set<PyObject*> globals_;  // dicts of the modules
  std::vector<Owned> module_names_;
  std::unordered_set<PyTypeObject*> classes_;
  std::vector<Owned> kept_;
  Py_ssize_t state_ = 0;
};

}  // namespace skua::runtime
