#include "runtime/extension/python/value_class.h"

#include <cmath>

namespace skua::runtime {
namespace {

using model::ValueClass;

ValueClass ClassOfNumber(double number) {
  if (std::isnan(number)) return ValueClass::kNaN;
  if (number == 0) return ValueClass::kZero;
  return number < 0 ? ValueClass::kNegative : ValueClass::kPositive;
}

ValueClass ClassOfInt(PyObject* value) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
  return ClassOfNumber(overflow != 0 ? overflow : number < 0 ? -1 : number > 0 ? 1 : 0);
}

ValueClass ClassOfLength(Py_ssize_t length) {
  return length == 0 ? ValueClass::kEmpty : ValueClass::kFilled;
}

}  // namespace

ValueClass ValueClassOf(PyObject* value) {
  if (value == Py_None) return ValueClass::kNone;
  if (value == Py_False) return ValueClass::kFalse;
  if (value == Py_True) return ValueClass::kTrue;
  PyTypeObject* const type = Py_TYPE(value);
  if (type == &PyLong_Type) return ClassOfInt(value);
  if (type == &PyFloat_Type) return ClassOfNumber(PyFloat_AsDouble(value));
  if (type == &PyUnicode_Type) return ClassOfLength(PyUnicode_GetLength(value));
  if (type == &PyBytes_Type) return ClassOfLength(PyBytes_Size(value));
  if (type == &PyList_Type) return ClassOfLength(PyList_Size(value));
  if (type == &PyTuple_Type) return ClassOfLength(PyTuple_Size(value));
  if (type == &PyDict_Type) return ClassOfLength(PyDict_Size(value));
  if (type == &PySet_Type || type == &PyFrozenSet_Type) return ClassOfLength(PySet_Size(value));
  return ValueClass::kOther;
}

}  // namespace skua::runtime
