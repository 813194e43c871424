// A Python expression, with how tightly it binds, so that it can stand inside another expression.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace skua::render {

// Python's operators by precedence (its reference, 6.17), loosest first.
enum class Binding : uint8_t {
  kLambda,
  kComparison,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kSign,
  kPower,
  kPrimary,  // names, literals, calls, subscripts, attributes
};

struct Expression {
  std::string text;
  Binding binding = Binding::kPrimary;
};

// The expression as an operand that has to bind at least as tightly as `binding`.
inline std::string Operand(const Expression& expression, Binding binding) {
  return expression.binding < binding ? fmt::format("({})", expression.text) : expression.text;
}

}  // namespace skua::render
