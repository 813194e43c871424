#include "oracle/findings/argument_types.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace skua::oracle {
namespace {

using model::FitOfArgument;
using model::IsCollection;
using model::Statement;
using model::StatementKind;

// Returns the type of a value as Python's messages name it: "'int' object has no attribute
// 'split'".
std::string_view TypeTextOf(const model::Subject& subject, const Statement& statement) {
  static constexpr std::array<std::string_view, 12> kTypes = {
      // by StatementKind
      "NoneType", "bool", "int",   "float", "complex",   "str",
      "bytes",    "list", "tuple", "set",   "frozenset", "dict"};
  if (statement.kind <= StatementKind::kDict)
    return kTypes[static_cast<std::size_t>(statement.kind)];
  switch (statement.kind) {
    case StatementKind::kEnumMember:
      return subject.classes[statement.target].name;
    case StatementKind::kClass:
      return "type";
    case StatementKind::kCall: {
      const model::Callable& callable = subject.callables[statement.target];
      const bool makes = callable.kind == model::CallableKind::kConstructor;
      return makes ? std::string_view(callable.name) : "";
    }
    case StatementKind::kFunction: {
      const model::CallableKind kind = subject.callables[statement.target].kind;
      if (kind == model::CallableKind::kConstructor) return "type";
      return statement.operands.empty() ? "function" : "method";
    }
    case StatementKind::kLambda:
      return "function";
    default:
      return "";
  }
}

// Returns whether the message names the type of the variable or of one of its elements.
bool IsMentioned(const model::Subject& subject, const model::TestCase& test, uint16_t variable,
                 std::string_view message) {
  const Statement& statement = test.statements[variable];
  if (Mentions(message, TypeTextOf(subject, statement))) return true;
  return IsCollection(statement.kind) &&
         std::any_of(statement.operands.begin(), statement.operands.end(),
                     [&](uint16_t v) { return IsMentioned(subject, test, v, message); });
}

// Calls `see(callable, variable, parameter)` for each argument of the test's calls up to and
// including `last`.
template <typename See>
void ForEachArgument(const model::TestCase& test, const model::Subject& subject, std::size_t last,
                     See see) {
  for (std::size_t i = 0; i <= last; ++i) {
    const Statement& call = test.statements[i];
    if (call.kind != StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[call.target];
    const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      see(callable, call.operands[receiver + a], callable.parameters[call.parameters[a]]);
    }
  }
}

// Marks the variable, and the elements of a literal collection.
void Mark(const model::TestCase& test, std::size_t variable, std::vector<bool>& marked) {
  marked[variable] = true;
  if (!IsCollection(test.statements[variable].kind)) return;
  for (const model::VariableIndex element : test.statements[variable].operands) {
    Mark(test, element, marked);
  }
}

// Returns for each variable whether all parameters for which it is passed are declared with its
// type, so that it cannot be blamed.
std::vector<bool> AreAsDeclared(const model::TestCase& test, const model::Subject& subject,
                                std::size_t last, const model::Observation& seen) {
  std::vector<bool> fits(test.size()), others(test.size());
  ForEachArgument(test, subject, last, [&](const auto&, std::size_t variable, const auto& to) {
    Mark(test, variable,
         FitOfArgument(test, subject, variable, to, &seen) == Fit::kFits ? fits : others);
  });
  for (std::size_t i = 0; i < fits.size(); ++i) fits[i] = fits[i] && !others[i];
  return fits;
}

// Returns whether the message is Python's for a call that does not fit a signature: "f() missing 1
// required …".
bool IsOfSignature(std::string_view message) {
  static constexpr std::array<std::string_view, 4> kWords = {
      "() missing ", "() takes ", "() got an unexpected keyword argument",
      "() got multiple values for "};
  return std::ranges::any_of(
      kWords, [&](auto words) { return message.find(words) != std::string_view::npos; });
}

// Returns whether the callable takes any number of arguments, which it forwards without a check.
bool TakesWhatever(const model::Callable& callable) {
  return std::ranges::any_of(callable.parameters, [](const model::Parameter& one) {
    return one.kind == model::ParameterKind::kVarPositional ||
           one.kind == model::ParameterKind::kVarKeyword;
  });
}

std::string_view NameOfPassed(const model::Subject& subject, const Statement& value) {
  if (value.kind == StatementKind::kFunction) return subject.callables[value.target].name;
  if (value.kind == StatementKind::kClass) return subject.classes[value.target].name;
  return "";
}

}  // namespace

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

std::vector<bool> FeedingInto(const model::TestCase& test, std::size_t last) {
  std::vector<bool> feeds(test.size());
  feeds[last] = true;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (!feeds[i]) continue;
    for (const model::VariableIndex operand : test.statements[i].operands) feeds[operand] = true;
  }
  return feeds;
}

Fit FitOfArguments(const model::TestCase& test, const model::Subject& subject, std::size_t last,
                   const model::Observation* seen) {
  Fit worst = Fit::kFits;
  ForEachArgument(test, subject, last,
                  [&](const auto& callable, std::size_t variable, const auto& parameter) {
                    Fit fit = FitOfArgument(test, subject, variable, parameter, seen);
                    // A library's function accepted its arguments, but may pass them on to code
                    // that rejects them.
                    if (!callable.in_subject) {
                      fit = fit == Fit::kContradicts ? Fit::kUnknown : Fit::kFits;
                    }
                    worst = std::min(worst, fit);
                  });
  return worst;
}

bool PassesUndeclaredObject(const model::TestCase& test, const model::Subject& subject,
                            std::size_t last) {
  bool passes = false;
  ForEachArgument(test, subject, last,
                  [&](const auto& callable, std::size_t variable, const auto& parameter) {
                    const Statement& value = test.statements[variable];
                    const bool makes =
                        value.kind == StatementKind::kCall &&
                        subject.callables[value.target].kind == model::CallableKind::kConstructor;
                    const bool is_object = makes || value.kind > StatementKind::kCall ||
                                           value.kind == StatementKind::kEnumMember ||
                                           value.kind == StatementKind::kClass;
                    passes |= callable.in_subject && is_object &&
                              FitOfArgument(test, subject, variable, parameter) != Fit::kFits;
                  });
  return passes;
}

bool BlamesAValue(const model::TestCase& test, const model::Subject& subject,
                  const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  const std::size_t raising = seen.statements.size();
  if (exception.type_name != "builtins:TypeError" &&
      exception.type_name != "builtins:AttributeError") {
    return false;
  }
  const Statement& call = test.statements[raising];
  const std::size_t receiver = HasReceiver(subject.callables[call.target]) ? 1 : 0;
  const std::vector<bool> declared = AreAsDeclared(test, subject, raising, seen);
  if (std::any_of(call.operands.begin() + receiver, call.operands.end(), [&](uint16_t operand) {
        return !declared[operand] && IsMentioned(subject, test, operand, exception.message);
      })) {
    return true;
  }
  const std::vector<bool> feeds = FeedingInto(test, raising);
  // An object of the receiver's own class is never a wrong argument.
  const std::string_view own =
      receiver == 1 ? TypeTextOf(subject, test.statements[call.operands[0]]) : "";
  for (std::size_t i = 0; i < raising; ++i) {
    const std::string_view name = TypeTextOf(subject, test.statements[i]);
    if (!feeds[i] || declared[i]) continue;
    if (name != own && Mentions(exception.message, name)) return true;
    // The code constructed an object of a class, or called a function, that the test passed.
    if (Mentions(exception.message, NameOfPassed(subject, test.statements[i]))) return true;
  }
  return false;
}

bool BlamesASignature(const model::TestCase& test, const model::Subject& subject,
                      const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  if (exception.type_name != "builtins:TypeError" || !IsOfSignature(exception.message)) {
    return false;
  }
  const std::size_t raising = seen.statements.size();
  const std::vector<bool> feeds = FeedingInto(test, raising);
  const std::string_view line =
      exception.frames.empty() ? "" : std::string_view(exception.frames.back().text);
  const bool unpacks = line.empty() || line.find('*') != std::string_view::npos;
  for (std::size_t i = 0; i <= raising; ++i) {
    if (!feeds[i]) continue;
    const Statement& value = test.statements[i];
    const bool hands_on = unpacks && value.kind == StatementKind::kCall &&
                          TakesWhatever(subject.callables[value.target]);
    if (hands_on || value.kind == StatementKind::kLambda ||
        Mentions(exception.message, NameOfPassed(subject, value))) {
      return true;
    }
  }
  return false;
}

}  // namespace skua::oracle
