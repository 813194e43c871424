#include "oracle/exceptions.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace skua::oracle {
namespace {

using model::StatementKind;

// How Python's own messages name the type of a value: "'int' object has no attribute 'split'".
std::string_view TypeNameOf(const model::Subject& subject, const model::Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kNone:
      return "NoneType";
    case StatementKind::kBool:
      return "bool";
    case StatementKind::kInt:
      return "int";
    case StatementKind::kFloat:
      return "float";
    case StatementKind::kComplex:
      return "complex";
    case StatementKind::kStr:
      return "str";
    case StatementKind::kBytes:
      return "bytes";
    case StatementKind::kList:
      return "list";
    case StatementKind::kTuple:
      return "tuple";
    case StatementKind::kSet:
      return "set";
    case StatementKind::kFrozenSet:
      return "frozenset";
    case StatementKind::kDict:
      return "dict";
    case StatementKind::kEnumMember:
      return subject.classes[statement.target].name;
    case StatementKind::kClass:
      return "type";
    case StatementKind::kCall: {
      const model::Callable& callable = subject.callables[statement.target];
      return callable.kind == model::CallableKind::kConstructor ? callable.name : "";
    }
    case StatementKind::kFunction:
    case StatementKind::kLambda:
      return "function";
    case StatementKind::kLazy:
      break;
  }
  return "";
}

// Whether `word` stands in `text` on its own: 'int' in "must be str, not int", not in "print".
bool Mentions(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const auto end = at + word.size();
    if (begins && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool BlamesAnArgument(const model::Subject& subject, const model::TestCase& test,
                      const model::Statement& call, const model::RaisedException& exception) {
  if (exception.type_name != "builtins:TypeError" &&
      exception.type_name != "builtins:AttributeError") {
    return false;
  }
  const std::size_t receiver = HasReceiver(subject.callables[call.target]) ? 1 : 0;
  return std::any_of(call.operands.begin() + receiver, call.operands.end(), [&](uint16_t operand) {
    return Mentions(exception.message, TypeNameOf(subject, test.statements[operand]));
  });
}

// Exceptions that speak to the interpreter or to the test runner, not about the subject.
bool IsForeign(std::string_view type_name) {
  static constexpr std::array<std::string_view, 4> kForeign = {
      "builtins:KeyboardInterrupt", "builtins:GeneratorExit", "builtins:MemoryError",
      "asyncio.exceptions:CancelledError"};
  return std::find(kForeign.begin(), kForeign.end(), type_name) != kForeign.end() ||
         type_name.starts_with("_pytest.");
}

}  // namespace

ExceptionKind Classify(const model::TestCase& test, const model::Subject& subject,
                       const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  const std::size_t raising = seen.statements.size();
  if (raising >= test.size() || test.statements[raising].kind != StatementKind::kCall ||
      !subject.callables[test.statements[raising].target].in_subject || exception.at_boundary ||
      IsForeign(exception.type_name)) {
    return ExceptionKind::kBoundary;
  }
  if (exception.is_explicit || exception.is_documented) return ExceptionKind::kExpected;
  return BlamesAnArgument(subject, test, test.statements[raising], exception)
             ? ExceptionKind::kWrongArgument
             : ExceptionKind::kFinding;
}

}  // namespace skua::oracle
