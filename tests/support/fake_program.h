// A little "Python module" whose functions are C++ lambdas: it describes itself as a Subject and
// interprets tests into traces. For tests that need a search to have something to search in.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "support/sample_subject.h"

namespace skua::test {

struct FakeObject {
  model::ClassIndex class_index = model::kNoIndex;
  std::map<std::string, int64_t> fields;
};

// A value as the interpreter has it: an object, or a plain one.
struct FakeValue {
  model::Value plain;
  std::shared_ptr<FakeObject> object;

  bool IsInt() const { return !object && plain.kind == model::ValueKind::kInt; }
  bool IsStr() const { return !object && plain.kind == model::ValueKind::kStr; }
};

struct FakeException {
  std::string type;         // "builtins:TypeError"
  bool is_explicit = true;  // the code raises it on purpose
};

using testing::IntValue;
using testing::StrValue;

inline double Levenshtein(const std::string& a, const std::string& b) {
  std::vector<double> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<double>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    double diagonal = std::exchange(row[0], static_cast<double>(i));
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

// What the functions report to while a test runs: the probes.
class FakeRun {
 public:
  void Enter(model::CodeObjectIndex code_object) { entered_[code_object] = true; }

  bool Less(model::PredicateIndex p, int64_t a, int64_t b) {
    const double d = static_cast<double>(a) - static_cast<double>(b);
    Record(p, a < b ? 0 : d + 1, a < b ? -d : 0, IntValue(a), IntValue(b));
    return a < b;
  }
  bool Equal(model::PredicateIndex p, int64_t a, int64_t b) {
    const double d = std::abs(static_cast<double>(a) - static_cast<double>(b));
    Record(p, d, a == b ? 1 : 0, IntValue(a), IntValue(b));
    return a == b;
  }
  bool Equal(model::PredicateIndex p, const std::string& a, const std::string& b) {
    Record(p, Levenshtein(a, b), a == b ? 1 : 0, StrValue(a), StrValue(b));
    return a == b;
  }
  // A flag: no more is known than true or false.
  bool Flag(model::PredicateIndex p, bool value) {
    Record(p, value ? 0 : 1, value ? 1 : 0, {}, {});
    return value;
  }

  void Write(model::Trace& trace) const {
    for (const auto& [code_object, entered] : entered_) trace.code_objects.push_back(code_object);
    for (const auto& [p, distance] : distances_) trace.predicates.push_back(distance);
    trace.operands = operands_;
  }

 private:
  void Record(model::PredicateIndex p, double to_true, double to_false, model::Value left,
              model::Value right) {
    const auto [place, is_new] =
        distances_.try_emplace(p, model::PredicateDistance{p, to_true, to_false});
    place->second.to_true = std::min(place->second.to_true, to_true);
    place->second.to_false = std::min(place->second.to_false, to_false);
    if (operands_.size() < 16 && left.kind != model::ValueKind::kNone) {
      operands_.push_back({p, std::move(left), std::move(right)});
    }
  }

  std::map<model::CodeObjectIndex, bool> entered_;
  std::map<model::PredicateIndex, model::PredicateDistance> distances_;
  std::vector<model::OperandPair> operands_;
};

class FakeProgram {
 public:
  // Arguments by parameter; those that the call leaves out are absent.
  using Arguments = std::vector<std::optional<FakeValue>>;
  using Body = std::function<FakeValue(FakeRun&, FakeObject* self, const Arguments&)>;

  FakeProgram() {
    subject.types.emplace_back();
    CodeObject("<module>", model::CodeObjectKind::kModule, model::kNoIndex);
    subject.import_code_objects = {0};
  }

  model::TypeIndex Type(model::TypeKind kind, std::vector<model::TypeIndex> arguments = {},
                        model::ClassIndex class_index = model::kNoIndex) {
    subject.types.push_back(
        {.kind = kind, .arguments = std::move(arguments), .class_index = class_index});
    return static_cast<model::TypeIndex>(subject.types.size() - 1);
  }

  model::CodeObjectIndex CodeObject(const std::string& name,
                                    model::CodeObjectKind kind = model::CodeObjectKind::kFunction,
                                    model::CodeObjectIndex parent = 0) {
    model::CodeObject code_object{.kind = kind, .qualified_name = name, .parent = parent};
    code_object.control_flow.nodes = {model::kNoIndex, model::kNoIndex};
    subject.code_objects.push_back(code_object);
    return static_cast<model::CodeObjectIndex>(subject.code_objects.size() - 1);
  }

  // Predicates of a code object, each reached when the one before was true: `if a: if b: if c:`.
  std::vector<model::PredicateIndex> Nested(model::CodeObjectIndex code_object, std::size_t count) {
    using When = model::ControlFlowEdge::When;
    auto& graph = subject.code_objects[code_object].control_flow;
    std::vector<model::PredicateIndex> predicates;
    uint32_t before = 0;
    for (std::size_t i = 0; i < count; ++i) {
      predicates.push_back(static_cast<model::PredicateIndex>(subject.predicates.size()));
      subject.predicates.emplace_back();
      subject.predicates.back().kind = model::PredicateKind::kCompare;
      subject.predicates.back().code_object = code_object;
      const auto node = static_cast<uint32_t>(graph.nodes.size());
      graph.nodes.push_back(predicates.back());
      graph.edges.push_back({before, node, before == 0 ? When::kAlways : When::kTrue});
      graph.edges.push_back({node, 1, When::kFalse});
      before = node;
    }
    graph.edges.push_back({before, 1, count == 0 ? When::kAlways : When::kTrue});
    return predicates;
  }

  // A block in the code object, begun when the predicate was true, or else when that is entered.
  model::PredicateIndex Block(model::CodeObjectIndex code_object,
                              std::optional<model::PredicateIndex> behind = {}) {
    using When = model::ControlFlowEdge::When;
    auto& [nodes, edges] = subject.code_objects[code_object].control_flow;
    const auto block = static_cast<model::PredicateIndex>(subject.predicates.size());
    subject.predicates.emplace_back();
    subject.predicates.back().kind = model::PredicateKind::kBlock;
    subject.predicates.back().code_object = code_object;
    subject.predicates.back().false_is_goal = false;
    const auto node = static_cast<uint32_t>(nodes.size());
    const auto from = behind ? std::find(nodes.begin(), nodes.end(), *behind) - nodes.begin() : 0;
    nodes.push_back(block);
    edges.push_back({static_cast<uint32_t>(from), node, behind ? When::kTrue : When::kAlways});
    edges.push_back({node, 1, When::kAlways});
    return block;
  }

  model::ClassIndex Class(const std::string& name) {
    subject.classes.push_back({.name = name, .qualified_name = name, .module = "fake"});
    return static_cast<model::ClassIndex>(subject.classes.size() - 1);
  }

  model::CallableIndex Callable(model::CallableKind kind, const std::string& name,
                                model::CodeObjectIndex code_object,
                                std::vector<model::Parameter> parameters, Body body,
                                model::ClassIndex class_index = model::kNoIndex,
                                model::TypeIndex result = 0) {
    model::Callable callable{.kind = kind};
    callable.name = callable.qualified_name = name;
    callable.module = "fake";
    callable.class_index = class_index;
    callable.parameters = std::move(parameters);
    callable.result = result;
    callable.code_object = code_object;
    const auto index = static_cast<model::CallableIndex>(subject.callables.size());
    subject.callables.push_back(callable);
    bodies_.push_back(std::move(body));
    if (kind == model::CallableKind::kConstructor) {
      subject.classes[class_index].constructors.push_back(index);
    } else if (class_index != model::kNoIndex) {
      subject.classes[class_index].methods.push_back(index);
    }
    return index;
  }

  static model::Parameter Parameter(
      const std::string& name, model::TypeIndex type, bool has_default = false,
      model::ParameterKind kind = model::ParameterKind::kPositionalOrKeyword) {
    return {name, kind, has_default, type};
  }

  model::Trace Interpret(const model::TestCase& test) const {
    model::Trace trace{.verdict = model::Verdict::kPassed, .nanoseconds = 1000};
    FakeRun run;
    std::vector<FakeValue> variables;
    for (const model::Statement& statement : test.statements) {
      try {
        variables.push_back(Evaluate(statement, variables, run));
      } catch (const FakeException& exception) {
        trace.verdict = model::Verdict::kRaised;
        trace.exception = exception.type;
        break;
      }
      ++trace.executed_statements;
      const auto& object = variables.back().object;
      trace.result_classes.push_back(object ? object->class_index : model::kNoIndex);
      trace.result_values.push_back(object ? model::ValueClass::kOther
                                           : ClassOf(variables.back().plain));
    }
    run.Write(trace);
    return trace;
  }

  // What each statement leaves behind, as a process that observes would tell it.
  model::Observation Observe(const model::TestCase& test) const {
    model::Observation seen{.verdict = model::Verdict::kPassed};
    FakeRun run;
    std::vector<FakeValue> variables;
    for (const model::Statement& statement : test.statements) {
      ++seen.executed_probes;
      try {
        variables.push_back(Evaluate(statement, variables, run));
      } catch (const FakeException& exception) {
        seen.verdict = model::Verdict::kRaised;
        seen.exception.type_name = seen.exception.importable_type_name = exception.type;
        seen.exception.path = subject.module.path;
        seen.exception.is_explicit = exception.is_explicit;
        break;
      }
      seen.statements.emplace_back().result = Shown(variables.back());
    }
    return seen;
  }

  model::Subject subject;

 private:
  static model::ValueClass ClassOf(const model::Value& value) {
    using model::ValueClass;
    switch (value.kind) {
      case model::ValueKind::kNone:
        return ValueClass::kNone;
      case model::ValueKind::kBool:
        return value.integer != 0 ? ValueClass::kTrue : ValueClass::kFalse;
      case model::ValueKind::kInt:
        if (value.integer == 0) return ValueClass::kZero;
        return value.integer < 0 ? ValueClass::kNegative : ValueClass::kPositive;
      case model::ValueKind::kStr:
        return value.text.empty() ? ValueClass::kEmpty : ValueClass::kFilled;
      default:
        return ValueClass::kOther;
    }
  }

  model::Value Shown(const FakeValue& value) const {
    if (!value.object) return value.plain;
    model::Value shown{.kind = model::ValueKind::kObject,
                       .type_name = "fake:" + subject.classes[value.object->class_index].name};
    shown.integer = -1;  // it has no length
    return shown;
  }

  FakeValue Evaluate(const model::Statement& statement, const std::vector<FakeValue>& variables,
                     FakeRun& run) const {
    FakeValue result;
    if (statement.kind != model::StatementKind::kCall) {
      if (statement.kind <= model::StatementKind::kBytes) {
        result.plain.kind = static_cast<model::ValueKind>(statement.kind);
        result.plain.integer = statement.integer;
        result.plain.real = statement.real;
        result.plain.text = statement.text;
      } else {
        result.plain.kind = model::ValueKind::kList;
        for (auto operand : statement.operands) {
          result.plain.items.push_back(variables[operand].plain);
        }
      }
      return result;
    }
    const model::Callable& callable = subject.callables[statement.target];
    FakeObject* self = nullptr;
    std::size_t first = 0;
    if (model::HasReceiver(callable)) {
      self = variables[statement.operands[first++]].object.get();
      if (self == nullptr) throw FakeException{"builtins:AttributeError"};
    }
    if (callable.kind == model::CallableKind::kConstructor) {
      result.object = std::make_shared<FakeObject>();
      result.object->class_index = callable.class_index;
      self = result.object.get();
    }
    Arguments arguments(callable.parameters.size());
    for (std::size_t i = 0; i < statement.parameters.size(); ++i) {
      arguments[statement.parameters[i]] = variables[statement.operands[first + i]];
    }
    if (callable.code_object != model::kNoIndex) run.Enter(callable.code_object);
    FakeValue returned = bodies_[statement.target](run, self, arguments);
    return result.object ? result : returned;
  }

  std::vector<Body> bodies_;  // by callable
};

// The argument, or a TypeError as Python would raise it.
inline int64_t IntOf(const std::optional<FakeValue>& value) {
  if (!value || !value->IsInt()) throw FakeException{"builtins:TypeError"};
  return value->plain.integer;
}
inline const std::string& StrOf(const std::optional<FakeValue>& value) {
  if (!value || !value->IsStr()) throw FakeException{"builtins:TypeError"};
  return value->plain.text;
}

}  // namespace skua::test
