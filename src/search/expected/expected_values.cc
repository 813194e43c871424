#include "search/expected/expected_values.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "search/expected/natural_texts.h"
#include "search/expected/shape_of.h"

namespace skua::search {

using model::ExpectedValue;
using model::Parameter;
using model::Shape;
using model::ShapeCost;
using model::Statement;
using model::StatementKind;

namespace {

constexpr double kToBits = 0.25;       // costs are told in quarters of a bit
constexpr double kPartOfValue = 0.1;   // told odd values from usual ones best among six parts
constexpr uint32_t kRarer = 12;        // what a shape costs that is not listed, beyond the last one
constexpr double kBitsOfDigit = 3.32;  // log2(10)

bool IsSame(const Statement& statement, const model::Value& value) {
  if (static_cast<int>(statement.kind) != static_cast<int>(value.kind)) return false;
  if (statement.kind == StatementKind::kFloat) return statement.real == value.real;
  return statement.integer == value.integer && statement.text == value.text;
}

double DigitsOf(double number) { return 1 + std::log10(std::max(1.0, std::abs(number))); }

}  // namespace

std::optional<uint32_t> ExpectedValues::CostOf(const Parameter& parameter,
                                               const Statement& statement) const {
  const auto& [shapes, values] = parameter.expected;
  if (shapes.empty()) return std::nullopt;
  const auto known = std::ranges::find(shapes, ShapeOf(statement), &ShapeCost::shape);
  const uint32_t of_shape = known == shapes.end() ? shapes.back().bits + kRarer : known->bits;
  const auto same = std::ranges::find_if(
      values, [&](const ExpectedValue& one) { return IsSame(statement, one.value); });
  const double of_value = same == values.end() ? ValueBits(statement) / kToBits : same->bits;
  return of_shape + static_cast<uint32_t>(std::lround(kPartOfValue * of_value));
}

double ExpectedValues::ValueBits(const Statement& statement) const {
  switch (statement.kind) {
    case StatementKind::kStr:
    case StatementKind::kBytes:
      return BitsOfText(*subject_, statement.text);
    case StatementKind::kInt:
      return kBitsOfDigit * (statement.text.empty()
                                 ? DigitsOf(static_cast<double>(statement.integer))
                                 : static_cast<double>(statement.text.size()));
    case StatementKind::kFloat: {
      // Digits behind the point count as well, as far as a person would write them.
      const double rest = std::abs(statement.real) - std::floor(std::abs(statement.real));
      double digits = 0;
      for (double scaled = rest; digits < 8 && scaled != std::round(scaled); ++digits) scaled *= 10;
      return kBitsOfDigit * (DigitsOf(statement.real) + digits);
    }
    default:
      return 0;
  }
}

const model::Value* ExpectedValues::Pick(const Parameter& parameter, StatementKind kind,
                                         base::Rng& rng) const {
  std::vector<const model::Value*> found;
  for (const auto& [value, bits] : parameter.expected.values) {
    if (static_cast<int>(value.kind) == static_cast<int>(kind)) found.push_back(&value);
  }
  if (found.empty()) return nullptr;
  // Each literal is as likely as all behind it together.
  std::size_t place = 0;
  while (place + 1 < found.size() && rng.Chance(0.5)) ++place;
  return found[place];
}

std::vector<double> ExpectedValues::KindsFor(const Parameter& parameter) const {
  std::vector<double> shares;
  for (const auto& [shape, bits] : parameter.expected.shapes) {
    shares.resize(static_cast<std::size_t>(StatementKind::kLazy) + 1, 0);
    shares[static_cast<std::size_t>(KindOf(shape))] += std::exp2(-kToBits * bits);
  }
  return shares;
}

}  // namespace skua::search
