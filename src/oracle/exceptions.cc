#include "oracle/exceptions.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "oracle/test_roles.h"

namespace skua::oracle {
namespace {

using model::StatementKind;

// The type of a value as Python's own messages name it: "'int' object has no attribute 'split'".
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
    case StatementKind::kFunction: {
      const model::CallableKind kind = subject.callables[statement.target].kind;
      if (kind == model::CallableKind::kConstructor) return "type";
      return statement.operands.empty() ? "function" : "method";
    }
    case StatementKind::kLambda:
      return "function";
    case StatementKind::kLazy:
      break;
  }
  return "";
}

// Whether `word` stands in `text` as a word of its own: 'int' in "must be str, not int", not in
// "print".
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

// Whether the message names the type of the variable or of something that it holds.
bool IsMentioned(const model::Subject& subject, const model::TestCase& test, uint16_t variable,
                 std::string_view message) {
  const model::Statement& statement = test.statements[variable];
  if (Mentions(message, TypeNameOf(subject, statement))) return true;
  const bool holds =
      statement.kind >= StatementKind::kList && statement.kind <= StatementKind::kDict;
  return holds && std::any_of(statement.operands.begin(), statement.operands.end(),
                              [&](uint16_t v) { return IsMentioned(subject, test, v, message); });
}

bool BlamesAnArgument(const model::Subject& subject, const model::TestCase& test,
                      const model::Statement& call, const model::RaisedException& exception) {
  if (exception.type_name != "builtins:TypeError" &&
      exception.type_name != "builtins:AttributeError") {
    return false;
  }
  const std::size_t receiver = HasReceiver(subject.callables[call.target]) ? 1 : 0;
  return std::any_of(call.operands.begin() + receiver, call.operands.end(), [&](uint16_t operand) {
    return IsMentioned(subject, test, operand, exception.message);
  });
}

// Whether a value, as it stands in a test, is known not to be of the type. Results of calls are not
// judged, nor are types for which a plain value may pass.
bool CannotBe(const model::Subject& subject, const model::Statement& value,
              model::TypeIndex index) {
  const model::Type& type = subject.types[index];
  const StatementKind kind = value.kind;
  if (kind > StatementKind::kDict) return false;
  const bool is_integral = kind == StatementKind::kBool || kind == StatementKind::kInt;
  switch (type.kind) {
    case model::TypeKind::kNone:
      return kind != StatementKind::kNone;
    case model::TypeKind::kBool:
      return kind != StatementKind::kBool;
    case model::TypeKind::kInt:
      return !is_integral;
    case model::TypeKind::kFloat:
      return !is_integral && kind != StatementKind::kFloat;
    case model::TypeKind::kComplex:
      return !is_integral && kind != StatementKind::kFloat && kind != StatementKind::kComplex;
    case model::TypeKind::kStr:
    case model::TypeKind::kPathText:
      return kind != StatementKind::kStr;
    case model::TypeKind::kBytes:
      return kind != StatementKind::kBytes;
    case model::TypeKind::kUnion:
      return std::all_of(type.arguments.begin(), type.arguments.end(),
                         [&](model::TypeIndex i) { return CannotBe(subject, value, i); });
    default:
      return false;
  }
}

// Whether a call, not only the one that raises, is given a value that its parameter's type rules
// out. None passes where there is a default, which is often None whatever the annotation says.
bool ContradictsTypes(const model::Subject& subject, const model::TestCase& test,
                      std::size_t raising) {
  for (std::size_t i = 0; i <= raising; ++i) {
    const model::Statement& call = test.statements[i];
    if (call.kind != StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[call.target];
    const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const model::Parameter& parameter = callable.parameters[call.parameters[a]];
      if (parameter.kind == model::ParameterKind::kVarPositional ||
          parameter.kind == model::ParameterKind::kVarKeyword) {
        continue;
      }
      const model::Statement& value = test.statements[call.operands[receiver + a]];
      if (value.kind == StatementKind::kNone && parameter.has_default) continue;
      if (CannotBe(subject, value, parameter.type)) return true;
    }
  }
  return false;
}

// Types by which Python says that the code itself is wrong, whatever it was given.
bool IsOfProgramming(const model::RaisedException& exception) {
  static constexpr std::array<std::string_view, 8> kTypes = {
      "builtins:UnboundLocalError", "builtins:NameError",    "builtins:RecursionError",
      "builtins:AssertionError",    "builtins:IndexError",   "builtins:KeyError",
      "builtins:ZeroDivisionError", "builtins:StopIteration"};
  if (std::find(kTypes.begin(), kTypes.end(), exception.type_name) != kTypes.end()) return true;
  const bool of_type = exception.type_name == "builtins:AttributeError" ||
                       exception.type_name == "builtins:TypeError";
  return of_type && Mentions(exception.message, "NoneType");
}

// Types by which functions refuse an argument of the right type.
bool IsRefusal(std::string_view type_name) {
  static constexpr std::array<std::string_view, 6> kTypes = {
      "builtins:ValueError",   "builtins:UnicodeDecodeError", "builtins:UnicodeEncodeError",
      "builtins:UnicodeError", "builtins:OverflowError",      "builtins:LookupError"};
  return std::find(kTypes.begin(), kTypes.end(), type_name) != kTypes.end();
}

// Whether a `with` was left by the very exception that the test raised in it.
bool IsRaisedInWith(const model::TestCase& test, const model::Subject& subject, std::size_t raising,
                    const model::RaisedException& exception) {
  if (!LeavesByException(test, subject, raising)) return false;
  const model::Statement& raised = test.statements[test.statements[raising].operands[1]];
  if (raised.kind != StatementKind::kClass) return false;
  const model::Class& expected = subject.classes[raised.target];
  return exception.type_name == expected.module + ":" + expected.qualified_name;
}

// Whether an operator declined its operands (NotImplemented); Python's message then names the
// operator.
bool IsDeclined(const model::Callable& callable, const model::RaisedException& exception) {
  if (callable.kind != model::CallableKind::kOperator ||
      exception.type_name != "builtins:TypeError") {
    return false;
  }
  return exception.message.starts_with("unsupported operand type(s) for ") ||
         exception.message.find("' not supported between instances of '") != std::string::npos;
}

// Whether StopIteration or the like was raised through a coroutine or generator, which cannot let
// it pass: that is no behaviour of the subject.
bool IsStopInWith(const model::TestCase& test, const model::Subject& subject, std::size_t raising,
                  const model::RaisedException& exception) {
  return LeavesByException(test, subject, raising) &&
         exception.type_name == "builtins:RuntimeError" &&
         exception.message.find(" raised Stop") != std::string::npos;
}

// Whether the exception is about files or input. The test decides what these are like; that the
// code lets the exception pass is behaviour.
bool IsOfSurroundings(std::string_view type_name) {
  static constexpr std::array<std::string_view, 5> kTypes = {
      "builtins:FileNotFoundError", "builtins:FileExistsError", "builtins:IsADirectoryError",
      "builtins:NotADirectoryError", "builtins:EOFError"};
  return std::find(kTypes.begin(), kTypes.end(), type_name) != kTypes.end();
}

// Nobody ends the program by mistake; a command line's parser does it on the code's behalf.
bool IsDeliberate(std::string_view type_name) { return type_name == "builtins:SystemExit"; }

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
  if (raising >= test.size() || !RunsSubject(test, subject, raising)) {
    return ExceptionKind::kBoundary;
  }
  const model::Callable& callable = subject.callables[test.statements[raising].target];
  if (IsRaisedInWith(test, subject, raising, exception) || IsDeclined(callable, exception)) {
    return ExceptionKind::kExpected;
  }
  if (exception.at_boundary || IsForeign(exception.type_name) ||
      IsStopInWith(test, subject, raising, exception)) {
    return ExceptionKind::kBoundary;
  }
  if (IsOfSurroundings(exception.type_name)) return ExceptionKind::kExpected;
  if (exception.is_explicit || exception.is_documented || IsDeliberate(exception.type_name)) {
    return ExceptionKind::kExpected;
  }
  return BlamesAnArgument(subject, test, test.statements[raising], exception) ||
                 ContradictsTypes(subject, test, raising)
             ? ExceptionKind::kWrongArgument
             : ExceptionKind::kFinding;
}

FindingRank RankOf(const model::TestCase& test, const model::Subject& subject,
                   const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  const std::size_t raising = seen.statements.size();
  if (BlamesAnArgument(subject, test, test.statements[raising], exception) ||
      ContradictsTypes(subject, test, raising)) {
    return FindingRank::kWrongArgument;
  }
  const bool is_of_library =
      !exception.frames.empty() && exception.frames.back().path != exception.path;
  if (is_of_library || IsRefusal(exception.type_name)) return FindingRank::kPassedOn;
  return IsOfProgramming(exception) ? FindingRank::kInternal : FindingRank::kOther;
}

}  // namespace skua::oracle
