#include "protocol/control.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "protocol/wire.h"

namespace skua::protocol {
namespace {

using model::Value;
using model::ValueKind;
using Json = nlohmann::json;

// A field of a message that knows where it stands, so that an error can say so. Borrows everything;
// a field lives shorter than its parent.
class Field {
 public:
  explicit Field(const Json& json) : json_(json) {}

  bool Has(const char* name) const {
    if (!json_.is_object()) Fail("an object");
    return json_.contains(name);
  }
  Field operator[](const char* name) const {
    if (!Has(name)) Fail(fmt::format("a field \"{}\"", name));
    return Field(json_[name], *this, name, 0);
  }
  Field At(std::size_t index) const {
    if (!json_.is_array()) Fail("a list");
    if (index >= json_.size()) Fail(fmt::format("{} elements", index + 1));
    return Field(json_[index], *this, nullptr, index);
  }
  std::size_t size() const {
    if (!json_.is_array()) Fail("a list");
    return json_.size();
  }

  bool Bool() const {
    if (!json_.is_boolean()) Fail("true or false");
    return json_.get<bool>();
  }
  const std::string& Text() const {
    if (!json_.is_string()) Fail("a text");
    return json_.get_ref<const std::string&>();
  }
  int64_t Integer() const {
    const bool too_large = json_.is_number_unsigned() &&
                           json_.get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()};
    if (!json_.is_number_integer() || too_large) Fail("an integer of 64 bits");
    return json_.get<int64_t>();
  }
  uint32_t Unsigned() const {
    const int64_t value = Integer();
    if (value < 0 || value >= model::kNoIndex) Fail("an integer from 0 to 4294967294");
    return static_cast<uint32_t>(value);
  }
  // An index, or -1 for none.
  uint32_t Index() const { return Integer() == -1 ? model::kNoIndex : Unsigned(); }
  double Real() const {
    if (json_.is_number()) return json_.get<double>();
    if (json_.is_string()) {
      if (json_ == "nan") return std::numeric_limits<double>::quiet_NaN();
      if (json_ == "inf") return std::numeric_limits<double>::infinity();
      if (json_ == "-inf") return -std::numeric_limits<double>::infinity();
    }
    Fail(R"(a number, "nan", "inf" or "-inf")");
  }
  std::string Hex() const {
    const std::string& digits = Text();
    const auto digit = [&](char c) {
      if (c >= '0' && c <= '9') return c - '0';
      if (c >= 'a' && c <= 'f') return c - 'a' + 10;
      Fail("hexadecimal digits");
    };
    if (digits.size() % 2 != 0) Fail("an even number of hexadecimal digits");
    std::string bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      bytes.push_back(static_cast<char>(digit(digits[i]) * 16 + digit(digits[i + 1])));
    }
    return bytes;
  }
  // One of the names, by its place in the list.
  template <typename Kind, std::size_t count>
  Kind OneOf(const std::string_view (&names)[count]) const {
    const std::string& text = Text();
    for (std::size_t i = 0; i < count; ++i) {
      if (text == names[i]) return static_cast<Kind>(i);
    }
    Fail(fmt::format("one of {}", fmt::join(names, ", ")));
  }

  // What each element of the list `name` reads as; empty when the field is absent.
  template <typename Read>
  auto List(const char* name, Read read) const {
    std::vector<decltype(read(*this))> items;
    if (!Has(name)) return items;
    const Field list = (*this)[name];
    items.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) items.push_back(read(list.At(i)));
    return items;
  }
  std::vector<uint32_t> Indices(const char* name) const {
    return List(name, [](const Field& field) { return field.Unsigned(); });
  }
  // Optional fields keep the default that stands in the struct.
  void Read(const char* name, std::string& text) const {
    if (Has(name)) text = (*this)[name].Text();
  }
  void Read(const char* name, bool& value) const {
    if (Has(name)) value = (*this)[name].Bool();
  }
  void Read(const char* name, uint32_t& index) const {
    if (Has(name)) index = (*this)[name].Index();
  }

  [[noreturn]] void Fail(std::string_view expected) const {
    const std::string shown = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    throw WireError(fmt::format("{}: expected {}, not {}", Path(), expected, shown.substr(0, 80)));
  }

 private:
  Field(const Json& json, const Field& parent, const char* name, std::size_t index)
      : json_(json), parent_(&parent), name_(name), index_(index) {}

  std::string Path() const {
    if (parent_ == nullptr) return "$";
    return parent_->Path() +
           (name_ != nullptr ? fmt::format(".{}", name_) : fmt::format("[{}]", index_));
  }

  const Json& json_;
  const Field* parent_ = nullptr;
  const char* name_ = nullptr;
  std::size_t index_ = 0;
};

constexpr std::string_view kValueKinds[] = {
    "none",  "bool", "int",       "float", "complex", "str",    "bytes", "list",
    "tuple", "set",  "frozenset", "dict",  "enum",    "object", "type",  "opaque"};
constexpr std::string_view kTypeKinds[] = {
    "any",   "none",    "bool",  "int",        "float", "complex",  "str",
    "bytes", "list",    "set",   "frozen_set", "dict",  "tuple",    "tuple_of",
    "union", "literal", "class", "enum",       "type",  "callable", "typed_dict",
    "path_text", "unsupported"};
constexpr std::string_view kParameterKinds[] = {"positional_only", "positional_or_keyword",
                                                "var_positional", "keyword_only", "var_keyword"};
constexpr std::string_view kCallableKinds[] = {"function", "constructor", "method", "static_method",
                                               "class_method", "getter", "setter", "deleter",
                                               "operator", "environment"};
constexpr std::string_view kResultUses[] = {"value", "await", "iterate", "async_iterate"};
constexpr std::string_view kCodeObjectKinds[] = {"module", "function", "lambda", "class_body",
                                                 "comprehension"};
constexpr std::string_view kPredicateKinds[] = {"compare", "truth", "for_loop", "match_case",
                                                "except_clause"};
constexpr std::string_view kEdgeConditions[] = {"always", "true", "false"};
constexpr std::string_view kVerdicts[] = {"passed",  "raised",        "timed_out",
                                          "crashed", "out_of_memory", "not_run"};

// Deeper values are cut by the worker; a limit here keeps a mistake from overflowing the stack.
constexpr int kDeepestValue = 200;

Value ReadValueField(const Field& field, int depth = 0) {
  if (depth > kDeepestValue) field.Fail("a value nested less deeply");
  const auto items = [&](const char* name) {
    return field.List(name, [&](const Field& item) { return ReadValueField(item, depth + 1); });
  };
  Value value;
  value.kind = field["k"].OneOf<ValueKind>(kValueKinds);
  switch (value.kind) {
    case ValueKind::kNone:
      break;
    case ValueKind::kBool:
      value.integer = field["v"].Bool();
      break;
    case ValueKind::kInt:
      field.Has("t") ? void(value.text = field["t"].Text())
                     : void(value.integer = field["v"].Integer());
      break;
    case ValueKind::kFloat:
      value.real = field["v"].Real();
      break;
    case ValueKind::kComplex:
      value.real = field["r"].Real();
      value.imaginary = field["i"].Real();
      break;
    case ValueKind::kStr:
      value.text = field.Has("h") ? field["h"].Hex() : field["t"].Text();
      break;
    case ValueKind::kBytes:
      value.text = field["h"].Hex();
      break;
    case ValueKind::kDict:
      if (field["i"].size() % 2 != 0) field["i"].Fail("keys and values in pairs");
      [[fallthrough]];
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
      field["i"].size();
      value.items = items("i");
      break;
    case ValueKind::kEnumMember:
      value.type_name = field["c"].Text();
      value.text = field["t"].Text();
      break;
    case ValueKind::kObject:
      value.type_name = field["c"].Text();
      if (field.Has("t")) value.text = field["t"].Text();
      value.integer = field["n"].Integer();
      value.fields = field.List("f", [&](const Field& pair) {
        return std::pair(pair.At(0).Text(), ReadValueField(pair.At(1), depth + 1));
      });
      break;
    case ValueKind::kType:
    case ValueKind::kOpaque:
      value.type_name = field["c"].Text();
      break;
  }
  return value;
}

std::string ToHex(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

Json RealToJson(double real) {
  if (std::isnan(real)) return "nan";
  if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
  return real;
}

// Whether JSON can hold it as it is: UTF-8, without the surrogates that "surrogatepass" lets in.
bool IsUtf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

model::Type ReadType(const Field& field) {
  model::Type type;
  type.kind = field["kind"].OneOf<model::TypeKind>(kTypeKinds);
  type.arguments = field.Indices("arguments");
  field.Read("class", type.class_index);
  type.literals = field.List("literals", [](const Field& item) { return ReadValueField(item); });
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
  return predicate;
}

model::Constant ReadConstant(const Field& field) {
  return {ReadValueField(field["value"]), field.Has("count") ? field["count"].Unsigned() : 1};
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

model::RaisedException ReadException(const Field& field) {
  model::RaisedException exception;
  exception.type_name = field["type"].Text();
  field.Read("importable", exception.importable_type_name);
  field.Read("message", exception.message);
  field.Read("path", exception.path);
  if (field.Has("line")) exception.line = field["line"].Unsigned();
  field.Read("explicit", exception.is_explicit);
  field.Read("documented", exception.is_documented);
  field.Read("at_boundary", exception.at_boundary);
  return exception;
}

model::StatementObservation ReadStatement(const Field& field) {
  model::StatementObservation statement;
  statement.result = ReadValueField(field["result"]);
  statement.changes = field.List("changes", [](const Field& change) {
    const uint32_t variable = change.At(0).Unsigned();
    if (variable > std::numeric_limits<uint16_t>::max()) change.At(0).Fail("a variable's index");
    return model::StatementObservation::Change{static_cast<uint16_t>(variable),
                                               ReadValueField(change.At(1))};
  });
  return statement;
}

model::Reason ReadReason(const Field& field) {
  const model::ReasonEntry* entry = model::FindReason(field["code"].Text());
  if (entry == nullptr) field["code"].Fail("a known reason code");
  model::Reason reason{entry->code, {}};
  field.Read("detail", reason.detail);
  return reason;
}

Json Parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw WireError(fmt::format("not JSON: {}", error.what()));
  }
}

}  // namespace

Value ValueFromJson(const Json& json) { return ReadValueField(Field(json)); }

Json ValueToJson(const Value& value) {
  Json json = {{"k", kValueKinds[static_cast<std::size_t>(value.kind)]}};
  switch (value.kind) {
    case ValueKind::kNone:
      break;
    case ValueKind::kBool:
      json["v"] = value.integer != 0;
      break;
    case ValueKind::kInt:
      value.text.empty() ? json["v"] = value.integer : json["t"] = value.text;
      break;
    case ValueKind::kFloat:
      json["v"] = RealToJson(value.real);
      break;
    case ValueKind::kComplex:
      json["r"] = RealToJson(value.real);
      json["i"] = RealToJson(value.imaginary);
      break;
    case ValueKind::kStr:
      IsUtf8(value.text) ? json["t"] = value.text : json["h"] = ToHex(value.text);
      break;
    case ValueKind::kBytes:
      json["h"] = ToHex(value.text);
      break;
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
    case ValueKind::kDict:
      json["i"] = Json::array();
      for (const Value& item : value.items) json["i"].push_back(ValueToJson(item));
      break;
    case ValueKind::kEnumMember:
      json["c"] = value.type_name;
      json["t"] = value.text;
      break;
    case ValueKind::kObject:
      json["c"] = value.type_name;
      if (!value.text.empty()) json["t"] = value.text;
      json["n"] = value.integer;
      json["f"] = Json::array();
      for (const auto& [name, field] : value.fields)
        json["f"].push_back({name, ValueToJson(field)});
      break;
    case ValueKind::kType:
    case ValueKind::kOpaque:
      json["c"] = value.type_name;
      break;
  }
  return json;
}

model::Subject SubjectFromJson(const Json& json, const model::ModuleId& module) {
  return ReadSubject(Field(json), module);
}

model::Observation ObservationFromJson(std::string_view text) {
  const Json json = Parse(text);
  const Field field(json);
  model::Observation observation;
  observation.verdict = field["verdict"].OneOf<model::Verdict>(kVerdicts);
  observation.statements = field.List("statements", ReadStatement);
  field.Read("side_effect", observation.side_effect);
  if (observation.verdict == model::Verdict::kRaised) {
    observation.exception = ReadException(field["exception"]);
  }
  return observation;
}

LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module) {
  const Json json = Parse(text);
  const Field field(json);
  LoadAnswer answer;
  answer.notes = field.List("notes", ReadReason);
  if (field["ok"].Bool()) {
    answer.subject = ReadSubject(field["subject"], module);
    field.Read("digest", answer.digest);
  } else if (field.Has("error")) {
    throw WireError(field["error"].Text());
  } else {
    answer.failure = ReadReason(field);
  }
  return answer;
}

}  // namespace skua::protocol
