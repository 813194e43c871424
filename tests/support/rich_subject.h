// A subject with every kind of type, parameter, callable and class there is, for properties of what
// makes and changes tests.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "model/subject.h"

namespace skua::test {

// The callable of that qualified name.
inline model::CallableIndex CallableNamed(const model::Subject& subject, const std::string& name) {
  for (model::CallableIndex i = 0; i < subject.callables.size(); ++i) {
    if (subject.callables[i].qualified_name == name) return i;
  }
  throw std::logic_error("no callable " + name);
}

inline model::ClassIndex ClassNamed(const model::Subject& subject, const std::string& name) {
  for (model::ClassIndex i = 0; i < subject.classes.size(); ++i) {
    if (subject.classes[i].qualified_name == name) return i;
  }
  throw std::logic_error("no class " + name);
}

inline model::Subject RichSubject() {
  using model::CallableKind;
  using model::ParameterKind;
  using model::TypeKind;
  model::Subject subject;
  const auto type = [&](TypeKind kind, std::vector<model::TypeIndex> arguments = {},
                        model::ClassIndex class_index = model::kNoIndex) {
    subject.types.push_back(
        {.kind = kind, .arguments = std::move(arguments), .class_index = class_index});
    return static_cast<model::TypeIndex>(subject.types.size() - 1);
  };
  const auto any = type(TypeKind::kAny);
  const auto none = type(TypeKind::kNone), boolean = type(TypeKind::kBool);
  const auto integer = type(TypeKind::kInt), real = type(TypeKind::kFloat);
  const auto complex = type(TypeKind::kComplex), str = type(TypeKind::kStr);
  const auto bytes = type(TypeKind::kBytes);
  const auto strings = type(TypeKind::kList, {str}), set = type(TypeKind::kSet, {integer});
  const auto frozen = type(TypeKind::kFrozenSet, {any});
  const auto table = type(TypeKind::kDict, {str, strings}), loose = type(TypeKind::kDict);
  const auto pair = type(TypeKind::kTuple, {integer, str}), many = type(TypeKind::kTupleOf, {real});
  const auto maybe = type(TypeKind::kUnion, {integer, none});
  const auto money = type(TypeKind::kClass, {}, 0), shape = type(TypeKind::kClass, {}, 1);
  const auto circle = type(TypeKind::kClass, {}, 2), color = type(TypeKind::kEnum, {}, 3);
  const auto ghost = type(TypeKind::kClass, {}, 4), kind_of = type(TypeKind::kType, {shape});
  const auto function = type(TypeKind::kCallable, {integer, str});
  const auto strange = type(TypeKind::kUnsupported);
  const auto literal = type(TypeKind::kLiteral);
  model::Value red{
      .kind = model::ValueKind::kEnumMember, .text = "GREEN", .type_name = "rich:Color"};
  model::Value word{.kind = model::ValueKind::kStr, .text = "fast"};
  subject.types[literal].literals = {red, word};

  for (const char* name : {"Money", "Shape", "Circle", "Color", "Ghost"}) {
    subject.classes.push_back({.name = name, .qualified_name = name, .module = "rich"});
  }
  subject.classes[1].is_abstract = true;
  subject.classes[2].bases = {1};
  subject.classes[3].enum_members = {"RED", "GREEN"};

  subject.code_objects.resize(1);
  subject.code_objects[0].kind = model::CodeObjectKind::kModule;
  using Parameters = std::vector<model::Parameter>;
  const auto callable = [&](CallableKind kind, const std::string& name, Parameters parameters,
                            model::TypeIndex result, model::ClassIndex owner = model::kNoIndex) {
    const auto index = static_cast<model::CallableIndex>(subject.callables.size());
    model::Callable it{.kind = kind};
    it.name = it.qualified_name = name;
    it.module = "rich";
    it.parameters = std::move(parameters);
    it.result = result;
    it.class_index = owner;
    it.code_object = static_cast<model::CodeObjectIndex>(subject.code_objects.size());
    subject.code_objects.emplace_back().parent = 0;
    subject.callables.push_back(it);
    if (kind == CallableKind::kConstructor) subject.classes[owner].constructors.push_back(index);
    if (kind == CallableKind::kMethod) subject.classes[owner].methods.push_back(index);
    return index;
  };
  constexpr auto kOnly = ParameterKind::kPositionalOnly;
  constexpr auto kNormal = ParameterKind::kPositionalOrKeyword;
  constexpr auto kKeyword = ParameterKind::kKeywordOnly;
  callable(CallableKind::kFunction, "plain",
           {{"a", kNormal, false, integer}, {"b", kNormal, true, str}}, pair);
  callable(CallableKind::kFunction, "untyped",
           {{"x", kNormal, false, any}, {"y", kNormal, false, any}, {"z", kNormal, true, any}},
           any);
  callable(CallableKind::kFunction, "all_kinds",
           {{"a", kOnly, false, real},
            {"b", kOnly, true, boolean},
            {"c", kOnly, true, complex},
            {"d", kNormal, true, bytes},
            {"args", ParameterKind::kVarPositional, false, integer},
            {"e", kKeyword, false, maybe},
            {"f", kKeyword, true, literal},
            {"kwargs", ParameterKind::kVarKeyword, false, str}},
           table);
  callable(CallableKind::kFunction, "collections",
           {{"a", kNormal, false, strings},
            {"b", kNormal, false, set},
            {"c", kNormal, false, frozen},
            {"d", kNormal, false, table},
            {"e", kNormal, false, loose},
            {"f", kNormal, false, pair},
            {"g", kNormal, false, many}},
           none);
  callable(CallableKind::kFunction, "odd",
           {{"a", kNormal, false, kind_of},
            {"b", kNormal, false, function},
            {"c", kNormal, false, strange},
            {"d", kNormal, false, ghost},
            {"e", kNormal, false, literal},
            {"f", kNormal, false, color}},
           none);
  callable(CallableKind::kConstructor, "Money", {{"amount", kNormal, false, integer}}, money, 0);
  callable(CallableKind::kMethod, "add", {{"other", kNormal, false, money}}, money, 0);
  callable(CallableKind::kMethod, "spend", {{"what", kOnly, true, any}}, none, 0);
  callable(CallableKind::kConstructor, "Circle", {{"radius", kNormal, false, real}}, circle, 2);
  callable(CallableKind::kMethod, "area", {}, real, 1);
  subject.classes[2].methods = {subject.classes[1].methods[0]};
  callable(CallableKind::kStaticMethod, "zero", {}, money, 0);
  callable(CallableKind::kClassMethod, "unit", {{"scale", kNormal, true, integer}}, circle, 2);
  callable(CallableKind::kMethod, "mix", {{"with_", kNormal, false, color}}, color, 3);
  callable(CallableKind::kMethod, "haunt", {}, none, 4);
  const auto foreign = callable(CallableKind::kFunction, "decimal", {}, any);
  subject.callables[foreign].in_subject = false;
  const auto secret = callable(CallableKind::kFunction, "_secret", {}, any);
  subject.callables[secret].is_protected = true;

  // From here on: everything that is more than a call by position or keyword.
  const auto add_class = [&](const std::string& module, const std::string& name,
                             std::vector<std::string> attributes) {
    subject.classes.push_back({.name = name,
                               .qualified_name = name,
                               .module = module,
                               .attributes = std::move(attributes),
                               .in_subject = module == "rich"});
    return static_cast<model::ClassIndex>(subject.classes.size() - 1);
  };
  const auto member = [&](CallableKind kind, model::ClassIndex owner, const std::string& name,
                          Parameters parameters, model::TypeIndex result) {
    const auto index = callable(kind, name, std::move(parameters), result, owner);
    model::Callable& it = subject.callables[index];
    it.qualified_name = subject.classes[owner].qualified_name + "." + name;
    it.module = subject.classes[owner].module;
    it.in_subject = subject.classes[owner].in_subject;
    if (!it.in_subject) it.code_object = model::kNoIndex;
    // Constructors and methods are listed already.
    if (kind >= CallableKind::kGetter) subject.classes[owner].methods.push_back(index);
    return index;
  };
  const auto plain_attribute = [&](model::CallableIndex index) {
    subject.callables[index].code_object = model::kNoIndex;
  };
  subject.classes[0].attributes = {"add", "amount", "spend"};
  member(CallableKind::kGetter, 0, "amount", {}, integer);
  member(CallableKind::kSetter, 0, "amount", {{"value", kNormal, false, integer}}, none);
  member(CallableKind::kDeleter, 0, "amount", {}, none);
  plain_attribute(static_cast<model::CallableIndex>(subject.callables.size() - 1));
  member(CallableKind::kOperator, 0, "__getitem__", {{"key", kOnly, false, any}}, any);
  member(CallableKind::kOperator, 0, "__add__", {{"other", kOnly, false, money}}, money);
  member(CallableKind::kOperator, 0, "__enter__", {}, money);
  member(CallableKind::kOperator, 0, "__exit__", {{"exception", kOnly, false, any}}, money);
  const auto error = add_class("rich", "Broke", {"args"});
  subject.classes[error].is_exception = true;
  member(CallableKind::kConstructor, error, "Broke", {}, type(TypeKind::kClass, {}, error));

  const auto options = type(TypeKind::kTypedDict, {str, integer, money});
  subject.types[options].names = {"title", "size", "price"};
  subject.types[options].required_names = 2;
  const auto path_class = add_class("pathlib", "Path", {"exists", "name", "read_text"});
  const auto path = type(TypeKind::kClass, {}, path_class);
  const auto path_text = type(TypeKind::kPathText), content = type(TypeKind::kUnion, {str, bytes});
  const auto to_number = type(TypeKind::kCallable, {str, integer});
  callable(CallableKind::kFunction, "configure", {{"options", kNormal, false, options}}, none);
  callable(CallableKind::kFunction, "apply",
           {{"f", kNormal, false, to_number}, {"g", kNormal, true, type(TypeKind::kCallable)}},
           integer);
  callable(CallableKind::kFunction, "load",
           {{"path", kNormal, false, path}, {"name", kNormal, false, path_text}}, str);
  const auto numbers = callable(CallableKind::kFunction, "numbers", {}, any);
  subject.callables[numbers].use = model::ResultUse::kIterate;
  const auto fetch = callable(CallableKind::kFunction, "fetch", {}, money);
  subject.callables[fetch].use = model::ResultUse::kAwait;
  callable(CallableKind::kFunction, "make_counter", {}, any);

  const auto environment = [&](const std::string& name, Parameters parameters,
                               model::TypeIndex result) {
    const auto index = callable(CallableKind::kEnvironment, name, std::move(parameters), result);
    subject.callables[index].in_subject = false;
    plain_attribute(index);
  };
  environment("seed", {{"number", kOnly, false, integer}}, none);
  environment("setenv", {{"name", kOnly, false, str}, {"value", kOnly, false, str}}, none);
  environment("delenv", {{"name", kOnly, false, str}}, none);
  environment("argv", {{"arguments", ParameterKind::kVarPositional, false, str}}, none);
  environment("stdin", {{"text", kOnly, false, str}}, none);
  environment("chdir", {}, none);
  environment("write_file", {{"name", kOnly, false, str}, {"content", kOnly, false, content}},
              path);
  environment("missing_file", {{"name", kOnly, false, str}}, path);
  environment("make_folder", {{"name", kOnly, false, str}}, path);
  member(CallableKind::kOperator, path_class, "__str__", {}, path_text);

  const Parameters anything = {{"args", ParameterKind::kVarPositional, false, any},
                               {"kwargs", ParameterKind::kVarKeyword, false, any}};
  const auto function_type = add_class("types", "FunctionType", {"__call__"});
  member(CallableKind::kOperator, function_type, "__call__", anything, any);
  const auto simple = add_class("types", "SimpleNamespace", {});
  member(CallableKind::kConstructor, simple, "SimpleNamespace",
         {{"attributes", ParameterKind::kVarKeyword, false, any}},
         type(TypeKind::kClass, {}, simple));

  for (const char* text : {"alpha", "=", "é"}) {
    model::Constant constant;
    constant.value.kind = model::ValueKind::kStr;
    constant.value.text = text;
    subject.constants.push_back(constant);
  }
  model::Constant huge;
  huge.value.kind = model::ValueKind::kInt;
  huge.value.text = "123456789012345678901234567890";
  subject.constants.push_back(huge);
  return subject;
}

}  // namespace skua::test
