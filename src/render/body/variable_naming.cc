#include "render/body/variable_naming.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "render/body/operator_syntax.h"

namespace skua::render {

using model::Callable;
using model::CallableKind;
using model::Statement;
using model::StatementKind;

namespace {

// Returns the kind of object that a function makes, by its name: "app" for "create_app", "client"
// for "test_client".
std::string NameOfMade(const std::string& function) {
  static constexpr std::array<std::string_view, 3> kMakes = {"create_", "make_", "test_"};
  for (const std::string_view verb : kMakes) {
    if (function.starts_with(verb) && function.size() > verb.size()) {
      return function.substr(verb.size());
    }
  }
  return "";
}

}  // namespace

VariableNaming::VariableNaming(const model::Subject& subject, const model::GeneratedTest& test,
                               const Usage& usage, std::size_t act, const NameScope& outer)
    : subject_(subject),
      statements_(test.test.statements),
      usage_(usage),
      act_(act),
      outer_(outer) {}

std::string VariableNaming::TakeFor(std::size_t i) { return Take(WantedName(i)); }

std::string VariableNaming::Take(std::string_view wanted) {
  std::string name(wanted);
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name = "value";
  if (name == "l" || IsKeyword(name) || IsBuiltin(name)) name += '_';
  std::string candidate = name;
  for (unsigned n = 2; outer_.IsTaken(candidate) || taken_.IsTaken(candidate); ++n) {
    candidate = fmt::format("{}_{}", name, n);
  }
  taken_.Reserve(candidate);
  return candidate;
}

std::string VariableNaming::WantedName(std::size_t i) const {
  const Statement& statement = statements_[i];
  const bool is_call = statement.kind == StatementKind::kCall;
  if (std::string answer = AnswerName(i); !answer.empty()) return answer;
  if (is_call) {
    const Callable& callee = usage_.CalleeOf(statement);
    if (callee.kind == CallableKind::kConstructor) {
      // A second instance of a class is named after the parameter for which it is passed, if any.
      const std::string name = SnakeCase(callee.name);
      const bool is_taken = taken_.IsTaken(name) || outer_.IsTaken(name);
      const bool is_double = usage_.IsPlainObject(statement);
      if (!is_taken && !(is_double && ArgumentOf(i).first != nullptr)) return name;
      if (usage_.FirstArgument(i).first == nullptr) return OtherNameOf(callee);
    }
    if (callee.kind == CallableKind::kOperator && callee.name == "__hash__" && i != act_) {
      return taken_.IsTaken("its_hash") ? "other_hash" : "its_hash";
    }
    if (callee.kind == CallableKind::kEnvironment) {
      return callee.name == "make_folder" ? "folder" : "path";
    }
  }
  const auto [user, place] = usage_.FirstArgument(i);
  if (statement.kind == StatementKind::kLambda && user != nullptr && usage_.IsPlainObject(*user)) {
    return SnakeCase(usage_.CalleeOf(*user).parameters[user->parameters[place]].name);
  }
  if (const auto [call, argument] = ArgumentOf(i); call != nullptr) {
    const Callable& callee = usage_.CalleeOf(*call);
    if (callee.kind == CallableKind::kSetter && !taken_.IsTaken(SnakeCase(callee.name))) {
      return SnakeCase(callee.name);
    }
    return SnakeCase(callee.parameters[call->parameters[argument]].name);
  }
  if (is_call) return CallName(i);
  if (statement.kind == StatementKind::kDict) return "mapping";
  if (statement.kind == StatementKind::kLambda) return "function";
  const bool collection =
      statement.kind >= StatementKind::kList && statement.kind <= StatementKind::kFrozenSet;
  return collection ? "items" : "value";
}

// Returns a name for an object if its class's name is taken: the class's last word or, if a
// function or the class itself has that name, "instance".
std::string VariableNaming::OtherNameOf(const Callable& constructor) const {
  const std::string name = SnakeCase(constructor.name);
  if (!outer_.IsTaken(name)) return name;
  const std::size_t last_word = name.rfind('_');
  if (last_word != name.npos && last_word + 3 < name.size()) return name.substr(last_word + 1);
  return "instance";
}

// Returns "execute_result" for the result of the method `execute` of a plain object.
std::string VariableNaming::AnswerName(std::size_t i) const {
  const auto only_user = [&](std::size_t of) {
    const Statement* user = usage_.OnlyUser(of);
    return user == nullptr ? statements_.size() : static_cast<std::size_t>(user - &statements_[0]);
  };
  const std::size_t method = only_user(i);
  if (method == statements_.size() || !usage_.IsMock(method)) return "";
  const std::size_t object = only_user(method);
  if (object == statements_.size() || !usage_.IsPlainObject(statements_[object])) return "";
  const auto [call, argument] = usage_.FirstArgument(method);
  return call == nullptr
             ? ""
             : SnakeCase(usage_.CalleeOf(*call).parameters[call->parameters[argument]].name) +
                   "_result";
}

// Returns the first call that takes the variable, or, if the variable only makes a library's
// object, that takes this object.
std::pair<const Statement*, std::size_t> VariableNaming::ArgumentOf(std::size_t i) const {
  const auto found = usage_.FirstArgument(i);
  if (found.first == nullptr) return found;
  const Callable& callee = usage_.CalleeOf(*found.first);
  if (callee.kind != CallableKind::kConstructor || callee.in_subject) return found;
  const auto outer = ArgumentOf(static_cast<std::size_t>(found.first - statements_.data()));
  return outer.first == nullptr ? found : outer;
}

// Returns a name for a result that no parameter names.
std::string VariableNaming::CallName(std::size_t i) const {
  const Callable& callee = usage_.CalleeOf(statements_[i]);
  const OperatorForm form = callee.kind == CallableKind::kOperator
                                ? SyntaxOf(callee.name, statements_[i].parameters.size()).form
                                : OperatorForm::kMethod;
  if (IsWith(form)) return "value";
  if (i == act_) return "result";
  for (const Statement& s : statements_) {
    if (s.kind != StatementKind::kCall || !HasReceiver(usage_.CalleeOf(s)) || s.operands[0] != i ||
        usage_.CalleeOf(s).kind != CallableKind::kOperator) {
      continue;
    }
    const OperatorForm user = SyntaxOf(usage_.CalleeOf(s).name, s.parameters.size()).form;
    if (user == OperatorForm::kCall) return "function";
    if (IsWith(user)) return "manager";
  }
  if (callee.kind == CallableKind::kGetter) return SnakeCase(callee.name);
  if (form == OperatorForm::kGetItem) return "item";
  // Returns "article" for Article.objects.create.
  if (callee.kind == CallableKind::kFunction && callee.name.starts_with("create")) {
    const std::string_view path = callee.qualified_name;
    if (path.find('.') != path.npos) return SnakeCase(path.substr(0, path.find('.')));
  }
  const std::string function = SnakeCase(callee.name);
  if (std::string made = NameOfMade(function); !made.empty()) return made;
  if (const model::Class* made = ClassOfResult(i); made != nullptr) {
    std::string name = SnakeCase(made->name);
    if (!taken_.IsTaken(name) && !outer_.IsTaken(name)) return name;
  }
  return function + "_result";
}

// Returns the class of a call's result, as declared or by methods called on it; null if unknown, or
// a builtin type.
const model::Class* VariableNaming::ClassOfResult(std::size_t i) const {
  const Callable& callee = usage_.CalleeOf(statements_[i]);
  const model::Type& declared = subject_.types[callee.result];
  model::ClassIndex index =
      declared.kind == model::TypeKind::kClass ? declared.class_index : model::kNoIndex;
  for (const Statement& s : statements_) {
    if (index != model::kNoIndex) break;
    if (s.kind != StatementKind::kCall || !HasReceiver(usage_.CalleeOf(s)) || s.operands[0] != i) {
      continue;
    }
    index = (callee.kind == CallableKind::kClassMethod ? callee : usage_.CalleeOf(s)).class_index;
  }
  if (index == model::kNoIndex || subject_.classes[index].module == "builtins") return nullptr;
  return &subject_.classes[index];
}

}  // namespace skua::render
