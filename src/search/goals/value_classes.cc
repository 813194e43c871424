#include "search/goals/value_classes.h"

#include <initializer_list>

namespace skua::search {
namespace {

using model::TypeKind;
using model::ValueClass;
using model::ValueKind;

ValueClasses Of(std::initializer_list<ValueClass> classes) {
  ValueClasses set;
  for (const ValueClass one : classes) set.set(static_cast<std::size_t>(one));
  return set;
}

const ValueClasses kNumbers = Of({ValueClass::kNegative, ValueClass::kZero, ValueClass::kPositive});
const ValueClasses kTruths = Of({ValueClass::kFalse, ValueClass::kTrue});
const ValueClasses kLengths = Of({ValueClass::kEmpty, ValueClass::kFilled});

ValueClasses ClassOfLiteral(const model::Value& literal) {
  switch (literal.kind) {
    case ValueKind::kNone:
      return Of({ValueClass::kNone});
    case ValueKind::kBool:
      return Of({literal.integer != 0 ? ValueClass::kTrue : ValueClass::kFalse});
    case ValueKind::kInt:
      if (!literal.text.empty()) {
        return Of({literal.text[0] == '-' ? ValueClass::kNegative : ValueClass::kPositive});
      }
      if (literal.integer == 0) return Of({ValueClass::kZero});
      return Of({literal.integer < 0 ? ValueClass::kNegative : ValueClass::kPositive});
    case ValueKind::kStr:
    case ValueKind::kBytes:
      return Of({literal.text.empty() ? ValueClass::kEmpty : ValueClass::kFilled});
    default:
      return {};
  }
}

ValueClasses ClassesOfKind(TypeKind kind) {
  switch (kind) {
    case TypeKind::kAny:
    case TypeKind::kUnsupported:
      return Of({ValueClass::kNone}) | kNumbers | kTruths | kLengths;
    case TypeKind::kNone:
      return Of({ValueClass::kNone});
    case TypeKind::kBool:
      return kTruths;
    case TypeKind::kInt:
      return kNumbers;
    case TypeKind::kFloat:
      return kNumbers | Of({ValueClass::kNaN});
    case TypeKind::kStr:
    case TypeKind::kBytes:
    case TypeKind::kPathText:
    case TypeKind::kList:
    case TypeKind::kSet:
    case TypeKind::kFrozenSet:
    case TypeKind::kDict:
    case TypeKind::kTupleOf:
      return kLengths;
    default:
      return {};
  }
}

}  // namespace

ValueClasses ClassesOf(const model::Subject& subject, model::TypeIndex index) {
  const model::Type& type = subject.types[index];
  ValueClasses classes;
  switch (type.kind) {
    case TypeKind::kTuple:
      return Of({type.arguments.empty() ? ValueClass::kEmpty : ValueClass::kFilled});
    case TypeKind::kTypedDict:
      return type.required_names > 0 ? Of({ValueClass::kFilled}) : kLengths;
    case TypeKind::kUnion:
      for (const model::TypeIndex alternative : type.arguments) {
        classes |= ClassesOf(subject, alternative);
      }
      return classes;
    case TypeKind::kLiteral:
      for (const model::Value& literal : type.literals) classes |= ClassOfLiteral(literal);
      return classes;
    default:
      return ClassesOfKind(type.kind);
  }
}

bool IsTested(const model::Callable& callable) {
  return callable.in_subject && !callable.is_protected &&
         callable.kind != model::CallableKind::kEnvironment &&
         callable.code_object != model::kNoIndex;
}

}  // namespace skua::search
