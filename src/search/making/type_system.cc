#include "search/making/type_system.h"

#include <algorithm>
#include <array>

#include "model/named_objects.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;
using model::kNoIndex;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Type;
using model::TypeIndex;
using model::TypeKind;
using model::VariableIndex;

namespace {

// The types of values by StatementKind; ValueKind has the same order for literals.
constexpr std::array kTypeKinds = {
    TypeKind::kNone,     TypeKind::kBool,     TypeKind::kInt,       TypeKind::kFloat,
    TypeKind::kComplex,  TypeKind::kStr,      TypeKind::kBytes,     TypeKind::kList,
    TypeKind::kTuple,    TypeKind::kSet,      TypeKind::kFrozenSet, TypeKind::kDict,
    TypeKind::kEnum,     TypeKind::kType,     TypeKind::kAny,  // kCall
    TypeKind::kCallable, TypeKind::kCallable, TypeKind::kAny,  // kLazy
};
static_assert(kTypeKinds.size() == static_cast<std::size_t>(StatementKind::kLazy) + 1);

TypeKind KindOf(StatementKind kind) { return kTypeKinds[static_cast<std::size_t>(kind)]; }

// Returns whether the type is a builtin collection.
bool IsCollection(TypeKind kind) { return TypeKind::kList <= kind && kind <= TypeKind::kTupleOf; }

// Returns whether values of the type have a class, or are a class or a function.
bool IsOfClass(TypeKind kind) { return TypeKind::kClass <= kind && kind <= TypeKind::kCallable; }

// The weight of an alternative that another one makes precise, which has 1.
constexpr double kVague = 0.4;

// Python's numeric tower, as annotations mean it: an int can be passed for a float.
bool NumberWillDo(TypeKind have, TypeKind want) {
  return (want == TypeKind::kFloat && have == TypeKind::kInt) ||
         (want == TypeKind::kComplex && (have == TypeKind::kInt || have == TypeKind::kFloat));
}

}  // namespace

TypeSystem::TypeSystem(const model::Subject& subject)
    : subject_(&subject),
      entered_(FindEnteredParts(subject)),
      parameter_types_(subject),
      class_count_(subject.classes.size()),
      is_subclass_(class_count_ * class_count_, false),
      generators_(class_count_),
      members_(class_count_),
      named_(class_count_),
      is_callable_(class_count_, false),
      learned_results_(subject.callables.size(), kNoIndex),
      plain_types_(static_cast<std::size_t>(TypeKind::kUnsupported) + 1, 0) {
  CollectBases();
  for (ClassIndex c = 0; c < class_count_; ++c) {
    if (!model::HoldsNamedObjects(subject.classes[c])) continue;
    for (ClassIndex base = 0; base < class_count_; ++base) {
      if (base != c && IsSubclass(c, base)) named_[base].push_back(c);
    }
  }
  for (TypeIndex t = 1; t < subject.types.size(); ++t) {
    TypeIndex& plain = plain_types_[static_cast<std::size_t>(subject.types[t].kind)];
    if (plain == 0 && subject.types[t].arguments.empty()) plain = t;
  }
  WeighAlternatives();
  CollectGenerators();
  CollectMembers();
}

void TypeSystem::CollectBases() {
  for (ClassIndex c = 0; c < class_count_; ++c) {
    std::vector<ClassIndex> work{c};
    while (!work.empty()) {
      const ClassIndex base = work.back();
      work.pop_back();
      if (is_subclass_[c * class_count_ + base]) continue;
      is_subclass_[c * class_count_ + base] = true;
      const auto& bases = subject_->classes[base].bases;
      work.insert(work.end(), bases.begin(), bases.end());
    }
  }
}

void TypeSystem::CollectGenerators() {
  for (ClassIndex c = 0; c < class_count_; ++c) {
    for (CallableIndex constructor : subject_->classes[c].constructors)
      AddGenerator(constructor, c);
  }
  for (CallableIndex i = 0; i < subject_->callables.size(); ++i) {
    const model::Callable& callable = subject_->callables[i];
    if (callable.kind == CallableKind::kConstructor || LeavesByException(callable)) continue;
    const Shape shape = ShapeOfType(callable.result);
    if (shape.kind == TypeKind::kClass && shape.class_index != kNoIndex) {
      AddGenerator(i, shape.class_index);
    }
  }
}

// Collects the members that each class lists, and callables that are listed nowhere but have the
// class or a base of it as their receiver.
void TypeSystem::CollectMembers() {
  std::vector<bool> is_listed(subject_->callables.size(), false);
  for (const model::Class& it : subject_->classes) {
    for (CallableIndex method : it.methods) is_listed[method] = true;
  }
  for (ClassIndex c = 0; c < class_count_; ++c) {
    for (CallableIndex method : subject_->classes[c].methods) {
      if (model::HasReceiver(subject_->callables[method])) members_[c].push_back(method);
    }
  }
  for (CallableIndex i = 0; i < subject_->callables.size(); ++i) {
    const model::Callable& callable = subject_->callables[i];
    if (is_listed[i] || !model::HasReceiver(callable) || callable.class_index == kNoIndex) continue;
    for (ClassIndex c = 0; c < class_count_; ++c) {
      if (IsSubclass(c, callable.class_index)) members_[c].push_back(i);
    }
  }
  for (ClassIndex c = 0; c < class_count_; ++c) {
    const auto& attributes = subject_->classes[c].attributes;
    is_callable_[c] =
        std::find(attributes.begin(), attributes.end(), "__call__") != attributes.end() ||
        std::any_of(members_[c].begin(), members_[c].end(), [&](CallableIndex member) {
          return subject_->callables[member].name == "__call__";
        });
  }
}

ClassIndex TypeSystem::Find(std::string_view module, std::string_view qualified_name) const {
  for (ClassIndex c = 0; c < class_count_; ++c) {
    const model::Class& it = subject_->classes[c];
    if (it.module == module && it.qualified_name == qualified_name) return c;
  }
  return kNoIndex;
}

void TypeSystem::AddGenerator(CallableIndex callable, ClassIndex class_index) {
  for (ClassIndex base = 0; base < class_count_; ++base) {
    auto& generators = generators_[base];
    if (IsSubclass(class_index, base) &&
        std::find(generators.begin(), generators.end(), callable) == generators.end()) {
      generators.push_back(callable);
    }
  }
}

void TypeSystem::LearnResult(CallableIndex callable, ClassIndex class_index) {
  if (learned_results_[callable] == class_index ||
      subject_->callables[callable].kind == CallableKind::kConstructor) {
    return;
  }
  if (learned_results_[callable] == kNoIndex) learned_results_[callable] = class_index;
  AddGenerator(callable, class_index);
}

// The shape of a union is that of its first alternative that tells anything: `Money | None` is
// Money.
Shape TypeSystem::ShapeOfType(TypeIndex index) const {
  const Type& type = subject_->types[index];
  switch (type.kind) {
    case TypeKind::kUnion:
      for (TypeIndex alternative : type.arguments) {
        const Shape shape = ShapeOfType(alternative);
        if (shape.kind != TypeKind::kNone && shape.kind != TypeKind::kAny) return shape;
      }
      return {};
    case TypeKind::kTupleOf:
      return {TypeKind::kTuple, kNoIndex};
    case TypeKind::kLiteral:
      return type.literals.empty()
                 ? Shape{}
                 : Shape{KindOf(static_cast<StatementKind>(type.literals[0].kind)), kNoIndex};
    case TypeKind::kClass:
    case TypeKind::kEnum:
      return {type.kind, type.class_index};
    default:
      return {type.kind, kNoIndex};
  }
}

Shape TypeSystem::ShapeOf(const Statement& statement) const {
  switch (statement.kind) {
    case StatementKind::kEnumMember:
      return {TypeKind::kEnum, statement.target};
    case StatementKind::kClass:
      return {TypeKind::kType, statement.target};
    case StatementKind::kCall:
      break;
    default:
      return {KindOf(statement.kind), kNoIndex};
  }
  const model::Callable& callable = subject_->callables[statement.target];
  if (callable.kind == CallableKind::kConstructor) return {TypeKind::kClass, callable.class_index};
  if (callable.use == model::ResultUse::kIterate ||
      callable.use == model::ResultUse::kAsyncIterate) {
    return {TypeKind::kList, kNoIndex};
  }
  const Shape declared = ShapeOfType(callable.result);
  const ClassIndex learned = learned_results_[statement.target];
  if (learned == kNoIndex) return declared;
  const bool says_little = declared.kind == TypeKind::kAny ||
                           declared.kind == TypeKind::kUnsupported ||
                           subject_->types[callable.result].kind == TypeKind::kUnion;
  const bool is_closer =
      declared.kind == TypeKind::kClass &&
      (declared.class_index == kNoIndex || IsSubclass(learned, declared.class_index));
  return says_little || is_closer ? Shape{TypeKind::kClass, learned} : declared;
}

ClassIndex TypeSystem::ClassOf(const Statement& statement) const {
  if (statement.kind != StatementKind::kCall && statement.kind != StatementKind::kEnumMember) {
    return kNoIndex;
  }
  const Shape shape = ShapeOf(statement);
  if (shape.kind == TypeKind::kClass || shape.kind == TypeKind::kEnum) return shape.class_index;
  // `-> Callable[…]` only says that the result can be called; its actual class may have been seen.
  const bool may_differ =
      shape.kind == TypeKind::kCallable && statement.kind == StatementKind::kCall;
  return may_differ ? learned_results_[statement.target] : kNoIndex;
}

bool TypeSystem::CanReplace(const Shape& want, const Shape& have) const {
  if (want == have) return true;
  return want.kind == TypeKind::kClass && have.kind == TypeKind::kClass &&
         IsKnownSubclass(have.class_index, want.class_index);
}

bool TypeSystem::TypeFits(TypeIndex have, TypeIndex want) const {
  const Type& h = subject_->types[have];
  const Type& w = subject_->types[want];
  if (w.kind == TypeKind::kAny || have == want) return true;
  if (h.kind == TypeKind::kUnion) {
    return std::any_of(h.arguments.begin(), h.arguments.end(), [&](TypeIndex alternative) {
      return subject_->types[alternative].kind != TypeKind::kNone && TypeFits(alternative, want);
    });
  }
  if (w.kind == TypeKind::kUnion) {
    return std::any_of(w.arguments.begin(), w.arguments.end(),
                       [&](TypeIndex alternative) { return TypeFits(have, alternative); });
  }
  if (h.kind == TypeKind::kClass && w.kind == TypeKind::kClass) {
    return IsKnownSubclass(h.class_index, w.class_index);
  }
  if (NumberWillDo(h.kind, w.kind)) return true;
  if (h.kind == TypeKind::kPathText && w.kind == TypeKind::kStr) return true;
  const auto kind = [](const Type& type) {
    return type.kind == TypeKind::kTupleOf ? TypeKind::kTuple : type.kind;
  };
  return kind(h) == kind(w) && w.kind != TypeKind::kUnsupported && w.kind != TypeKind::kLiteral &&
         h.class_index == w.class_index;
}

bool TypeSystem::Fits(const TestCase& test, VariableIndex variable, TypeIndex index) const {
  const Statement& statement = test.statements[variable];
  const Type& want = subject_->types[index];
  if (want.kind == TypeKind::kAny) return true;
  if (want.kind == TypeKind::kUnion) {
    return std::any_of(want.arguments.begin(), want.arguments.end(),
                       [&](TypeIndex alternative) { return Fits(test, variable, alternative); });
  }
  if (statement.kind == StatementKind::kCall) return CallFits(statement, index);
  if (IsCollection(want.kind)) return CollectionFits(test, statement, want);
  const Shape have = ShapeOf(statement);
  if (IsOfClass(want.kind)) return ClassFits(statement, have, want);
  switch (want.kind) {
    case TypeKind::kLiteral:
      return std::any_of(want.literals.begin(), want.literals.end(),
                         [&](const model::Value& value) { return MakesLiteral(statement, value); });
    case TypeKind::kTypedDict:
      return TypedDictFits(test, statement, want);
    case TypeKind::kPathText:  // the name of a file: a str fits only if it was made to be one
      return have.kind == TypeKind::kStr && statement.type == index;
    case TypeKind::kUnsupported:
      return false;
    default:
      return have.kind == want.kind || NumberWillDo(have.kind, want.kind);
  }
}

bool TypeSystem::CollectionFits(const TestCase& test, const Statement& statement,
                                const Type& want) const {
  const auto& operands = statement.operands;
  const std::span<const TypeIndex> arguments = want.arguments;
  const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : 0; };
  // Returns whether each `step`-th operand from `first` on fits.
  const auto elements_fit = [&](std::size_t first, std::size_t step, TypeIndex element) {
    for (std::size_t i = first; i < operands.size(); i += step) {
      if (!Fits(test, operands[i], element)) return false;
    }
    return true;
  };
  const TypeKind have = KindOf(statement.kind);
  switch (want.kind) {
    case TypeKind::kList: {
      const auto first = arguments.subspan(std::min<std::size_t>(1, arguments.size()));
      return have == TypeKind::kList && PositionsFit(test, statement, first) &&
             elements_fit(first.size(), 1, argument(0));
    }
    case TypeKind::kTupleOf:
      return have == TypeKind::kTuple && elements_fit(0, 1, argument(0));
    case TypeKind::kDict:
      return have == TypeKind::kDict && elements_fit(0, 2, argument(0)) &&
             elements_fit(1, 2, argument(1));
    case TypeKind::kTuple:
      return have == TypeKind::kTuple && operands.size() == arguments.size() &&
             PositionsFit(test, statement, arguments);
    default:  // sets
      return have == want.kind && elements_fit(0, 1, argument(0));
  }
}

bool TypeSystem::PositionsFit(const TestCase& test, const Statement& collection,
                              std::span<const TypeIndex> types) const {
  const auto& operands = collection.operands;
  if (operands.size() < types.size()) return false;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!Fits(test, operands[i], types[i])) return false;
  }
  return true;
}

bool TypeSystem::ClassFits(const Statement& statement, const Shape& have, const Type& want) const {
  switch (want.kind) {
    case TypeKind::kEnum:
      return have.kind == TypeKind::kEnum && have.class_index == want.class_index;
    case TypeKind::kType: {
      if (have.kind != TypeKind::kType || want.arguments.empty()) return have.kind == want.kind;
      const Type& of = subject_->types[want.arguments[0]];
      return of.class_index == kNoIndex || IsSubclass(have.class_index, of.class_index);
    }
    case TypeKind::kCallable:
      return have.kind == TypeKind::kType || have.kind == TypeKind::kCallable;
    default:  // kClass: an object with a name
      return statement.kind == StatementKind::kEnumMember && want.class_index != kNoIndex &&
             IsSubclass(have.class_index, want.class_index);
  }
}

bool TypeSystem::CallFits(const Statement& call, TypeIndex index) const {
  const Type& want = subject_->types[index];
  const model::Callable& callable = subject_->callables[call.target];
  const Shape have = ShapeOf(call);
  if (have.kind == TypeKind::kClass && want.kind == TypeKind::kClass) {
    return IsKnownSubclass(have.class_index, want.class_index);
  }
  if (want.kind == TypeKind::kCallable) {
    const ClassIndex is_of = ClassOf(call);
    if (is_of != kNoIndex && IsCallable(is_of)) return true;
  }
  // Environment statements that are called for their effect return nothing of use.
  const TypeKind declared = subject_->types[callable.result].kind;
  if (declared == TypeKind::kAny ||
      (callable.kind == CallableKind::kEnvironment && declared != TypeKind::kClass)) {
    return false;
  }
  if (have.kind == TypeKind::kList && declared != TypeKind::kList) {  // the items of a generator
    return want.kind == TypeKind::kList &&
           (want.arguments.empty() || subject_->types[want.arguments[0]].kind == TypeKind::kAny);
  }
  return TypeFits(callable.result, index);
}

bool TypeSystem::TypedDictFits(const TestCase& test, const Statement& dict,
                               const Type& want) const {
  if (dict.kind != StatementKind::kDict) return false;
  std::size_t required = 0;
  for (std::size_t i = 0; i + 1 < dict.operands.size(); i += 2) {
    const Statement& key = test.statements[dict.operands[i]];
    const auto name = std::find(want.names.begin(), want.names.end(), key.text);
    if (key.kind != StatementKind::kStr || name == want.names.end()) return false;
    const auto rank = static_cast<std::size_t>(name - want.names.begin());
    const bool has_type = rank < want.arguments.size();
    if (has_type && !Fits(test, dict.operands[i + 1], want.arguments[rank])) return false;
    required += rank < want.required_names ? 1 : 0;
  }
  return required >= want.required_names;
}

bool TypeSystem::MakesLiteral(const Statement& statement, const model::Value& value) const {
  if (statement.kind != StatementKind::kEnumMember) {
    return IsPrimitive(statement.kind) && Makes(statement, value);
  }
  const auto member = MemberOf(value);
  return member && *member == std::pair{statement.target, statement.integer};
}

std::optional<std::pair<ClassIndex, int64_t>> TypeSystem::MemberOf(
    const model::Value& value) const {
  if (value.kind != model::ValueKind::kEnumMember) return std::nullopt;
  for (ClassIndex c = 0; c < class_count_; ++c) {
    const model::Class& it = subject_->classes[c];
    const auto place = std::find(it.enum_members.begin(), it.enum_members.end(), value.text);
    if (place != it.enum_members.end() && it.module + ":" + it.qualified_name == value.type_name) {
      return std::pair{c, static_cast<int64_t>(place - it.enum_members.begin())};
    }
  }
  return std::nullopt;
}

bool TypeSystem::IsLine(TypeIndex index) const {
  const Type& type = subject_->types[index];
  if (type.kind == TypeKind::kUnion && !type.arguments.empty()) return IsLine(type.arguments[0]);
  return type.kind == TypeKind::kList && type.arguments.size() > 1;
}

bool TypeSystem::FitsParameter(const TestCase& test, VariableIndex variable,
                               const model::Parameter& parameter) const {
  const Statement& statement = test.statements[variable];
  const auto& operands = statement.operands;
  switch (parameter.kind) {
    case ParameterKind::kVarPositional:
      if (IsLine(parameter.type)) return Fits(test, variable, parameter.type);
      return (statement.kind == StatementKind::kList || statement.kind == StatementKind::kTuple) &&
             std::all_of(operands.begin(), operands.end(), [&](VariableIndex element) {
               return Fits(test, element, parameter.type);
             });
    case ParameterKind::kVarKeyword:
      if (statement.kind != StatementKind::kDict) return false;
      if (subject_->types[parameter.type].kind == TypeKind::kTypedDict) {
        return TypedDictFits(test, statement, subject_->types[parameter.type]);
      }
      for (std::size_t i = 0; i + 1 < operands.size(); i += 2) {
        if (test.statements[operands[i]].kind != StatementKind::kStr ||
            !Fits(test, operands[i + 1], parameter.type)) {
          return false;
        }
      }
      return true;
    default:
      return Fits(test, variable, parameter.type);
  }
}

bool TypeSystem::MakesPrecise(TypeIndex precise, TypeIndex vague) const {
  const Type& one = subject_->types[precise];
  const Type& other = subject_->types[vague];
  if (other.kind == TypeKind::kAny) {
    return one.kind != TypeKind::kAny && one.kind != TypeKind::kNone &&
           one.kind != TypeKind::kPathText;
  }
  if (other.kind == TypeKind::kDict) return one.kind == TypeKind::kTypedDict;
  if (other.kind != TypeKind::kList || one.kind != TypeKind::kList || one.arguments.empty()) {
    return false;
  }
  return MakesPrecise(one.arguments[0], other.arguments.empty() ? 0 : other.arguments[0]);
}

void TypeSystem::WeighAlternatives() {
  weights_.resize(subject_->types.size());
  for (TypeIndex index = 0; index < weights_.size(); ++index) {
    if (subject_->types[index].kind != TypeKind::kUnion) continue;
    const auto& alternatives = subject_->types[index].arguments;
    for (const TypeIndex it : alternatives) {
      const bool is_vague = std::ranges::any_of(
          alternatives, [&](TypeIndex other) { return MakesPrecise(other, it); });
      weights_[index].push_back(is_vague ? kVague : 1);
    }
  }
}

}  // namespace skua::search
