#include "render/suite_json.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "model/pair.h"
#include "render/suite_json_names.h"
#include "render/suite_json_values.h"

namespace skua::render {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::RaisedException;
using model::Statement;
using model::StatementKind;
using model::Subject;

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

const Names<AssertionKind> kAssertionNames = {{AssertionKind::kEquals, "equals"},
                                              {AssertionKind::kIsInstance, "isinstance"},
                                              {AssertionKind::kLength, "length"},
                                              {AssertionKind::kText, "text"},
                                              {AssertionKind::kGlobal, "global"},
                                              {AssertionKind::kOutput, "output"},
                                              {AssertionKind::kErrorOutput, "error_output"},
                                              {AssertionKind::kLog, "log"},
                                              {AssertionKind::kFile, "file"}};

const Names<model::Verdict> kVerdictNames = {{model::Verdict::kRaised, "raised"},
                                             {model::Verdict::kTimedOut, "timed_out"},
                                             {model::Verdict::kCrashed, "crashed"},
                                             {model::Verdict::kOutOfMemory, "out_of_memory"}};

const Names<model::RestoredBy> kRestoredNames(std::begin(model::kRestoredByNames),
                                              std::end(model::kRestoredByNames));

const Names<model::CallableKind> kWays = {{model::CallableKind::kGetter, "get"},
                                          {model::CallableKind::kSetter, "set"},
                                          {model::CallableKind::kDeleter, "delete"},
                                          {model::CallableKind::kOperator, "operator"},
                                          {model::CallableKind::kEnvironment, "environment"}};

const Names<model::ResultUse> kUses = {{model::ResultUse::kAwait, "await"},
                                       {model::ResultUse::kIterate, "iterate"},
                                       {model::ResultUse::kAsyncIterate, "async_iterate"},
                                       {model::ResultUse::kFirst, "first"}};

bool HasVariable(AssertionKind kind) {
  return kind == AssertionKind::kEquals || kind == AssertionKind::kIsInstance ||
         kind == AssertionKind::kLength || kind == AssertionKind::kText;
}

const char* AttributeKey(AssertionKind kind) {
  if (kind == AssertionKind::kGlobal) return "name";
  return kind == AssertionKind::kFile ? "path" : "attribute";
}

void WriteCallable(const Subject& subject, const model::Callable& callable, Json& json) {
  json["callable"] = QualifiedName(callable);
  // An inherited method is listed once for each class that has it.
  if (callable.class_index != model::kNoIndex) {
    json["class"] = QualifiedName(subject.classes[callable.class_index]);
  }
  if (const char* way = FindName(kWays, callable.kind)) json["way"] = way;
  if (const char* use = FindName(kUses, callable.use)) json["use"] = use;
}

namespace {

Json StatementToJson(const Subject& subject, const Statement& s) {
  Json json = ScalarToJson(s, NameOf(kStatementNames, s.kind));
  switch (s.kind) {
    case StatementKind::kEnumMember:
      json["class"] = QualifiedName(subject.classes[s.target]);
      json["member"] = subject.classes[s.target].enum_members[static_cast<std::size_t>(s.integer)];
      break;
    case StatementKind::kClass:
      json["class"] = QualifiedName(subject.classes[s.target]);
      break;
    case StatementKind::kCall: {
      const model::Callable& callable = subject.callables[s.target];
      WriteCallable(subject, callable, json);
      const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
      if (receiver == 1) json["receiver"] = s.operands[0];
      json["arguments"] = Json::object();
      for (std::size_t a = 0; a < s.parameters.size(); ++a) {
        json["arguments"][callable.parameters[s.parameters[a]].name] = s.operands[a + receiver];
      }
      break;
    }
    case StatementKind::kFunction:
      WriteCallable(subject, subject.callables[s.target], json);
      if (!s.operands.empty()) json["receiver"] = s.operands[0];
      break;
    case StatementKind::kLambda:
      if (!s.operands.empty()) json["returns"] = s.operands[0];
      break;
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
    case StatementKind::kDict:
      json["items"] = ItemsToJson(s.operands, s.kind == StatementKind::kDict,
                                  [](model::VariableIndex operand) { return Json(operand); });
      break;
    default:
      break;
  }
  return json;
}

Json AssertionToJson(const Assertion& assertion) {
  Json json = {{"kind", NameOf(kAssertionNames, assertion.kind)},
               {"after", assertion.after_statement}};
  if (HasVariable(assertion.kind)) json["variable"] = assertion.variable;
  if (!assertion.attribute.empty()) json[AttributeKey(assertion.kind)] = assertion.attribute;
  json["expected"] = ValueToJson(assertion.expected);
  return json;
}

Json AssertionsToJson(const std::vector<Assertion>& assertions) {
  Json json = Json::array();
  for (const Assertion& assertion : assertions) json.push_back(AssertionToJson(assertion));
  return json;
}

Json ExceptionToJson(const RaisedException& exception) {
  Json json = {{"type", exception.type_name}};
  if (!exception.importable_type_name.empty()) json["importable"] = exception.importable_type_name;
  WriteText(exception.message, "message", json);
  if (exception.is_foreign_message) json["foreign_message"] = true;
  if (!exception.path.empty()) json["path"] = exception.path;
  if (exception.line != 0) json["line"] = exception.line;
  if (exception.is_explicit) json["explicit"] = true;
  if (exception.is_documented) json["documented"] = true;
  if (exception.at_boundary) json["at_boundary"] = true;
  for (const RaisedException::Frame& frame : exception.frames) {
    Json one = {{"path", frame.path}, {"line", frame.line}, {"function", frame.function}};
    WriteText(frame.text, "text", one);
    json["frames"].push_back(std::move(one));
  }
  return json;
}

Json BranchToJson(const Subject& subject, const model::Branch& branch) {
  const model::Predicate& predicate = subject.predicates[branch.predicate];
  return {{"code_object", subject.code_objects[predicate.code_object].qualified_name},
          {"line", predicate.line},
          {"branch", branch.outcome}};
}

Json GoalToJson(const Subject& subject, const std::vector<model::Goal>& goals,
                model::GoalIndex index) {
  Json json = {{"index", index}};
  if (index >= goals.size()) return json;
  const model::Goal& goal = goals[index];
  if (goal.kind == model::GoalKind::kCoupledBranch) {
    const model::CoupledBranch& coupled = subject.coupled_branches[goal.index];
    json = BranchToJson(subject, coupled.caller);
    json["index"] = index;
    json["callee"] = BranchToJson(subject, coupled.callee);
    return json;
  }
  if (goal.kind == model::GoalKind::kCodeObject) {
    json["code_object"] = subject.code_objects[goal.index].qualified_name;
    json["line"] = subject.code_objects[goal.index].first_line;
    return json;
  }
  const model::Predicate& predicate = subject.predicates[goal.index];
  json["code_object"] = subject.code_objects[predicate.code_object].qualified_name;
  json["line"] = predicate.line;
  if (predicate.kind == model::PredicateKind::kBlock) {
    json["block"] = true;
  } else {
    json["branch"] = goal.kind == model::GoalKind::kTrueBranch;
  }
  return json;
}

Json TestToJson(const Subject& subject, const std::vector<model::Goal>& goals,
                const GeneratedTest& test) {
  Json json = Json::object();
  if (!test.name.empty()) json["name"] = test.name;
  json["statements"] = Json::array();
  for (const Statement& s : test.test.statements) {
    json["statements"].push_back(StatementToJson(subject, s));
  }
  json["assertions"] = AssertionsToJson(test.assertions);
  if (test.verdict != model::Verdict::kPassed) {
    json["verdict"] = NameOf(kVerdictNames, test.verdict);
  }
  if (test.exception) json["raises"] = ExceptionToJson(*test.exception);
  if (test.is_finding) json["finding"] = true;
  if (test.is_plain) json["plain"] = true;
  for (const model::RestoredState& restored : test.restored) {
    json["restores"].push_back({{"by", NameOf(kRestoredNames, restored.by)},
                                {"module", restored.module},
                                {"path", restored.path}});
  }
  json["goals"] = Json::array();
  for (const model::GoalIndex goal : test.goals) {
    // Goals of other criteria have other numbers when the setting changes.
    const bool is_lasting = goal >= goals.size() || goals[goal].kind != model::GoalKind::kCriterion;
    if (is_lasting) json["goals"].push_back(GoalToJson(subject, goals, goal));
  }
  return json;
}

}  // namespace

Json ExpectationToJson(const GeneratedTest& test) {
  Json json = {{"statements", test.test.size()}, {"assertions", AssertionsToJson(test.assertions)}};
  if (test.exception) json["raises"] = ExceptionToJson(*test.exception);
  return json;
}

std::string NameOfTest(const Json& test, std::size_t place) {
  const auto name = test.find("name");
  const bool is_named = name != test.end() && name->is_string();
  return is_named ? name->get<std::string>() : fmt::format("test_{}", place + 1);
}

Json SuiteAsJson(const Subject& subject, const model::Suite& suite) {
  Json json = {{"format", kSuiteFormat},
               {"version", kSuiteVersion},
               {"module", model::NameOfTests(subject)},
               {"tests", Json::array()}};
  const std::vector<model::Goal> goals = model::GoalsOf(subject);
  for (const GeneratedTest& test : suite) {
    const bool is_known = !test.test.statements.empty();
    if (is_known) json["tests"].push_back(TestToJson(subject, goals, test));
  }
  return json;
}

std::string DumpJson(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string SuiteToJson(const Subject& subject, const model::Suite& suite) {
  return DumpJson(SuiteAsJson(subject, suite));
}

}  // namespace skua::render
