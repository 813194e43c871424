#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/answering.h"
#include "record/place.h"
#include "render/file/standing_file.h"
#include "render/file/suite_json.h"
#include "render/file/suite_record.h"

namespace skua::render {
namespace {

using model::GeneratedTest;
using model::Statement;
using model::StatementKind;
using model::Subject;
using model::VariableIndex;

// Thrown for a name that no longer exists; the test is then dropped.
struct DoesNotFit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Checks text that is written unchanged into tests, since the suite may be untrusted: names, joined
// by dots and a colon; also <locals>, indices such as [0], and () after methods.
void CheckName(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 ||
                      std::string_view("_.:<>[]-").find(c) != std::string_view::npos;
    if (fits) continue;
    if (text.compare(at, 2, "()") != 0) throw DoesNotFit("no name: " + std::string(text));
    ++at;
  }
}

void CheckNames(const model::Value& value) {
  // The class of an opaque value is not written.
  if (value.kind != model::ValueKind::kOpaque) CheckName(value.type_name);
  for (const model::Value& item : value.items) CheckNames(item);
  for (const auto& [name, field] : value.fields) {
    CheckName(name);
    CheckNames(field);
  }
}
void CheckNames(const GeneratedTest& test) {
  CheckName(FunctionOf(test.name));
  for (const model::Assertion& assertion : test.assertions) {
    if (assertion.kind != model::AssertionKind::kFile) CheckName(assertion.attribute);
    CheckNames(assertion.expected);
  }
  for (const model::RestoredState& restored : test.restored) {
    CheckName(restored.module);
    CheckName(restored.path);
  }
  if (!test.exception) return;
  CheckName(test.exception->type_name);
  CheckName(test.exception->importable_type_name);
}

// Looks up the archive's names in the present subject.
class SuiteReader {
 public:
  SuiteReader(const Subject& subject, bool goals_valid)
      : subject_(subject), goals_valid_(goals_valid) {
    for (uint32_t i = 0; i < subject.classes.size(); ++i) {
      classes_.emplace(QualifiedName(subject.classes[i]), i);
    }
    for (uint32_t i = 0; i < subject.callables.size(); ++i) {
      callables_[NamedCallable(subject, subject.callables[i])].push_back(i);
    }
    for (uint32_t i = 0; i < subject.types.size(); ++i) {
      const model::Type& type = subject.types[i];
      const bool of_class =
          type.kind == model::TypeKind::kClass || type.kind == model::TypeKind::kEnum;
      types_.emplace(std::pair(type.kind, of_class ? type.class_index : model::kNoIndex), i);
    }
  }

  GeneratedTest Read(const Json& json) const {
    SuiteTest told = record::Read<SuiteTest, Suites>(json);
    GeneratedTest test = std::move(told.test);
    CheckNames(test);
    for (const SuiteStatement& statement : told.statements) {
      test.test.statements.push_back(Known(statement));
    }
    try {
      CheckWellFormed(test.test, subject_);
    } catch (const std::logic_error& error) {
      throw DoesNotFit(error.what());
    }
    test.is_open_change = told.open_change.has_value();
    if (!goals_valid_) return test;
    for (const SuiteGoal& goal : told.goals) test.goals.push_back(goal.index);
    return test;
  }

  // Returns the statements of a test; nullopt for those that the subject does not know.
  std::vector<std::optional<Statement>> ReadStatements(const Json& json) const {
    std::vector<std::optional<Statement>> statements;
    for (const Json& statement : json) {
      auto& read = statements.emplace_back();
      try {
        read = Known(record::Read<SuiteStatement, Suites>(statement));
      } catch (const std::exception&) {
      }
    }
    return statements;
  }

 private:
  template <typename Map>
  static const typename Map::mapped_type& Find(const Map& map, const typename Map::key_type& key,
                                               const std::string& name) {
    const auto found = map.find(key);
    if (found == map.end()) throw DoesNotFit(name + " is gone");
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

  Statement Known(const SuiteStatement& told) const {
    Statement s = told.made;
    s.kind = told.kind;
    switch (s.kind) {
      case StatementKind::kEnumMember: {
        s.target = Find(classes_, told.class_name, told.class_name);
        const auto& members = subject_.classes[s.target].enum_members;
        const auto member = std::ranges::find(members, told.member);
        if (member == members.end()) {
          throw DoesNotFit(told.class_name + " has no member " + told.member);
        }
        s.integer = member - members.begin();
        break;
      }
      case StatementKind::kClass:
        s.target = Find(classes_, told.class_name, told.class_name);
        break;
      case StatementKind::kCall:
        AddCall(told, s);
        break;
      case StatementKind::kFunction:
        s.target = Find(callables_, told.callable, told.callable.name).front();
        if (told.receiver) s.operands.push_back(*told.receiver);
        break;
      case StatementKind::kLambda:
        s.operands.assign(told.answers.begin(), told.answers.end());
        if (told.returns) s.operands.push_back(*told.returns);
        if (!told.answers.empty() && !told.calls_last) s.integer |= model::kInTurn;
        if (told.is_awaitable) s.integer |= model::kAwaitable;
        if (told.calls_first) s.integer |= model::kCallsFirst;
        if (told.calls_last) s.integer |= model::kCallsLast;
        if (s.operands.empty() && !told.returns_none && !told.calls_first && !told.calls_last) {
          s.integer |= model::kReturnsFirst;
        }
        break;
      default:
        break;
    }
    s.type = TypeOf(s);
    return s;
  }

  static bool IsRest(const model::Parameter& parameter) {
    return parameter.kind == model::ParameterKind::kVarPositional ||
           parameter.kind == model::ParameterKind::kVarKeyword;
  }

  // Several forms of a foreign function share its name (a regular expression's search with and
  // without flags): returns the first whose parameters match the call's, or else the first.
  uint32_t CallableOf(const SuiteStatement& told) const {
    const std::vector<uint32_t>& named = Find(callables_, told.callable, told.callable.name);
    const auto is_argument = [&](const std::string& name) {
      return std::ranges::any_of(told.arguments, [&](const auto& a) { return a.first == name; });
    };
    const auto fits = [&](uint32_t index) {
      const auto& parameters = subject_.callables[index].parameters;
      return std::ranges::all_of(parameters,
                                 [&](const model::Parameter& parameter) {
                                   return parameter.has_default || IsRest(parameter) ||
                                          is_argument(parameter.name);
                                 }) &&
             std::ranges::all_of(told.arguments, [&](const auto& argument) {
               return std::ranges::find(parameters, argument.first, &model::Parameter::name) !=
                      parameters.end();
             });
    };
    const auto fitting = std::ranges::find_if(named, fits);
    return fitting == named.end() ? named.front() : *fitting;
  }

  void AddCall(const SuiteStatement& told, Statement& s) const {
    s.target = CallableOf(told);
    const model::Callable& callable = subject_.callables[s.target];
    if (HasReceiver(callable) != told.receiver.has_value()) {
      throw DoesNotFit(told.callable.name + " is called in another way now");
    }
    if (told.receiver) s.operands.push_back(*told.receiver);
    // Parameters may have another order now.
    std::map<uint16_t, VariableIndex> arguments;
    for (const auto& [name, variable] : told.arguments) {
      const auto& parameters = callable.parameters;
      const auto parameter = std::ranges::find(parameters, name, &model::Parameter::name);
      if (parameter == parameters.end()) {
        throw DoesNotFit(told.callable.name + " has no parameter " + name);
      }
      arguments[static_cast<uint16_t>(parameter - parameters.begin())] = variable;
    }
    for (const auto& [parameter, operand] : arguments) {
      s.parameters.push_back(parameter);
      s.operands.push_back(operand);
    }
  }

  const Subject& subject_;
  const bool goals_valid_;
  std::map<std::string, uint32_t> classes_;
  std::map<SuiteCallable, std::vector<uint32_t>> callables_;
  std::map<std::pair<model::TypeKind, model::ClassIndex>, model::TypeIndex> types_;
};

// Returns the tests of a suite; nullopt if the text is not a suite of this format and version.
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

// Marks the statements that the one at `last` needs; nullopt if the subject does not know all of
// them.
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

// Skips tests that raise: their last statement makes no object.
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
    } catch (const std::exception& misfit) {
      archived.dropped.push_back({i, misfit.what()});
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
    } catch (const Json::exception&) {  // Skua does not write such tests
    }
  }
  return objects;
}

}  // namespace skua::render
