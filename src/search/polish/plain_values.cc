#include "search/polish/plain_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace skua::search {

using model::Statement;
using model::StatementKind;

namespace {

// Classes of characters, the plainest first. Bytes from 0x80 count as control characters.
enum class CharacterClass : uint8_t {
  kLower,  // a to z
  kDigit,
  kUpper,    // A to Z, and the space
  kSign,     // the other printable characters of ASCII
  kBreak,    // \n, \t
  kForeign,  // not ASCII
  kControl,  // or half of a surrogate pair, or a byte that is no ASCII
};

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

// Length of the character of a str that begins at `at`.
std::size_t CharacterLength(std::string_view text, std::size_t at) {
  std::size_t length = 1;
  while (at + length < text.size() &&
         (static_cast<unsigned char>(text[at + length]) & 0xc0) == 0x80) {
    ++length;
  }
  return length;
}

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
std::strong_ordering CompareMagnitudes(double a, double b) {
  const auto rank = [](double x) { return std::pair(std::isnan(x), std::isnan(x) ? 0 : x); };
  const auto by_size = rank(std::abs(a)) <=> rank(std::abs(b));
  if (by_size != 0) {
    return by_size < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return std::signbit(a) <=> std::signbit(b);
}

constexpr std::size_t kMostPowers = 20;  // the largest power of ten
constexpr std::size_t kFewDigits = 6;    // up to so many digits, twice and five times powers of ten
                                         // count, too
constexpr double kExact = 1e15;          // below this number a double still has decimals

void SortAndFilter(const Statement& original, std::vector<Statement>& values) {
  std::erase_if(values, [&](const Statement& it) { return !IsPlainer(it, original); });
  std::stable_sort(values.begin(), values.end(),
                   [](const Statement& a, const Statement& b) { return IsPlainer(a, b); });
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

void SetDigits(Statement& integer, const std::string& digits) {
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, integer.integer);
  integer.text.clear();
  if (error == std::errc() && stop == end) return;
  integer.integer = 0;
  integer.text = digits;
}

void ListIntegers(const Statement& statement, std::vector<Statement>& values) {
  std::string digits = statement.text.empty() ? std::to_string(statement.integer) : statement.text;
  const bool is_negative = digits[0] == '-';
  if (is_negative) digits.erase(0, 1);
  const std::size_t size = digits.size();
  const auto add = [&](const std::string& magnitude) {
    values.push_back(statement);
    SetDigits(values.back(), magnitude);
    if (!is_negative) return;
    values.push_back(statement);
    SetDigits(values.back(), "-" + magnitude);
  };
  const auto add_with_zeros = [&](const std::string& first, std::size_t length) {
    if (first.size() <= length) add(first + std::string(length - first.size(), '0'));
  };
  add("0");
  for (std::size_t length = 1; length <= std::min(size, kMostPowers); ++length) {
    add_with_zeros("1", length);
    if (size > kFewDigits) continue;
    add_with_zeros("2", length);
    add_with_zeros("5", length);
  }
  add_with_zeros("1", size);
  for (const std::size_t kept : {1, 2, 3}) add_with_zeros(digits.substr(0, kept), size);
  for (const std::size_t kept : {size / 4, size / 2, size - 1}) {
    if (kept > 0) add(digits.substr(0, kept));
  }
  add(digits);
}

// Simpler magnitudes in any order, for a value that is not negative.
std::vector<double> SimplerMagnitudes(double magnitude) {
  std::vector<double> simpler = {0, 1, 0.5, std::numeric_limits<double>::infinity(), magnitude};
  if (!std::isfinite(magnitude)) return simpler;
  const double exponent = magnitude > 0 ? std::floor(std::log10(magnitude)) : 0;
  const auto most = std::min(exponent, static_cast<double>(kMostPowers));
  for (double power = 1; power <= most; power += 1) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor == 1 || exponent < kFewDigits) simpler.push_back(factor * std::pow(10, power));
    }
  }
  if (const double leading = std::pow(10, exponent); leading > 0) {
    simpler.push_back(leading);
    simpler.push_back(std::trunc(magnitude / leading) * leading);
  }
  simpler.push_back(std::trunc(magnitude));
  if (magnitude < kExact) {
    for (const double unit : {10.0, 100.0}) {
      simpler.push_back(std::trunc(magnitude * unit) / unit);
      simpler.push_back(std::round(magnitude * unit) / unit);
    }
  }
  return simpler;
}

void ListReals(const Statement& statement, double Statement::*part,
               std::vector<Statement>& values) {
  const double value = statement.*part;
  for (const double magnitude : SimplerMagnitudes(std::abs(value))) {
    values.push_back(statement);
    values.back().*part = magnitude;
    if (!std::signbit(value)) continue;
    values.push_back(statement);
    values.back().*part = -magnitude;
  }
}

}  // namespace

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
  return odd_a != odd_b ? odd_a < odd_b : CompareSizes(a, b) < 0;
}

std::strong_ordering CompareSizes(const Statement& a, const Statement& b) {
  if (IsNumber(a.kind)) {
    const auto magnitude = [](int64_t value) {
      return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    };
    if (const auto c = magnitude(a.integer) <=> magnitude(b.integer); c != 0) return c;
    if (const auto c = CompareMagnitudes(a.real, b.real); c != 0) return c;
    if (const auto c = CompareMagnitudes(a.imaginary, b.imaginary); c != 0) return c;
  }
  return a.text <=> b.text;
}

void ListPlainerNumbers(const Statement& statement, std::vector<Statement>& values) {
  values.clear();
  switch (statement.kind) {
    case StatementKind::kInt:
      ListIntegers(statement, values);
      break;
    case StatementKind::kFloat:
      ListReals(statement, &Statement::real, values);
      break;
    case StatementKind::kComplex:
      values.emplace_back().kind = statement.kind;
      ListReals(statement, &Statement::real, values);
      ListReals(statement, &Statement::imaginary, values);
      break;
    default:
      return;
  }
  SortAndFilter(statement, values);
}

std::vector<std::string> CharactersOf(const Statement& statement) {
  std::vector<std::string> characters;
  if (!IsText(statement)) return characters;
  for (std::size_t at = 0; at < statement.text.size(); at += characters.back().size()) {
    const std::size_t length =
        statement.kind == StatementKind::kBytes ? 1 : CharacterLength(statement.text, at);
    characters.push_back(statement.text.substr(at, length));
  }
  return characters;
}

std::string Joined(const std::vector<std::string>& characters) {
  std::string text;
  for (const std::string& character : characters) text += character;
  return text;
}

void ListPlainerCharacters(const std::string& character, bool is_bytes,
                           std::vector<std::string>& choices) {
  choices.clear();
  const CharacterClass now = ClassOf(character, is_bytes);
  const auto add = [&](char c) {
    const std::string choice(1, c);
    if (ClassOf(choice, is_bytes) < now) choices.push_back(choice);
  };
  if ('A' <= character[0] && character[0] <= 'Z') {
    add(static_cast<char>(character[0] - 'A' + 'a'));
    return;
  }
  for (const char c : {'a', '1', ' ', '-'}) add(c);
}

}  // namespace skua::search
