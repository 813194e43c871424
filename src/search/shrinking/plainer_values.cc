#include "search/shrinking/plainer_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "search/shrinking/plainness.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;

namespace {

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

Statement PlainestOf(const Statement& statement) {
  Statement plainest = statement;
  if (statement.kind == StatementKind::kBool) return plainest;
  plainest.integer = 0;
  plainest.real = plainest.imaginary = 0;
  plainest.text.clear();
  return plainest;
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
      values.push_back(PlainestOf(statement));
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
