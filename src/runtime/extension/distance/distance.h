// Branch distances: how far a predicate was from its other outcome (Lukasczyk et al., "An Empirical
// Study of Automated Unit Test Generation for Python", §3.4). In addition to the paper there are
// distances for the order of strings, element-wise ones for lists and tuples, and ones for
// substrings and ranges with `in`.
//
// The outcome is given, not computed again, and no code of the subject is run: values are read only
// if that is known to be plain memory access. The time for each distance is bounded.
#pragma once

#include <Python.h>

#include <cstdint>
#include <limits>

namespace skua::runtime {

inline constexpr double kUnknown = std::numeric_limits<double>::infinity();
inline constexpr double kStep = 1;  // the paper's k, for an unknown distance above 0

// The first six have the numbers of Py_LT … Py_GE.
enum class Operator : uint8_t {
  kLess = Py_LT,
  kLessEqual = Py_LE,
  kEqual = Py_EQ,
  kNotEqual = Py_NE,
  kGreater = Py_GT,
  kGreaterEqual = Py_GE,
  kIs,
  kIsNot,
  kIn,
  kNotIn,
};

// The distance to the outcome that was taken is 0; the other one is above 0, or kUnknown. Never
// NaN.
struct Distances {
  double to_true = kUnknown;
  double to_false = kUnknown;
};

inline Distances OutcomeDistances(bool outcome, double to_other = kStep) {
  return outcome ? Distances{0, to_other} : Distances{to_other, 0};
}

Distances CompareDistances(Operator op, PyObject* left, PyObject* right, bool outcome);
// Returns the distance between two values from equality: 0 if they look equal.
double EqualityDistance(PyObject* left, PyObject* right);
Distances TruthDistances(PyObject* value, bool outcome);

// Returns whether computing the object's truth and length runs only the interpreter's code.
bool HasPlainTruth(PyObject* value);

// Returns whether the object is exactly a builtin container or string, whose content and length can
// be read without running code.
bool IsPlainSized(PyObject* value);

}  // namespace skua::runtime
