#include "protocol/subject_json.h"

#include "protocol/control.h"
#include "protocol/value_json.h"

namespace skua::protocol {
namespace {

constexpr std::string_view kTypeKinds[] = {
    "any",   "none", "bool",       "int",      "float",      "complex",   "str",        "bytes",
    "list",  "set",  "frozen_set", "dict",     "tuple",      "tuple_of",  "union",      "literal",
    "class", "enum", "type",       "callable", "typed_dict", "path_text", "unsupported"};
constexpr std::string_view kParameterKinds[] = {"positional_only", "positional_or_keyword",
                                                "var_positional", "keyword_only", "var_keyword"};
constexpr std::string_view kCallableKinds[] = {
    "function", "constructor", "method",  "static_method", "class_method",
    "getter",   "setter",      "deleter", "operator",      "environment"};
constexpr std::string_view kResultUses[] = {"value", "await", "iterate", "async_iterate"};
constexpr std::string_view kCodeObjectKinds[] = {"module", "function", "lambda", "class_body",
                                                 "comprehension"};
constexpr std::string_view kPredicateKinds[] = {"compare",    "truth",         "for_loop",
                                                "match_case", "except_clause", "block"};
constexpr std::string_view kEdgeConditions[] = {"always", "true", "false"};

model::Type ReadType(const Field& field) {
  model::Type type;
  type.kind = field["kind"].OneOf<model::TypeKind>(kTypeKinds);
  type.arguments = field.Indices("arguments");
  field.Read("class", type.class_index);
  type.literals = field.List("literals", [](const Field& item) { return ReadValue(item); });
  type.names = field.List("names", [](const Field& item) { return item.Text(); });
  if (field.Has("required_names")) type.required_names = field["required_names"].Unsigned();
  field.Read("text", type.text);
  return type;
}

model::Class ReadClass(const Field& field) {
  model::Class result;
  result.name = field["name"].Text();
  result.qualified_name = field["qualified_name"].Text();
  result.module = field["module"].Text();
  result.bases = field.Indices("bases");
  result.constructors = field.Indices("constructors");
  result.methods = field.Indices("methods");
  result.enum_members = field.List("enum_members", [](const Field& item) { return item.Text(); });
  result.attributes = field.List("attributes", [](const Field& item) { return item.Text(); });
  field.Read("definition", result.definition);
  result.definition_imports =
      field.List("definition_imports", [](const Field& item) { return item.Text(); });
  field.Read("in_subject", result.in_subject);
  field.Read("is_abstract", result.is_abstract);
  field.Read("is_exception", result.is_exception);
  return result;
}

model::Parameter ReadParameter(const Field& field) {
  model::Parameter parameter;
  parameter.name = field["name"].Text();
  parameter.kind = field["kind"].OneOf<model::ParameterKind>(kParameterKinds);
  field.Read("has_default", parameter.has_default);
  field.Read("type", parameter.type);
  return parameter;
}

model::Callable ReadCallable(const Field& field) {
  model::Callable callable;
  callable.kind = field["kind"].OneOf<model::CallableKind>(kCallableKinds);
  if (field.Has("use")) callable.use = field["use"].OneOf<model::ResultUse>(kResultUses);
  callable.name = field["name"].Text();
  callable.qualified_name = field["qualified_name"].Text();
  callable.module = field["module"].Text();
  field.Read("class", callable.class_index);
  field.Read("result", callable.result);
  field.Read("code_object", callable.code_object);
  field.Read("in_subject", callable.in_subject);
  field.Read("is_protected", callable.is_protected);
  callable.parameters = field.List("parameters", ReadParameter);
  return callable;
}

model::CodeObject ReadCodeObject(const Field& field) {
  model::CodeObject code_object;
  code_object.kind = field["kind"].OneOf<model::CodeObjectKind>(kCodeObjectKinds);
  code_object.qualified_name = field["qualified_name"].Text();
  code_object.first_line = field["first_line"].Unsigned();
  field.Read("parent", code_object.parent);
  code_object.control_flow.nodes =
      field.List("nodes", [](const Field& node) { return node.Index(); });
  code_object.control_flow.edges = field.List("edges", [](const Field& edge) {
    return model::ControlFlowEdge{edge.At(0).Unsigned(), edge.At(1).Unsigned(),
                                  edge.At(2).OneOf<model::ControlFlowEdge::When>(kEdgeConditions)};
  });
  return code_object;
}

model::Predicate ReadPredicate(const Field& field) {
  model::Predicate predicate;
  predicate.kind = field["kind"].OneOf<model::PredicateKind>(kPredicateKinds);
  predicate.code_object = field["code_object"].Unsigned();
  predicate.line = field["line"].Unsigned();
  field.Read("column", predicate.column);
  field.Read("true_is_goal", predicate.true_is_goal);
  field.Read("false_is_goal", predicate.false_is_goal);
  if (field.Has("true_jump")) predicate.true_jump = field["true_jump"].Bool();
  if (field.Has("false_jump")) predicate.false_jump = field["false_jump"].Bool();
  return predicate;
}

model::Constant ReadConstant(const Field& field) {
  return {ReadValue(field["value"]), field.Has("count") ? field["count"].Unsigned() : 1};
}

// Every index must be one of the table it points into: nobody looks again behind this.
class IndexCheck {
 public:
  explicit IndexCheck(const model::Subject& subject) : subject_(subject) {}

  void All() const {
    for (std::size_t i = 0; i < subject_.types.size(); ++i) {
      const model::Type& type = subject_.types[i];
      Each(type.arguments, subject_.types, "types", i, "arguments");
      One(type.class_index, subject_.classes, "types", i, "class");
    }
    for (std::size_t i = 0; i < subject_.classes.size(); ++i) {
      const model::Class& a_class = subject_.classes[i];
      Each(a_class.bases, subject_.classes, "classes", i, "bases");
      Each(a_class.constructors, subject_.callables, "classes", i, "constructors");
      Each(a_class.methods, subject_.callables, "classes", i, "methods");
    }
    for (std::size_t i = 0; i < subject_.callables.size(); ++i) CheckCallable(i);
    for (std::size_t i = 0; i < subject_.code_objects.size(); ++i) CheckCodeObject(i);
    for (std::size_t i = 0; i < subject_.predicates.size(); ++i) {
      One(subject_.predicates[i].code_object, subject_.code_objects, "predicates", i,
          "code_object");
    }
    Each(subject_.import_code_objects, subject_.code_objects, "import_code_objects", 0, "");
    Each(subject_.import_true, subject_.predicates, "import_true", 0, "");
    Each(subject_.import_false, subject_.predicates, "import_false", 0, "");
  }

 private:
  void CheckCallable(std::size_t i) const {
    const model::Callable& callable = subject_.callables[i];
    One(callable.class_index, subject_.classes, "callables", i, "class");
    One(callable.code_object, subject_.code_objects, "callables", i, "code_object");
    Needed(callable.result, subject_.types, "callables", i, "result");
    for (const model::Parameter& parameter : callable.parameters) {
      Needed(parameter.type, subject_.types, "callables", i, "parameters");
    }
  }
  void CheckCodeObject(std::size_t i) const {
    const model::CodeObject& code_object = subject_.code_objects[i];
    const auto& [nodes, edges] = code_object.control_flow;
    One(code_object.parent, subject_.code_objects, "code_objects", i, "parent");
    for (uint32_t predicate : nodes)
      One(predicate, subject_.predicates, "code_objects", i, "nodes");
    for (const model::ControlFlowEdge& edge : edges) {
      Needed(edge.from, nodes, "code_objects", i, "edges");
      Needed(edge.to, nodes, "code_objects", i, "edges");
    }
  }

  template <typename Table>
  static void Needed(uint32_t index, const Table& table, std::string_view list, std::size_t place,
                     std::string_view field) {
    if (index < table.size()) return;
    throw WireError(fmt::format("$.subject.{}[{}]{}{}: index {} of a table of {}", list, place,
                                field.empty() ? "" : ".", field, index, table.size()));
  }
  template <typename Table>
  static void One(uint32_t index, const Table& table, std::string_view list, std::size_t place,
                  std::string_view field) {
    if (index != model::kNoIndex) Needed(index, table, list, place, field);
  }
  template <typename Table>
  static void Each(const std::vector<uint32_t>& indices, const Table& table, std::string_view list,
                   std::size_t place, std::string_view field) {
    for (uint32_t index : indices) Needed(index, table, list, place, field);
  }

  const model::Subject& subject_;
};

}  // namespace

model::Subject ReadSubject(const Field& field, const model::ModuleId& module) {
  model::Subject subject;
  subject.module = module;
  subject.types = field.List("types", ReadType);
  if (subject.types.empty()) subject.types.emplace_back();
  subject.classes = field.List("classes", ReadClass);
  subject.callables = field.List("callables", ReadCallable);
  subject.code_objects = field.List("code_objects", ReadCodeObject);
  subject.predicates = field.List("predicates", ReadPredicate);
  subject.constants = field.List("constants", ReadConstant);
  subject.import_code_objects = field.Indices("import_code_objects");
  subject.import_true = field.Indices("import_true");
  subject.import_false = field.Indices("import_false");
  IndexCheck(subject).All();
  return subject;
}

model::Subject SubjectFromJson(const nlohmann::json& json, const model::ModuleId& module) {
  return ReadSubject(Field(json), module);
}

}  // namespace skua::protocol
