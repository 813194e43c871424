// Distances between texts. A text is a str's code points or a bytes' bytes, read up to a bound.
#pragma once

#include <Python.h>

#include <cstddef>

namespace skua::runtime {

struct Text {
  static constexpr std::size_t kRead = 256;

  // REQUIRES: str or bytes (or a subclass, whose storage is read).
  explicit Text(PyObject* object);

  std::size_t size = 0;    // number of units that were read
  std::size_t length = 0;  // number of units that there are
  Py_UCS4 units[kRead];    // not initialised beyond size
};

// Levenshtein (1966), exact where the texts differ in no more than 64 units each; the rest counts
// only by its length. A distance of 0 does not prove that long texts are equal.
double EditDistance(const Text& left, const Text& right);

// How far `left` is above `right` in the order of texts: the difference of the first units that
// differ, or 0 when left is not above.
double OrderGap(const Text& left, const Text& right);

// The least number of units to replace and to add until `part` is found in `whole`.
double SubstringDistance(const Text& part, const Text& whole);

}  // namespace skua::runtime
