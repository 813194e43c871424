// What a test can do beyond calling functions and methods, as pytest. tests/runtime/rendered runs
// these very files against the module that they are about.

#include <algorithm>

#include "model/answering.h"
#include "support/matchers.h"
#include "unit/render/shapes_fixture.h"

namespace skua::render {
namespace {

using model::CallableKind;
using model::StatementKind;
using model::Value;
using model::ValueKind;
using testing::BoolValue;
using testing::IntValue;
using testing::NoneValue;
using testing::StrValue;

Value ListValue(const std::vector<int64_t>& items) {
  std::vector<Value> values;
  for (const int64_t item : items) values.push_back(IntValue(item));
  return testing::ItemsValue(ValueKind::kList, std::move(values));
}

TEST_F(RenderShapes, AttributesAreReadWrittenAndDeleted) {
  model::Suite suite;
  {
    Shape t = New();
    const auto account = t.Of("Account", {t.Int(5)});
    const auto balance = t.Balance(CallableKind::kGetter, account);
    suite.push_back(t.Is(balance, IntValue(5)).Done());
  }
  {
    Shape t = New();
    const auto account = t.Of("Account", {t.Int(5)});
    const auto set = t.Balance(CallableKind::kSetter, account, {t.Int(7)});
    suite.push_back(t.State(set, account, "balance", IntValue(7)).Done());
  }
  {
    Shape t = New();
    const auto account = t.Of("Account", {t.Int(5)});
    t.Balance(CallableKind::kSetter, account, {t.Int(-1)});
    suite.push_back(t.Raises("ValueError", "balance cannot be negative").Done());
  }
  {
    Shape t = New();
    const auto account = t.Of("Account", {t.Int(5)});
    t.Balance(CallableKind::kDeleter, account);
    t.Balance(CallableKind::kGetter, account);
    suite.push_back(t.Raises("LookupError", "account is closed").Done());
  }
  {
    Shape t = New();
    const auto account = t.Of("Account", {t.Int(5)});
    const auto balance = t.Balance(CallableKind::kGetter, account);
    const auto other = t.Of("Account", {balance});
    const auto read = t.Balance(CallableKind::kGetter, other);
    suite.push_back(t.Is(read, IntValue(5)).Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_attributes.py.txt"));
}

TEST_F(RenderShapes, AnInequalityOfItsOwnDoesNotStandForEquality) {
  model::Subject subject = shapes_.subject();
  for (model::Class& one : subject.classes) one.negates_equality = false;
  Shape t = New();
  const auto equal = t.On(t.Vector({3, 4}), "Vector.__eq__", {t.None()});
  const model::GeneratedTest test = t.Is(equal, BoolValue(false)).Done();
  EXPECT_THAT(RenderPytest(subject, {test}, Options()).text, HasSubstr("== other) is False"));
}

TEST_F(RenderShapes, OperatorsHaveTheirOwnSyntax) {
  model::Suite suite;
  const auto add = [&](const std::string& name, auto argument, Value result) {
    Shape t = New();
    const auto vector = t.Vector({3, 4});
    const auto value = t.On(vector, "Vector." + name, argument(t));
    suite.push_back(t.Is(value, std::move(result)).Done());
  };
  const auto none = [](Shape&) { return std::vector<Shape::Variable>{}; };
  const auto number = [](int64_t n) {
    return [n](Shape& t) { return std::vector<Shape::Variable>{t.Int(n)}; };
  };
  const auto other = [](Shape& t) { return std::vector<Shape::Variable>{t.Vector({3, 4})}; };
  add("__getitem__", number(1), IntValue(4));
  add("__contains__", number(3), BoolValue(true));
  add("__contains__", number(5), BoolValue(false));
  add("__add__", other, IntValue(4));
  add("__radd__", number(-5), IntValue(2));
  add("__radd__", other, IntValue(4));
  add("__mul__", number(-2), ListValue({-6, -8}));
  add("__pow__", number(2), ListValue({9, 16}));
  add("__neg__", none, ListValue({-3, -4}));
  add("__eq__", other, BoolValue(true));
  add(
      "__eq__", [](Shape& t) { return std::vector<Shape::Variable>{t.None()}; }, BoolValue(false));
  add("__lt__", other, BoolValue(false));
  add("__len__", none, IntValue(2));
  add("__hash__", none, IntValue(7));
  add("__bool__", none, BoolValue(true));
  add("__int__", none, IntValue(34));
  add("__str__", none, StrValue("3-4"));
  add("__next__", none, IntValue(3));
  add("__iter__", none, ListValue({3, 4}));
  add(
      "__format__", [](Shape& t) { return std::vector<Shape::Variable>{t.Str("/")}; },
      StrValue("3/4"));
  add(
      "__call__",
      [](Shape& t) {
        return std::vector<Shape::Variable>{t.List({t.Int(1), t.Int(2)}), t.Int(3)};
      },
      ListValue({9, 12, 3, 6}));
  {
    Shape t = New();
    const auto vector = t.Vector({3, 4});
    const auto set = t.On(vector, "Vector.__setitem__", {t.Int(0), t.Int(9)});
    suite.push_back(t.State(set, vector, "items", ListValue({9, 4})).Done());
  }
  {
    Shape t = New();
    const auto vector = t.Vector({3, 4});
    const auto removed = t.On(vector, "Vector.__delitem__", {t.Int(0)});
    suite.push_back(t.State(removed, vector, "items", ListValue({4})).Done());
  }
  {
    Shape t = New();
    t.On(t.Vector({}), "Vector.__getitem__", {t.Int(2)});
    suite.push_back(t.Raises("IndexError").Done());
  }
  {
    Shape t = New();
    t.On(t.Vector({1}), "Vector.__setitem__", {t.Int(0), t.None()});
    suite.push_back(t.Raises("TypeError", "nothing to set").Done());
  }
  {
    Shape t = New();
    t.On(t.Vector({}), "Vector.__delitem__", {t.Int(2)});
    suite.push_back(t.Raises("IndexError").Done());
  }
  {
    Shape t = New();
    t.On(t.Vector({}), "Vector.__add__", {t.Int(2)});
    suite.push_back(t.Raises("TypeError").Done());
  }
  {
    Shape t = New();
    t.On(t.Vector({}), "Vector.__lt__", {t.Int(2)});
    suite.push_back(t.Raises("AttributeError", "", /*is_finding=*/true).Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_operators.py.txt"));
}

TEST_F(RenderShapes, ContextManagersAreEnteredAndLeft) {
  model::Suite suite;
  {
    Shape t = New();
    const auto value = t.On(t.Of("Pool", {t.Int(3)}), "Pool.__enter__");
    suite.push_back(t.Is(value, IntValue(3)).Done());
  }
  {
    Shape t = New();
    const auto pool = t.Of("Pool", {t.Int(3)});
    const auto left = t.On(pool, "Pool.__exit__", {t.Class("KeyError")});
    suite.push_back(t.State(left, pool, "left_by", StrValue("KeyError")).Done());
  }
  {
    Shape t = New();
    t.On(t.Of("Pool", {t.Int(3)}), "Pool.__exit__", {t.Class("ValueError")});
    suite.push_back(t.Raises("ValueError").Done());
  }
  {
    Shape t = New();
    const auto pool = t.Of("Pool", {t.Int(-3)});
    t.On(pool, "Pool.__enter__");
    suite.push_back(t.Raises("ValueError", "size cannot be negative").Done());
  }
  {
    Shape t = New();
    const auto value = t.On(t.Of("opened", {t.Str("a")}), "_GeneratorContextManager.__enter__");
    suite.push_back(t.Is(value, StrValue("A")).Done());
  }
  {
    Shape t = New();
    t.On(t.Of("opened", {t.Str("a")}), "_GeneratorContextManager.__exit__", {t.Class("KeyError")});
    suite.push_back(t.Raises("KeyError").Done());
  }
  {
    Shape t = New();
    const auto value = t.On(t.Of("Channel", {t.Int(3)}), "Channel.__aenter__");
    suite.push_back(t.Is(value, IntValue(3)).Done());
  }
  {
    Shape t = New();
    const auto value =
        t.On(t.Of("Channel", {t.Int(3)}), "Channel.__aexit__", {t.Class("KeyError")});
    suite.push_back(t.Is(value, IntValue(3)).Done());
  }
  {
    Shape t = New();
    t.On(t.Of("Channel", {t.Int(3)}), "Channel.__aexit__", {t.Class("ValueError")});
    suite.push_back(t.Raises("ValueError").Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_context_managers.py.txt"));
}

TEST_F(RenderShapes, ResultsAreAwaitedAndIterated) {
  model::Suite suite;
  for (const auto& [name, results] :
       std::vector<std::pair<std::string, Value>>{{"numbers", ListValue({0, 1, 2})},
                                                  {"ticks", ListValue({0, 1, 2})},
                                                  {"fetch", IntValue(4)}}) {
    Shape t = New();
    const auto result = t.Of(name, {t.Int(3)});
    suite.push_back(t.Is(result, results).Done());
  }
  for (const char* name : {"numbers", "ticks"}) {
    Shape t = New();
    const auto items = t.Of(name, {t.Int(0)});
    suite.push_back(t.Length(items, model::kMostItems).Done());
  }
  for (const char* name : {"numbers", "fetch"}) {
    Shape t = New();
    t.Of(name, {t.Int(-1)});
    suite.push_back(t.Raises("ValueError", std::string(name) == "numbers"
                                               ? "stop cannot be negative"
                                               : "number cannot be negative")
                        .Done());
  }
  {
    Shape t = New();
    const auto items = t.On(t.Of("Channel", {t.Int(2)}), "Channel.__aiter__");
    suite.push_back(t.Is(items, ListValue({1, 0})).Done());
  }
  {
    Shape t = New();
    const auto channel = t.Of("Channel", {t.Int(2)});
    const auto next = t.On(channel, "Channel.__anext__");
    const auto waited = t.On(channel, "Channel.__await__");
    suite.push_back(t.Is(next, IntValue(1)).Is(waited, IntValue(1)).Done());
  }
  {
    Shape t = New();
    t.On(t.Of("Channel", {t.Int(0)}), "Channel.__anext__");
    suite.push_back(t.Raises("StopAsyncIteration").Done());
  }
  {
    Shape t = New();
    const auto called =
        t.On(t.Of("adder", {t.Int(2)}), "FunctionType.__call__", {t.List({t.Int(3)})});
    suite.push_back(t.Is(called, IntValue(5)).Done());
  }
  {
    Shape t = New();
    t.On(t.Of("adder", {t.Int(2)}), "FunctionType.__call__", {t.List({t.Str("a")})});
    suite.push_back(t.Raises("TypeError").Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_results.py.txt"));
}

TEST_F(RenderShapes, FunctionsAndClassesAreArguments) {
  model::Suite suite;
  {
    Shape t = New();
    const auto sorter = t.Of("Sorter", {t.Bool(true)});
    const auto key = t.Function(shapes_.Find("Sorter.key"), {sorter});
    const auto result = t.Of("apply", {key, t.Int(3)});
    suite.push_back(t.Is(result, IntValue(-3)).Done());
  }
  {
    Shape t = New();
    const auto result = t.Of("apply", {t.Function(shapes_.Find("roll")), t.Int(3)});
    (void)result;
    suite.push_back(t.Raises("TypeError").Done());
  }
  {
    Shape t = New();
    const auto result = t.Of("apply", {t.Lambda({t.Int(5)}), t.Int(3)});
    suite.push_back(t.Is(result, IntValue(5)).Done());
  }
  {
    Shape t = New();
    const auto result = t.Of("apply", {t.Lambda(), t.Int(3)});
    suite.push_back(t.Is(result, IntValue(3)).Done());
  }
  {
    Shape t = New();
    const auto list = t.List({t.Int(1)});
    const auto result = t.Of("apply", {t.Lambda({list}), t.Int(3)});
    suite.push_back(t.Is(result, ListValue({1})).Done());
  }
  const auto answering = [](model::GeneratedTest test, int64_t how) {
    for (model::Statement& s : test.test.statements) {
      if (s.kind != StatementKind::kLambda) continue;
      s.integer = how;
      if (how == model::kInTurn) s.operands.push_back(s.operands[0]);
    }
    return test;
  };
  {
    Shape t = New();
    const auto result = t.Of("apply_awaited", {t.Lambda({t.Int(5)}), t.Int(2)});
    suite.push_back(answering(t.Is(result, IntValue(5)).Done(), model::kAwaitable));
  }
  {
    Shape t = New();
    const auto result = t.Of("apply", {t.Lambda({t.Int(5)}), t.Int(2)});
    suite.push_back(answering(t.Is(result, IntValue(5)).Done(), model::kInTurn));
  }
  const auto calling = [](model::GeneratedTest test, int64_t how) {
    std::ranges::find(test.test.statements, StatementKind::kLambda, &model::Statement::kind)
        ->integer = how;
    return test;
  };
  for (const int64_t how : {model::kCallsFirst, model::kCallsLast}) {
    Shape t = New();
    const auto result = t.Of("apply", {t.Lambda(), t.Lambda({t.Int(5)})});
    suite.push_back(calling(t.Is(result, IntValue(5)).Done(), how));
  }
  {
    Shape t = New();
    const auto result = t.Of("apply", {t.Lambda({t.Int(6)}), t.Lambda()});
    suite.push_back(calling(t.Is(result, IntValue(6)).Done(), model::kCallsLast));
  }
  {
    Shape t = New();
    const auto same = t.Lambda();
    const auto result = t.Of("apply_both", {same, same});
    suite.push_back(
        t.Is(result, testing::ItemsValue(ValueKind::kTuple, {IntValue(1), IntValue(2)})).Done());
  }
  {
    Shape t = New();
    const auto result = t.Of("describe", {t.Of("ConcreteShape")});
    suite.push_back(t.Is(result, StrValue("area 4")).Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_functions.py.txt"));
}

using Calls = std::vector<std::pair<Value, Value>>;

// The calls of a lambda, each of these positional and named arguments.
Value CallsValue(Calls calls) {
  std::vector<Value> all;
  for (auto& [arguments, named] : calls) {
    all.push_back(testing::ItemsValue(ValueKind::kTuple, {std::move(arguments), std::move(named)}));
  }
  return testing::ItemsValue(ValueKind::kList, std::move(all));
}

TEST_F(RenderShapes, DoublesTellWhatTheyWereAsked) {
  using testing::ItemsValue;
  const Value anything = testing::NamedValue(ValueKind::kOpaque, std::string(model::kAnything));
  const Value nothing = ItemsValue(ValueKind::kDict, {});
  const auto just = [](Value argument) {
    return ItemsValue(ValueKind::kTuple, {std::move(argument)});
  };
  model::Suite suite;
  const auto told = [&](std::size_t times) {
    Shape t = New();
    const auto save = t.Lambda({t.Bool(true)});
    const auto log = t.Lambda({t.Bool(false)});
    const auto store = t.Of("SimpleNamespace", {save, log});
    std::vector<model::VariableIndex> ids;
    for (std::size_t n = 0; n < times; ++n) ids.push_back(t.Int(7));
    const auto act = t.Of("tell", {store, t.List(ids)});
    const Value named = ItemsValue(ValueKind::kDict, {StrValue("shapes"), anything});
    t.State(act, save, "", CallsValue(Calls(times, {just(IntValue(7)), named})));
    if (times > 0) {
      t.State(act, log, "", CallsValue(Calls(times, {just(IntValue(7)), nothing})));
      t.Length(log, static_cast<int64_t>(times), act);
    } else {
      t.Raises("LookupError", "no ids");
    }
    return t.Done();
  };
  for (const std::size_t times : {0, 1, 2}) suite.push_back(told(times));
  {
    Shape t = New();
    const auto finish = t.Lambda({t.Int(1)});
    const auto store = t.Call(shapes_.Find("SimpleNamespace"), {{2, finish}});
    const auto act = t.Of("tell_awaited", {store, t.Str("7")});
    const Value ratio = ItemsValue(ValueKind::kDict, {StrValue("ratio"), testing::FloatValue(0.3)});
    t.State(act, finish, "", CallsValue({{just(StrValue("7")), ratio}}));
    t.Length(finish, 1, act);
    model::GeneratedTest test = t.Done();
    test.test.statements[finish].integer = model::kAwaitable;
    suite.push_back(std::move(test));
  }
  {
    Shape t = New();
    const auto area = t.Lambda({t.Int(4)});
    const auto act = t.Of("describe", {t.Of("Mock", {area})});
    t.Is(act, StrValue("area 4"));
    t.State(act, area, "", CallsValue({{ItemsValue(ValueKind::kTuple, {}), nothing}}));
    suite.push_back(t.Done());
  }
  {  // Each holder has a mock of its own where nothing is asserted of it.
    Shape t = New();
    const auto both = t.Lambda({t.Bool(true)});
    t.Of("tell", {t.Of("SimpleNamespace", {both, both}), t.List({t.Int(8)})});
    suite.push_back(t.Done());
  }
  {  // Asked by itself, or held by two: it has a name of its own.
    Shape t = New();
    const auto same = t.Lambda();
    const auto act = t.Of("apply_both", {same, same});
    t.State(act, same, "",
            CallsValue({{just(IntValue(1)), nothing}, {just(IntValue(2)), nothing}}));
    suite.push_back(t.Done());
  }
  {
    Shape t = New();
    const auto both = t.Lambda({t.Bool(true)});
    const auto act = t.Of("tell", {t.Of("SimpleNamespace", {both, both}), t.List({t.Int(7)})});
    t.Length(both, 2, act);
    suite.push_back(t.Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_doubles.py.txt"));
}

TEST_F(RenderShapes, SurroundingsArePreparedWithFixtures) {
  model::Suite suite;
  {
    Shape t = New();
    t.Of("setenv", {t.Str("SHAPES_MODE"), t.Str("fast")});
    t.Of("delenv", {t.Str("SHAPES_LEVEL")});
    const auto setting = t.Of("setting");
    suite.push_back(
        t.Is(setting, testing::ItemsValue(ValueKind::kTuple, {StrValue("fast"), NoneValue()}))
            .Done());
  }
  {
    Shape t = New();
    t.Of("argv", {t.List({t.Str("-v"), t.Str("a.txt")})});
    const auto arguments = t.Of("arguments");
    suite.push_back(
        t.Is(arguments, testing::ItemsValue(ValueKind::kList, {StrValue("-v"), StrValue("a.txt")}))
            .Done());
  }
  {
    Shape t = New();
    t.Of("stdin", {t.Str("yes\n")});
    const auto answer = t.Of("answer");
    suite.push_back(t.Is(answer, StrValue("yes")).Done());
  }
  {
    Shape t = New();
    t.Of("stdin", {t.Str("")});
    t.Of("answer");
    suite.push_back(t.Raises("EOFError").Done());
  }
  {
    Shape t = New();
    t.Of("seed", {t.Int(1)});
    const auto roll = t.Of("roll");
    suite.push_back(t.Is(roll, IntValue(2)).Done());
  }
  {
    Shape t = New();
    const auto path = t.Of("write_file", {t.Str("data.json"), t.Str("{\"é\": 1}")});
    const auto text = t.Of("read", {path});
    suite.push_back(t.Is(text, StrValue("{\"é\": 1}")).Done());
  }
  {
    Shape t = New();
    const auto content = t.Text(StatementKind::kBytes, std::string("\x00\x01", 2));
    const auto path = t.Of("write_file", {t.Str("data.bin"), content});
    const auto size = t.Of("size", {t.On(path, "Path.__str__")});
    suite.push_back(t.Is(size, IntValue(2)).Done());
  }
  {
    Shape t = New();
    t.Of("read", {t.Of("missing_file", {t.Str("missing.txt")})});
    suite.push_back(t.Raises("FileNotFoundError").Done());
  }
  {
    Shape t = New();
    t.Of("size", {t.On(t.Of("missing_file", {t.Str("missing.txt")}), "Path.__str__")});
    suite.push_back(t.Raises("FileNotFoundError").Done());
  }
  {
    Shape t = New();
    t.Of("size", {t.Of("missing_file", {t.Str("missing.txt")})});
    suite.push_back(t.Raises("TypeError", "a str is needed").Done());
  }
  {
    Shape t = New();
    const auto count = t.Of("count_files", {t.Of("make_folder", {t.Str("empty")})});
    suite.push_back(t.Is(count, IntValue(0)).Done());
  }
  {
    Shape t = New();
    t.Of("chdir");
    t.Of("write_file", {t.Str("here.txt"), t.Str("")});
    t.Of("missing_file", {t.Str("nobody asks for it")});
    const auto is_here = t.Of("is_here", {t.Str("here.txt")});
    suite.push_back(t.Is(is_here, BoolValue(true)).Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_surroundings.py.txt"));
}

TEST_F(RenderShapes, ProcessesAnswerWithoutBeingStarted) {
  const auto answer = [](Shape& t, int64_t code, const char* output, const char* errors) {
    return t.Collection(StatementKind::kTuple, {t.Int(code), t.Str(output), t.Str(errors)});
  };
  const auto lines = [](const std::vector<std::string>& texts) {
    std::vector<model::Value> items;
    for (const std::string& text : texts) items.push_back(StrValue(text));
    return testing::ItemsValue(ValueKind::kList, items);
  };
  model::Suite suite;
  {
    Shape t = New();
    t.Of("processes", {t.List({answer(t, 0, "1.2.3\n", "")})});
    const auto version = t.Of("tool_version");
    suite.push_back(t.Is(version, StrValue("1.2.3")).Done());
  }
  {
    Shape t = New();
    t.Of("processes", {t.List({answer(t, 3, "", "no such option")})});
    t.Of("tool_version");
    suite.push_back(t.Raises("subprocess:CalledProcessError").Done());
  }
  {
    Shape t = New();
    t.Of("processes", {t.List({answer(t, 7, "one\ntwo\n", "bad\n")})});
    const auto question = t.Text(StatementKind::kBytes, "what?");
    const auto said = t.Of("talk_to_tool", {question});
    suite.push_back(t.Is(said, testing::ItemsValue(ValueKind::kTuple,
                                                   {IntValue(7), lines({"one", "two", "bad"})}))
                        .Done());
  }
  {
    Shape t = New();
    t.Of("processes", {t.List({answer(t, 0, "a\nb", ""), answer(t, 0, "the last", "")})});
    const auto first = t.Of("first_lines");
    suite.push_back(t.Is(first, lines({"a", "the last", "the last"})).Done());
  }
  {
    Shape t = New();
    t.Of("processes");
    const auto first = t.Of("first_lines");
    suite.push_back(t.Is(first, lines({"", "", ""})).Done());
  }
  {
    Shape t = New();
    t.Of("system", {t.Int(512)});
    const auto code = t.Of("shell", {t.Str("tool")});
    suite.push_back(t.Is(code, IntValue(2)).Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_processes.py.txt"));
}

}  // namespace
}  // namespace skua::render
