#include "oracle/assertions/value_match.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "model/answering.h"
#include "model/named_objects.h"

namespace skua::oracle {
namespace {

using model::Value;
using model::ValueKind;

// How numbers are compared: floats by pytest.approx, all numbers by it, or exactly.
enum class Numbers { kApproxFloats, kApproxAll, kExact };

bool IsNumber(const Value& value) {
  return value.kind >= ValueKind::kBool && value.kind <= ValueKind::kComplex;
}

bool IsLarge(const Value& value) { return value.kind == ValueKind::kInt && !value.text.empty(); }

bool IsFloat(const Value& value) {
  return value.kind == ValueKind::kFloat || value.kind == ValueKind::kComplex;
}

bool IsSet(const Value& value) {
  return value.kind == ValueKind::kSet || value.kind == ValueKind::kFrozenSet;
}

// long double holds every int64_t.
std::complex<long double> NumberOf(const Value& value) {
  if (IsFloat(value)) return {value.real, value.imaginary};
  if (IsLarge(value)) return {std::strtold(value.text.c_str(), nullptr), 0};
  return {static_cast<long double>(value.integer), 0};
}

bool IsNan(std::complex<long double> number) {
  return std::isnan(number.real()) || std::isnan(number.imag());
}

bool SameNumber(const Value& expected, const Value& seen, bool approximately) {
  if (!IsNumber(seen)) return false;
  if (IsLarge(expected) && IsLarge(seen)) return expected.text == seen.text;
  const auto a = NumberOf(expected), b = NumberOf(seen);
  if (IsNan(a) || IsNan(b)) return IsNan(a) && IsNan(b);
  if (a == b) return true;
  if (!approximately || !std::isfinite(std::abs(a)) || !std::isfinite(std::abs(b))) return false;
  constexpr long double kRelative = 1e-6L, kAbsolute = 1e-12L;  // pytest's defaults
  return std::abs(a - b) <= std::max(kRelative * std::abs(a), kAbsolute);
}

// Returns a Decimal's text in one spelling for all values that are equal by `==`: "Decimal('1.50')"
// becomes "15e-1".
std::string NormalisedDecimal(std::string_view text) {
  const auto from = text.find('\'') + 1;
  const std::string_view number = text.substr(from, text.rfind('\'') - from);
  const auto mantissa_end = std::min(number.find('E'), number.size());
  long exponent = 0;
  if (mantissa_end < number.size()) {
    exponent = std::strtol(std::string(number.substr(mantissa_end + 1)).c_str(), nullptr, 10);
  }
  std::string sign, digits;
  bool after_point = false;
  for (const char c : number.substr(0, mantissa_end)) {
    if (c == '.') {
      after_point = true;
    } else if (c == '-') {
      sign = "-";
    } else if (c != '0' || !digits.empty()) {
      digits += c;
    }
    if (after_point && c != '.') --exponent;
  }
  if (digits.empty()) return "0";
  const std::size_t significant = digits.find_last_not_of('0') + 1;
  exponent += static_cast<long>(digits.size() - significant);
  return sign + digits.substr(0, significant) + "e" + std::to_string(exponent);
}

bool Equal(const Value& expected, const Value& seen, Numbers numbers);

// Returns whether pytest.approx takes the value as a sequence of numbers; it then accepts any type
// of sequence.
bool IsApproxWhole(const Value& value) {
  const auto is_finite = [](const Value& v) {
    return (v.kind == ValueKind::kFloat && std::isfinite(v.real)) ||
           (v.kind == ValueKind::kInt && v.text.empty());
  };
  return ContainsFloat(value) && std::all_of(value.items.begin(), value.items.end(), is_finite);
}

bool SameSequence(const Value& expected, const Value& seen, Numbers numbers) {
  const bool whole = numbers == Numbers::kApproxFloats && IsApproxWhole(expected);
  const bool same_kind =
      seen.kind == expected.kind ||
      (whole && (seen.kind == ValueKind::kList || seen.kind == ValueKind::kTuple));
  if (whole) numbers = Numbers::kApproxAll;
  return same_kind && std::equal(expected.items.begin(), expected.items.end(), seen.items.begin(),
                                 seen.items.end(), [&](const Value& a, const Value& b) {
                                   return Equal(a, b, numbers);
                                 });
}

bool SameSet(const Value& expected, const Value& seen) {
  return IsSet(seen) && expected.items.size() == seen.items.size() &&
         std::is_permutation(
             expected.items.begin(), expected.items.end(), seen.items.begin(),
             [](const Value& a, const Value& b) { return Equal(a, b, Numbers::kExact); });
}

bool SameDict(const Value& expected, const Value& seen, Numbers numbers) {
  if (seen.kind != ValueKind::kDict || expected.items.size() != seen.items.size()) return false;
  const auto has_entry = [&](const Value& key, const Value& value) {
    for (std::size_t i = 0; i + 1 < seen.items.size(); i += 2) {
      if (Equal(key, seen.items[i], Numbers::kExact)) {
        return Equal(value, seen.items[i + 1], numbers);
      }
    }
    return false;
  };
  for (std::size_t i = 0; i + 1 < expected.items.size(); i += 2) {
    if (!has_entry(expected.items[i], expected.items[i + 1])) return false;
  }
  return true;
}

bool SameObject(const Value& expected, const Value& seen, Numbers numbers) {
  if (seen.kind != ValueKind::kObject || seen.type_name != expected.type_name) return false;
  if (expected.text.empty() && !expected.items.empty()) {
    return !seen.items.empty() && Equal(expected.items[0], seen.items[0], numbers);
  }
  if (expected.type_name == "decimal:Decimal") {
    return NormalisedDecimal(expected.text) == NormalisedDecimal(seen.text);
  }
  return expected.text == seen.text && expected.integer == seen.integer &&
         std::equal(expected.fields.begin(), expected.fields.end(), seen.fields.begin(),
                    seen.fields.end(), [&](const auto& a, const auto& b) {
                      return a.first == b.first && Equal(a.second, b.second, numbers);
                    });
}

bool IsCollection(ValueKind kind) { return ValueKind::kList <= kind && kind <= ValueKind::kDict; }

bool EqualCollections(const Value& expected, const Value& seen, Numbers numbers) {
  switch (expected.kind) {
    case ValueKind::kList:
    case ValueKind::kTuple:
      return SameSequence(expected, seen, numbers);
    case ValueKind::kDict:
      return SameDict(expected, seen, numbers);
    default:  // sets
      return SameSet(expected, seen);
  }
}

bool Equal(const Value& expected, const Value& seen, Numbers numbers) {
  const bool is_plain = seen.kind == ValueKind::kObject && seen.items.size() == 1;
  if (is_plain && expected.kind != ValueKind::kObject) {
    return Equal(expected, seen.items[0], numbers);
  }
  if (IsCollection(expected.kind)) return EqualCollections(expected, seen, numbers);
  switch (expected.kind) {
    case ValueKind::kBool:
    case ValueKind::kInt:
      return SameNumber(expected, seen, numbers == Numbers::kApproxAll);
    case ValueKind::kFloat:
    case ValueKind::kComplex:
      return SameNumber(expected, seen, numbers != Numbers::kExact);
    case ValueKind::kObject:
      return SameObject(expected, seen, numbers);
    case ValueKind::kOpaque:
      return expected.type_name == model::kAnything;
    default:  // kNone, kStr, kBytes, kEnumMember, kType
      return seen.kind == expected.kind && seen.type_name == expected.type_name &&
             seen.text == expected.text;
  }
}

}  // namespace

std::optional<int64_t> LengthOf(const Value& value) {
  switch (value.kind) {
    case ValueKind::kStr:  // counted in code points
      return std::count_if(value.text.begin(), value.text.end(),
                           [](char c) { return (c & 0xC0) != 0x80; });
    case ValueKind::kBytes:
      return static_cast<int64_t>(value.text.size());
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
      return static_cast<int64_t>(value.items.size());
    case ValueKind::kDict:
      return static_cast<int64_t>(value.items.size() / 2);
    case ValueKind::kObject:
      if (value.integer >= 0) return value.integer;
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::string_view TypeNameOf(const Value& value) {
  static constexpr std::array<std::string_view, 12> kTypes = {
      // by ValueKind
      "builtins:NoneType", "builtins:bool", "builtins:int",       "builtins:float",
      "builtins:complex",  "builtins:str",  "builtins:bytes",     "builtins:list",
      "builtins:tuple",    "builtins:set",  "builtins:frozenset", "builtins:dict"};
  if (value.kind <= ValueKind::kDict) return kTypes[static_cast<std::size_t>(value.kind)];
  return value.kind == ValueKind::kType ? "builtins:type" : std::string_view(value.type_name);
}

std::size_t TextLength(const Value& value) {
  std::size_t sum = 0;
  for (const Value& item : value.items) sum += TextLength(item) + 2;
  for (const auto& [name, field] : value.fields) sum += TextLength(field) + 2;
  switch (value.kind) {
    case ValueKind::kInt:
      return value.text.empty() ? std::to_string(value.integer).size() : value.text.size();
    case ValueKind::kFloat:
      return 8;
    case ValueKind::kComplex:
      return 16;
    case ValueKind::kNone:
    case ValueKind::kBool:
      return 5;
    case ValueKind::kEnumMember:
    case ValueKind::kType:
      // Only the last part of the type counts.
      return value.type_name.size() / 2 + value.text.size();
    default:
      return sum + value.text.size() + 2;
  }
}

Value TextValue(std::string text) {
  Value value;
  value.kind = ValueKind::kStr;
  value.text = std::move(text);
  return value;
}

Value IntValue(int64_t integer) {
  Value value;
  value.kind = ValueKind::kInt;
  value.integer = integer;
  return value;
}

// Returns the log record as a tuple, as in caplog.record_tuples.
Value RecordValue(const model::StatementObservation::LogRecord& record) {
  Value value;
  value.kind = ValueKind::kTuple;
  value.items = {TextValue(record.logger), IntValue(record.level), TextValue(record.message)};
  return value;
}

bool Matches(const Value& expected, const Value& seen) {
  const bool by_identity = expected.kind == ValueKind::kNone || expected.kind == ValueKind::kBool ||
                           expected.kind == ValueKind::kType ||
                           !model::ModuleOfNamedObject(expected).empty();
  if (by_identity && seen.kind != expected.kind) return false;
  return Equal(expected, seen, Numbers::kApproxFloats);
}

}  // namespace skua::oracle
