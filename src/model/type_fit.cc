#include "model/type_fit.h"

#include <algorithm>
#include <optional>

namespace skua::model {
namespace {

bool IsLiteral(const Statement& value) { return value.kind <= StatementKind::kDict; }

// Returns whether the value cannot be iterated over and has no items.
bool IsScalar(const Statement& value) { return value.kind < StatementKind::kStr; }

Fit FitsIf(bool is_one) { return is_one ? Fit::kFits : Fit::kContradicts; }

bool IsTheLiteral(const Statement& value, const Value& literal) {
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

// Returns whether values of the type are None, numbers, strings or bytes.
bool IsPrimitive(TypeKind type) { return TypeKind::kNone <= type && type <= TypeKind::kBytes; }

// Judges a value by a primitive type: a number fits the types of all wider numbers.
Fit OfPrimitive(StatementKind value, TypeKind type) {
  // Both enumerations have them in the same order.
  const auto wanted =
      static_cast<StatementKind>(static_cast<int>(type) - static_cast<int>(TypeKind::kNone));
  const bool are_numbers = StatementKind::kBool <= value && wanted <= StatementKind::kComplex;
  return FitsIf(are_numbers ? value <= wanted : value == wanted);
}

// Judges the values of one test.
class TypeJudge {
 public:
  // With `seen`, results of calls are judged, too.
  TypeJudge(const TestCase& test, const Subject& subject, const Observation* seen = nullptr)
      : test_(test), subject_(subject), seen_(seen) {}

  Fit Of(std::size_t variable, TypeIndex index) const {
    const Statement& value = test_.statements[variable];
    const Type& type = subject_.types[index];
    if (type.kind == TypeKind::kUnion) {
      // Lists may be passed for a declared iterator, since most code only iterates over it.
      const bool is_declared_iterator = std::ranges::any_of(
          type.arguments, [&](TypeIndex one) { return IsIterator(subject_.types[one]); });
      if (is_declared_iterator && IsCollection(value.kind)) return Fit::kContradicts;
      Fit best = type.arguments.empty() ? Fit::kUnknown : Fit::kContradicts;
      for (const TypeIndex one : type.arguments) best = std::max(best, Of(variable, one));
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

  Fit OfArgument(std::size_t variable, const Parameter& parameter) const {
    const Statement& value = test_.statements[variable];
    if (parameter.kind == ParameterKind::kVarPositional) {
      return OfAll(value.operands, 0, 1, parameter.type);
    }
    if (parameter.kind == ParameterKind::kVarKeyword) {
      return OfAll(value.operands, 1, 2, parameter.type);
    }
    if (value.kind == StatementKind::kNone && parameter.has_default) return Fit::kUnknown;
    return Of(variable, parameter.type);
  }

 private:
  bool IsIterator(const Type& type) const {
    if (type.kind != TypeKind::kClass) return false;
    const Class& one = subject_.classes[type.class_index];
    return one.module == "collections.abc" && one.name == "Iterator";
  }

  template <typename Operands>
  Fit OfAll(const Operands& operands, std::size_t first, std::size_t step, TypeIndex type) const {
    Fit worst = Fit::kFits;
    for (std::size_t i = first; i < operands.size(); i += step) {
      worst = std::min(worst, Of(operands[i], type));
    }
    return worst;
  }

  Fit OfElements(const Statement& value, const Type& type, std::size_t step = 1) const {
    Fit worst = Fit::kFits;
    for (std::size_t i = 0; i < step; ++i) {
      if (i >= type.arguments.size()) return value.operands.empty() ? Fit::kFits : Fit::kUnknown;
      worst = std::min(worst, OfAll(value.operands, i, step, type.arguments[i]));
    }
    return worst;
  }

  // Returns a literal equal to the observed result of a call; nullopt for collections and objects.
  std::optional<Statement> PlainResult(std::size_t variable) const {
    if (seen_ == nullptr || variable >= seen_->statements.size()) return std::nullopt;
    const Callable& callable = subject_.callables[test_.statements[variable].target];
    if (callable.kind == CallableKind::kConstructor) return std::nullopt;
    const Value& result = seen_->statements[variable].result;
    if (result.kind > ValueKind::kBytes) return std::nullopt;
    Statement literal;
    // Both enumerations have literals in the same order.
    literal.kind = static_cast<StatementKind>(result.kind);
    literal.integer = result.integer;
    literal.text = result.text;
    return literal;
  }

  // Judges the result of a call: its type is only known for objects that the call constructed.
  Fit OfResult(const Statement& call, const Type& type) const {
    const Callable& callable = subject_.callables[call.target];
    const bool makes =
        callable.kind == CallableKind::kConstructor && callable.class_index != kNoIndex;
    const bool is_it = makes && type.kind == TypeKind::kClass &&
                       IsDerivedFrom(subject_, callable.class_index, type.class_index);
    return is_it ? Fit::kFits : Fit::kUnknown;
  }

  static Fit OfCallable(const Statement& value, const Type& type) {
    const bool is_class = value.kind == StatementKind::kClass;
    if (type.kind == TypeKind::kCallable) return Fit::kFits;
    if (IsPrimitive(type.kind)) return Fit::kContradicts;
    return type.kind == TypeKind::kType && is_class ? Fit::kFits : Fit::kUnknown;
  }

  Fit OfLiteral(const Statement& value, const Type& type) const {
    const StatementKind kind = value.kind;
    if (IsPrimitive(type.kind)) return OfPrimitive(kind, type.kind);
    switch (type.kind) {
      case TypeKind::kPathText:
        return FitsIf(kind == StatementKind::kStr);
      case TypeKind::kLiteral:
        return FitsIf(std::ranges::any_of(
            type.literals, [&](const Value& one) { return IsTheLiteral(value, one); }));
      case TypeKind::kClass: {
        // A plain value may implement a protocol or an abstract class (numbers.Number).
        const Class& its = subject_.classes[type.class_index];
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

  Fit OfCollection(const Statement& value, const Type& type) const {
    const StatementKind kind = value.kind;
    if (type.kind < TypeKind::kList || type.kind > TypeKind::kTupleOf) return Fit::kUnknown;
    if (IsScalar(value)) return Fit::kContradicts;
    bool is_same = false;
    switch (type.kind) {
      case TypeKind::kDict:
        return kind == StatementKind::kDict ? OfElements(value, type, 2) : Fit::kContradicts;
      case TypeKind::kTuple:
        return kind == StatementKind::kTuple ? OfPositions(value, type) : Fit::kUnknown;
      case TypeKind::kTupleOf:
        is_same = kind == StatementKind::kTuple;
        break;
      case TypeKind::kList:
        is_same = kind == StatementKind::kList;
        break;
      default:
        is_same = kind == StatementKind::kSet || kind == StatementKind::kFrozenSet;
    }
    return is_same ? OfElements(value, type) : Fit::kUnknown;
  }

  // Judges a tuple whose positions have types of their own.
  Fit OfPositions(const Statement& value, const Type& type) const {
    const std::size_t size = type.arguments.size();
    if (value.operands.size() != size) return Fit::kContradicts;
    return size == 0 ? Fit::kFits : OfElements(value, type, size);
  }

  const TestCase& test_;
  const Subject& subject_;
  const Observation* seen_;
};

}  // namespace

Fit FitOf(const TestCase& test, const Subject& subject, std::size_t value, TypeIndex type) {
  return TypeJudge(test, subject).Of(value, type);
}

Fit FitOfArgument(const TestCase& test, const Subject& subject, std::size_t variable,
                  const Parameter& parameter, const Observation* seen) {
  return TypeJudge(test, subject, seen).OfArgument(variable, parameter);
}

bool IsDerivedFrom(const Subject& subject, ClassIndex index, ClassIndex of) {
  if (index == kNoIndex || of == kNoIndex) return false;
  return index == of ||
         std::ranges::find(subject.classes[index].bases, of) != subject.classes[index].bases.end();
}

}  // namespace skua::model
