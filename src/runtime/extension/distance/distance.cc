#include "runtime/extension/distance/distance.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>

#include "runtime/extension/distance/text_distance.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

constexpr Py_ssize_t kElements = 16;  // elements of lists and tuples that are compared
constexpr Py_ssize_t kMembers = 64;   // members of a container that are compared with the value
constexpr int kDepth = 2;             // nesting of lists

// An int (also beyond int64), float, bool or complex, read without running any code. A subclass
// counts by its stored number, by which an IntEnum's member is compared.
struct Number {
  bool is_int = false;
  bool is_complex = false;
  long long integer = 0;  // only if is_int
  double real = 0;
  double imaginary = 0;
};

std::optional<Number> ReadNumber(PyObject* object) {
  Number number;
  if (PyLong_Check(object)) {
    int overflow = 0;
    number.integer = PyLong_AsLongLongAndOverflow(object, &overflow);
    number.is_int = overflow == 0;
    if (overflow == 0) {
      number.real = static_cast<double>(number.integer);
      return number;
    }
    const ErrorAside aside;
    number.real = PyLong_AsDouble(object);
    if (number.real == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      number.real = overflow * std::numeric_limits<double>::max();
    }
    return number;
  }
  if (PyFloat_Check(object)) {
    number.real = PyFloat_AsDouble(object);
    return number;
  }
  if (PyComplex_CheckExact(object)) {
    number.is_complex = true;
    number.real = PyComplex_RealAsDouble(object);
    number.imaginary = PyComplex_ImagAsDouble(object);
    return number;
  }
  return std::nullopt;
}

// Equals std::hypot, by a function that has not changed since the first glibc.
double Magnitude(double real, double imaginary) {
  return std::abs(std::complex<double>(real, imaginary));
}

// Returns a - b of the real parts; exact for ints of 64 bits; 0 for equal infinities; NaN for NaN.
double Difference(const Number& a, const Number& b) {
  if (a.is_int && b.is_int) {
    return static_cast<double>(static_cast<__int128>(a.integer) - b.integer);
  }
  return a.real == b.real ? 0 : a.real - b.real;
}

bool IsText(PyObject* object) { return PyUnicode_Check(object) || PyBytes_Check(object); }
bool AreTexts(PyObject* a, PyObject* b) {
  return (PyUnicode_Check(a) && PyUnicode_Check(b)) || (PyBytes_Check(a) && PyBytes_Check(b));
}
bool IsExactSet(PyObject* object) {
  return Py_IS_TYPE(object, &PySet_Type) || PyFrozenSet_CheckExact(object);
}

// Returns x / (x + 1).
double Normalised(double x) { return std::isinf(x) ? 1 : x / (x + 1); }

double EqualDistance(PyObject* a, PyObject* b, int depth);

template <typename Get>  // Get(sequence, i) → borrowed
double ElementwiseDistance(PyObject* a, PyObject* b, Py_ssize_t a_size, Py_ssize_t b_size, Get get,
                           int depth) {
  double sum = std::abs(static_cast<double>(a_size - b_size));
  const Py_ssize_t shared = std::min({a_size, b_size, kElements});
  for (Py_ssize_t i = 0; i < shared; ++i) {
    const Owned left = Owned::Share(get(a, i));
    const Owned right = Owned::Share(get(b, i));
    if (!left || !right) break;
    sum += Normalised(EqualDistance(left.get(), right.get(), depth + 1));
  }
  return sum;
}

double NumberDistance(const Number& left, const Number& right) {
  double distance = std::abs(Difference(left, right));
  if (left.is_complex || right.is_complex) {
    distance = Magnitude(distance, left.imaginary - right.imaginary);
  }
  return std::isnan(distance) ? kUnknown : distance;
}

// Returns 0 if both look equal; never NaN.
double EqualDistance(PyObject* a, PyObject* b, int depth) {
  if (a == b) return 0;
  if (IsText(a)) {
    if (!AreTexts(a, b)) return kUnknown;
    return EditDistance(Text(a), Text(b));
  }
  if (const auto left = ReadNumber(a)) {
    const auto right = ReadNumber(b);
    return right ? NumberDistance(*left, *right) : kUnknown;
  }
  if (depth >= kDepth) return kUnknown;
  if (PyList_CheckExact(a) && PyList_CheckExact(b)) {
    return ElementwiseDistance(a, b, PyList_Size(a), PyList_Size(b), PyList_GetItem, depth);
  }
  if (PyTuple_CheckExact(a) && PyTuple_CheckExact(b)) {
    return ElementwiseDistance(a, b, PyTuple_Size(a), PyTuple_Size(b), PyTuple_GetItem, depth);
  }
  if ((PyDict_CheckExact(a) && PyDict_CheckExact(b)) || (IsExactSet(a) && IsExactSet(b))) {
    // Compares sizes only: comparing members needs their hashes, which may run the subject's code.
    return kStep + std::abs(static_cast<double>(PyObject_Size(a) - PyObject_Size(b)));
  }
  return kUnknown;
}

// Returns a distance above 0, for a comparison that is known to be unequal despite rounding, bounds
// or a subclass's own comparison.
double NotZero(double distance) { return distance > 0 ? distance : kStep; }

// Returns the distance of `low` from being below `high`, or from equality if that counts: the
// paper's a - b + k.
double OrderDistance(PyObject* low, PyObject* high) {
  if (AreTexts(low, high)) return OrderGap(Text(low), Text(high)) + kStep;
  const auto left = ReadNumber(low);
  const auto right = left ? ReadNumber(high) : std::nullopt;
  if (!right) return kUnknown;
  const double difference = Difference(*left, *right);
  return std::isnan(difference) ? kUnknown : std::max(difference, 0.0) + kStep;
}

double RangeDistance(PyObject* value, PyObject* range) {
  const auto number = ReadNumber(value);
  if (!number || number->is_complex) return kUnknown;
  const Owned start = AttributeOrNothing(range, "start");
  const Owned stop = AttributeOrNothing(range, "stop");
  if (!start || !stop) return kUnknown;
  double low = ReadNumber(start.get())->real;
  double high = ReadNumber(stop.get())->real;
  if (low == high) return kUnknown;
  if (low > high) std::swap(++low, ++high);  // a range that counts down: now from start to stop + 1
  const double outside = std::max({low - number->real, number->real - (high - 1), 0.0});
  return std::isnan(outside) ? kUnknown : outside;
}

// Returns the least distance between the number and a byte.
double ByteDistance(PyObject* value, const Text& bytes) {
  const auto number = ReadNumber(value);
  if (!number) return kUnknown;
  double least = kUnknown;
  for (std::size_t i = 0; i < bytes.size; ++i) {
    least = std::min(least, std::abs(number->real - bytes.units[i]));
  }
  return least;
}

// Returns the least distance between the value and a member of a builtin iterable.
double IteratedDistance(PyObject* value, PyObject* iterable) {
  const ErrorAside aside;
  const Owned iterator(PyObject_GetIter(iterable));
  double least = kUnknown;
  for (Py_ssize_t i = 0; iterator && i < kMembers; ++i) {
    const Owned member(PyIter_Next(iterator.get()));
    if (!member) break;
    least = std::min(least, EqualDistance(value, member.get(), 0));
  }
  return least;
}

// Returns the least distance between the value and a member: the paper's δ∈.
double MemberDistance(PyObject* value, PyObject* container) {
  if (IsText(container)) {
    if (AreTexts(value, container)) return SubstringDistance(Text(value), Text(container));
    return PyBytes_Check(container) ? ByteDistance(value, Text(container)) : kUnknown;
  }
  if (Py_IS_TYPE(container, &PyRange_Type)) return RangeDistance(value, container);
  double least = kUnknown;
  const auto meet = [&](PyObject* member) {
    least = std::min(least, EqualDistance(value, member, 0));
  };
  if (PyTuple_CheckExact(container)) {
    const Py_ssize_t size = std::min(PyTuple_Size(container), kMembers);
    for (Py_ssize_t i = 0; i < size; ++i) meet(PyTuple_GetItem(container, i));
  } else if (PyList_CheckExact(container)) {
    for (Py_ssize_t i = 0; i < std::min(PyList_Size(container), kMembers); ++i) {
      meet(Owned::Share(PyList_GetItem(container, i)).get());
    }
  } else if (PyDict_CheckExact(container)) {
    PyObject* key = nullptr;  // borrowed
    Py_ssize_t place = 0;
    for (Py_ssize_t i = 0; i < kMembers && PyDict_Next(container, &place, &key, nullptr); ++i) {
      meet(Owned::Share(key).get());
    }
  } else if (IsExactSet(container) || Py_IS_TYPE(container, &PyDictKeys_Type) ||
             Py_IS_TYPE(container, &PyDictValues_Type)) {
    return IteratedDistance(value, container);
  }
  return least;
}

}  // namespace

double EqualityDistance(PyObject* left, PyObject* right) { return EqualDistance(left, right, 0); }

bool IsPlainSized(PyObject* value) {
  return PyUnicode_CheckExact(value) || PyList_CheckExact(value) || PyDict_CheckExact(value) ||
         PyTuple_CheckExact(value) || PyBytes_CheckExact(value) || IsExactSet(value) ||
         Py_IS_TYPE(value, &PyRange_Type) || Py_IS_TYPE(value, &PyByteArray_Type) ||
         Py_IS_TYPE(value, &PyDictKeys_Type) || Py_IS_TYPE(value, &PyDictValues_Type) ||
         Py_IS_TYPE(value, &PyDictItems_Type);
}

Distances CompareDistances(Operator op, PyObject* left, PyObject* right, bool outcome) {
  double to_other = kStep;
  switch (op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
      if (outcome == (op == Operator::kNotEqual)) to_other = EqualDistance(left, right, 0);
      break;
    case Operator::kLess:
    case Operator::kLessEqual:
      to_other = outcome ? OrderDistance(right, left) : OrderDistance(left, right);
      break;
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      to_other = outcome ? OrderDistance(left, right) : OrderDistance(right, left);
      break;
    case Operator::kIn:
    case Operator::kNotIn:
      if (outcome == (op == Operator::kNotIn)) to_other = MemberDistance(left, right);
      break;
    case Operator::kIs:
    case Operator::kIsNot:
      break;
  }
  return OutcomeDistances(outcome, NotZero(to_other));
}

Distances TruthDistances(PyObject* value, bool outcome) {
  if (!outcome) return OutcomeDistances(false, kStep);
  double to_false = kUnknown;
  if (PyBool_Check(value)) {
    to_false = kStep;
  } else if (const auto number = ReadNumber(value)) {
    to_false = Magnitude(number->real, number->imaginary);
  } else if (IsPlainSized(value)) {
    to_false = static_cast<double>(PyObject_Size(value));
  }
  return OutcomeDistances(true, std::isnan(to_false) ? kUnknown : NotZero(to_false));
}

bool HasPlainTruth(PyObject* value) {
  if (PyBool_Check(value) || value == Py_None || PyLong_CheckExact(value) || IsPlainSized(value) ||
      PyFloat_CheckExact(value) || PyComplex_CheckExact(value)) {
    return true;
  }
  // Objects of a type without __bool__ and __len__ are true.
  PyTypeObject* type = Py_TYPE(value);
  return PyType_GetSlot(type, Py_nb_bool) == nullptr &&
         PyType_GetSlot(type, Py_mp_length) == nullptr &&
         PyType_GetSlot(type, Py_sq_length) == nullptr;
}

}  // namespace skua::runtime
