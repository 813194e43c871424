// A Python expression with its precedence, for use inside another expression.
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

// Returns the expression as an operand, in parentheses unless it binds at least as tightly as
// `binding`.
inline std::string Operand(const Expression& expression, Binding binding) {
  return expression.binding < binding ? fmt::format("({})", expression.text) : expression.text;
}

}  // namespace skua::render
