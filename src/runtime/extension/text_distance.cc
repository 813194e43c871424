#include "runtime/extension/text_distance.h"

#include <algorithm>
#include <cstdint>

namespace skua::runtime {
namespace {

constexpr std::size_t kEdited = 64;        // units of a text that the edit distance looks at
constexpr std::size_t kPart = 32;          // units of a part that is looked for
constexpr std::size_t kPositions = 128;    // positions where it is looked for

double Difference(std::size_t a, std::size_t b) { return static_cast<double>(a > b ? a - b : b - a); }

std::size_t CommonPrefix(const Text& left, const Text& right) {
  const std::size_t size = std::min(left.size, right.size);
  return static_cast<std::size_t>(
      std::mismatch(left.units, left.units + size, right.units).first - left.units);
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

  uint8_t row[kEdited + 1];  // of the classic table: distances of a[..i] to each b[..j]
  for (std::size_t j = 0; j <= b_size; ++j) row[j] = static_cast<uint8_t>(j);
  for (std::size_t i = 1; i <= a_size; ++i) {
    uint8_t diagonal = row[0];
    row[0] = static_cast<uint8_t>(i);
    for (std::size_t j = 1; j <= b_size; ++j) {
      const int replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = static_cast<uint8_t>(std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b_size] + beyond;
}

double OrderGap(const Text& left, const Text& right) {
  const std::size_t prefix = CommonPrefix(left, right);
  // The end of a text comes before every unit.
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
    // What stands over the end of the whole has to be added to it.
    const double missing = static_cast<double>(part.length - std::min(part.length, whole.length - at));
    least = std::min(least, static_cast<double>(differing) + missing);
  }
  return least;
}

}  // namespace skua::runtime
