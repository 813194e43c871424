// Branch distances: how far a predicate was from its other outcome (Lukasczyk et al., "An Empirical
// Study of Automated Unit Test Generation for Python", §3.4). Beyond the paper: distances for
// ordered text, element-wise ones for lists and tuples, substrings and ranges for `in`.
//
// The outcome is given, never worked out again, and no code of the subject is run: values are read
// only where reading is known to be plain memory access. Everything is bounded in time.
#pragma once

#include <Python.h>

#include <cstdint>
#include <limits>

namespace skua::runtime {

inline constexpr double kUnknown = std::numeric_limits<double>::infinity();
inline constexpr double kStep = 1;  // the paper's k: not zero, and no more is known

// The first six are numbered as Py_LT … Py_GE.
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

// 0 for the outcome that was had; the other is above 0, or kUnknown. Never NaN.
struct Distances {
  double to_true = kUnknown;
  double to_false = kUnknown;
};

inline Distances OutcomeDistances(bool outcome, double to_other = kStep) {
  return outcome ? Distances{0, to_other} : Distances{to_other, 0};
}

Distances CompareDistances(Operator op, PyObject* left, PyObject* right, bool outcome);
// Between two values that should be equal: 0 when they look so.
double EqualityDistance(PyObject* left, PyObject* right);
Distances TruthDistances(PyObject* value, bool outcome);

// Whether taking the object's truth and length runs nothing but the interpreter's own code.
bool HasPlainTruth(PyObject* value);

// Whether it is exactly a builtin container or text: what it holds and its length are plain.
bool IsPlainSized(PyObject* value);

}  // namespace skua::runtime
