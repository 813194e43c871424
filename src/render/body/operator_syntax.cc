#include "render/body/operator_syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "render/python/naming.h"
#include "render/python/python_text.h"

namespace skua::render {
namespace {

using Form = OperatorForm;

struct SyntaxRow {
  std::string_view method;  // without underscores
  OperatorSyntax syntax;
};

constexpr SyntaxRow kRows[] = {
    {"neg", {Form::kPrefix, "-", Binding::kSign}},
    {"pos", {Form::kPrefix, "+", Binding::kSign}},
    {"invert", {Form::kPrefix, "~", Binding::kSign}},
    {"eq", {Form::kBinary, "==", Binding::kComparison}},
    {"ne", {Form::kBinary, "!=", Binding::kComparison}},
    {"lt", {Form::kBinary, "<", Binding::kComparison}},
    {"le", {Form::kBinary, "<=", Binding::kComparison}},
    {"gt", {Form::kBinary, ">", Binding::kComparison}},
    {"ge", {Form::kBinary, ">=", Binding::kComparison}},
    {"contains", {Form::kContains, "in", Binding::kComparison}},
    {"getitem", {Form::kGetItem, ""}},
    {"missing", {Form::kGetItem, ""}},
    {"setitem", {Form::kSetItem, ""}},
    {"delitem", {Form::kDeleteItem, ""}},
    {"call", {Form::kCall, ""}},
    {"enter", {Form::kEnter, ""}},
    {"exit", {Form::kExit, ""}},
    {"aenter", {Form::kAsyncEnter, ""}},
    {"aexit", {Form::kAsyncExit, ""}},
    {"await", {Form::kAwait, ""}},
    {"abs", {Form::kFunction, "abs"}},
    {"aiter", {Form::kFunction, "aiter"}},
    {"anext", {Form::kFunction, "anext"}},
    {"bool", {Form::kFunction, "bool"}},
    {"bytes", {Form::kFunction, "bytes"}},
    {"complex", {Form::kFunction, "complex"}},
    {"dir", {Form::kFunction, "dir"}},
    {"divmod", {Form::kFunction, "divmod"}},
    {"rdivmod", {Form::kReflectedFunction, "divmod"}},
    {"float", {Form::kFunction, "float"}},
    {"format", {Form::kFunction, "format"}},
    {"getattr", {Form::kAttribute, "getattr"}},
    {"hash", {Form::kFunction, "hash"}},
    {"int", {Form::kFunction, "int"}},
    {"iter", {Form::kFunction, "iter"}},
    {"len", {Form::kFunction, "len"}},
    {"next", {Form::kFunction, "next"}},
    {"repr", {Form::kFunction, "repr"}},
    {"reversed", {Form::kFunction, "reversed"}},
    {"round", {Form::kFunction, "round"}},
    {"str", {Form::kFunction, "str"}},
    {"ceil", {Form::kFunction, "math:ceil"}},
    {"floor", {Form::kFunction, "math:floor"}},
    {"trunc", {Form::kFunction, "math:trunc"}},
    {"fspath", {Form::kFunction, "os:fspath"}},
    {"index", {Form::kFunction, "operator:index"}},
    {"length_hint", {Form::kFunction, "operator:length_hint"}},
};

struct Arithmetic {
  std::string_view name;  // "add": __add__ and __radd__
  std::string_view symbol;
  Binding binding;
  std::string_view in_place;  // the function that returns the new `a` of `a += b`
};

constexpr Arithmetic kArithmetic[] = {
    {"add", "+", Binding::kSum, "operator:iadd"},
    {"sub", "-", Binding::kSum, "operator:isub"},
    {"mul", "*", Binding::kProduct, "operator:imul"},
    {"matmul", "@", Binding::kProduct, "operator:imatmul"},
    {"truediv", "/", Binding::kProduct, "operator:itruediv"},
    {"floordiv", "//", Binding::kProduct, "operator:ifloordiv"},
    {"mod", "%", Binding::kProduct, "operator:imod"},
    {"pow", "**", Binding::kPower, "operator:ipow"},
    {"lshift", "<<", Binding::kShift, "operator:ilshift"},
    {"rshift", ">>", Binding::kShift, "operator:irshift"},
    {"and", "&", Binding::kBitAnd, "operator:iand"},
    {"xor", "^", Binding::kBitXor, "operator:ixor"},
    {"or", "|", Binding::kBitOr, "operator:ior"},
};

OperatorSyntax ArithmeticSyntax(std::string_view name) {
  for (const Arithmetic& row : kArithmetic) {
    if (name == row.name) return {Form::kBinary, row.symbol, row.binding};
    if (name == row.in_place.substr(row.in_place.find(':') + 1)) {
      return {Form::kFunction, row.in_place};
    }
    if (name[0] == 'r' && name.substr(1) == row.name) {
      return {Form::kReflected, row.symbol, row.binding};
    }
  }
  return {};
}

// Returns whether black writes `**` without spaces beside the operand: for names and numbers.
bool IsHugged(const Expression& operand) {
  std::string_view text = operand.text;
  if (operand.binding == Binding::kSign) text.remove_prefix(1);
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80;
  });
}

// Writes `left symbol right`. Python groups from the left, but powers from the right.
std::string BinaryText(const OperatorSyntax& syntax, const Expression& left,
                       const Expression& right) {
  const auto tighter = static_cast<Binding>(static_cast<int>(syntax.binding) + 1);
  if (syntax.symbol == "**") {
    const bool hugged = left.binding == Binding::kPrimary && IsHugged(left) && IsHugged(right);
    return fmt::format(fmt::runtime(hugged ? "{}**{}" : "{} ** {}"),
                       Operand(left, Binding::kPrimary), Operand(right, Binding::kSign));
  }
  // Puts a comparison as the left operand of a comparison in parentheses: Python would chain the
  // two.
  const Binding of_left = syntax.binding == Binding::kComparison ? tighter : syntax.binding;
  return fmt::format("{} {} {}", Operand(left, of_left), syntax.symbol, Operand(right, tighter));
}

std::string FunctionText(std::string_view function, const std::vector<std::string>& arguments,
                         Imports& imports) {
  const bool imported = function.find(':') != std::string_view::npos;
  return fmt::format("{}({})", imported ? imports.Reach(function) : std::string(function),
                     fmt::join(arguments, ", "));
}

// Returns the text between the brackets: "1:8" for "slice(1, 8)" if its parts are names and
// numbers.
std::string IndexText(std::string_view text) {
  constexpr std::string_view kSlice = "slice(";
  if (!text.starts_with(kSlice)) return std::string(text);
  const std::vector<Span> parts = ItemsOf(text, kSlice.size() - 1);
  if (parts.empty() || parts.back().end + 1 != text.size()) return std::string(text);
  std::vector<std::string_view> bounds;
  for (const Span& part : parts) {
    std::string_view bound = text.substr(part.begin, part.end - part.begin);
    const std::string_view name = bound.starts_with('-') ? bound.substr(1) : bound;
    if (!IsHugged({std::string(name)})) return std::string(text);
    bounds.push_back(bound == "None" ? std::string_view() : bound);
  }
  if (bounds.size() == 1) bounds.insert(bounds.begin(), "");  // the only bound is the end
  if (bounds.size() == 3 && bounds.back().empty()) bounds.pop_back();
  return fmt::format("{}", fmt::join(bounds, ":"));
}

}  // namespace

OperatorSyntax SyntaxOf(std::string_view method, std::size_t arguments) {
  if (method.size() < 5 || !method.starts_with("__") || !method.ends_with("__")) return {};
  const std::string_view name = method.substr(2, method.size() - 4);
  if (name == "pow" && arguments == 2) return {Form::kFunction, "pow", Binding::kPrimary};
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const SyntaxRow& r) { return r.method == name; });
  const OperatorSyntax syntax = row == std::end(kRows) ? ArithmeticSyntax(name) : row->syntax;
  const auto needs = [&]() -> std::size_t {
    switch (syntax.form) {
      case Form::kPrefix:
      case Form::kEnter:
      case Form::kAsyncEnter:
      case Form::kAwait:
        return 0;
      case Form::kSetItem:
        return 2;
      case Form::kFunction:
      case Form::kCall:
      case Form::kMethod:
        return arguments;
      default:
        return 1;
    }
  };
  // The syntax has no place for optional arguments.
  if (needs() != arguments) return {};
  return syntax;
}

bool IsStatement(OperatorForm form) { return form == Form::kSetItem || form == Form::kDeleteItem; }

bool IsWith(OperatorForm form) { return form >= Form::kEnter && form <= Form::kAsyncExit; }

Expression OperatorText(const OperatorSyntax& syntax, const Expression& receiver,
                        const std::vector<Expression>& arguments, Imports& imports) {
  const std::string primary = Operand(receiver, Binding::kPrimary);
  switch (syntax.form) {
    case Form::kPrefix:
      return {fmt::format("{}{}", syntax.symbol, Operand(receiver, Binding::kSign)),
              syntax.binding};
    case Form::kBinary:
      return {BinaryText(syntax, receiver, arguments[0]), syntax.binding};
    case Form::kReflected:
    case Form::kContains:
      return {BinaryText(syntax, arguments[0], receiver), syntax.binding};
    case Form::kFunction: {
      std::vector<std::string> texts = {receiver.text};
      for (const Expression& argument : arguments) texts.push_back(argument.text);
      return {FunctionText(syntax.symbol, texts, imports)};
    }
    case Form::kAttribute: {
      const std::string& name = arguments[0].text;
      const bool quoted = name.size() > 2 && name.front() == '"' && name.back() == '"';
      if (quoted && IsIdentifier(name.substr(1, name.size() - 2)) && !name.starts_with("\"__")) {
        return {fmt::format("{}.{}", primary, name.substr(1, name.size() - 2))};
      }
      return {FunctionText(syntax.symbol, {receiver.text, name}, imports)};
    }
    case Form::kReflectedFunction:
      return {FunctionText(syntax.symbol, {arguments[0].text, receiver.text}, imports)};
    case Form::kGetItem:
      return {fmt::format("{}[{}]", primary, IndexText(arguments[0].text))};
    case Form::kSetItem:
      return {fmt::format("{}[{}] = {}", primary, IndexText(arguments[0].text), arguments[1].text),
              Binding::kLambda};
    case Form::kDeleteItem:
      return {fmt::format("del {}[{}]", primary, IndexText(arguments[0].text)), Binding::kLambda};
    case Form::kAwait:
      return {fmt::format("await {}", primary), Binding::kPrimary};
    default:
      return {};
  }
}

}  // namespace skua::render
