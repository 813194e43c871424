#include "render/suite_schema.h"

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "render/suite_json.h"
#include "render/suite_json_names.h"
#include "render/suite_json_values.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::StatementKind;
using model::ValueKind;

Json Ref(const char* name) { return {{"$ref", std::string("#/definitions/") + name}}; }
Json Constant(Json value) { return {{"const", std::move(value)}}; }
Json ArrayOf(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }
Json Described(Json schema, const char* description) {
  schema["description"] = description;
  return schema;
}

const Json kText = {{"type", "string"}};
const Json kHex = {{"type", "string"}, {"pattern", "^([0-9a-f]{2})*$"}};
const Json kFlag = {{"type", "boolean"}};
const Json kNaturalNumber = {{"type", "integer"}, {"minimum", 0}};
const Json kDotted = {{"type", "string"}, {"pattern", "^[^:]*:.+$"}};

// The schema of an object. `required` holds the names of properties that must be there; others may
// be absent.
class ObjectSchema {
 public:
  ObjectSchema& Required(const char* name, Json schema) {
    required_.push_back(name);
    return Optional(name, std::move(schema));
  }
  ObjectSchema& Optional(const char* name, Json schema) {
    properties_[name] = std::move(schema);
    return *this;
  }
  // Adds the property `name` or `name`_hex.
  ObjectSchema& TextOrHex(const char* name, bool required) {
    Optional(name, kText);
    Optional((std::string(name) + "_hex").c_str(), kHex);
    if (required) OneOf(name, (std::string(name) + "_hex").c_str());
    return *this;
  }
  ObjectSchema& OneOf(const char* one, const char* other) {
    const auto requires_it = [](const char* name) {
      return Json{{"required", Json::array({name})}};
    };
    one_of_ = Json::array({requires_it(one), requires_it(other)});
    return *this;
  }
  Json Done() const {
    Json schema = {{"type", "object"}, {"properties", properties_}};
    if (!required_.empty()) schema["required"] = required_;
    if (!one_of_.is_null()) schema["oneOf"] = one_of_;
    schema["additionalProperties"] = false;
    return schema;
  }

 private:
  Json properties_ = Json::object();
  Json required_ = Json::array();
  Json one_of_;
};

ObjectSchema OfKind(const char* kind) {
  ObjectSchema schema;
  schema.Required("kind", Constant(kind));
  return schema;
}

// Adds what statements and values of a scalar kind have in common; false for other kinds.
template <typename Kind>
bool AddScalar(Kind kind, ObjectSchema& schema) {
  switch (kind) {
    case Kind::kNone:
      return true;
    case Kind::kBool:
      schema.Required("value", kFlag);
      return true;
    case Kind::kInt:
      schema.Optional("value", {{"type", "integer"}})
          .Optional("digits", {{"type", "string"}, {"pattern", "^-?[0-9]+$"}})
          .OneOf("value", "digits");
      return true;
    case Kind::kFloat:
      schema.Required("value", Ref("real"));
      return true;
    case Kind::kComplex:
      schema.Required("real", Ref("real")).Required("imaginary", Ref("real"));
      return true;
    case Kind::kStr:
      schema.TextOrHex("text", true);
      return true;
    case Kind::kBytes:
      schema.Required("hex", kHex);
      return true;
    default:
      return false;
  }
}

Json ItemsSchema(const Json& item, bool pairs) {
  if (!pairs) return ArrayOf(item);
  Json pair = ArrayOf(item);
  pair["minItems"] = pair["maxItems"] = 2;
  return ArrayOf(std::move(pair));
}

void AddCallable(ObjectSchema& schema) {
  const auto words = [](const auto& names) {
    Json all = Json::array();
    for (const auto& [value, name] : names) all.push_back(name);
    return Json{{"enum", all}};
  };
  schema.Required("callable", kDotted)
      .Optional("class", Described(kDotted, "of a method"))
      .Optional("way", Described(words(kWays), "how it is called, if not as a function or method"))
      .Optional("use", Described(words(kUses), "what is done at once with the result"))
      .Optional("receiver", Ref("variable"));
}

Json StatementSchema(StatementKind kind, const char* name) {
  ObjectSchema schema = OfKind(name);
  if (AddScalar(kind, schema)) return schema.Done();
  switch (kind) {
    case StatementKind::kEnumMember:
      schema.Required("class", kDotted).Required("member", kText);
      break;
    case StatementKind::kClass:
      schema.Required("class", kDotted);
      break;
    case StatementKind::kCall:
      AddCallable(schema);
      schema.Required("arguments",
                      Described({{"type", "object"}, {"additionalProperties", Ref("variable")}},
                                "by the parameter's name"));
      break;
    case StatementKind::kFunction:
      AddCallable(schema);
      break;
    case StatementKind::kLambda:
      schema.Optional("returns", Described(Ref("variable"), "absent: its first argument"));
      break;
    default:
      schema.Required("items", ItemsSchema(Ref("variable"), kind == StatementKind::kDict));
  }
  return schema.Done();
}

Json ValueSchema(ValueKind kind, const char* name) {
  ObjectSchema schema = OfKind(name);
  if (AddScalar(kind, schema)) return schema.Optional("class", kDotted).Done();
  switch (kind) {
    case ValueKind::kEnumMember:
      schema.Required("class", kDotted).TextOrHex("member", true);
      break;
    case ValueKind::kType:
    case ValueKind::kOpaque:
      schema.Required("class", kDotted);
      break;
    case ValueKind::kObject:
      schema.Required("class", kDotted)
          .TextOrHex("expression", false)
          .Optional("length", kNaturalNumber)
          .Optional("equals", Described(Ref("value"), "a plain value that it equals"))
          .Optional("fields", {{"type", "object"}, {"additionalProperties", Ref("value")}});
      break;
    default:
      schema.Required("items", ItemsSchema(Ref("value"), kind == ValueKind::kDict))
          .Optional("class", kDotted);
  }
  return schema.Done();
}

Json AssertionSchema(AssertionKind kind, const char* name) {
  ObjectSchema schema = OfKind(name);
  schema.Required("after", Described(kNaturalNumber, "the statement behind which it holds"));
  if (HasVariable(kind)) {
    schema.Required("variable", Ref("variable"))
        .Optional("attribute", Described(kText, "of the variable"));
  } else if (kind == AssertionKind::kGlobal || kind == AssertionKind::kFile) {
    schema.Required(AttributeKey(kind), kText);
  }
  return schema.Required("expected", Ref("value")).Done();
}

template <typename Kind>
Json AnyOf(const Names<Kind>& names, Json (*schema_of)(Kind, const char*)) {
  Json any = Json::array();
  for (const auto& [kind, name] : names) any.push_back(schema_of(kind, name));
  return {{"oneOf", any}};
}

Json ExceptionSchema() {
  ObjectSchema frame;
  frame.Required("path", kText)
      .Required("line", kNaturalNumber)
      .Required("function", kText)
      .TextOrHex("text", true);
  ObjectSchema schema;
  schema.Required("type", kDotted)
      .Optional("importable", Described(kDotted, "the nearest type that can be imported"))
      .TextOrHex("message", true)
      .Optional("foreign_message", Described(kFlag, "worded by Python or a library"))
      .Optional("path", kText)
      .Optional("line", kNaturalNumber)
      .Optional("explicit", Described(kFlag, "by a raise or assert of the project"))
      .Optional("documented", Described(kFlag, "in the docstring of what was called"))
      .Optional("at_boundary", Described(kFlag, "before any line of what was called ran"))
      .Optional("frames", Described(ArrayOf(frame.Done()), "of the traceback, innermost last"));
  return schema.Done();
}

Json Branch() {
  ObjectSchema schema;
  schema.Required("code_object", kText).Required("line", kNaturalNumber).Required("branch", kFlag);
  return schema.Done();
}

Json GoalSchema() {
  ObjectSchema schema;
  schema.Required("index", kNaturalNumber)
      .Optional("code_object", kText)
      .Optional("line", kNaturalNumber)
      .Optional("branch", Described(kFlag, "the outcome of the condition there"))
      .Optional("callee",
                Described(Branch(), "of coupled branches the callee's; else the caller's"))
      .Optional("block", Described(kFlag, "the statements from there on were completed"));
  return schema.Done();
}

Json RestoredSchema() {
  Json ways = Json::array();
  for (const auto& [way, name] : kRestoredNames) ways.push_back(name);
  ObjectSchema schema;
  schema.Required("by", Described({{"enum", ways}}, "to what the name is set before the test"))
      .Required("module", kText)
      .Required("path", Described(kText, "of the name in the module"));
  return schema.Done();
}

// A test of which a behaviour change is open; see standing_suite.h.
Json OpenChangeSchema() {
  ObjectSchema now;
  now.Required("statements", Described(kNaturalNumber, "how many of the test's there are"))
      .Required("assertions", ArrayOf(Ref("assertion")))
      .Optional("raises", Described(Ref("exception"), "by the last of them"));
  ObjectSchema change;
  change.Required("reason", Described(kText, "since when the test fails, and what changed"))
      .Optional("now", Described(now.Done(), "what the test is to expect once this is accepted"));
  return change.Done();
}

Json TestSchema() {
  Json verdicts = Json::array();
  for (const auto& [verdict, name] : kVerdictNames) verdicts.push_back(name);
  ObjectSchema schema;
  schema.Optional("name", Described(kText, "pytest's name for it in its file"))
      .Required("statements",
                Described(ArrayOf(Ref("statement")), "each assigns the variable of its own index"))
      .Required("assertions", ArrayOf(Ref("assertion")))
      .Optional("verdict", Described({{"enum", verdicts}}, "how it ends; absent: it passes"))
      .Optional("raises", Described(Ref("exception"), "by its last statement"))
      .Optional("finding",
                Described(kFlag, "the exception is neither raised on purpose nor documented"))
      .Optional("open_change",
                Described(OpenChangeSchema(), "the test fails until this is accepted, or undone"))
      .Optional("plain", Described(kFlag, "its values were made as plain as they can be"))
      .Optional("restores", Described(ArrayOf(RestoredSchema()),
                                      "state that it changes and that is put back behind it"))
      .Required("goals", ArrayOf(Ref("goal")));
  return schema.Done();
}

Json WholeSchema() {
  ObjectSchema suite;
  suite.Required("format", Constant(kSuiteFormat))
      .Required("version", Constant(kSuiteVersion))
      .Optional("generator", kText)
      .Required("module", Described(kText, "the dotted name of the module under test"))
      .Optional("fingerprint", Described(kText, "of the module's version that goals refer to"))
      .Required("tests", ArrayOf(Ref("test")))
      .Optional("checksum", Described(kText, "of the rest; differs when it was edited"));
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "A suite of generated tests"}};
  schema.update(suite.Done());
  schema["definitions"] = {
      {"test", TestSchema()},
      {"variable", Described(kNaturalNumber, "the index of the statement that assigns it")},
      {"statement", AnyOf(kStatementNames, StatementSchema)},
      {"assertion", AnyOf(kAssertionNames, AssertionSchema)},
      {"value", AnyOf(kValueNames, ValueSchema)},
      {"exception", ExceptionSchema()},
      {"goal", GoalSchema()},
      {"real",
       {{"anyOf",
         Json::array({{{"type", "number"}}, {{"enum", Json::array({"nan", "inf", "-inf"})}}})}}}};
  return schema;
}

// Finds uses of variables that are not assigned yet. The test is as the schema says.
class VariableCheck {
 public:
  explicit VariableCheck(std::string test) : at_(std::move(test)) {}

  std::optional<record::SchemaFault> Check(const Json& test) {
    const Json& statements = test.at("statements");
    for (std::size_t i = 0; i < statements.size(); ++i) {
      assigned_ = i;
      const std::string at = fmt::format("{}/statements/{}", at_, i);
      for (const char* key : {"receiver", "returns", "arguments", "items"}) {
        if (statements[i].contains(key)) CheckIn(statements[i].at(key), at + "/" + key);
      }
    }
    CheckAssertions(test.at("assertions"), statements.size(), at_);
    const Json::json_pointer kNow("/open_change/now");
    if (test.contains(kNow)) {
      const Json& now = test.at(kNow);
      const std::string at = at_ + "/open_change/now";
      assigned_ = statements.size() + 1;
      CheckIn(now.at("statements"), at + "/statements");
      CheckAssertions(now.at("assertions"), now.at("statements"), at);
    }
    return std::move(fault_);
  }

 private:
  // A variable, or a list or object of some.
  void CheckIn(const Json& variables, const std::string& at) {
    if (fault_) return;
    if (variables.is_structured()) {
      for (const auto& [key, variable] : variables.items()) CheckIn(variable, at + "/" + key);
    } else if (variables >= assigned_) {
      fault_ = {at, fmt::format("expected a number below {}, not {}", assigned_, variables.dump())};
    }
  }

  void CheckAssertions(const Json& assertions, std::size_t statements, const std::string& test) {
    for (std::size_t i = 0; i < assertions.size(); ++i) {
      const std::string at = fmt::format("{}/assertions/{}", test, i);
      assigned_ = statements;
      CheckIn(assertions[i].at("after"), at + "/after");
      if (fault_ || !assertions[i].contains("variable")) continue;
      assigned_ = assertions[i].at("after").get<std::size_t>() + 1;
      CheckIn(assertions[i].at("variable"), at + "/variable");
    }
  }

  const std::string at_;
  std::size_t assigned_ = 0;  // how many variables are
  std::optional<record::SchemaFault> fault_;
};

}  // namespace

std::string SuiteSchema() { return WholeSchema().dump(2) + '\n'; }

std::optional<record::SchemaFault> FaultInSuite(const Json& suite) {
  static const Json kSchema = WholeSchema();
  if (auto fault = record::FaultIn(suite, kSchema)) return fault;
  const Json& tests = suite.at("tests");
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (auto fault = VariableCheck(fmt::format("/tests/{}", i)).Check(tests[i])) return fault;
  }
  return std::nullopt;
}

}  // namespace skua::render
