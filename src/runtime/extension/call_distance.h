// Testability transformations (Harman et al. 2004) of conditions that are calls: what lies behind
// the flag that isinstance, str.startswith, str.isdigit, re.match and their like give. A call is
// looked into only when what was called is exactly that function; it is never made again.
#pragma once

#include <Python.h>

#include <array>
#include <optional>
#include <string_view>

#include "runtime/extension/distance.h"
#include "runtime/extension/lazy_uses.h"
#include "runtime/extension/owned.h"
#include "runtime/extension/regex_distance.h"

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

  // Finds the functions. False with a Python exception.
  bool Prepare();

  // Of the name of a function or method; nothing when it is not known here.
  static std::optional<uint8_t> Find(std::string_view name);

  // Whether the object is exactly that function, or bound method of a str, bytes or pattern.
  bool Is(uint8_t row, PyObject* callee) const;

  // The call's result as a new reference, or null with its exception; where it is that function
  // and an argument is a lazy value, what that decides. REQUIRES: count <= 3.
  PyObject* Call(uint8_t row, bool is_it, PyObject* callee, PyObject* const* arguments,
                 Py_ssize_t count, const LazyUses& lazy) const;

  // REQUIRES: Is(row, callee), which returned something whose truth is `outcome`.
  Distances Of(uint8_t row, PyObject* callee, PyObject* const* arguments, Py_ssize_t count,
               bool outcome);

 private:
  double ToTrue(uint8_t row, PyObject* callee, PyObject* const* arguments, Py_ssize_t count);
  double RegexToTrue(Kind kind, PyObject* callee, PyObject* const* arguments, Py_ssize_t count);
  double ClassDistance(PyObject* object, PyObject* classes, int depth) const;
  // The classes in the order of resolution; nothing when it is not to be had. Runs no code.
  Owned Ancestors(PyObject* type) const;

  std::array<PyCFunction, kRows> functions_{};        // of builtins, or of str
  std::array<PyCFunction, kRows> bytes_functions_{};  // of bytes, else null
  Owned mro_descriptor_;
  RegexDistances regexes_;
};

}  // namespace skua::runtime
