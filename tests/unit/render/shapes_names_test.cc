// Names, and what is written where, for the shapes.
#include "unit/render/shapes_fixture.h"

#include "support/matchers.h"

namespace skua::render {
namespace {

using model::CallableKind;
using testing::NoneValue;
using testing::StrValue;

TEST_F(RenderShapes, NothingHidesAFixtureAModuleOrADefinition) {
  model::Subject& subject = shapes_.subject();
  subject.callables[shapes_.Find("setting")].name = "tmp_path";
  subject.callables[shapes_.Find("setting")].qualified_name = "tmp_path";
  subject.callables[shapes_.Find("roll")].name = "random";
  subject.callables[shapes_.Find("roll")].qualified_name = "random";
  subject.callables[shapes_.Find("arguments")].name = "ConcreteShape";
  subject.callables[shapes_.Find("arguments")].qualified_name = "ConcreteShape";
  subject.callables[shapes_.Find("fetch")].parameters[0].name = "io";
  subject.classes[shapes_.FindClass("ConcreteShape")].definition =
      "class ConcreteShape(Shape):\n    name = \"ConcreteShape\"\n\n"
      "    def area(self):\n        return ConcreteShape.name, self.Shape  # Shape\n";
  const model::CallableIndex constructor =
      shapes_.Find("ConcreteShape", CallableKind::kConstructor);
  Shape t = New();
  t.Of("stdin", {t.Str("")});
  t.Of("seed", {t.Int(1)});
  for (const char* name : {"tmp_path", "random"}) t.Of(name);
  t.Call(shapes_.Find("ConcreteShape", CallableKind::kFunction), {});
  const auto list = t.List({t.Call(constructor, {})});
  t.Of("fetch", {list});
  t.Of("apply", {list, list});
  const std::string text = RenderOne(t);
  for (const char* line :
       {"import random\n", "from shapes import ConcreteShape, Shape, apply, fetch\n",
        "from shapes import random as shapes_random\n",
        "from shapes import tmp_path as shapes_tmp_path\n", "class ConcreteShape_2(Shape):\n",
        "    name = \"ConcreteShape\"\n", "return ConcreteShape_2.name, self.Shape  # Shape\n",
        "    io_2 = [ConcreteShape_2()]\n", "    random.seed(1)\n", "    shapes_random()\n",
        "    shapes_tmp_path()\n", "    asyncio.run(fetch(io_2))\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST_F(RenderShapes, AClassThatTheFileDefinesIsNotImported) {
  Shape t = New();
  const auto made = t.Call(shapes_.Find("ConcreteShape", CallableKind::kConstructor), {});
  model::GeneratedTest test = t.Done();
  model::Value expected{.type_name = ":ConcreteShape"};
  test.assertions.push_back({model::AssertionKind::kIsInstance, made, made, "", expected});
  const std::string text = Render({test}).text;
  EXPECT_THAT(text, HasSubstr("class ConcreteShape(Shape):\n"));
  EXPECT_THAT(text, HasSubstr(", ConcreteShape)\n"));
  EXPECT_THAT(text, HasSubstr("from shapes import Shape\n"));
  EXPECT_THAT(text, Not(HasSubstr("from  import")));
}

TEST_F(RenderShapes, LongNamesLeaveRoomForFixtures) {
  shapes_.subject().callables[shapes_.Find("setting")].name = std::string(90, 's');
  Shape t = New();
  t.Of("chdir");
  t.Of("setting");
  const RenderedModule module = Render({t.Done()});
  EXPECT_THAT(module.text, HasSubstr("def " + module.tests[0].name + "(monkeypatch, tmp_path):\n"));
  EXPECT_LE(module.tests[0].name.size(), 60u);
}

TEST_F(RenderShapes, ComparisonsWithWhatIsNoTruthValueAreNamed) {
  Shape t = New();
  const auto less = t.On(t.Vector({1}), "Vector.__lt__", {t.Int(2)});
  EXPECT_THAT(RenderOne(t.Is(less, StrValue("less"))),
              HasSubstr("    assert (vector < 2) == \"less\"\n"));
}

TEST_F(RenderShapes, WhatIsComparedWithItselfHasAnotherName) {
  Shape t = New();
  const auto vector = t.Vector({1});
  const auto equal = t.On(vector, "Vector.__eq__", {vector});
  EXPECT_THAT(RenderOne(t.Is(equal, testing::BoolValue(true))),
              HasSubstr("    vector = Vector(1)\n    other = vector\n\n"
                        "    assert vector == other\n"));
}

TEST_F(RenderShapes, WhatAnExceptionCarriesIsReadBehindTheCall) {
  model::Suite suite;
  for (const int64_t code : {1, 3}) {
    Shape t = New();
    const auto act = t.Of("greet", {t.Str("~")});
    suite.push_back(t.State(act, act, "code", testing::IntValue(code)).Raises("SystemExit").Done());
  }
  const RenderedModule module = Render(suite);
  EXPECT_EQ(module.tests[0].name, "test_greet_raises_system_exit_with_code_1");
  EXPECT_THAT(module.text, HasSubstr("    with pytest.raises(SystemExit) as error:\n"
                                     "        greet(\"~\")\n\n"
                                     "    assert error.value.code == 3\n"));
  RenderOptions options = Options();
  options.style = Style::kUnittest;
  EXPECT_THAT(RenderUnittest(shapes_.subject(), suite, options).text,
              HasSubstr("        with self.assertRaises(SystemExit) as error:\n"
                        "            greet(\"~\")\n\n"
                        "        self.assertEqual(error.exception.code, 3)\n"));
}

TEST_F(RenderShapes, AnObjectOfALibraryThatNothingTakesIsNotMade) {
  shapes_.subject().callables[shapes_.Find("Pool", CallableKind::kConstructor)].in_subject = false;
  Shape t = New();
  const auto key = t.Str("a"), number = t.Int(1);
  const auto pool = t.Of("Pool", {t.Int(7)});
  t.Of("warn", {t.Dict({key, pool, key, number})});
  const std::string text = RenderOne(t);
  EXPECT_THAT(text, HasSubstr("warn({\"a\": 1})"));
  EXPECT_THAT(text, Not(HasSubstr("Pool")));
}

TEST_F(RenderShapes, HashesThatAreComparedSayWhoseTheyAre) {
  Shape t = New();
  const auto vector = t.Vector({1}), alike = t.Vector({1});
  const auto its = t.On(vector, "Vector.__hash__"), other = t.On(alike, "Vector.__hash__");
  t.Is(t.On(its, "Vector.__eq__", {other}), testing::BoolValue(true));
  const RenderedModule module = Render({t.Done()});
  EXPECT_THAT(module.text, HasSubstr("    its_hash = hash(vector)\n"));
  EXPECT_THAT(module.text, HasSubstr("    assert its_hash == other_hash\n"));
  EXPECT_EQ(module.tests[0].name, "test_vector_hash_eq_returns_true");
}

TEST_F(RenderShapes, WhatIsAssertedOfAStatementWithoutAValueIsLeftOut) {
  Shape t = New();
  const auto account = t.Of("Account", {t.Int(1)});
  const auto set = t.Balance(CallableKind::kSetter, account, {t.Int(2)});
  const RenderedModule module = Render({t.Is(set, NoneValue()).Done()});
  EXPECT_THAT(module.text, Not(HasSubstr("assert")));
  EXPECT_EQ(module.tests[0].assertion_lines, std::vector<uint32_t>{0});
  EXPECT_EQ(module.tests[0].call, "Account.balance = 2");
}

TEST_F(RenderShapes, ATextWithoutWordsIsNamedAfterTheClassThatIsDeclared) {
  model::Subject subject = shapes_.subject();
  Shape t = New();
  const auto made = t.On(t.Vector({}), "Vector.__getitem__", {t.Int(1)});
  t.TextOf(made, made, "<7(x=1, y=2, z=3, of=4, all=5, the=6, rest=7, and=8, more=9)>");
  const auto name = [&](const Shape& shape) {
    return RenderPytest(subject, {shape.Done()}, Options()).tests[0].name;
  };
  EXPECT_EQ(name(t), "test_vector_getitem_returns_text");
  subject.types.push_back({.kind = model::TypeKind::kClass,
                           .class_index = subject.callables[shapes_.Find("Vector")].class_index});
  subject.callables[shapes_.Find("Vector.__getitem__")].result =
      static_cast<model::TypeIndex>(subject.types.size() - 1);
  EXPECT_EQ(name(t), "test_vector_getitem_returns_vector");
  t.State(made, made, "size", testing::IntValue(2));
  EXPECT_EQ(name(t), "test_vector_getitem_size_is_2");
}

TEST_F(RenderShapes, ConstructorsReturnNothingByTheirNames) {
  const auto name = [&](auto state) {
    Shape t = New();
    state(t, t.Of("Account", {t.Int(1)}));
    return Render({t.Done()}).tests[0].name;
  };
  EXPECT_EQ(name([](Shape& t, auto made) { t.Length(made, 0); }), "test_account_is_empty");
  EXPECT_EQ(name([](Shape& t, auto made) { t.Length(made, 2); }), "test_account_has_items");
  EXPECT_EQ(name([](Shape& t, auto made) { t.TextOf(made, made, "1 month"); }),
            "test_account_is_1_month");
  EXPECT_EQ(name([](Shape& t, auto made) { t.TextOf(made, made, "()"); }), "test_account_has_text");
}

TEST_F(RenderShapes, TestsOfOneExceptionAreToldApartByWhatTheProjectSays) {
  const auto raising = [&](const char* message, bool is_explicit) {
    Shape t = New();
    const auto vector = t.Vector({5});
    // With an earlier call they are no rows of one table.
    if (std::string_view(message).starts_with("No")) t.On(vector, "Vector.__lt__", {t.Int(2)});
    t.On(vector, "Vector.__getitem__", {t.Int(1)});
    model::GeneratedTest test = t.Raises("ValueError", message).Done();
    test.exception->is_explicit = is_explicit;
    return test;
  };
  const auto names = [&](bool is_explicit) {
    std::vector<std::string> found;
    for (const RenderedTest& test :
         Render({raising("Invalid time format", is_explicit), raising("No such zone", is_explicit)})
             .tests) {
      found.push_back(test.name);
    }
    return found;
  };
  EXPECT_EQ(names(true),
            (std::vector<std::string>{"test_vector_getitem_raises_value_error_invalid_time_format",
                                      "test_vector_getitem_raises_value_error_no_such_zone"}));
  EXPECT_EQ(names(false),
            (std::vector<std::string>{"test_vector_getitem_raises_value_error",
                                      "test_vector_getitem_raises_value_error_after_lt"}))
      << "they are Python's words";
  const auto rendered = Render(
      {raising("No account for t0ken and others", true), raising("No answer in time", true)});
  EXPECT_EQ(rendered.tests[0].name, "test_vector_getitem_raises_value_error_no_account_for")
      << "a name holds no part of a token";
}

TEST_F(RenderShapes, EachOfManyTestsIsToldApart) {
  // clip(1), or with one bound: `parameter` is 1 for the lower and 2 for the upper.
  const auto clip = [&](uint16_t parameter, bool is_later) {
    Shape t = New();
    if (is_later) t.Of("greet", {t.Str("Ann")});
    const auto call =
        parameter == 0 ? t.Of("clip", {t.Int(1)}) : t.Of("clip", {t.Int(1), t.Int(5)});
    model::GeneratedTest test = t.Is(call, testing::IntValue(1)).Done();
    if (parameter != 0) test.test.statements[call].parameters.back() = parameter;
    return test;
  };
  const RenderedModule module =
      Render({clip(0, false), clip(1, false), clip(2, false), clip(0, true)});
  std::vector<std::string> names;
  for (const RenderedTest& test : module.tests) names.push_back(test.name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "test_clip_returns_1", "test_clip_returns_1_with_low_5",
                       "test_clip_returns_1_with_high_5", "test_clip_returns_1_after_greet"}));
}

TEST_F(RenderShapes, AnObjectWhoseNameIsTakenIsNamedForWhatItIs) {
  model::Subject subject = shapes_.subject();
  const auto made = [&](const char* name) {
    const auto target = shapes_.Find("Vector");
    subject.callables[target].name = subject.callables[target].qualified_name = name;
    subject.classes[subject.callables[target].class_index].name = name;
    subject.classes[subject.callables[target].class_index].qualified_name = name;
    Shape t = New();
    t.Is(t.On(t.Vector({1}), "Vector.__len__"), testing::IntValue(1));
    return RenderPytest(subject, {t.Done()}, Options()).text;
  };
  EXPECT_THAT(made("vector"), HasSubstr("    instance = vector(1)\n"));
  EXPECT_THAT(made("int_vector"), HasSubstr("    vector = int_vector(1)\n"));
}

TEST_F(RenderShapes, WhatACallReturnedIsNamedAfterTheClassThatItShows) {
  Shape t = New();
  const auto opened = t.Of("opened", {t.Str("sorter.cfg")});
  const auto key = t.On(opened, "Sorter.key", {t.Int(1)});
  t.Is(key, testing::IntValue(1));
  EXPECT_THAT(Render({t.Done()}).text, HasSubstr("    sorter = opened(\"sorter.cfg\")\n"));
}

TEST_F(RenderShapes, CallsAreNamedForPeople) {
  const auto call_of = [&](Shape& t) { return Render({t.Done()}).tests[0].call; };
  Shape getter = New(), item = New(), with = New(), left = New();
  getter.Balance(CallableKind::kGetter, getter.Of("Account", {getter.Int(1)}));
  item.On(item.Vector({}), "Vector.__getitem__", {item.Int(1)});
  with.On(with.Of("Pool", {with.Int(1)}), "Pool.__enter__");
  left.On(left.Of("Pool", {left.Int(1)}), "Pool.__exit__", {left.Class("KeyError")});
  EXPECT_EQ(call_of(getter), "Account.balance");
  EXPECT_EQ(call_of(item), "Vector[1]");
  EXPECT_EQ(call_of(with), "with Pool");
  EXPECT_EQ(call_of(left), "with Pool: raise KeyError");
}

}  // namespace
}  // namespace skua::render
