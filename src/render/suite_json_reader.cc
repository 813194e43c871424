#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/integer.h"
#include "record/place.h"
#include "render/standing_file.h"
#include "render/suite_json.h"
#include "render/suite_json_names.h"
#include "render/suite_json_values.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::GeneratedTest;
using model::RaisedException;
using model::Statement;
using model::StatementKind;
using model::Subject;
using model::VariableIndex;

// What is written into a test as it is must be a name: whoever wrote the suite may not be trusted.
// Dots and a colon divide names; <locals>, indices such as [0] and the () behind methods may be
// among them.
const std::string& Name(const std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 ||
                      std::string_view("_.:<>[]-").find(c) != std::string_view::npos;
    if (fits) continue;
    if (text.compare(at, 2, "()") != 0) throw DoesNotFit("no name: " + text);
    ++at;
  }
  return text;
}

void CheckNames(const model::Value& value) {
  if (value.kind != model::ValueKind::kOpaque) Name(value.type_name);  // else it is not written
  for (const model::Value& item : value.items) CheckNames(item);
  for (const auto& [name, field] : value.fields) {
    Name(name);
    CheckNames(field);
  }
}

// The callable that WriteCallable wrote, as one text.
std::string KeyOf(const Json& json) {
  std::string key;
  for (const char* part : {"callable", "class", "way", "use"}) {
    key += json.value(part, "") + "@";
  }
  return key;
}

RaisedException ReadException(const Json& json) {
  RaisedException exception;
  exception.type_name = Name(json.at("type").get<std::string>());
  exception.importable_type_name = Name(json.value("importable", ""));
  exception.message = ReadText(json, "message");
  exception.is_foreign_message = json.value("foreign_message", false);
  exception.path = json.value("path", "");
  exception.line = record::IntegerIn<uint32_t>(json, "line");
  exception.is_explicit = json.value("explicit", false);
  exception.is_documented = json.value("documented", false);
  exception.at_boundary = json.value("at_boundary", false);
  for (const Json& frame : json.value("frames", Json::array())) {
    exception.frames.push_back({frame.at("path").get<std::string>(),
                                frame.at("line").get<uint32_t>(),
                                frame.at("function").get<std::string>(), ReadText(frame, "text")});
  }
  return exception;
}

Assertion ReadAssertion(const Json& json, const model::TestCase& test) {
  Assertion assertion;
  assertion.kind = FromName(kAssertionNames, json.at("kind").get<std::string>());
  assertion.after_statement = json.at("after").get<uint16_t>();
  if (HasVariable(assertion.kind)) assertion.variable = json.at("variable").get<VariableIndex>();
  assertion.attribute = json.value(AttributeKey(assertion.kind), "");
  if (assertion.kind != model::AssertionKind::kFile) Name(assertion.attribute);
  assertion.expected = ValueFromJson(json.at("expected"));
  CheckNames(assertion.expected);
  if (assertion.after_statement >= test.size() || assertion.variable > assertion.after_statement) {
    throw DoesNotFit("assertion out of place");
  }
  return assertion;
}

// Looks up in the present subject what the archive names.
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
      callables_[KeyOf(named)].push_back(i);
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
    if (json.contains("verdict")) {
      test.verdict = FromName(kVerdictNames, json.at("verdict").get<std::string>());
    }
    if (json.contains("raises")) test.exception = ReadException(json.at("raises"));
    test.name = json.value("name", "");
    Name(std::string(FunctionOf(test.name)));
    test.is_finding = json.value("finding", false);
    test.is_plain = json.value("plain", false);
    test.is_open_change = json.contains("open_change");
    for (const Json& restored : json.value("restores", Json::array())) {
      test.restored.push_back({FromName(kRestoredNames, restored.at("by").get<std::string>()),
                               Name(restored.value("module", "")),
                               Name(restored.value("path", ""))});
    }
    if (!goals_valid_) return test;
    for (const Json& goal : json.at("goals")) {
      test.goals.push_back(goal.at("index").get<model::GoalIndex>());
    }
    return test;
  }

  // The statements of a test; nothing in place of those that the subject does not know.
  std::vector<std::optional<Statement>> ReadStatements(const Json& json) const {
    std::vector<std::optional<Statement>> statements;
    for (const Json& statement : json) {
      auto& read = statements.emplace_back();
      try {
        read = ReadStatement(statement);
      } catch (const DoesNotFit&) {
      } catch (const Json::exception&) {
      }
    }
    return statements;
  }

 private:
  // `key` names what stands in `json` under `name`.
  template <typename Map>
  static const typename Map::mapped_type& Find(const Map& map, const std::string& key,
                                               const Json& json, const char* name) {
    const auto found = map.find(key);
    if (found == map.end()) throw DoesNotFit(json.value(name, key) + " is gone");
    return found->second;
  }
  uint32_t ClassOf(const Json& json) const {
    return Find(classes_, json.at("class").get<std::string>(), json, "class");
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
    s.kind = FromName(kStatementNames, json.at("kind").get<std::string>());
    ScalarFromJson(json, s);
    switch (s.kind) {
      case StatementKind::kEnumMember: {
        s.target = ClassOf(json);
        const auto& members = subject_.classes[s.target].enum_members;
        const auto member =
            std::find(members.begin(), members.end(), json.at("member").get<std::string>());
        if (member == members.end()) {
          throw DoesNotFit(json.at("class").get<std::string>() + " has no member " +
                           json.at("member").get<std::string>());
        }
        s.integer = member - members.begin();
        break;
      }
      case StatementKind::kClass:
        s.target = ClassOf(json);
        break;
      case StatementKind::kCall:
        ReadCall(json, s);
        break;
      case StatementKind::kFunction:
        s.target = Find(callables_, KeyOf(json), json, "callable").front();
        if (json.contains("receiver")) s.operands.push_back(ReadVariable(json.at("receiver")));
        break;
      case StatementKind::kLambda:
        if (json.contains("returns")) s.operands.push_back(ReadVariable(json.at("returns")));
        break;
      case StatementKind::kList:
      case StatementKind::kTuple:
      case StatementKind::kSet:
      case StatementKind::kFrozenSet:
      case StatementKind::kDict:
        ItemsFromJson(json.at("items"), s.kind == StatementKind::kDict, s.operands, ReadVariable);
        break;
      default:
        break;
    }
    s.type = TypeOf(s);
    return s;
  }

  static VariableIndex ReadVariable(const Json& json) { return json.get<VariableIndex>(); }

  static bool IsRest(const model::Parameter& parameter) {
    return parameter.kind == model::ParameterKind::kVarPositional ||
           parameter.kind == model::ParameterKind::kVarKeyword;
  }

  // Several ways to call a foreign function have its name (a search for a match, with flags and
  // without): the first is taken whose parameters are those that the call names, or the very first.
  uint32_t CallableOf(const Json& json, const Json& arguments) const {
    const std::vector<uint32_t>& named = Find(callables_, KeyOf(json), json, "callable");
    std::vector<std::string> names;
    for (const auto& [name, variable] : arguments.items()) names.push_back(name);
    const auto fits = [&](uint32_t index) {
      const auto& parameters = subject_.callables[index].parameters;
      const auto is_parameter = [&](const std::string& name) {
        return std::ranges::find(parameters, name, &model::Parameter::name) != parameters.end();
      };
      return std::ranges::all_of(parameters,
                                 [&](const model::Parameter& parameter) {
                                   return parameter.has_default || IsRest(parameter) ||
                                          arguments.contains(parameter.name);
                                 }) &&
             std::ranges::all_of(names, is_parameter);
    };
    const auto fitting = std::ranges::find_if(named, fits);
    return fitting == named.end() ? named.front() : *fitting;
  }

  void ReadCall(const Json& json, Statement& s) const {
    s.target = CallableOf(json, json.at("arguments"));
    const model::Callable& callable = subject_.callables[s.target];
    if (HasReceiver(callable) != json.contains("receiver")) {
      throw DoesNotFit(json.value("callable", "") + " is called in another way now");
    }
    if (HasReceiver(callable)) s.operands.push_back(ReadVariable(json.at("receiver")));
    // Parameters may have a different order now.
    std::map<uint16_t, VariableIndex> arguments;
    for (const auto& [name, variable] : json.at("arguments").items()) {
      const auto& parameters = callable.parameters;
      const auto parameter =
          std::find_if(parameters.begin(), parameters.end(),
                       [&name = name](const model::Parameter& p) { return p.name == name; });
      if (parameter == parameters.end()) {
        throw DoesNotFit(json.value("callable", "") + " has no parameter " + name);
      }
      arguments[static_cast<uint16_t>(parameter - parameters.begin())] = ReadVariable(variable);
    }
    for (const auto& [parameter, operand] : arguments) {
      s.parameters.push_back(parameter);
      s.operands.push_back(operand);
    }
  }

  const Subject& subject_;
  const bool goals_valid_;
  std::map<std::string, uint32_t> classes_;
  std::map<std::string, std::vector<uint32_t>> callables_;
  std::map<std::pair<model::TypeKind, model::ClassIndex>, model::TypeIndex> types_;
};

// The tests of a suite; nothing when the text is no suite of this format and version.
std::optional<Json> TestsIn(std::string_view text) {
  Json json;
  try {
    json = record::ParseStored(text);
  } catch (const record::ReadError&) {
    return std::nullopt;
  }
  const auto is = [&](const char* key, const Json& value) {
    return json.contains(key) && json.at(key) == value;
  };
  const bool readable = json.is_object() && is("format", kSuiteFormat) &&
                        is("version", kSuiteVersion) && json.contains("tests") &&
                        json.at("tests").is_array();
  return readable ? std::optional(std::move(json["tests"])) : std::nullopt;
}

// Marks the statements of which the one at `last` is made; nothing when the subject does not know
// them all.
std::optional<std::vector<bool>> PartsOf(const std::vector<std::optional<Statement>>& statements,
                                         std::size_t last) {
  std::vector<bool> parts(last + 1, false);
  parts[last] = true;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (!parts[i]) continue;
    if (!statements[i]) return std::nullopt;
    for (const VariableIndex operand : statements[i]->operands) {
      if (operand >= i) return std::nullopt;
      parts[operand] = true;
    }
  }
  return parts;
}

bool MakesObject(const Subject& subject, const Statement& statement) {
  if (statement.kind != StatementKind::kCall) return false;
  const model::Type& type = subject.types[statement.type];
  return subject.callables[statement.target].kind == model::CallableKind::kConstructor ||
         (type.kind == model::TypeKind::kClass && type.class_index != model::kNoIndex);
}

// The last statement of a test that ends badly makes nothing.
void AddObjects(const Json& test, const Subject& subject, const SuiteReader& reader,
                std::vector<model::TestCase>& objects) {
  const auto statements = reader.ReadStatements(test.at("statements"));
  const bool ends_well = !test.contains("raises") && !test.contains("verdict");
  for (std::size_t i = 0; i + (ends_well ? 0 : 1) < statements.size(); ++i) {
    if (!statements[i] || !MakesObject(subject, *statements[i])) continue;
    const auto parts = PartsOf(statements, i);
    if (!parts) continue;
    model::TestCase object;
    for (std::size_t part = 0; part <= i; ++part) {
      object.statements.push_back(statements[part].value_or(Statement{}));
    }
    KeepStatements(object, *parts);
    objects.push_back(std::move(object));
  }
}

}  // namespace

ArchivedSuite SuiteFromJson(std::string_view text, const Subject& subject, bool goals_valid) {
  ArchivedSuite archived;
  const std::optional<Json> tests = TestsIn(text);
  archived.readable = tests.has_value();
  if (!archived.readable) return archived;
  const SuiteReader reader(subject, goals_valid);
  for (std::size_t i = 0; i < tests->size(); ++i) {
    const Json& test = (*tests)[i];
    try {
      const std::string name = test.value("name", "");
      if (!name.empty()) archived.names.push_back({name, test.value("finding", false)});
      archived.suite.push_back(reader.Read(test));
    } catch (const DoesNotFit& misfit) {
      archived.dropped.push_back({i, misfit.what()});
    } catch (const Json::exception& error) {
      archived.dropped.push_back({i, error.what()});
    }
  }
  return archived;
}

std::vector<std::string> TestNamesIn(std::string_view text) {
  std::vector<std::string> names;
  const Json tests = TestsIn(text).value_or(Json::array());
  for (std::size_t i = 0; i < tests.size(); ++i) names.push_back(NameOfTest(tests[i], i));
  return names;
}

std::vector<model::TestCase> ObjectsFromJson(std::string_view text, const Subject& subject) {
  std::vector<model::TestCase> objects;
  const SuiteReader reader(subject, /*goals_valid=*/false);
  for (const Json& test : TestsIn(text).value_or(Json::array())) {
    try {
      AddObjects(test, subject, reader, objects);
    } catch (const Json::exception&) {  // we do not write such tests
    }
  }
  return objects;
}

}  // namespace skua::render
