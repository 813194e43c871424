// tests/runtime/rendered/shapes.py as a subject: a callable of each kind, each operator form, each
// use of a result, and the surroundings.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "support/sample_subject.h"

namespace skua::testing {

class ShapesSubject {
 public:
  using Parameters = std::vector<model::Parameter>;

  ShapesSubject() {
    using model::CallableKind;
    using model::ParameterKind;
    using model::ResultUse;
    subject_.module = {"shapes", "shapes.py"};
    subject_.types.resize(1);
    for (const char* name : {"Account", "Vector", "Pool", "Channel", "Sorter", "Shape"}) {
      AddClass(name, "shapes");
    }
    AddClass("FunctionType", "types");
    AddClass("_GeneratorContextManager", "contextlib");
    AddClass("Path", "pathlib");
    AddClass("SimpleNamespace", "types");
    AddClass("ValueError", "builtins").is_exception = true;
    AddClass("KeyError", "builtins").is_exception = true;
    model::Class& concrete = AddClass("ConcreteShape", "");
    concrete.definition = "class ConcreteShape(Shape):\n    def area(self):\n        return 4\n";
    concrete.definition_imports = {"shapes:Shape"};

    AddMember(CallableKind::kConstructor, "Account", "Account", {Optional("balance")});
    AddMember(CallableKind::kGetter, "Account", "balance");
    AddMember(CallableKind::kSetter, "Account", "balance", {Plain("value")});
    AddMember(CallableKind::kDeleter, "Account", "balance");
    AddMember(CallableKind::kConstructor, "Vector", "Vector",
              {{"items", ParameterKind::kVarPositional, false, 0}});
    for (const char* name : {"__getitem__", "__delitem__"}) AddOperator("Vector", name, {"key"});
    AddOperator("Vector", "__setitem__", {"key", "value"});
    for (const char* name :
         {"__contains__", "__add__", "__radd__", "__mul__", "__pow__", "__eq__", "__lt__"}) {
      AddOperator("Vector", name, {"other"});
    }
    subject_.classes[FindClass("Vector")].negates_equality = true;
    AddOperator("Vector", "__format__", {"spec"});
    for (const char* name :
         {"__len__", "__neg__", "__hash__", "__bool__", "__int__", "__str__", "__next__"}) {
      AddOperator("Vector", name);
    }
    AddOperator("Vector", "__iter__", {}, ResultUse::kIterate);
    AddMember(CallableKind::kOperator, "Vector", "__call__",
              {{"args", ParameterKind::kVarPositional, false, 0},
               {"scale", ParameterKind::kKeywordOnly, true, 0}});
    AddMember(CallableKind::kConstructor, "Pool", "Pool", {Plain("size")});
    AddOperator("Pool", "__enter__");
    AddOperator("Pool", "__exit__", {"exception"});
    AddMember(CallableKind::kConstructor, "Channel", "Channel", {Plain("size")});
    AddOperator("Channel", "__aenter__", {}, ResultUse::kAwait);
    AddOperator("Channel", "__aexit__", {"exception"}, ResultUse::kAwait);
    AddOperator("Channel", "__aiter__", {}, ResultUse::kAsyncIterate);
    AddOperator("Channel", "__anext__", {}, ResultUse::kAwait);
    AddOperator("Channel", "__await__", {}, ResultUse::kAwait);
    AddFunction("numbers", {"stop"}, ResultUse::kIterate);
    AddFunction("fetch", {"number"}, ResultUse::kAwait);
    AddFunction("ticks", {"stop"}, ResultUse::kAsyncIterate);
    AddFunction("adder", {"amount"});
    AddMember(CallableKind::kOperator, "FunctionType", "__call__",
              {{"args", ParameterKind::kVarPositional, false, 0}});
    AddFunction("opened", {"name"});
    AddOperator("_GeneratorContextManager", "__enter__");
    AddOperator("_GeneratorContextManager", "__exit__", {"exception"});
    AddMember(CallableKind::kConstructor, "Sorter", "Sorter", {Optional("reverse")});
    AddMember(CallableKind::kMethod, "Sorter", "key", {Plain("value")});
    AddFunction("apply", {"function", "value"});
    AddFunction("apply_both", {"first", "second"});
    AddFunction("apply_awaited", {"function", "value"});
    AddFunction("tell", {"store", "ids"});
    AddFunction("tell_awaited", {"store", "job"});
    AddMember(CallableKind::kConstructor, "SimpleNamespace", "SimpleNamespace",
              {{"save", ParameterKind::kKeywordOnly, true, 0},
               {"log", ParameterKind::kKeywordOnly, true, 0},
               {"finish", ParameterKind::kKeywordOnly, true, 0}});
    AddMember(CallableKind::kConstructor, "ConcreteShape", "ConcreteShape");
    AddFunction("describe", {"shape"});
    model::Callable& mock = AddMember(CallableKind::kConstructor, "Shape", "Mock",
                                      {{"area", ParameterKind::kKeywordOnly, true, 0}});
    mock.module = "unittest.mock";
    mock.in_subject = false;
    for (const char* name : {"read", "size", "count_files", "is_here"}) {
      AddFunction(name, {std::string(name) == "size" ? "filename" : "path"});
    }
    for (const char* name :
         {"setting", "arguments", "answer", "roll", "tool_version", "first_lines"}) {
      AddFunction(name, {});
    }
    AddFunction("talk_to_tool", {"question"});
    AddFunction("shell", {"command"});
    AddCallable(CallableKind::kFunction, "greet", {Plain("name"), Optional("shout")});
    AddCallable(CallableKind::kFunction, "report",
                {{"lines", ParameterKind::kVarPositional, false, 0}});
    AddFunction("warn", {"text"});
    AddFunction("save", {"path", "text"});
    AddFunction("forget", {"path"});
    AddCallable(CallableKind::kFunction, "clip",
                {Plain("value"), Optional("low"), Optional("high")});
    AddOperator("Path", "__str__");
    AddEnvironment("setenv", {Plain("name"), Plain("value")});
    AddEnvironment("delenv", {Plain("name")});
    AddEnvironment("argv", {{"arguments", ParameterKind::kVarPositional, false, 0}});
    AddEnvironment("stdin", {Plain("text")});
    AddEnvironment("chdir", {});
    AddEnvironment("processes", {{"answers", ParameterKind::kVarPositional, false, 0}});
    subject_.callables.back().module = "shapes";  // which imports Popen by name
    AddEnvironment("system", {Plain("status")});
    AddEnvironment("seed", {Plain("number")});
    AddEnvironment("write_file", {Plain("name"), Plain("content")});
    AddEnvironment("missing_file", {Plain("name")});
    AddEnvironment("make_folder", {Plain("name")});
  }

  const model::Subject& subject() const { return subject_; }
  model::Subject& subject() { return subject_; }

  // "numbers", "Account", "Sorter.key", "Account.balance" of a kind.
  model::CallableIndex Find(const std::string& qualified_name) const {
    return FindIf([&](const model::Callable& c) { return c.qualified_name == qualified_name; });
  }
  model::CallableIndex Find(const std::string& qualified_name, model::CallableKind kind) const {
    return FindIf([&](const model::Callable& c) {
      return c.qualified_name == qualified_name && c.kind == kind;
    });
  }
  model::ClassIndex FindClass(const std::string& name) const {
    for (model::ClassIndex i = 0; i < subject_.classes.size(); ++i) {
      if (subject_.classes[i].name == name) return i;
    }
    std::abort();
  }

 private:
  static model::Parameter Plain(std::string name) {
    return {std::move(name), model::ParameterKind::kPositionalOrKeyword, false, 0};
  }
  static model::Parameter Optional(std::string name) {
    return {std::move(name), model::ParameterKind::kPositionalOrKeyword, true, 0};
  }

  template <typename Predicate>
  model::CallableIndex FindIf(Predicate predicate) const {
    for (model::CallableIndex i = 0; i < subject_.callables.size(); ++i) {
      if (predicate(subject_.callables[i])) return i;
    }
    std::abort();
  }

  model::Class& AddClass(const std::string& name, const std::string& module) {
    model::Class& added = subject_.classes.emplace_back();
    added.name = added.qualified_name = name;
    added.module = module;
    added.in_subject = module == "shapes";
    return added;
  }

  model::Callable& AddCallable(model::CallableKind kind, const std::string& name,
                               Parameters parameters) {
    model::Callable& added = subject_.callables.emplace_back();
    added.kind = kind;
    added.name = added.qualified_name = name;
    added.module = "shapes";
    added.parameters = std::move(parameters);
    return added;
  }

  model::Callable& AddMember(model::CallableKind kind, const std::string& owner,
                             const std::string& name, Parameters parameters = {}) {
    const model::ClassIndex index = FindClass(owner);
    model::Callable& added = AddCallable(kind, name, std::move(parameters));
    added.class_index = index;
    added.module = subject_.classes[index].module;
    added.in_subject = subject_.classes[index].in_subject;
    if (kind != model::CallableKind::kConstructor) added.qualified_name = owner + "." + name;
    return added;
  }

  void AddOperator(const std::string& owner, const std::string& name,
                   const std::vector<std::string>& parameters = {},
                   model::ResultUse use = model::ResultUse::kValue) {
    Parameters all;
    for (const std::string& parameter : parameters) all.push_back(Plain(parameter));
    AddMember(model::CallableKind::kOperator, owner, name, std::move(all)).use = use;
  }

  void AddFunction(const std::string& name, const std::vector<std::string>& parameters,
                   model::ResultUse use = model::ResultUse::kValue) {
    Parameters all;
    for (const std::string& parameter : parameters) all.push_back(Plain(parameter));
    AddCallable(model::CallableKind::kFunction, name, std::move(all)).use = use;
  }

  void AddEnvironment(const std::string& name, Parameters parameters) {
    model::Callable& added =
        AddCallable(model::CallableKind::kEnvironment, name, std::move(parameters));
    added.module = "";
    added.in_subject = false;
  }

  model::Subject subject_;
};

// Builds a test case on it; arguments by position, one a parameter.
class ShapesCaseBuilder : public TestCaseBuilder {
 public:
  // Outlived by `shapes`.
  explicit ShapesCaseBuilder(const ShapesSubject& shapes) : shapes_(shapes) {}

  Variable Of(const std::string& name, const std::vector<Variable>& arguments = {}) {
    return Push(shapes_.Find(name), {}, arguments);
  }
  Variable On(Variable receiver, const std::string& name,
              const std::vector<Variable>& arguments = {}) {
    return Push(shapes_.Find(name), {receiver}, arguments);
  }
  Variable Balance(model::CallableKind kind, Variable account,
                   const std::vector<Variable>& value = {}) {
    return Push(shapes_.Find("Account.balance", kind), {account}, value);
  }
  Variable Vector(const std::vector<int64_t>& items) {
    std::vector<Variable> all;
    for (const int64_t item : items) all.push_back(Int(item));
    return Of("Vector", {List(all)});
  }
  Variable Class(const std::string& name) { return ClassItself(shapes_.FindClass(name)); }

 private:
  Variable Push(model::CallableIndex callable, const std::vector<Variable>& receiver,
                const std::vector<Variable>& arguments) {
    model::Statement s{.kind = model::StatementKind::kCall, .target = callable};
    s.operands.assign(receiver.begin(), receiver.end());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      s.parameters.push_back(static_cast<uint16_t>(i));
      s.operands.push_back(arguments[i]);
    }
    return Add(std::move(s));
  }

  const ShapesSubject& shapes_;
};

}  // namespace skua::testing
