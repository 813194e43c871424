// Testability transformations (Harman et al. 2004) of conditions that are calls: distances instead
// of the flag that isinstance, str.startswith, str.isdigit, re.match and the like return. Examines
// a call only if the called object is exactly that function, and never repeats it.
#pragma once

#include <Python.h>

#include <array>
#include <optional>
#include <string_view>

#include "runtime/extension/distance/distance.h"
#include "runtime/extension/distance/regex_distance.h"
#include "runtime/extension/lazy/lazy_uses.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class KnownCalls {
 public:
  enum class Kind : uint8_t {
    kIsInstance,
    kHasAttribute,
    kCallable,
    kAny,
    kAll,
    kStartsWith,
    kEndsWith,
    kCharacters,  // str.isdigit and the like
    kMatch,
    kSearch,
    kFullMatch,
  };
  struct Row {
    std::string_view name;
    Kind kind;
  };
  static constexpr std::size_t kRows = 20;
  static const std::array<Row, kRows> rows;

  // Finds the functions. Returns false with a Python exception.
  bool Prepare();

  // Returns the row for the name of a function or method; nullopt if the name is unknown.
  static std::optional<uint8_t> Find(std::string_view name);

  // Returns whether `callee` is exactly the function of the row, or its method bound to a str,
  // bytes or pattern.
  bool Is(uint8_t row, PyObject* callee) const;

  // Makes the call and returns its result as a new reference, or null with its exception. If
  // `is_it` and an argument is a lazy value, the call decides what the value becomes. REQUIRES:
  // count <= 3.
  PyObject* Call(uint8_t row, bool is_it, PyObject* callee, PyObject* const* arguments,
                 Py_ssize_t count, const LazyUses& lazy) const;

  // Returns the distances of a call from both outcomes. REQUIRES: Is(row, callee), and `outcome` is
  // the truth of the call's result.
  Distances Of(uint8_t row, PyObject* callee, PyObject* const* arguments, Py_ssize_t count,
               bool outcome);

 private:
  double ToTrue(uint8_t row, PyObject* callee, PyObject* const* arguments, Py_ssize_t count);
  double RegexToTrue(Kind kind, PyObject* callee, PyObject* const* arguments, Py_ssize_t count);
  double ClassDistance(PyObject* object, PyObject* classes, int depth) const;
  // Returns the type's classes in the order of resolution; null if they cannot be read. Runs no
  // code.
  Owned Ancestors(PyObject* type) const;

  std::array<PyCFunction, kRows> functions_{};        // methods of builtins, or of str
  std::array<PyCFunction, kRows> bytes_functions_{};  // methods of bytes, or null
  Owned mro_descriptor_;
  RegexDistances regexes_;
};

}  // namespace skua::runtime
