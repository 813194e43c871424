// Distances between strings: a str's code points or a bytes' bytes, read up to a limit.
#pragma once

#include <Python.h>

#include <cstddef>

namespace skua::runtime {

struct Text {
  static constexpr std::size_t kRead = 256;

  // REQUIRES: str or bytes (or a subclass, whose storage is read).
  explicit Text(PyObject* object);

  std::size_t size = 0;    // number of units read
  std::size_t length = 0;  // number of all units
  Py_UCS4 units[kRead];    // not initialised beyond size
};

// Returns the Levenshtein distance (1966), exact if the strings differ in at most 64 units each;
// further units count only by their number. 0 does not prove that long strings are equal.
double EditDistance(const Text& left, const Text& right);

// Returns how far `left` is above `right` in the order of strings: the difference of the first
// different units, or 0 if left is not above.
double OrderGap(const Text& left, const Text& right);

// Returns the least number of units to replace and to add until `part` is found in `whole`.
double SubstringDistance(const Text& part, const Text& whole);

}  // namespace skua::runtime
