#include "search/varying/neighbourhood.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace skua::search {

using model::Statement;
using model::StatementKind;

namespace {

constexpr int kIntegerSteps = 31;                      // 1, 2, 4, … 2³⁰
constexpr int kSmallestReal = -16, kLargestReal = 24;  // powers of two
constexpr int kShifts = 6;               // by which a character moves: 1, 2, 4, … 32
constexpr std::size_t kMostPlaces = 48;  // in a text
constexpr std::size_t kMostOperands = 64;
constexpr double kLargestStep = 4e18;  // fits an int64_t

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
bool IsInsideCharacter(const std::string& text, std::size_t p) {
  return p < text.size() && IsContinuation(text[p]);
}
bool IsAscii(char c) { return (static_cast<unsigned char>(c) & 0x80) == 0; }
bool IsCharacter(int code, bool is_bytes) {
  return is_bytes ? 0 <= code && code < 256 : 0x20 <= code && code < 0x7f;
}

}  // namespace

void Neighbourhood::List(const Statement& statement, double distance, std::size_t place,
                         std::vector<Statement>& moves) const {
  moves.clear();
  if (subject_.types[statement.type].kind == model::TypeKind::kLiteral) return;
  switch (statement.kind) {
    case StatementKind::kBool:
      moves.push_back(statement);
      moves.back().integer = 1 - statement.integer;
      break;
    case StatementKind::kInt:
      if (statement.text.empty()) ListIntegers(statement, distance, moves);
      break;
    case StatementKind::kFloat:
      ListReals(statement, distance, moves);
      break;
    case StatementKind::kStr:
    case StatementKind::kBytes:
      ListTexts(statement, place, moves);
      break;
    case StatementKind::kEnumMember:
      for (std::size_t i = 0; i < subject_.classes[statement.target].enum_members.size(); ++i) {
        if (static_cast<int64_t>(i) == statement.integer) continue;
        moves.push_back(statement);
        moves.back().integer = static_cast<int64_t>(i);
      }
      break;
    case StatementKind::kList:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
    case StatementKind::kDict:
      ListSizes(statement, distance, moves);
      break;
    default:
      break;
  }
}

void Neighbourhood::ListIntegers(const Statement& statement, double distance,
                                 std::vector<Statement>& moves) const {
  const auto add = [&](int64_t step) {
    int64_t value = 0;
    if (step == 0 || __builtin_add_overflow(statement.integer, step, &value)) return;
    moves.push_back(statement);
    moves.back().integer = value;
  };
  if (distance < kLargestStep) {
    for (int64_t beside = -1; beside <= 1; ++beside) {
      const int64_t step = static_cast<int64_t>(distance) + beside;
      if (step <= 1) continue;  // smaller steps are powers of two
      add(step);
      add(-step);
    }
  }
  for (int k = 0; k < kIntegerSteps; ++k) {
    add(int64_t{1} << k);
    add(-(int64_t{1} << k));
  }
  if (statement.integer > INT64_MIN / 2 && statement.integer < INT64_MAX / 2) {
    add(-2 * statement.integer);  // changes the sign
  }
}

void Neighbourhood::ListReals(const Statement& statement, double distance,
                              std::vector<Statement>& moves) const {
  const double value = std::isfinite(statement.real) ? statement.real : 0;
  const auto add = [&](double moved) {
    if (moved == statement.real || !std::isfinite(moved)) return;
    moves.push_back(statement);
    moves.back().real = moved;
  };
  if (std::isfinite(distance) && distance > 0) {
    for (const double step : {distance, distance - 1, distance + 1}) {
      add(value + step);
      add(value - step);
    }
  }
  for (int k = kSmallestReal; k <= kLargestReal; k += 2) {
    add(value + std::ldexp(1.0, k));
    add(value - std::ldexp(1.0, k));
  }
  add(std::round(value));
  add(-value);
  add(0);
}

// Characters are exchanged for near ones and taken out; then others are put in, or put in their
// place. Only whole characters are moved: a str holds UTF-8.
void Neighbourhood::ListTexts(const Statement& statement, std::size_t place,
                              std::vector<Statement>& moves) const {
  const bool is_bytes = statement.kind == StatementKind::kBytes;
  const std::string& text = statement.text;
  const auto change = [&]() -> std::string& {
    moves.push_back(statement);
    return moves.back().text;
  };
  const std::size_t places = std::min(text.size() + 1, kMostPlaces);
  const auto at = [&](std::size_t i) { return (place + i) % (text.size() + 1); };
  const auto is_whole = [&](std::size_t p) {
    return p < text.size() && (is_bytes || IsAscii(text[p]));
  };
  for (std::size_t i = 0; i < places; ++i) {
    const std::size_t p = at(i);
    if (!is_whole(p)) continue;
    change().erase(p, 1);
    for (int k = 0; k < kShifts; ++k) {
      for (const int sign : {1, -1}) {
        const int code = static_cast<unsigned char>(text[p]) + sign * (1 << k);
        if (IsCharacter(code, is_bytes)) change()[p] = static_cast<char>(code);
      }
    }
  }
  for (std::size_t i = 0; i < places; ++i) {
    const std::size_t p = at(i);
    if (!is_bytes && IsInsideCharacter(text, p)) continue;
    for (const char c : characters_) change().insert(p, 1, c);
    if (!is_whole(p)) continue;
    for (const char c : characters_) {
      if (c != text[p]) change()[p] = c;
    }
  }
}

// Lists collections with one element less, one more, or as many as the distance suggests.
void Neighbourhood::ListSizes(const Statement& statement, double distance,
                              std::vector<Statement>& moves) const {
  const std::size_t step = statement.kind == StatementKind::kDict ? 2 : 1;
  const std::size_t size = statement.operands.size();
  for (std::size_t i = 0; i + step <= std::min(size, kMostOperands); i += step) {
    moves.push_back(statement);
    auto& operands = moves.back().operands;
    const auto first = operands.begin() + static_cast<std::ptrdiff_t>(i);
    operands.erase(first, first + static_cast<std::ptrdiff_t>(step));
  }
  if (statement.kind != StatementKind::kList || size == 0) return;
  const auto resize = [&](double wanted) {
    if (wanted < 0 || wanted > static_cast<double>(kMostOperands)) return;
    const auto count = static_cast<std::size_t>(wanted);
    if (count == size) return;
    moves.push_back(statement);
    moves.back().operands.resize(count, statement.operands.back());
  };
  for (std::size_t i = 0; i < std::min(size, kMostOperands - 1); ++i) {
    moves.push_back(statement);
    auto& operands = moves.back().operands;
    operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(i), statement.operands[i]);
  }
  if (std::isfinite(distance)) {
    resize(static_cast<double>(size) + std::floor(distance));
    resize(static_cast<double>(size) - std::floor(distance));
  }
  for (const double factor : {2.0, 4.0, 0.5})
    resize(std::floor(static_cast<double>(size) * factor));
}

}  // namespace skua::search
