#include "runtime/extension/distance/pattern_distance.h"

#include <algorithm>
#include <cmath>

#include "runtime/extension/distance/distance.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

// Returns a field of a pattern, borrowed; null if the pattern is shorter.
PyObject* Field(PyObject* pattern, Py_ssize_t place) {
  return PyTuple_CheckExact(pattern) && PyTuple_Size(pattern) > place
             ? PyTuple_GetItem(pattern, place)
             : nullptr;
}

bool Is(PyObject* pattern, const char* kind) {
  PyObject* name = Field(pattern, 0);
  return name != nullptr && PyUnicode_CompareWithASCIIString(name, kind) == 0;
}

double Normalised(double x) { return std::isinf(x) ? 1 : x / (x + 1); }

double SequenceDistance(PyObject* pattern, PyObject* subject) {
  const bool is_list = PyList_CheckExact(subject);
  if (!is_list && !PyTuple_CheckExact(subject)) return kUnknown;
  const Py_ssize_t size = is_list ? PyList_Size(subject) : PyTuple_Size(subject);
  const Py_ssize_t least = PyLong_AsSsize_t(Field(pattern, 1));
  const bool has_star = Field(pattern, 2) == Py_True;
  double distance = static_cast<double>(size < least ? least - size : has_star ? 0 : size - least);
  PyObject* parts = Field(pattern, 3);
  for (Py_ssize_t i = 0; i < std::min(size, PyTuple_Size(parts)); ++i) {
    const Owned item =
        Owned::Share(is_list ? PyList_GetItem(subject, i) : PyTuple_GetItem(subject, i));
    if (item) distance += Normalised(PatternDistance(PyTuple_GetItem(parts, i), item.get()));
  }
  return distance;
}

double MappingDistance(PyObject* pattern, PyObject* subject) {
  if (!PyDict_CheckExact(subject)) return kUnknown;
  PyObject* keys = Field(pattern, 1);
  double missing = 0;
  for (Py_ssize_t i = 0; i < PyTuple_Size(keys); ++i) {
    // Searches for a key of the subject that looks equal, since a look-up may run code.
    double least = kUnknown;
    PyObject* key = nullptr;  // borrowed
    Py_ssize_t place = 0;
    for (int tried = 0; tried < 32 && PyDict_Next(subject, &place, &key, nullptr); ++tried) {
      least = std::min(least, EqualityDistance(PyTuple_GetItem(keys, i), key));
    }
    missing += Normalised(least);
  }
  return missing;
}

}  // namespace

double PatternDistance(PyObject* pattern, PyObject* subject) {
  if (pattern == Py_None) return kStep;
  if (Is(pattern, "any")) return 0;
  if (Is(pattern, "literal")) {
    PyObject* literal = Field(pattern, 1);
    // `match` compares None, True and False by identity.
    if (literal == Py_None || PyBool_Check(literal)) return literal == subject ? 0 : kStep;
    return EqualityDistance(subject, literal);
  }
  if (Is(pattern, "sequence")) return SequenceDistance(pattern, subject);
  if (Is(pattern, "mapping")) return MappingDistance(pattern, subject);
  double least = kUnknown;
  if (Is(pattern, "or")) {
    PyObject* choices = Field(pattern, 1);
    for (Py_ssize_t i = 0; i < PyTuple_Size(choices); ++i) {
      least = std::min(least, PatternDistance(PyTuple_GetItem(choices, i), subject));
    }
  }
  return least;
}

void ForEachLiteral(PyObject* pattern, const std::function<void(PyObject*)>& visit) {
  if (Is(pattern, "literal")) visit(Field(pattern, 1));
  if (!Is(pattern, "or")) return;
  PyObject* choices = Field(pattern, 1);
  for (Py_ssize_t i = 0; i < PyTuple_Size(choices); ++i) {
    ForEachLiteral(PyTuple_GetItem(choices, i), visit);
  }
}

}  // namespace skua::runtime
