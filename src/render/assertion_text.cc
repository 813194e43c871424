#include "render/assertion_text.h"

#include <fmt/format.h>

#include "render/value_text.h"

namespace skua::render {

using model::AssertionKind;
using model::ValueKind;

std::optional<std::string> AssertionText(const model::Assertion& assertion, const Expression& value,
                                         Imports& imports) {
  Expression left = value;
  if (!assertion.attribute.empty()) {
    left = {Operand(value, Binding::kPrimary) + "." + assertion.attribute};
  }
  switch (assertion.kind) {
    case AssertionKind::kIsInstance:
      return fmt::format("assert isinstance({}, {})", left.text,
                         imports.Reach(assertion.expected.type_name));
    case AssertionKind::kLength:
      return fmt::format("assert len({}) == {}", left.text, assertion.expected.integer);
    case AssertionKind::kText:
    case AssertionKind::kGlobal:
    case AssertionKind::kOutput:
    case AssertionKind::kErrorOutput:
    case AssertionKind::kLog:
    case AssertionKind::kFile:
      return std::nullopt;
    case AssertionKind::kEquals:
      break;
  }
  const ValueKind kind = assertion.expected.kind;
  // A comparison that holds says so itself.
  if (kind == ValueKind::kBool && assertion.expected.integer != 0 &&
      left.binding == Binding::kComparison) {
    return "assert " + left.text;
  }
  const auto expected = ExpectedText(assertion.expected, imports);
  if (!expected) return std::nullopt;
  const bool by_identity =
      kind == ValueKind::kNone || kind == ValueKind::kBool || kind == ValueKind::kType;
  return fmt::format("assert {} {} {}", Operand(left, Binding::kBitOr),
                     by_identity ? "is" : "==", *expected);
}

}  // namespace skua::render
