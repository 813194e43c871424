#include "oracle/argument_types.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::oracle {
namespace {

using model::Statement;
using model::StatementKind;
using model::TypeKind;
using model::ValueKind;

// The type of a value as Python's own messages name it: "'int' object has no attribute 'split'".
std::string_view TypeTextOf(const model::Subject& subject, const Statement& statement) {
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
    case StatementKind::kLazy:
      break;
  }
  return "";
}

bool IsCollection(const Statement& value) {
  return value.kind >= StatementKind::kList && value.kind <= StatementKind::kDict;
}

// Whether the message names the type of the variable or of something that it holds.
bool IsMentioned(const model::Subject& subject, const model::TestCase& test, uint16_t variable,
                 std::string_view message) {
  const Statement& statement = test.statements[variable];
  if (Mentions(message, TypeTextOf(subject, statement))) return true;
  return IsCollection(statement) &&
         std::any_of(statement.operands.begin(), statement.operands.end(),
                     [&](uint16_t v) { return IsMentioned(subject, test, v, message); });
}

bool IsLiteral(const Statement& value) { return value.kind <= StatementKind::kDict; }

// A value that cannot be iterated over, and has no items.
bool IsScalar(const Statement& value) { return value.kind < StatementKind::kStr; }

Fit FitsIf(bool is_one) { return is_one ? Fit::kFits : Fit::kContradicts; }

bool IsDerivedFrom(const model::Subject& subject, model::ClassIndex index, model::ClassIndex of) {
  const auto& bases = subject.classes[index].bases;
  return index == of || std::ranges::any_of(bases, [&](model::ClassIndex base) {
           return IsDerivedFrom(subject, base, of);
         });
}

bool IsTheLiteral(const Statement& value, const model::Value& literal) {
  switch (literal.kind) {
    case ValueKind::kNone:
      return value.kind == StatementKind::kNone;
    case ValueKind::kBool:
      return value.kind == StatementKind::kBool && value.integer == literal.integer;
    case ValueKind::kInt:
      return value.kind == StatementKind::kInt && value.integer == literal.integer;
    case ValueKind::kStr:
      return value.kind == StatementKind::kStr && value.text == literal.text;
    case ValueKind::kBytes:
      return value.kind == StatementKind::kBytes && value.text == literal.text;
    default:
      return false;
  }
}

// Judges the values of one test.
class TypeJudge {
 public:
  // With `seen`, what calls gave is judged, too.
  TypeJudge(const model::TestCase& test, const model::Subject& subject,
            const model::Observation* seen = nullptr)
      : test_(test), subject_(subject), seen_(seen) {}

  Fit Of(std::size_t variable, model::TypeIndex index) const {
    const Statement& value = test_.statements[variable];
    const model::Type& type = subject_.types[index];
    if (type.kind == TypeKind::kUnion) {
      // Lists are passed for a declared iterator, since most code only goes through it.
      const bool is_declared_iterator = std::ranges::any_of(
          type.arguments, [&](model::TypeIndex one) { return IsIterator(subject_.types[one]); });
      if (is_declared_iterator && IsCollection(value)) return Fit::kContradicts;
      Fit best = type.arguments.empty() ? Fit::kUnknown : Fit::kContradicts;
      for (const model::TypeIndex one : type.arguments) best = std::max(best, Of(variable, one));
      return best;
    }
    if (value.kind == StatementKind::kCall) {
      const std::optional<Statement> given = PlainResult(variable);
      return given ? OfLiteral(*given, type) : OfResult(value, type);
    }
    if (value.kind == StatementKind::kEnumMember) {
      return type.kind == TypeKind::kEnum ? FitsIf(type.class_index == value.target)
                                          : Fit::kUnknown;
    }
    if (!IsLiteral(value)) return OfCallable(value, type);
    return OfLiteral(value, type);
  }

  Fit OfArgument(std::size_t variable, const model::Parameter& parameter) const {
    const Statement& value = test_.statements[variable];
    if (parameter.kind == model::ParameterKind::kVarPositional) {
      return OfAll(value.operands, 0, 1, parameter.type);
    }
    if (parameter.kind == model::ParameterKind::kVarKeyword) {
      return OfAll(value.operands, 1, 2, parameter.type);
    }
    if (value.kind == StatementKind::kNone && parameter.has_default) return Fit::kUnknown;
    return Of(variable, parameter.type);
  }

 private:
  bool IsIterator(const model::Type& type) const {
    if (type.kind != TypeKind::kClass) return false;
    const model::Class& one = subject_.classes[type.class_index];
    return one.module == "collections.abc" && one.name == "Iterator";
  }

  template <typename Operands>
  Fit OfAll(const Operands& operands, std::size_t first, std::size_t step,
            model::TypeIndex type) const {
    Fit worst = Fit::kFits;
    for (std::size_t i = first; i < operands.size(); i += step) {
      worst = std::min(worst, Of(operands[i], type));
    }
    return worst;
  }

  Fit OfElements(const Statement& value, const model::Type& type, std::size_t step = 1) const {
    Fit worst = Fit::kFits;
    for (std::size_t i = 0; i < step; ++i) {
      if (i >= type.arguments.size()) return value.operands.empty() ? Fit::kFits : Fit::kUnknown;
      worst = std::min(worst, OfAll(value.operands, i, step, type.arguments[i]));
    }
    return worst;
  }

  // The literal that stands for what a call was seen to give, where that is no collection or
  // object.
  std::optional<Statement> PlainResult(std::size_t variable) const {
    if (seen_ == nullptr || variable >= seen_->statements.size()) return std::nullopt;
    const model::Callable& callable = subject_.callables[test_.statements[variable].target];
    if (callable.kind == model::CallableKind::kConstructor) return std::nullopt;
    const model::Value& result = seen_->statements[variable].result;
    if (result.kind > ValueKind::kBytes) return std::nullopt;
    Statement literal;
    literal.kind = static_cast<StatementKind>(result.kind);  // both enumerate literals alike
    literal.integer = result.integer;
    literal.text = result.text;
    return literal;
  }

  // What a call gave: only of objects that it made is known what they are.
  Fit OfResult(const Statement& call, const model::Type& type) const {
    const model::Callable& callable = subject_.callables[call.target];
    const bool makes = callable.kind == model::CallableKind::kConstructor &&
                       callable.class_index != model::kNoIndex;
    const bool is_it = makes && type.kind == TypeKind::kClass &&
                       IsDerivedFrom(subject_, callable.class_index, type.class_index);
    return is_it ? Fit::kFits : Fit::kUnknown;
  }

  static Fit OfCallable(const Statement& value, const model::Type& type) {
    const bool is_class = value.kind == StatementKind::kClass;
    if (type.kind == TypeKind::kCallable) return Fit::kFits;
    if (type.kind >= TypeKind::kNone && type.kind <= TypeKind::kBytes) return Fit::kContradicts;
    return type.kind == TypeKind::kType && is_class ? Fit::kFits : Fit::kUnknown;
  }

  Fit OfLiteral(const Statement& value, const model::Type& type) const {
    const StatementKind kind = value.kind;
    const bool is_integral = kind == StatementKind::kBool || kind == StatementKind::kInt;
    const bool is_real = is_integral || kind == StatementKind::kFloat;
    switch (type.kind) {
      case TypeKind::kNone:
        return FitsIf(kind == StatementKind::kNone);
      case TypeKind::kBool:
        return FitsIf(kind == StatementKind::kBool);
      case TypeKind::kInt:
        return FitsIf(is_integral);
      case TypeKind::kFloat:
        return FitsIf(is_real);
      case TypeKind::kComplex:
        return FitsIf(is_real || kind == StatementKind::kComplex);
      case TypeKind::kStr:
      case TypeKind::kPathText:
        return FitsIf(kind == StatementKind::kStr);
      case TypeKind::kBytes:
        return FitsIf(kind == StatementKind::kBytes);
      case TypeKind::kLiteral:
        return FitsIf(std::ranges::any_of(
            type.literals, [&](const model::Value& one) { return IsTheLiteral(value, one); }));
      case TypeKind::kClass: {
        // What implements a protocol or an abstract class (numbers.Number) may be a plain value.
        const model::Class& its = subject_.classes[type.class_index];
        return its.is_abstract || !its.definition.empty() ? Fit::kUnknown : Fit::kContradicts;
      }
      case TypeKind::kEnum:
      case TypeKind::kType:
      case TypeKind::kCallable:
        return Fit::kContradicts;
      case TypeKind::kTypedDict:
        return kind == StatementKind::kDict ? Fit::kUnknown : Fit::kContradicts;
      default:
        return OfCollection(value, type);
    }
  }

  Fit OfCollection(const Statement& value, const model::Type& type) const {
    const StatementKind kind = value.kind;
    if (type.kind < TypeKind::kList || type.kind > TypeKind::kTupleOf) return Fit::kUnknown;
    if (IsScalar(value)) return Fit::kContradicts;
    switch (type.kind) {
      case TypeKind::kList:
        return kind == StatementKind::kList ? OfElements(value, type) : Fit::kUnknown;
      case TypeKind::kSet:
      case TypeKind::kFrozenSet:
        return kind == StatementKind::kSet || kind == StatementKind::kFrozenSet
                   ? OfElements(value, type)
                   : Fit::kUnknown;
      case TypeKind::kDict:
        return kind == StatementKind::kDict ? OfElements(value, type, 2) : Fit::kContradicts;
      case TypeKind::kTuple:
        return kind != StatementKind::kTuple                    ? Fit::kUnknown
               : value.operands.size() != type.arguments.size() ? Fit::kContradicts
               : type.arguments.empty()                         ? Fit::kFits
                                        : OfElements(value, type, type.arguments.size());
      case TypeKind::kTupleOf:
        return kind == StatementKind::kTuple ? OfElements(value, type) : Fit::kUnknown;
      default:
        return Fit::kUnknown;
    }
  }

  const model::TestCase& test_;
  const model::Subject& subject_;
  const model::Observation* seen_;
};

// Calls `see(callable, variable, parameter)` for each argument of the test's calls up to and with
// `last`.
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
  if (!IsCollection(test.statements[variable])) return;
  for (const model::VariableIndex element : test.statements[variable].operands) {
    Mark(test, element, marked);
  }
}

// For each variable whether the parameters for which it is passed are all declared to be of its
// type. Whoever passes it does as the code says.
std::vector<bool> AreAsDeclared(const model::TestCase& test, const model::Subject& subject,
                                std::size_t last, const model::Observation& seen) {
  const TypeJudge judge(test, subject, &seen);
  std::vector<bool> fits(test.size()), others(test.size());
  ForEachArgument(test, subject, last, [&](const auto&, std::size_t variable, const auto& to) {
    Mark(test, variable, judge.OfArgument(variable, to) == Fit::kFits ? fits : others);
  });
  for (std::size_t i = 0; i < fits.size(); ++i) fits[i] = fits[i] && !others[i];
  return fits;
}

// Python's words for a call that does not fit a signature: "f() missing 1 required …".
bool IsOfSignature(std::string_view message) {
  static constexpr std::array<std::string_view, 4> kWords = {
      "() missing ", "() takes ", "() got an unexpected keyword argument",
      "() got multiple values for "};
  return std::ranges::any_of(
      kWords, [&](auto words) { return message.find(words) != std::string_view::npos; });
}

// Whether the callable takes any number of arguments, and so hands on what it cannot judge.
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

Fit FitOf(const model::TestCase& test, const model::Subject& subject, std::size_t value,
          model::TypeIndex type) {
  return TypeJudge(test, subject).Of(value, type);
}

Fit FitOfArguments(const model::TestCase& test, const model::Subject& subject, std::size_t last,
                   const model::Observation* seen) {
  const TypeJudge judge(test, subject, seen);
  Fit worst = Fit::kFits;
  ForEachArgument(test, subject, last,
                  [&](const auto& callable, std::size_t variable, const auto& parameter) {
                    Fit fit = judge.OfArgument(variable, parameter);
                    // What is not under test accepted what it was given, but may hand on what
                    // contradicts it.
                    if (!callable.in_subject) {
                      fit = fit == Fit::kContradicts ? Fit::kUnknown : Fit::kFits;
                    }
                    worst = std::min(worst, fit);
                  });
  return worst;
}

bool PassesUndeclaredObject(const model::TestCase& test, const model::Subject& subject,
                            std::size_t last) {
  const TypeJudge judge(test, subject);
  bool passes = false;
  ForEachArgument(
      test, subject, last, [&](const auto& callable, std::size_t variable, const auto& parameter) {
        const Statement& value = test.statements[variable];
        const bool makes =
            value.kind == StatementKind::kCall &&
            subject.callables[value.target].kind == model::CallableKind::kConstructor;
        const bool is_object = makes || value.kind > StatementKind::kCall ||
                               value.kind == StatementKind::kEnumMember ||
                               value.kind == StatementKind::kClass;
        passes |=
            callable.in_subject && is_object && judge.OfArgument(variable, parameter) != Fit::kFits;
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
  // An object of the receiver's own class is none that should not have been passed.
  const std::string_view own =
      receiver == 1 ? TypeTextOf(subject, test.statements[call.operands[0]]) : "";
  for (std::size_t i = 0; i < raising; ++i) {
    const std::string_view name = TypeTextOf(subject, test.statements[i]);
    if (!feeds[i] || declared[i]) continue;
    if (name != own && Mentions(exception.message, name)) return true;
    // The code made an object of a class or function that it was given.
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
