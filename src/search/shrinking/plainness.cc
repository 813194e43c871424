#include "search/shrinking/plainness.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <numeric>
#include <string>

#include "search/making/primitives.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::TestCase;

namespace {

constexpr uint64_t kCharacter = 16;  // weighs more than any class of characters
constexpr uint64_t kInfinite = 2000;
constexpr uint64_t kNotANumber = 2001;

bool IsDigit(char c) { return '0' <= c && c <= '9'; }

// The oddity of a number's digits: each digit counts, those before the trailing zeros more, and so
// does the sign. The oddity of 0 is 0.
uint64_t OddityOfDigits(std::string_view digits) {
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.remove_prefix(1);
  const std::size_t last = digits.find_last_not_of('0');
  if (last == std::string_view::npos) return is_negative ? 1 : 0;
  return 2 * (last + 1) + digits.size() + (is_negative ? 1 : 0);
}

uint64_t OddityOfReal(double value) {
  if (std::isnan(value)) return kNotANumber;
  const uint64_t sign = std::signbit(value) ? 1 : 0;
  if (std::isinf(value)) return kInfinite + sign;
  if (value == 0) return sign;
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof(buffer), std::abs(value), std::chars_format::scientific)
          .ptr;
  const std::string_view written(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t e = written.find('e');
  const auto digits =
      std::count_if(written.begin(), written.begin() + static_cast<long>(e), IsDigit);
  int exponent = 0;
  std::from_chars(buffer + e + (written[e + 1] == '+' ? 2 : 1), end, exponent);
  const auto significant = static_cast<int>(digits);
  const int before = std::max(1, exponent + 1), behind = std::max(0, significant - 1 - exponent);
  return static_cast<uint64_t>(2 * significant + before + 2 * behind) + sign;
}

uint64_t OddityOfText(std::string_view text, bool is_bytes) {
  uint64_t sum = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = is_bytes ? 1 : CharacterLength(text, at);
    sum += kCharacter + static_cast<uint64_t>(ClassOf(text.substr(at, length), is_bytes));
    at += length;
  }
  return sum;
}

bool IsNumber(StatementKind kind) {
  return kind == StatementKind::kInt || kind == StatementKind::kFloat ||
         kind == StatementKind::kComplex;
}

// Compares magnitudes; NaN is larger than all.
std::strong_ordering CompareSizes(double a, double b) {
  const auto rank = [](double x) { return std::pair(std::isnan(x), std::isnan(x) ? 0 : x); };
  const auto by_size = rank(std::abs(a)) <=> rank(std::abs(b));
  if (by_size != 0) {
    return by_size < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return std::signbit(a) <=> std::signbit(b);
}

// Compares two values of the same kind and oddity.
std::strong_ordering CompareValues(const Statement& a, const Statement& b) {
  if (IsNumber(a.kind)) {
    const auto magnitude = [](int64_t value) {
      return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    };
    if (const auto c = magnitude(a.integer) <=> magnitude(b.integer); c != 0) return c;
    if (const auto c = CompareSizes(a.real, b.real); c != 0) return c;
    if (const auto c = CompareSizes(a.imaginary, b.imaginary); c != 0) return c;
  }
  return a.text <=> b.text;
}

std::size_t OperandsOf(const TestCase& test) {
  return std::accumulate(
      test.statements.begin(), test.statements.end(), std::size_t{0},
      [](std::size_t sum, const Statement& it) { return sum + it.operands.size(); });
}

uint64_t OddityOfAll(const TestCase& test) {
  return std::accumulate(test.statements.begin(), test.statements.end(), uint64_t{0},
                         [](uint64_t sum, const Statement& it) { return sum + OddityOf(it); });
}

// How many numbers and texts no earlier statement makes, too.
std::size_t DistinctValues(const TestCase& test) {
  std::size_t distinct = 0;
  for (auto it = test.statements.begin(); it != test.statements.end(); ++it) {
    if (!IsPrimitive(it->kind)) continue;
    const bool is_known = std::any_of(test.statements.begin(), it, [&](const Statement& other) {
      return other.kind == it->kind && CompareValues(other, *it) == 0;
    });
    if (!is_known) ++distinct;
  }
  return distinct;
}

}  // namespace

CharacterClass ClassOf(std::string_view character, bool is_bytes) {
  const auto c = static_cast<unsigned char>(character[0]);
  if (c >= 0x80) {
    if (is_bytes || character.size() < 2) return CharacterClass::kControl;
    const auto next = static_cast<unsigned char>(character[1]);
    const bool is_c1_control = c == 0xc2 && next < 0xa0;
    const bool is_surrogate = c == 0xed && next >= 0xa0;
    return is_c1_control || is_surrogate ? CharacterClass::kControl : CharacterClass::kForeign;
  }
  if ('a' <= c && c <= 'z') return CharacterClass::kLower;
  if ('0' <= c && c <= '9') return CharacterClass::kDigit;
  if (('A' <= c && c <= 'Z') || c == ' ') return CharacterClass::kUpper;
  if (c == '\n' || c == '\t') return CharacterClass::kBreak;
  return 0x20 < c && c < 0x7f ? CharacterClass::kSign : CharacterClass::kControl;
}

std::size_t CharacterLength(std::string_view text, std::size_t at) {
  std::size_t length = 1;
  while (at + length < text.size() &&
         (static_cast<unsigned char>(text[at + length]) & 0xc0) == 0x80) {
    ++length;
  }
  return length;
}

uint64_t OddityOf(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kInt:
      return OddityOfDigits(statement.text.empty() ? std::to_string(statement.integer)
                                                   : statement.text);
    case StatementKind::kFloat:
      return OddityOfReal(statement.real);
    case StatementKind::kComplex:
      return OddityOfReal(statement.real) + OddityOfReal(statement.imaginary);
    case StatementKind::kStr:
    case StatementKind::kBytes:
      return OddityOfText(statement.text, statement.kind == StatementKind::kBytes);
    default:
      return 0;
  }
}

bool IsPlainer(const Statement& a, const Statement& b) {
  const uint64_t odd_a = OddityOf(a), odd_b = OddityOf(b);
  return odd_a != odd_b ? odd_a < odd_b : CompareValues(a, b) < 0;
}

bool IsPlainer(const TestCase& a, const TestCase& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  const auto compare = [&](auto measure) { return measure(a) <=> measure(b); };
  if (const auto c = compare(OperandsOf); c != 0) return c < 0;
  if (const auto c = compare(OddityOfAll); c != 0) return c < 0;
  if (const auto c = compare(DistinctValues); c != 0) return c < 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const auto c = a.statements[i].kind <=> b.statements[i].kind; c != 0) return c < 0;
    if (const auto c = CompareValues(a.statements[i], b.statements[i]); c != 0) return c < 0;
  }
  return false;
}

}  // namespace skua::search
