// What was done with lazy arguments becomes concrete statements; the probing that asks for it.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/answering.h"
#include "search/probing/concrete_arguments.h"
#include "search/probing/lazy_probing.h"
#include "search/search.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/sample_subject.h"
#include "unit/search/maker_fixture.h"

namespace skua::search {
namespace {

using model::LazyUse;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Value;
using model::ValueKind;
using model::VariableIndex;
using Part = LazyUse::Part;
using testing::BoolValue;
using testing::FloatValue;
using testing::IntValue;
using testing::StrValue;

LazyUse Argument(uint32_t operations, std::vector<Value> operands = {}, Value given = {}) {
  LazyUse use;
  use.operations = operations;
  use.operands = std::move(operands);
  use.given = std::move(given);
  return use;
}

LazyUse PartOf(uint32_t parent, Part part, uint32_t operations, std::vector<Value> operands = {},
               Value given = {}) {
  LazyUse use = Argument(operations, std::move(operands), std::move(given));
  use.parent = parent;
  use.part = part;
  return use;
}

LazyUse Attribute(uint32_t parent, std::string name, uint32_t operations = 0,
                  std::vector<Value> operands = {}) {
  LazyUse use = PartOf(parent, Part::kAttribute, operations, std::move(operands));
  use.name = std::move(name);
  return use;
}

LazyUse Item(uint32_t parent, Value key, uint32_t operations, std::vector<Value> operands = {}) {
  LazyUse use = PartOf(parent, Part::kItem, operations, std::move(operands));
  use.key = std::move(key);
  return use;
}

// The variable as Python writes it, its parts in place; of an object its class.
std::string Written(const TypeSystem& types, const TestCase& test, VariableIndex variable) {
  const Statement& it = test.statements[variable];
  const auto operands = [&](const char* open, const char* close) {
    std::string text = open;
    const bool is_dict = it.kind == StatementKind::kDict;
    for (std::size_t i = 0; i < it.operands.size(); ++i) {
      text += i == 0 ? "" : is_dict && i % 2 == 1 ? ": " : ", ";
      text += Written(types, test, it.operands[i]);
    }
    return text + close;
  };
  switch (it.kind) {
    case StatementKind::kNone:
      return "None";
    case StatementKind::kBool:
      return it.integer != 0 ? "True" : "False";
    case StatementKind::kInt:
      return it.text.empty() ? fmt::format("{}", it.integer) : it.text;
    case StatementKind::kFloat:
      return fmt::format("{:.1f}", it.real);
    case StatementKind::kStr:
      return "'" + it.text + "'";
    case StatementKind::kBytes:
      return "b'" + it.text + "'";
    case StatementKind::kList:
      return operands("[", "]");
    case StatementKind::kSet:
    case StatementKind::kDict:
      return operands("{", "}");
    case StatementKind::kLambda:
      if (it.integer == model::kCallsLast) return "lambda *args: args[-1](*args[:-1])";
      if (it.operands.empty()) return "lambda: None";
      return (it.integer == model::kAwaitable ? "async lambda: " : "lambda: ") +
             Written(types, test, it.operands[0]);
    case StatementKind::kCall: {
      const std::string& name = types.subject().classes[types.ClassOf(it)].name;
      return name == "SimpleNamespace" ? name + operands("(", ")") : "a " + name;
    }
    default:
      throw std::logic_error("not expected");
  }
}

LazyUse AskedFor(std::vector<model::ClassIndex> classes, uint32_t builtins, Value given = {},
                 uint32_t operations = 0) {
  LazyUse use = Argument(LazyUse::kClassAsked | operations, {}, std::move(given));
  use.classes = std::move(classes);
  use.builtins = builtins;
  return use;
}

struct Example {
  const char* name;
  std::vector<LazyUse> uses;          // of argument 0
  std::vector<std::string> expected;  // any of them
};

std::vector<Example> Examples() {
  using U = LazyUse;
  constexpr uint32_t kCall = U::kCalled;
  return {
      {"compared with a text", {Argument(U::kCompared, {StrValue("red")})}, {"'red'"}},
      {"was that text", {Argument(U::kCompared, {StrValue("red")}, StrValue("blue"))}, {"'blue'"}},
      {"ordered by a number", {Argument(U::kOrdered, {IntValue(5)})}, {"4", "5", "6"}},
      {"multiplied by a float", {Argument(U::kArithmetic, {FloatValue(2)})}, {"1.0", "2.0", "3.0"}},
      {"masked", {Argument(U::kBitwise, {IntValue(8)}, IntValue(12))}, {"12"}},
      {"true", {Argument(U::kTruth, {}, BoolValue(true))}, {"True"}},
      {"false", {Argument(U::kTruth, {}, BoolValue(false))}, {"False"}},
      {"false where a number is meant",
       {Argument(U::kTruth | U::kOrdered, {IntValue(5)}, BoolValue(false))},
       {"0"}},
      {"starts with", {Argument(0), Attribute(0, "startswith", kCall, {StrValue("--")})}, {"'--'"}},
      {"does not start with",
       {Argument(U::kCompared, {StrValue("x")}),
        Attribute(0, "startswith", kCall, {StrValue("--")}),
        PartOf(1, Part::kResult, U::kTruth, {}, BoolValue(false))},
       {"'x'"}},
      {"split into numbers",
       {Argument(0), Attribute(0, "split", kCall, {StrValue(":")}), PartOf(1, Part::kResult, 0),
        Item(2, IntValue(0), U::kCompared, {StrValue("at")}), Item(2, IntValue(1), U::kAsInteger)},
       {"'at:1'"}},
      {"stripped, lowered and compared",
       {Argument(0), Attribute(0, "strip", kCall), PartOf(1, Part::kResult, 0),
        Attribute(2, "lower", kCall), PartOf(3, Part::kResult, U::kCompared, {StrValue("yes")})},
       {"'yes'"}},
      {"digits", {Argument(0), Attribute(0, "isdigit", kCall)}, {"'1'"}},
      {"iterated",
       {Argument(U::kIterated), PartOf(0, Part::kElement, U::kCompared, {StrValue("a")})},
       {"['a']"}},
      {"indexed",
       {Argument(U::kIndexed), Item(0, IntValue(1), U::kCompared, {StrValue("b")})},
       {"['b', 'b']"}},
      {"appended to",
       {Argument(0), Attribute(0, "append", kCall), Item(0, IntValue(0), U::kTruth, {})},
       {"[True]"}},
      {"said to be empty", {Argument(U::kIterated | U::kTruth, {}, BoolValue(false))}, {"[]"}},
      {"gave nothing when iterated", {Argument(U::kIterated | U::kLength)}, {"[]"}},
      {"keys",
       {Argument(U::kIndexed), Item(0, StrValue("size"), U::kCompared, {StrValue("big")}),
        Item(0, StrValue("on"), U::kTruth, {})},
       {"{'size': 'big', 'on': True}"}},
      {"get",
       {Argument(0), Attribute(0, "get", kCall, {StrValue("name")}),
        PartOf(1, Part::kResult, U::kCompared, {StrValue("x")})},
       {"{'name': 'x'}"}},
      {"items",
       {Argument(0), Attribute(0, "items", kCall), PartOf(1, Part::kResult, U::kIterated),
        PartOf(2, Part::kElement, U::kIterated),
        PartOf(3, Part::kElement, U::kCompared, {StrValue("k")}),
        PartOf(3, Part::kElement, U::kCompared, {StrValue("v")})},
       {"{'k': 'v'}"}},
      {"nested",
       {Argument(U::kIndexed), Item(0, StrValue("rows"), U::kIterated),
        PartOf(1, Part::kElement, U::kIndexed),
        Item(2, StrValue("id"), U::kCompared, {StrValue("a1")})},
       {"{'rows': [{'id': 'a1'}]}"}},
      {"called",
       {Argument(kCall), PartOf(0, Part::kResult, U::kCompared, {StrValue("done")})},
       {"lambda: 'done'"}},
      {"called for nothing", {Argument(kCall)}, {"lambda: None"}},
      {"called with a function",
       {Argument(kCall | LazyUse::kGivenFunctionLast)},
       {"lambda *args: args[-1](*args[:-1])", "lambda: None"}},
      {"attributes of a class",
       {Argument(0), Attribute(0, "amount", U::kOrdered, {IntValue(3)}),
        Attribute(0, "spend", kCall)},
       {"a Money"}},
      {"attributes of none",
       {Argument(0), Attribute(0, "colour", U::kCompared, {StrValue("red")}),
        Attribute(0, "paint", kCall), PartOf(2, Part::kResult, U::kTruth, {}, BoolValue(true))},
       {"SimpleNamespace({'colour': 'red', 'paint': lambda: True})"}},
      {"said to be none", {Argument(U::kCompared, {Value{}}, BoolValue(false))}, {"None"}},
      {"gives what is awaited",
       {Argument(0), Attribute(0, "paint", kCall), PartOf(1, Part::kResult, U::kAwaited),
        PartOf(2, Part::kResult, U::kCompared, {StrValue("dry")})},
       {"SimpleNamespace({'paint': async lambda: 'dry'})"}},
      {"gives what is entered",
       {Argument(0), Attribute(0, "shop", kCall), PartOf(1, Part::kResult, U::kEntered),
        PartOf(2, Part::kResult, 0), Attribute(3, "colour", U::kCompared, {StrValue("red")})},
       {"SimpleNamespace({'shop': lambda: a nullcontext})"}},
      {"gives objects by a method that dicts have, too",
       {Argument(0), Attribute(0, "get", kCall, {StrValue("name")}),
        PartOf(1, Part::kResult, U::kAwaited),
        PartOf(2, Part::kResult, U::kCompared, {StrValue("x")})},
       {"SimpleNamespace({'get': async lambda: 'x'})"}},
      {"deep",
       {Argument(0), Attribute(0, "run", kCall), PartOf(1, Part::kResult, 0),
        Attribute(2, "row", kCall), PartOf(3, Part::kResult, U::kIndexed),
        Item(4, IntValue(0), U::kCompared, {StrValue("x")})},
       {"SimpleNamespace({'run': lambda: SimpleNamespace({'row': lambda: ['x']})})"}},
      {"asked for its class", {AskedFor({0}, 0), Attribute(0, "amount")}, {"a Money"}},
      {"asked for a set",
       {AskedFor({}, U::kSet, {}, U::kIterated),
        PartOf(0, Part::kElement, U::kAsInteger, {}, IntValue(3))},
       {"{3}", "[3]"}},
      {"said to be a text", {AskedFor({}, U::kStr | U::kList, StrValue("x"))}, {"'x'"}},
  };
}

// The rich subject, and contextlib.nullcontext.
model::Subject SubjectWithContexts() {
  model::Subject subject = test::RichSubject();
  model::Class context{
      .name = "nullcontext",
      .qualified_name = "nullcontext",
      .module = "contextlib",
      .constructors = {static_cast<model::CallableIndex>(subject.callables.size())},
      .in_subject = false};
  model::Callable constructor{.kind = model::CallableKind::kConstructor};
  constructor.name = constructor.qualified_name = context.name;
  constructor.module = context.module;
  constructor.class_index = static_cast<model::ClassIndex>(subject.classes.size());
  constructor.in_subject = false;
  constructor.parameters.resize(1);
  constructor.parameters[0].has_default = true;
  subject.classes.push_back(context);
  subject.callables.push_back(constructor);
  return subject;
}

class ConcreteArgumentsTest : public MakerTest {
 protected:
  explicit ConcreteArgumentsTest(model::Subject subject = test::RichSubject())
      : MakerTest(std::move(subject)) {}

  ValueFactory values_{{subject_, options_, primitives_, types_, guesses_, environment_}};
  ConcreteArguments concrete_{subject_, primitives_, types_, values_};
};
class AnswersTest : public ConcreteArgumentsTest, public ::testing::WithParamInterface<Example> {
 protected:
  AnswersTest() : ConcreteArgumentsTest(SubjectWithContexts()) {}
};

TEST_P(AnswersTest, FollowTheUses) {
  TestCase lazy;
  lazy.statements.resize(2);
  lazy.statements[0].kind = StatementKind::kLazy;
  lazy.statements[1].kind = StatementKind::kList;
  lazy.statements[1].operands = {0};
  std::vector<VariableIndex> variables;
  for (int i = 0; i < 20; ++i) {
    const TestCase test = concrete_.Concretise(lazy, GetParam().uses, variables, rng_);
    ASSERT_NO_THROW(CheckWellFormed(test, subject_));
    ASSERT_EQ(variables.size(), 2u);
    EXPECT_EQ(test.statements[variables[1]].operands[0], variables[0]);
    const std::string written = Written(types_, test, variables[0]);
    const auto& expected = GetParam().expected;
    EXPECT_TRUE(std::find(expected.begin(), expected.end(), written) != expected.end()) << written;
  }
}

INSTANTIATE_TEST_SUITE_P(Uses, AnswersTest, ::testing::ValuesIn(Examples()),
                         [](const auto& example) {
                           std::string name = example.param.name;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return c == ' ' || c == ','; }, '_');
                           return name;
                         });

TEST_F(ConcreteArgumentsTest, EndsWhereUsesGoOnForEver) {
  TestCase lazy;
  lazy.statements.resize(1);
  lazy.statements[0].kind = StatementKind::kLazy;
  std::vector<LazyUse> uses = {Argument(LazyUse::kIndexed)};
  for (uint32_t i = 0; i < 50; ++i) uses.push_back(Item(i, StrValue("next"), LazyUse::kIndexed));
  std::vector<VariableIndex> variables;
  const TestCase test = concrete_.Concretise(lazy, uses, variables, rng_);
  const auto dicts = std::count_if(
      test.statements.begin(), test.statements.end(),
      [](const Statement& statement) { return statement.kind == StatementKind::kDict; });
  EXPECT_EQ(dicts, 8);
}

// A function f(x, y=…) that covers its one branch for x == {"mode": "fast"}, as a lazy argument
// gives away.
class LazyProbingTest : public ::testing::Test {
 protected:
  static model::Subject MakeSubject() {
    model::Subject subject;
    subject.types.resize(1);
    subject.code_objects.resize(2);
    subject.code_objects[0].kind = model::CodeObjectKind::kModule;
    subject.code_objects[1].parent = 0;
    auto& graph = subject.code_objects[1].control_flow;
    graph.nodes = {model::kNoIndex, model::kNoIndex, 0};
    using Edge = model::ControlFlowEdge::When;
    graph.edges = {{0, 2, Edge::kAlways}, {2, 1, Edge::kTrue}, {2, 1, Edge::kFalse}};
    subject.predicates.resize(1);
    subject.predicates[0].code_object = 1;
    model::Callable f{.name = "f", .qualified_name = "f", .code_object = 1};
    f.parameters.resize(2);
    f.parameters[0].name = "x";
    f.parameters[1].name = "y";
    f.parameters[1].has_default = true;
    subject.callables = {f};
    return subject;
  }

  model::Trace Run(const TestCase& test) {
    model::Trace trace{.verdict = model::Verdict::kPassed,
                       .executed_statements = static_cast<uint16_t>(test.size()),
                       .code_objects = {1}};
    bool is_fast = false;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const Statement& it = test.statements[i];
      if (it.kind == StatementKind::kLazy) {
        ++lazy_;
        trace.lazy_uses.push_back(Argument(LazyUse::kIndexed));
        trace.lazy_uses.back().variable = static_cast<uint16_t>(i);
        const auto root = static_cast<uint32_t>(trace.lazy_uses.size() - 1);
        trace.lazy_uses.push_back(
            Item(root, StrValue("mode"), LazyUse::kCompared, {StrValue("fast")}));
      }
      if (it.kind != StatementKind::kCall) continue;
      const Statement& x = test.statements[it.operands[0]];
      is_fast = is_fast || (x.kind == StatementKind::kDict && x.operands.size() == 2 &&
                            test.statements[x.operands[0]].text == "mode" &&
                            test.statements[x.operands[1]].text == "fast");
    }
    trace.predicates = {{0, is_fast ? 0.0 : 1.0, is_fast ? 1.0 : 0.0}};
    return trace;
  }

  model::Subject subject_ = MakeSubject();
  test::FakeExecutor executor_{
      [this](const TestCase& test, model::Isolation) { return Run(test); }};
  test::FakeClock clock_;
  base::Deadline deadline_{clock_};
  base::Rng rng_{3};
  int lazy_ = 0;
};

TEST_F(LazyProbingTest, BeginsTheSearchWithWhatTheArgumentsTurnedOutToBe) {
  SearchOptions options{.max_generations = 1};
  const SearchResult result = Search(subject_, executor_, options, {}, rng_, deadline_);
  EXPECT_TRUE(
      std::all_of(result.covered.begin() + 1, result.covered.end(), [](bool it) { return it; }));
  EXPECT_EQ(lazy_, 3) << "one test with what is required, one with all";
  for (const ArchivedTest& test : result.tests) {
    for (const Statement& it : test.test.statements) EXPECT_NE(it.kind, StatementKind::kLazy);
  }
}

TEST_F(LazyProbingTest, MakesWhatItFoundLikelierForTheParameter) {
  SearchOptions options;
  Evaluator evaluator(subject_, executor_, options, deadline_);
  const auto dicts = [&] {
    int count = 0;
    for (int i = 0; i < 1000; ++i) {
      count += evaluator.knowledge().guesses().Pick(0, 0, rng_) ==
               static_cast<Guess>(StatementKind::kDict);
    }
    return count;
  };
  const int before = dicts();
  const auto tests = ProbeLazily(evaluator, rng_);
  EXPECT_FALSE(tests.empty());
  EXPECT_GT(dicts(), 2 * before);
  EXPECT_EQ(evaluator.archive().Tests().size(), 0u) << "nothing is archived by asking";
}

// A class whose constructor keeps its argument, as a method of it gives away.
TEST_F(LazyProbingTest, FindsOutWhatMethodsAskOfWhatAConstructorKeeps) {
  subject_.types.resize(2);
  subject_.types[1].kind = model::TypeKind::kClass;
  subject_.types[1].class_index = 0;
  model::Class desk{.name = "Desk", .qualified_name = "Desk", .constructors = {1}, .methods = {2}};
  subject_.classes = {desk};
  model::Callable made{.kind = model::CallableKind::kConstructor};
  made.name = made.qualified_name = "Desk";
  made.class_index = 0;
  made.result = 1;
  made.parameters.resize(1);
  model::Callable method{.kind = model::CallableKind::kMethod};
  method.name = method.qualified_name = "open";
  method.class_index = 0;
  method.code_object = 1;
  subject_.callables.push_back(made);
  subject_.callables.push_back(method);
  subject_.callables[0].parameters.clear();
  SearchOptions options;
  Evaluator evaluator(subject_, executor_, options, deadline_);
  const auto tests = ProbeLazily(evaluator, rng_);
  EXPECT_TRUE(std::any_of(tests.begin(), tests.end(), [](const TestCase& test) {
    const Statement& last = test.statements.back();
    return last.kind == StatementKind::kCall && last.target == 2 &&
           test.statements[test.statements[last.operands[0]].operands[0]].kind ==
               StatementKind::kDict;
  }));
}

// What an `except` clause is for is hardly come by: the distance to it is that of any exception.
TEST_F(LazyProbingTest, LetsWhatItPassesRaiseToo) {
  model::Class busy{.name = "Busy", .qualified_name = "Busy", .is_exception = true};
  subject_.classes = {busy};
  test::FakeExecutor executor([](const TestCase& test, model::Isolation) {
    model::Trace trace{.executed_statements = static_cast<uint16_t>(test.size())};
    for (std::size_t i = 0; i < test.size(); ++i) {
      if (test.statements[i].kind != StatementKind::kLazy) continue;
      const auto root = static_cast<uint32_t>(trace.lazy_uses.size());
      trace.lazy_uses.push_back(Argument(LazyUse::kCalled));
      trace.lazy_uses.back().variable = static_cast<uint16_t>(i);
      trace.lazy_uses.push_back(
          PartOf(root, Part::kResult, LazyUse::kCompared, {StrValue("fast")}));
    }
    return trace;
  });
  SearchOptions options;
  Evaluator evaluator(subject_, executor, options, deadline_);
  const auto tests = ProbeLazily(evaluator, rng_);
  const auto count = [&](int64_t answering, StatementKind kind) {
    return std::count_if(tests.begin(), tests.end(), [&](const TestCase& test) {
      return std::ranges::any_of(test.statements, [&](const Statement& it) {
        return it.kind == StatementKind::kLambda && it.integer == answering &&
               !it.operands.empty() && test.statements[it.operands[0]].kind == kind;
      });
    });
  };
  EXPECT_GT(count(model::kReturned, StatementKind::kStr), 0);
  EXPECT_GT(count(model::kInTurn, StatementKind::kClass), 0);
}

TEST_F(LazyProbingTest, IsLeftOutWhereItIsNotWanted) {
  SearchOptions options{.max_generations = 1, .lazy_probes = 0};
  Search(subject_, executor_, options, {}, rng_, deadline_);
  EXPECT_EQ(lazy_, 0);
}

TEST_F(LazyProbingTest, AsksNothingOfParametersThatHaveATypeOrThatNoGoalNeeds) {
  SearchOptions options;
  subject_.types.push_back({.kind = model::TypeKind::kStr});
  for (model::Parameter& parameter : subject_.callables[0].parameters) parameter.type = 1;
  Evaluator typed(subject_, executor_, options, deadline_);
  EXPECT_TRUE(ProbeLazily(typed, rng_).empty());
  subject_ = MakeSubject();
  subject_.predicates[0].true_is_goal = subject_.predicates[0].false_is_goal = false;
  Evaluator aimless(subject_, executor_, options, deadline_);
  EXPECT_TRUE(ProbeLazily(aimless, rng_).empty());
}

}  // namespace
}  // namespace skua::search
