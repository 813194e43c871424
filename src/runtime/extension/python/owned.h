// An owned reference. In this extension every PyObject* outside of an Owned is borrowed, except for
// results of the C API about to become Owned, and for return values to Python.
#pragma once

#include <Python.h>

#include <utility>

namespace skua::runtime {

class Owned {
 public:
  Owned() = default;
  explicit Owned(PyObject* stolen) : object_(stolen) {}
  static Owned Share(PyObject* borrowed) {
    Py_XINCREF(borrowed);
    return Owned(borrowed);
  }
  Owned(Owned&& other) noexcept : object_(other.release()) {}
  Owned& operator=(Owned&& other) noexcept {
    // Releases the old object last: its finalizer may run code that uses this one.
    PyObject* old = std::exchange(object_, other.release());
    Py_XDECREF(old);
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { Py_XDECREF(object_); }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// Keeps an exception to be raised later.
class SavedError {
 public:
  void Fetch() {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    type_ = Owned(type);
    value_ = Owned(value);
    traceback_ = Owned(traceback);
  }
  void Raise() { PyErr_Restore(type_.release(), value_.release(), traceback_.release()); }
  explicit operator bool() const { return static_cast<bool>(type_); }

 private:
  Owned type_, value_, traceback_;
};

// Sets the pending exception aside during its own lifetime.
class ErrorAside {
 public:
  ErrorAside() { PyErr_Fetch(&type_, &value_, &traceback_); }
  ~ErrorAside() { PyErr_Restore(type_, value_, traceback_); }
  ErrorAside(const ErrorAside&) = delete;
  ErrorAside& operator=(const ErrorAside&) = delete;

 private:
  PyObject *type_ = nullptr, *value_ = nullptr, *traceback_ = nullptr;
};

// Returns an attribute, or null if it cannot be read; discards the error.
inline Owned AttributeOrNothing(PyObject* object, const char* name) {
  Owned value(PyObject_GetAttrString(object, name));
  if (!value) PyErr_Clear();
  return value;
}

// Returns a module that is already loaded, or null. Imports nothing.
inline Owned LoadedModule(const char* name) {
  PyObject* modules = PySys_GetObject("modules");  // borrowed
  if (modules == nullptr || !PyDict_Check(modules)) return {};
  return Owned::Share(PyDict_GetItemString(modules, name));
}

}  // namespace skua::runtime
