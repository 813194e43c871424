// A subject with every kind of type, parameter and callable there is, for properties of what makes
// and changes tests.
#pragma once

#include <string>
#include <vector>

#include "model/subject.h"

namespace skua::test {

inline model::Subject RichSubject() {
  using model::CallableKind;
  using model::ParameterKind;
  using model::TypeKind;
  model::Subject subject;
  const auto type = [&](TypeKind kind, std::vector<model::TypeIndex> arguments = {},
                        model::ClassIndex class_index = model::kNoIndex) {
    model::Type it;
    it.kind = kind;
    it.arguments = std::move(arguments);
    it.class_index = class_index;
    subject.types.push_back(it);
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
  model::Value red;
  red.kind = model::ValueKind::kEnumMember;
  red.type_name = "rich:Color";
  red.text = "GREEN";
  model::Value word;
  word.kind = model::ValueKind::kStr;
  word.text = "fast";
  subject.types[literal].literals = {red, word};

  for (const char* name : {"Money", "Shape", "Circle", "Color", "Ghost"}) {
    model::Class it;
    it.name = it.qualified_name = name;
    it.module = "rich";
    subject.classes.push_back(it);
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
    model::Callable it;
    it.kind = kind;
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
