#include "render/file/suite_json.h"

#include <fmt/format.h>

#include <vector>

#include "model/answering.h"
#include "model/pair.h"
#include "record/schema.h"
#include "record/writer.h"
#include "render/file/suite_record.h"
#include "render/file/suite_schema.h"

namespace skua::record {
namespace {

// `variables`: one index, or a list or object of indices.
void CheckAssigned(const Place& variables, std::size_t assigned) {
  if (variables.json().is_structured()) {
    for (const auto& [key, variable] : variables.json().items()) {
      const bool is_list = variables.json().is_array();
      CheckAssigned(is_list ? variables.At(std::stoul(key)) : variables.At(key), assigned);
    }
  } else if (variables.json() >= assigned) {
    variables.Fail(fmt::format("a number below {}", assigned));
  }
}

void CheckAssertions(const Place& assertions, std::size_t statements) {
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    const Place assertion = assertions.At(i);
    const Place after = assertion.At("after");
    CheckAssigned(after, statements);
    if (!assertion.Has("variable")) continue;
    CheckAssigned(assertion.At("variable"), static_cast<std::size_t>(after.Integer()) + 1);
  }
}

}  // namespace

void Record<render::SuiteTest, render::Suites>::Check(const S& test, const Place& place) {
  const Place statements = place.At("statements");
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Place statement = statements.At(i);
    for (const char* key : {"receiver", "returns", "answers", "arguments", "items"}) {
      if (statement.Has(key)) CheckAssigned(statement.At(key), i);
    }
  }
  CheckAssertions(place.At("assertions"), statements.size());
  if (!test.open_change || !test.open_change->now) return;
  const Place change = place.At("open_change");
  const Place now = change.At("now");
  CheckAssigned(now.At("statements"), statements.size() + 1);
  CheckAssertions(now.At("assertions"), test.open_change->now->statements);
}

}  // namespace skua::record

namespace skua::render {

using model::GeneratedTest;
using model::StatementKind;
using model::Subject;

SuiteCallable NamedCallable(const Subject& subject, const model::Callable& callable) {
  SuiteCallable named{.name = QualifiedName(callable), .use = callable.use};
  if (callable.class_index != model::kNoIndex) {
    named.class_name = QualifiedName(subject.classes[callable.class_index]);
  }
  if (!kWays[static_cast<std::size_t>(callable.kind)].empty()) named.way = callable.kind;
  return named;
}

namespace {

SuiteStatement ByName(const Subject& subject, const model::Statement& s) {
  SuiteStatement named{.kind = s.kind, .made = s};
  switch (s.kind) {
    case StatementKind::kEnumMember: {
      const model::Class& type = subject.classes[s.target];
      named.class_name = QualifiedName(type);
      named.member = type.enum_members[static_cast<std::size_t>(s.integer)];
      break;
    }
    case StatementKind::kClass:
      named.class_name = QualifiedName(subject.classes[s.target]);
      break;
    case StatementKind::kCall: {
      const model::Callable& callable = subject.callables[s.target];
      named.callable = NamedCallable(subject, callable);
      const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
      if (receiver == 1) named.receiver = s.operands[0];
      for (std::size_t a = 0; a < s.parameters.size(); ++a) {
        named.arguments.emplace_back(callable.parameters[s.parameters[a]].name,
                                     s.operands[a + receiver]);
      }
      break;
    }
    case StatementKind::kFunction:
      named.callable = NamedCallable(subject, subject.callables[s.target]);
      if (!s.operands.empty()) named.receiver = s.operands[0];
      break;
    case StatementKind::kLambda:
      if ((s.integer & (model::kInTurn | model::kCallsLast)) != 0) {
        named.answers.assign(s.operands.begin(), s.operands.end());
      } else if (!s.operands.empty()) {
        named.returns = s.operands[0];
      }
      named.is_awaitable = (s.integer & model::kAwaitable) != 0;
      named.returns_none = s.operands.empty() && (s.integer & model::kByArguments) == 0;
      named.calls_first = (s.integer & model::kCallsFirst) != 0;
      named.calls_last = (s.integer & model::kCallsLast) != 0;
      break;
    default:
      break;
  }
  return named;
}

SuiteBranch ByName(const Subject& subject, const model::Branch& branch) {
  const model::Predicate& predicate = subject.predicates[branch.predicate];
  return {subject.code_objects[predicate.code_object].qualified_name, predicate.line,
          branch.outcome};
}

SuiteGoal ByName(const Subject& subject, const std::vector<model::Goal>& goals,
                 model::GoalIndex index) {
  SuiteGoal named{.index = index};
  if (index >= goals.size()) return named;
  const model::Goal& goal = goals[index];
  if (goal.kind == model::GoalKind::kCodeObject) {
    named.code_object = subject.code_objects[goal.index].qualified_name;
    named.line = subject.code_objects[goal.index].first_line;
    return named;
  }
  model::Branch branch{goal.index, goal.kind == model::GoalKind::kTrueBranch};
  if (goal.kind == model::GoalKind::kCoupledBranch) {
    const model::CoupledBranch& coupled = subject.coupled_branches[goal.index];
    branch = coupled.caller;
    named.callee = ByName(subject, coupled.callee);
  }
  const SuiteBranch place = ByName(subject, branch);
  named.code_object = place.code_object;
  named.line = place.line;
  named.is_block =
      !named.callee && subject.predicates[branch.predicate].kind == model::PredicateKind::kBlock;
  if (!named.is_block) named.branch = place.outcome;
  return named;
}

SuiteTest ByName(const Subject& subject, const std::vector<model::Goal>& goals,
                 const GeneratedTest& test) {
  SuiteTest named{.test = test};
  for (const model::Statement& s : test.test.statements) {
    named.statements.push_back(ByName(subject, s));
  }
  for (const model::GoalIndex goal : test.goals) {
    // Numbers of goals of other criteria change with the setting.
    const bool is_lasting = goal >= goals.size() || goals[goal].kind != model::GoalKind::kCriterion;
    if (is_lasting) named.goals.push_back(ByName(subject, goals, goal));
  }
  return named;
}

}  // namespace

SuiteDocument NamedSuite(const Subject& subject, const model::Suite& suite) {
  SuiteDocument document{.module = model::NameOfTests(subject)};
  const std::vector<model::Goal> goals = model::GoalsOf(subject);
  for (const GeneratedTest& test : suite) {
    const bool is_known = !test.test.statements.empty();
    if (is_known) document.tests.push_back(ByName(subject, goals, test));
  }
  return document;
}

std::string NameOfTest(const Json& test, std::size_t place) {
  const auto name = test.find("name");
  const bool is_named = name != test.end() && name->is_string();
  return is_named ? name->get<std::string>() : fmt::format("test_{}", place + 1);
}

std::string DumpJson(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string SuiteToJson(const Subject& subject, const model::Suite& suite) {
  return DumpJson(record::Write<Suites>(NamedSuite(subject, suite)));
}

std::string SuiteSchema() {
  return record::SchemaOf<SuiteDocument, Suites>("A suite of generated tests").dump(2) + '\n';
}

std::optional<record::ReadError> FaultInSuite(const Json& suite) {
  try {
    record::Read<SuiteDocument, Suites>(suite);
  } catch (const record::ReadError& fault) {
    return fault;
  }
  return std::nullopt;
}

}  // namespace skua::render
