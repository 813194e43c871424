#include "runtime/extension/distance/text_distance.h"

#include <algorithm>
#include <cstdint>

namespace skua::runtime {
namespace {

constexpr std::size_t kEdited = 64;      // units of a string that the edit distance compares
constexpr std::size_t kPart = 32;        // units of a part that are searched
constexpr std::size_t kPositions = 128;  // positions at which a part is tried

double Difference(std::size_t a, std::size_t b) {
  return static_cast<double>(a > b ? a - b : b - a);
}

std::size_t CommonPrefix(const Text& left, const Text& right) {
  const std::size_t size = std::min(left.size, right.size);
  return static_cast<std::size_t>(std::mismatch(left.units, left.units + size, right.units).first -
                                  left.units);
}

// Levenshtein distance with a column of the table as the bits of a word (Myers, "A Fast Bit-Vector
// Algorithm for Approximate String Matching", 1999, in Hyyrö's form for whole strings). Bit i of
// `plus` and `minus` says whether the column grows or falls by one from row i to row i + 1.
// REQUIRES: a_size <= 64.
double BitParallelLevenshtein(const Py_UCS4* a, std::size_t a_size, const Py_UCS4* b,
                              std::size_t b_size) {
  if (a_size == 0) return static_cast<double>(b_size);
  constexpr Py_UCS4 kAscii = 128;
  uint64_t ascii_places[kAscii] = {};  // places of each unit in `a`
  for (std::size_t i = 0; i < a_size; ++i) {
    if (a[i] < kAscii) ascii_places[a[i]] |= uint64_t{1} << i;
  }
  const auto places = [&](Py_UCS4 unit) {
    if (unit < kAscii) return ascii_places[unit];
    uint64_t found = 0;
    for (std::size_t i = 0; i < a_size; ++i) found |= uint64_t{a[i] == unit} << i;
    return found;
  };
  const uint64_t last_row = uint64_t{1} << (a_size - 1);
  uint64_t plus = ~uint64_t{0}, minus = 0;
  std::size_t distance = a_size;
  for (std::size_t j = 0; j < b_size; ++j) {
    const uint64_t equal = places(b[j]);
    const uint64_t vertical = equal | minus;
    const uint64_t horizontal = (((equal & plus) + plus) ^ plus) | equal;
    uint64_t right_plus = minus | ~(horizontal | plus);
    uint64_t right_minus = plus & horizontal;
    if ((right_plus & last_row) != 0) ++distance;
    if ((right_minus & last_row) != 0) --distance;
    right_plus = (right_plus << 1) | 1;
    right_minus <<= 1;
    plus = right_minus | ~(vertical | right_plus);
    minus = right_plus & vertical;
  }
  return static_cast<double>(distance);
}

}  // namespace

Text::Text(PyObject* object) {
  if (PyBytes_Check(object)) {
    length = static_cast<std::size_t>(PyBytes_Size(object));
    size = std::min(length, kRead);
    const char* bytes = PyBytes_AsString(object);
    for (std::size_t i = 0; i < size; ++i) units[i] = static_cast<unsigned char>(bytes[i]);
    return;
  }
  length = static_cast<std::size_t>(PyUnicode_GetLength(object));
  size = std::min(length, kRead);
  if (length <= kRead) {
    PyUnicode_AsUCS4(object, units, static_cast<Py_ssize_t>(kRead), 0);
  } else {
    for (std::size_t i = 0; i < size; ++i) {
      units[i] = PyUnicode_ReadChar(object, static_cast<Py_ssize_t>(i));
    }
  }
}

double EditDistance(const Text& left, const Text& right) {
  const std::size_t prefix = CommonPrefix(left, right);
  const Py_UCS4* a = left.units + prefix;
  const Py_UCS4* b = right.units + prefix;
  std::size_t a_size = left.size - prefix;
  std::size_t b_size = right.size - prefix;
  if (left.size == left.length && right.size == right.length) {
    while (a_size > 0 && b_size > 0 && a[a_size - 1] == b[b_size - 1]) --a_size, --b_size;
  }
  const double beyond = Difference(left.length - left.size + a_size - std::min(a_size, kEdited),
                                   right.length - right.size + b_size - std::min(b_size, kEdited));
  a_size = std::min(a_size, kEdited);
  b_size = std::min(b_size, kEdited);

  return BitParallelLevenshtein(a, a_size, b, b_size) + beyond;
}

double OrderGap(const Text& left, const Text& right) {
  const std::size_t prefix = CommonPrefix(left, right);
  // The end of a string sorts before every unit.
  const double a = prefix < left.size ? left.units[prefix] + 1.0 : 0;
  const double b = prefix < right.size ? right.units[prefix] + 1.0 : 0;
  return std::max(a - b, 0.0);
}

double SubstringDistance(const Text& part, const Text& whole) {
  const std::size_t size = std::min(part.size, kPart);
  double least = static_cast<double>(part.length);
  const std::size_t positions = std::min(whole.size + 1, kPositions);
  for (std::size_t at = 0; at < positions; ++at) {
    std::size_t differing = 0;
    const std::size_t shared = std::min(size, whole.size - at);
    for (std::size_t i = 0; i < shared; ++i) differing += part.units[i] != whole.units[at + i];
    // Units of the part beyond the end of the whole must be added.
    const double missing =
        static_cast<double>(part.length - std::min(part.length, whole.length - at));
    least = std::min(least, static_cast<double>(differing) + missing);
  }
  return least;
}

}  // namespace skua::runtime
