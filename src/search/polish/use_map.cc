#include "search/polish/use_map.h"

#include <algorithm>

#include "search/making/test_edits.h"

namespace skua::search {

using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using Role = Use::Role;

namespace {

// The type that parameters of that name declare; kAny also where it lists literals, since those of
// one callable say nothing of another.
model::TypeIndex TypeOfName(const model::Subject& subject, const model::ParameterTypes& types,
                            std::string_view name) {
  const model::TypeIndex type = types.Of(name);
  return subject.types[type].kind == model::TypeKind::kLiteral ? model::TypeIndex{0} : type;
}

// The type of an element; kAny for keys of a TypedDict, which are pinned.
model::TypeIndex ElementType(const model::Subject& subject, const Statement& collection,
                             std::size_t operand) {
  const model::Type& type = subject.types[collection.type];
  if (type.kind == model::TypeKind::kTypedDict || type.kind == model::TypeKind::kUnion) return 0;
  const std::size_t argument = type.kind == model::TypeKind::kTuple      ? operand
                               : collection.kind == StatementKind::kDict ? operand % 2
                                                                         : 0;
  return argument < type.arguments.size() ? type.arguments[argument] : model::TypeIndex{0};
}

}  // namespace

UseMap::UseMap(const model::Subject& subject, const model::ParameterTypes& types,
               const model::TestCase& test)
    : subject_(subject), types_(types), test_(test), uses_(test.size()) {
  // A collection comes after its elements, so the uses of the holder are known by then.
  for (std::size_t user = test.size(); user-- > 0;) {
    if (uses_[user].empty()) uses_[user].emplace_back();
    const Statement& statement = test.statements[user];
    if (statement.kind == StatementKind::kCall) {
      AddCall(user);
    } else if (model::IsCollection(statement.kind)) {
      AddCollection(user);
    } else {
      for (std::size_t k = 0; k < statement.operands.size(); ++k) {
        uses_[statement.operands[k]].push_back({.role = Role::kHeld, .user = user, .operand = k});
      }
    }
  }
}

void UseMap::AddCall(std::size_t user) {
  const Statement& call = test_.statements[user];
  const model::Callable& callable = subject_.callables[call.target];
  const std::size_t first = FirstArgument(callable);
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    Use use{.role = Role::kReceiver, .user = user, .operand = k};
    if (k >= first) {
      const model::Parameter& parameter = callable.parameters[call.parameters[k - first]];
      const bool is_unpacked = parameter.kind == ParameterKind::kVarPositional ||
                               parameter.kind == ParameterKind::kVarKeyword;
      const bool sets = callable.kind == model::CallableKind::kSetter;
      use.role = is_unpacked                                       ? Role::kUnpacked
                 : sets                                            ? Role::kAttribute
                 : callable.kind == model::CallableKind::kOperator ? Role::kOperand
                                                                   : Role::kArgument;
      use.name = sets ? std::string_view(callable.name) : std::string_view(parameter.name);
      use.parameter = &parameter;
      use.type = parameter.type;
      const bool is_declared = subject_.types[use.type].kind != model::TypeKind::kAny;
      if (!is_declared && use.role != Role::kOperand) {
        use.type = TypeOfName(subject_, types_, use.name);
      }
      use.may_be_left_out = IsOptional(parameter);
    }
    uses_[call.operands[k]].push_back(use);
  }
}

void UseMap::AddCollection(std::size_t user) {
  const Statement& collection = test_.statements[user];
  const Use holder = uses_[user].front();
  const bool is_dict = collection.kind == StatementKind::kDict;
  const bool has_options = is_dict && holder.role == Role::kUnpacked;
  for (std::size_t k = 0; k < collection.operands.size(); ++k) {
    const bool is_key = is_dict && k % 2 == 0;
    Use use{.role = is_key ? Role::kKey : Role::kElement,
            .user = user,
            .operand = k,
            .name = holder.name,
            .type = ElementType(subject_, collection, k)};
    if (!is_dict && holder.role == Role::kUnpacked) use.parameter = holder.parameter;
    if (has_options) {
      const Statement& keyword = test_.statements[collection.operands[k - k % 2]];
      use.role = is_key ? Role::kKeyword : Role::kOption;
      use.name = keyword.text;
      use.type = is_key ? model::TypeIndex{0} : TypeOfName(subject_, types_, use.name);
    }
    uses_[collection.operands[k]].push_back(use);
  }
}

bool UseMap::IsForOneName(std::size_t value) const {
  const std::vector<Use>& uses = uses_[value];
  return std::ranges::all_of(uses, [&](const Use& use) {
    return use.role == uses.front().role && use.name == uses.front().name &&
           use.type == uses.front().type;
  });
}

}  // namespace skua::search
