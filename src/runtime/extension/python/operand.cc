#include "runtime/extension/python/operand.h"

#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

// Part of paths in a test's folder for files (surroundings.py), which differ between runs and so
// are no constants for a test.
constexpr const char* kFolderForFiles = "/skua-files/";

bool ReadInt(PyObject* object, model::Value& value) {
  value.kind = model::ValueKind::kInt;
  int overflow = 0;
  value.integer = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow == 0) return true;
  value.integer = 0;
  const ErrorAside aside;
  // An int beyond the range of a double has too many digits to be useful.
  if (PyLong_AsDouble(object) == -1.0 && PyErr_Occurred() != nullptr) return false;
  const Owned digits(PyNumber_ToBase(object, 10));
  Py_ssize_t size = 0;
  const char* text = digits ? PyUnicode_AsUTF8AndSize(digits.get(), &size) : nullptr;
  if (text == nullptr || size > kLongestOperand) return false;
  value.text.assign(text, static_cast<std::size_t>(size));
  return true;
}

bool ReadStr(PyObject* object, model::Value& value) {
  value.kind = model::ValueKind::kStr;
  if (PyUnicode_GetLength(object) > kLongestOperand) return false;
  const ErrorAside aside;
  Owned encoded;  // only for a string with lone surrogates
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object, &size);
  if (text == nullptr) {
    PyErr_Clear();
    encoded = Owned(PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass"));
    if (!encoded) return false;
    text = PyBytes_AsString(encoded.get());
    size = PyBytes_Size(encoded.get());
  }
  if (size > kLongestOperand) return false;
  value.text.assign(text, static_cast<std::size_t>(size));
  return value.text.find(kFolderForFiles) == std::string::npos;
}

}  // namespace

bool ReadOperand(PyObject* object, model::Value& value) {
  if (object == Py_None) return true;
  if (PyBool_Check(object)) {
    value.kind = model::ValueKind::kBool;
    value.integer = object == Py_True;
    return true;
  }
  if (PyLong_Check(object)) return ReadInt(object, value);
  if (PyUnicode_Check(object)) return ReadStr(object, value);
  if (PyFloat_Check(object)) {
    value.kind = model::ValueKind::kFloat;
    value.real = PyFloat_AsDouble(object);
    return true;
  }
  if (PyBytes_Check(object)) {
    value.kind = model::ValueKind::kBytes;
    if (PyBytes_Size(object) > kLongestOperand) return false;
    value.text.assign(PyBytes_AsString(object), static_cast<std::size_t>(PyBytes_Size(object)));
    return true;
  }
  return false;
}

}  // namespace skua::runtime
