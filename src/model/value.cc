#include "model/value.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace skua::model {
namespace {

bool SameReal(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

}  // namespace

bool Value::operator==(const Value& other) const {
  return kind == other.kind && integer == other.integer && SameReal(real, other.real) &&
         SameReal(imaginary, other.imaginary) && text == other.text &&
         type_name == other.type_name && items == other.items && fields == other.fields;
}

bool ContainsFloat(const Value& value) {
  if (value.kind == ValueKind::kFloat || value.kind == ValueKind::kComplex) return true;
  return std::any_of(value.items.begin(), value.items.end(), ContainsFloat);
}

}  // namespace skua::model
