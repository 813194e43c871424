#include "render/suite_json.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "render/value_json.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::RaisedException;
using model::Statement;
using model::StatementKind;
using model::Subject;

constexpr int kVersion = 1;

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
                                              {StatementKind::kCall, "call"},
                                              {StatementKind::kFunction, "function"},
                                              {StatementKind::kLambda, "lambda"}};

// How a callable is called, where that is not as a function or method: what has the same name can
// be called in several ways.
const Names<model::CallableKind> kWays = {{model::CallableKind::kGetter, "get"},
                                          {model::CallableKind::kSetter, "set"},
                                          {model::CallableKind::kDeleter, "delete"},
                                          {model::CallableKind::kOperator, "operator"},
                                          {model::CallableKind::kEnvironment, "environment"}};
const Names<model::ResultUse> kUses = {{model::ResultUse::kAwait, "await"},
                                       {model::ResultUse::kIterate, "iterate"},
                                       {model::ResultUse::kAsyncIterate, "async_iterate"}};

const Names<AssertionKind> kAssertionNames = {{AssertionKind::kEquals, "equals"},
                                              {AssertionKind::kIsInstance, "isinstance"},
                                              {AssertionKind::kLength, "length"}};

// --- Statements ----------------------------------------------------------------------------------

template <typename Named>
std::string QualifiedName(const Named& named) {
  return named.module + ":" + named.qualified_name;
}

// Says in `json` which callable it is.
void WriteCallable(const Subject& subject, const model::Callable& callable, Json& json) {
  json["callable"] = QualifiedName(callable);
  // An inherited method is in the table once for each class that has it.
  if (callable.class_index != model::kNoIndex) {
    json["class"] = QualifiedName(subject.classes[callable.class_index]);
  }
  if (const char* way = FindName(kWays, callable.kind)) json["way"] = way;
  if (const char* use = FindName(kUses, callable.use)) json["use"] = use;
}

// The same as one text.
std::string KeyOf(const Json& json) {
  std::string key;
  for (const char* part : {"callable", "class", "way", "use"}) {
    key += json.value(part, "") + "@";
  }
  return key;
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
      WriteCallable(subject, callable, json);
      const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
      if (receiver == 1) json["receiver"] = s.operands[0];
      json["arguments"] = Json::array();
      for (std::size_t a = 0; a < s.parameters.size(); ++a) {
        json["arguments"].push_back(
            Json::array({callable.parameters[s.parameters[a]].name, s.operands[a + receiver]}));
      }
      break;
    }
    case StatementKind::kFunction:
      WriteCallable(subject, subject.callables[s.target], json);
      if (!s.operands.empty()) json["receiver"] = s.operands[0];
      break;
    case StatementKind::kLambda:
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
      Json named;
      WriteCallable(subject, subject.callables[i], named);
      callables_.emplace(KeyOf(named), i);
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
        {StatementKind::kFunction, TypeKind::kCallable},
        {StatementKind::kLambda, TypeKind::kCallable},
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
      case StatementKind::kFunction:
        s.target = Find(callables_, KeyOf(json));
        if (json.contains("receiver")) s.operands.push_back(json.at("receiver").get<uint16_t>());
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
    s.target = Find(callables_, KeyOf(json));
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
