#include "render/suite_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::RaisedException;
using model::Statement;
using model::StatementKind;
using model::Subject;
using model::Value;
using model::ValueKind;
using Json = nlohmann::json;

constexpr int kVersion = 1;

// What is named is not there any more, or the JSON is not of this form: the test is dropped.
struct DoesNotFit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename Enum>
using Names = std::vector<std::pair<Enum, const char*>>;

const Names<StatementKind> kStatementNames = {{StatementKind::kNone, "none"},
                                              {StatementKind::kBool, "bool"},
                                              {StatementKind::kInt, "int"},
                                              {StatementKind::kFloat, "float"},
                                              {StatementKind::kComplex, "complex"},
                                              {StatementKind::kStr, "str"},
                                              {StatementKind::kBytes, "bytes"},
                                              {StatementKind::kList, "list"},
                                              {StatementKind::kTuple, "tuple"},
                                              {StatementKind::kSet, "set"},
                                              {StatementKind::kFrozenSet, "frozenset"},
                                              {StatementKind::kDict, "dict"},
                                              {StatementKind::kEnumMember, "enum"},
                                              {StatementKind::kClass, "class"},
                                              {StatementKind::kCall, "call"}};

const Names<ValueKind> kValueNames = {{ValueKind::kNone, "none"},
                                      {ValueKind::kBool, "bool"},
                                      {ValueKind::kInt, "int"},
                                      {ValueKind::kFloat, "float"},
                                      {ValueKind::kComplex, "complex"},
                                      {ValueKind::kStr, "str"},
                                      {ValueKind::kBytes, "bytes"},
                                      {ValueKind::kList, "list"},
                                      {ValueKind::kTuple, "tuple"},
                                      {ValueKind::kSet, "set"},
                                      {ValueKind::kFrozenSet, "frozenset"},
                                      {ValueKind::kDict, "dict"},
                                      {ValueKind::kEnumMember, "enum"},
                                      {ValueKind::kObject, "object"},
                                      {ValueKind::kType, "type"},
                                      {ValueKind::kOpaque, "opaque"}};

const Names<AssertionKind> kAssertionNames = {{AssertionKind::kEquals, "equals"},
                                              {AssertionKind::kIsInstance, "isinstance"},
                                              {AssertionKind::kLength, "length"}};

template <typename Enum>
const char* NameOf(const Names<Enum>& names, Enum value) {
  return std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == value; })
      ->second;
}

template <typename Enum>
Enum FromName(const Names<Enum>& names, const std::string& name) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == name; });
  if (found == names.end()) throw DoesNotFit("no such kind: " + name);
  return found->first;
}

// --- Scalars -------------------------------------------------------------------------------------

Json RealToJson(double real) {
  if (std::isnan(real)) return "nan";
  if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
  return real;
}

double RealFromJson(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw DoesNotFit("no number: " + text);
}

std::string Hex(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

std::string FromHex(const std::string& hex) {
  if (hex.size() % 2 != 0 || hex.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw DoesNotFit("no hex: " + hex);
  }
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

// JSON strings are UTF-8; what is not, such as a lone surrogate, goes as hex.
void WriteText(const std::string& text, Json& json) {
  try {
    (void)Json(text).dump();
    json["t"] = text;
  } catch (const Json::type_error&) {
    json["h"] = Hex(text);
  }
}

std::string ReadText(const Json& json) {
  return json.contains("h") ? FromHex(json.at("h").get<std::string>())
                            : json.at("t").get<std::string>();
}

// The scalar fields that statements and values share.
template <typename Scalar>
Json ScalarToJson(const Scalar& scalar, const char* kind) {
  using Kind = decltype(scalar.kind);
  Json json = {{"k", kind}};
  switch (scalar.kind) {
    case Kind::kBool:
      json["v"] = scalar.integer;
      break;
    case Kind::kInt:
      if (scalar.text.empty()) {
        json["v"] = scalar.integer;
      } else {
        json["t"] = scalar.text;
      }
      break;
    case Kind::kFloat:
      json["v"] = RealToJson(scalar.real);
      break;
    case Kind::kComplex:
      json["r"] = RealToJson(scalar.real);
      json["i"] = RealToJson(scalar.imaginary);
      break;
    case Kind::kStr:
      WriteText(scalar.text, json);
      break;
    case Kind::kBytes:
      json["h"] = Hex(scalar.text);
      break;
    default:
      break;
  }
  return json;
}

template <typename Scalar>
void ScalarFromJson(const Json& json, Scalar& scalar) {
  using Kind = decltype(scalar.kind);
  switch (scalar.kind) {
    case Kind::kBool:
      scalar.integer = json.at("v").get<int64_t>();
      break;
    case Kind::kInt:
      if (json.contains("t")) {
        scalar.text = json.at("t").get<std::string>();
      } else {
        scalar.integer = json.at("v").get<int64_t>();
      }
      break;
    case Kind::kFloat:
      scalar.real = RealFromJson(json.at("v"));
      break;
    case Kind::kComplex:
      scalar.real = RealFromJson(json.at("r"));
      scalar.imaginary = RealFromJson(json.at("i"));
      break;
    case Kind::kStr:
    case Kind::kBytes:
      scalar.text = ReadText(json);
      break;
    default:
      break;
  }
}

// --- Values --------------------------------------------------------------------------------------

Json ValueToJson(const Value& value) {
  Json json = ScalarToJson(value, NameOf(kValueNames, value.kind));
  if (!value.type_name.empty()) json["c"] = value.type_name;
  for (const Value& item : value.items) json["items"].push_back(ValueToJson(item));
  if (value.kind == ValueKind::kEnumMember || value.kind == ValueKind::kObject) {
    if (!value.text.empty()) WriteText(value.text, json);
  }
  if (value.kind == ValueKind::kObject) json["n"] = value.integer;
  for (const auto& [name, field] : value.fields) {
    json["fields"].push_back(Json::array({name, ValueToJson(field)}));
  }
  return json;
}

Value ValueFromJson(const Json& json) {
  Value value;
  value.kind = FromName(kValueNames, json.at("k").get<std::string>());
  ScalarFromJson(json, value);
  value.type_name = json.value("c", "");
  for (const Json& item : json.value("items", Json::array())) {
    value.items.push_back(ValueFromJson(item));
  }
  const bool named = value.kind == ValueKind::kEnumMember || value.kind == ValueKind::kObject;
  if (named && (json.contains("t") || json.contains("h"))) value.text = ReadText(json);
  if (value.kind == ValueKind::kObject) value.integer = json.value("n", int64_t{-1});
  for (const Json& field : json.value("fields", Json::array())) {
    value.fields.emplace_back(field.at(0).get<std::string>(), ValueFromJson(field.at(1)));
  }
  return value;
}

// --- Statements ----------------------------------------------------------------------------------

template <typename Named>
std::string QualifiedName(const Named& named) {
  return named.module + ":" + named.qualified_name;
}

Json StatementToJson(const Subject& subject, const Statement& s) {
  Json json = ScalarToJson(s, NameOf(kStatementNames, s.kind));
  switch (s.kind) {
    case StatementKind::kEnumMember:
      json["class"] = QualifiedName(subject.classes[s.target]);
      json["t"] = subject.classes[s.target].enum_members[static_cast<std::size_t>(s.integer)];
      break;
    case StatementKind::kClass:
      json["class"] = QualifiedName(subject.classes[s.target]);
      break;
    case StatementKind::kCall: {
      const model::Callable& callable = subject.callables[s.target];
      json["callable"] = QualifiedName(callable);
      const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
      // An inherited method is in the table once for each class that has it.
      if (callable.class_index != model::kNoIndex) {
        json["class"] = QualifiedName(subject.classes[callable.class_index]);
      }
      if (receiver == 1) json["receiver"] = s.operands[0];
      json["arguments"] = Json::array();
      for (std::size_t a = 0; a < s.parameters.size(); ++a) {
        json["arguments"].push_back(
            Json::array({callable.parameters[s.parameters[a]].name, s.operands[a + receiver]}));
      }
      break;
    }
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
    case StatementKind::kDict: {
      json["of"] = Json::array();
      for (const model::VariableIndex operand : s.operands) json["of"].push_back(operand);
      break;
    }
    default:
      break;
  }
  return json;
}

// Looks up what the archive names in the subject as it is now.
class SuiteReader {
 public:
  SuiteReader(const Subject& subject, bool goals_valid)
      : subject_(subject), goals_valid_(goals_valid) {
    for (uint32_t i = 0; i < subject.classes.size(); ++i) {
      classes_.emplace(QualifiedName(subject.classes[i]), i);
    }
    for (uint32_t i = 0; i < subject.callables.size(); ++i) {
      callables_.emplace(KeyOf(subject.callables[i]), i);
    }
    for (uint32_t i = 0; i < subject.types.size(); ++i) {
      const model::Type& type = subject.types[i];
      const bool of_class =
          type.kind == model::TypeKind::kClass || type.kind == model::TypeKind::kEnum;
      types_.emplace(std::pair(type.kind, of_class ? type.class_index : model::kNoIndex), i);
    }
  }

  GeneratedTest Read(const Json& json) const {
    GeneratedTest test;
    for (const Json& statement : json.at("statements")) {
      test.test.statements.push_back(ReadStatement(statement));
    }
    try {
      CheckWellFormed(test.test, subject_);
    } catch (const std::logic_error& error) {
      throw DoesNotFit(error.what());
    }
    for (const Json& assertion : json.at("assertions")) {
      test.assertions.push_back(ReadAssertion(assertion, test.test));
    }
    if (json.contains("exception")) test.exception = ReadException(json.at("exception"));
    test.is_finding = json.value("finding", false);
    if (goals_valid_) test.goals = json.at("goals").get<std::vector<model::GoalIndex>>();
    return test;
  }

 private:
  std::string KeyOf(const model::Callable& callable) const {
    std::string key = QualifiedName(callable);
    if (callable.class_index != model::kNoIndex) {
      key += "@" + QualifiedName(subject_.classes[callable.class_index]);
    }
    return key;
  }

  template <typename Map, typename Key>
  static uint32_t Find(const Map& map, const Key& key) {
    const auto found = map.find(key);
    if (found == map.end()) throw DoesNotFit("gone: " + key);
    return found->second;
  }

  model::TypeIndex TypeOf(const Statement& s) const {
    using model::TypeKind;
    static const std::map<StatementKind, TypeKind> kKinds = {
        {StatementKind::kNone, TypeKind::kNone},
        {StatementKind::kBool, TypeKind::kBool},
        {StatementKind::kInt, TypeKind::kInt},
        {StatementKind::kFloat, TypeKind::kFloat},
        {StatementKind::kComplex, TypeKind::kComplex},
        {StatementKind::kStr, TypeKind::kStr},
        {StatementKind::kBytes, TypeKind::kBytes},
        {StatementKind::kList, TypeKind::kList},
        {StatementKind::kTuple, TypeKind::kTuple},
        {StatementKind::kSet, TypeKind::kSet},
        {StatementKind::kFrozenSet, TypeKind::kFrozenSet},
        {StatementKind::kDict, TypeKind::kDict},
        {StatementKind::kClass, TypeKind::kType},
        {StatementKind::kEnumMember, TypeKind::kEnum}};
    if (s.kind == StatementKind::kCall) return subject_.callables[s.target].result;
    const bool of_class = s.kind == StatementKind::kEnumMember;
    const auto type = types_.find({kKinds.at(s.kind), of_class ? s.target : model::kNoIndex});
    return type == types_.end() ? 0 : type->second;
  }

  Statement ReadStatement(const Json& json) const {
    Statement s;
    s.kind = FromName(kStatementNames, json.at("k").get<std::string>());
    ScalarFromJson(json, s);
    switch (s.kind) {
      case StatementKind::kEnumMember: {
        s.target = Find(classes_, json.at("class").get<std::string>());
        const auto& members = subject_.classes[s.target].enum_members;
        const auto member =
            std::find(members.begin(), members.end(), json.at("t").get<std::string>());
        if (member == members.end()) throw DoesNotFit("no such member");
        s.integer = member - members.begin();
        break;
      }
      case StatementKind::kClass:
        s.target = Find(classes_, json.at("class").get<std::string>());
        break;
      case StatementKind::kCall:
        ReadCall(json, s);
        break;
      default:
        for (const Json& operand : json.value("of", Json::array())) {
          s.operands.push_back(operand.get<model::VariableIndex>());
        }
    }
    s.type = TypeOf(s);
    return s;
  }

  void ReadCall(const Json& json, Statement& s) const {
    std::string key = json.at("callable").get<std::string>();
    if (json.contains("class")) key += "@" + json.at("class").get<std::string>();
    s.target = Find(callables_, key);
    const model::Callable& callable = subject_.callables[s.target];
    if (HasReceiver(callable) != json.contains("receiver")) throw DoesNotFit("receiver");
    if (HasReceiver(callable)) s.operands.push_back(json.at("receiver").get<uint16_t>());
    // Parameters may have changed places.
    std::map<uint16_t, model::VariableIndex> arguments;
    for (const Json& argument : json.at("arguments")) {
      const auto& parameters = callable.parameters;
      const auto parameter = std::find_if(
          parameters.begin(), parameters.end(),
          [&](const model::Parameter& p) { return p.name == argument.at(0).get<std::string>(); });
      if (parameter == parameters.end()) throw DoesNotFit("parameter gone");
      arguments[static_cast<uint16_t>(parameter - parameters.begin())] =
          argument.at(1).get<model::VariableIndex>();
    }
    for (const auto& [parameter, operand] : arguments) {
      s.parameters.push_back(parameter);
      s.operands.push_back(operand);
    }
  }

  static Assertion ReadAssertion(const Json& json, const model::TestCase& test) {
    Assertion assertion;
    assertion.kind = FromName(kAssertionNames, json.at("k").get<std::string>());
    assertion.after_statement = json.at("after").get<uint16_t>();
    assertion.variable = json.at("of").get<model::VariableIndex>();
    assertion.attribute = json.value("attribute", "");
    assertion.expected = ValueFromJson(json.at("expected"));
    if (assertion.after_statement >= test.size() ||
        assertion.variable > assertion.after_statement) {
      throw DoesNotFit("assertion out of place");
    }
    return assertion;
  }

  static RaisedException ReadException(const Json& json) {
    RaisedException exception;
    exception.type_name = json.at("type").get<std::string>();
    exception.importable_type_name = json.value("importable", "");
    exception.message = ReadText(json);
    exception.path = json.value("path", "");
    exception.line = json.value("line", 0u);
    exception.is_explicit = json.value("explicit", false);
    exception.is_documented = json.value("documented", false);
    exception.at_boundary = json.value("at_boundary", false);
    return exception;
  }

  const Subject& subject_;
  const bool goals_valid_;
  std::map<std::string, uint32_t> classes_, callables_;
  std::map<std::pair<model::TypeKind, model::ClassIndex>, model::TypeIndex> types_;
};

Json ExceptionToJson(const RaisedException& exception) {
  Json json = {{"type", exception.type_name},
               {"importable", exception.importable_type_name},
               {"path", exception.path},
               {"line", exception.line},
               {"explicit", exception.is_explicit},
               {"documented", exception.is_documented},
               {"at_boundary", exception.at_boundary}};
  WriteText(exception.message, json);
  return json;
}

Json TestToJson(const Subject& subject, const GeneratedTest& test) {
  Json json = {{"statements", Json::array()}, {"assertions", Json::array()}, {"goals", test.goals}};
  for (const Statement& s : test.test.statements) {
    json["statements"].push_back(StatementToJson(subject, s));
  }
  for (const Assertion& a : test.assertions) {
    Json assertion = {{"k", NameOf(kAssertionNames, a.kind)},
                      {"after", a.after_statement},
                      {"of", a.variable},
                      {"expected", ValueToJson(a.expected)}};
    if (!a.attribute.empty()) assertion["attribute"] = a.attribute;
    json["assertions"].push_back(std::move(assertion));
  }
  if (test.exception) json["exception"] = ExceptionToJson(*test.exception);
  if (test.is_finding) json["finding"] = true;
  return json;
}

}  // namespace

std::string SuiteToJson(const Subject& subject, const model::Suite& suite) {
  Json json = {{"format", "skua-suite"},
               {"version", kVersion},
               {"module", subject.module.name},
               {"tests", Json::array()}};
  for (const GeneratedTest& test : suite) json["tests"].push_back(TestToJson(subject, test));
  return json.dump();
}

ArchivedSuite SuiteFromJson(std::string_view text, const Subject& subject, bool goals_valid) {
  ArchivedSuite archived;
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto is = [&](const char* key, const Json& value) {
    return json.contains(key) && json.at(key) == value;
  };
  archived.readable = json.is_object() && is("format", "skua-suite") && is("version", kVersion) &&
                      json.contains("tests") && json.at("tests").is_array();
  if (!archived.readable) return archived;
  const SuiteReader reader(subject, goals_valid);
  for (const Json& test : json.at("tests")) {
    try {
      archived.suite.push_back(reader.Read(test));
    } catch (const DoesNotFit&) {
      ++archived.dropped;
    } catch (const Json::exception&) {
      ++archived.dropped;
    }
  }
  return archived;
}

}  // namespace skua::render
