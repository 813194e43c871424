// What tests say of the world around the subject: output, logs, files, names of the module.

#include "unit/render/shapes_fixture.h"

#include "support/matchers.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::Value;
using model::ValueKind;
using testing::IntValue;
using testing::NoneValue;
using testing::StrValue;

Value Records(const std::vector<std::pair<int64_t, std::string>>& records) {
  std::vector<Value> values;
  for (const auto& [level, message] : records) {
    values.push_back(testing::ItemsValue(ValueKind::kTuple,
                                         {StrValue("shapes"), IntValue(level), StrValue(message)}));
  }
  return testing::ItemsValue(ValueKind::kList, std::move(values));
}

Value Bytes(std::string bytes) {
  Value value = StrValue(std::move(bytes));
  value.kind = ValueKind::kBytes;
  return value;
}

TEST_F(RenderShapes, EffectsAreAsserted) {
  model::Suite suite;
  {
    Shape t = New();
    const auto greet = t.Of("greet", {t.Str("Ann")});
    suite.push_back(t.Effect(AssertionKind::kOutput, greet, StrValue("Hello Ann\n")).Done());
  }
  {
    Shape t = New();
    const auto greet = t.Of("greet", {t.Str("")});
    suite.push_back(t.Is(greet, NoneValue())
                        .Effect(AssertionKind::kErrorOutput, greet, StrValue("nobody to greet\n"))
                        .Done());
  }
  {
    Shape t = New();
    const auto greet = t.Of("greet", {t.Str("Bob"), t.Bool(true)});
    suite.push_back(t.Effect(AssertionKind::kOutput, greet, StrValue("Hello Bob\n"))
                        .Effect(AssertionKind::kErrorOutput, greet, StrValue("HELLO BOB\n"))
                        .Done());
  }
  {
    // What is read of one stream is gone from the other.
    Shape t = New();
    const auto first = t.Of("greet", {t.Str("Bob"), t.Bool(true)});
    const auto second = t.Of("greet", {t.Str("Cy"), t.Bool(true)});
    suite.push_back(
        t.Effect(AssertionKind::kOutput, first, StrValue("Hello Bob\n"))
            .Effect(AssertionKind::kErrorOutput, second, StrValue("HELLO BOB\nHELLO CY\n"))
            .Done());
  }
  {
    Shape t = New();
    const auto report = t.Of("report", {t.List({t.Str("a"), t.Str("b")})});
    suite.push_back(t.Effect(AssertionKind::kOutput, report, StrValue("a\nb\n")).Done());
  }
  {
    Shape t = New();
    std::string printed;
    std::vector<Shape::Variable> lines;
    for (const char* line : {"weight   price  zone", "    5    4.90  home", "",
                             "   30   11.40  the islands and all the places that a ferry has to "
                             "go to before anybody can get there"}) {
      lines.push_back(t.Str(line));
      printed += std::string(line) + "\n";
    }
    const auto report = t.Of("report", {t.List(lines)});
    suite.push_back(t.Effect(AssertionKind::kOutput, report, StrValue(printed)).Done());
  }
  {
    Shape t = New();
    const auto warn = t.Of("warn", {t.Str("ice")});
    suite.push_back(
        t.Effect(AssertionKind::kLog, warn, Records({{30, "careful: ice"}, {40, "too late"}}))
            .Done());
  }
  {
    Shape t = New();
    const auto path = t.Of("missing_file", {t.Str("out.txt")});
    const auto save = t.Of("save", {path, t.Str("a\n")});
    suite.push_back(t.Effect(AssertionKind::kFile, save, StrValue("a\n"), "out.txt").Done());
  }
  {
    Shape t = New();
    t.Of("chdir");
    const auto save = t.Of("save", {t.Str("note"), t.Str("é")});
    suite.push_back(t.Effect(AssertionKind::kFile, save, StrValue("é"), "note").Done());
  }
  {
    // Reading it as text would not show the ends of its lines.
    Shape t = New();
    t.Of("chdir");
    const auto dos = t.Of("save", {t.Str("dos"), t.Str("a\r\n")});
    const auto raw = t.Of("save", {t.Str("raw"), t.Text(model::StatementKind::kBytes, "\xff")});
    suite.push_back(t.Effect(AssertionKind::kFile, dos, StrValue("a\r\n"), "dos")
                        .Effect(AssertionKind::kFile, raw, Bytes("\xff"), "raw")
                        .Done());
  }
  {
    Shape t = New();
    const auto path = t.Of("write_file", {t.Str("old"), t.Str("x")});
    const auto forget = t.Of("forget", {path});
    suite.push_back(t.Effect(AssertionKind::kFile, forget, NoneValue(), "old").Done());
  }
  {
    Shape t = New();
    const auto vector = t.Vector({1, 2});
    const auto neg = t.On(vector, "Vector.__neg__");
    suite.push_back(t.TextOf(vector, neg, "1-2").Done());
  }
  EXPECT_TRUE(Matches(suite, "shapes_effects.py.txt"));
}

TEST_F(RenderShapes, ACalendarIsToldTheDayAlone) {
  model::Subject subject = shapes_.subject();
  model::Callable calendar{.kind = model::CallableKind::kEnvironment};
  calendar.name = calendar.qualified_name = "calendar:datetime.date";
  calendar.in_subject = false;
  calendar.parameters = {{"moment", model::ParameterKind::kPositionalOnly, false, 0}};
  Shape t = New();
  t.Str("2024-03-026 84:00");
  t.Of("answer", {});
  model::GeneratedTest test = t.Done();
  model::Statement day{.kind = model::StatementKind::kCall,
                       .target = static_cast<uint32_t>(subject.callables.size()),
                       .operands = {0},
                       .parameters = {0}};
  subject.callables.push_back(calendar);
  test.test.statements.insert(test.test.statements.begin() + 1, day);
  EXPECT_THAT(RenderPytest(subject, {test}, Options()).text, HasSubstr("calendar(\"2024-03-02\")"));
}

TEST_F(RenderShapes, NamesOfTheModuleAreAskedOfTheModule) {
  const auto rendered = [&](const std::string& module) {
    shapes_.subject().module = {module, ""};
    for (model::Callable& callable : shapes_.subject().callables) {
      if (callable.in_subject) callable.module = module;
    }
    Shape t = New();
    const auto greet = t.Of("greet", {t.Str("Ann")});
    return RenderOne(t.Effect(AssertionKind::kGlobal, greet, IntValue(1), "greeted"));
  };
  const std::string top = rendered("shapes");
  EXPECT_THAT(top, HasSubstr("import shapes\nfrom shapes import greet\n"));
  EXPECT_THAT(top, HasSubstr("():\n    greet(\"Ann\")\n\n    assert shapes.greeted == 1\n"));
  EXPECT_THAT(top, HasSubstr("def test_greet_changes_greeted():"));
  const std::string inner = rendered("drawing.shapes");
  EXPECT_THAT(inner, HasSubstr("from drawing import shapes\nfrom drawing.shapes import greet\n"));
  EXPECT_THAT(inner, HasSubstr("    assert shapes.greeted == 1\n"));
  // The package may have the function where the module's name is looked for.
  const std::string hidden = rendered("drawing.greet");
  EXPECT_THAT(hidden, HasSubstr("import sys\n"));
  EXPECT_THAT(hidden, HasSubstr("    assert sys.modules[\"drawing.greet\"].greeted == 1\n"));
}

TEST_F(RenderShapes, AModuleHasAnotherNameWhereATestNeedsItsOwn) {
  shapes_.subject().module = {"drawing.size", ""};
  shapes_.subject().callables[shapes_.Find("size")].in_subject = false;
  shapes_.subject().callables[shapes_.Find("size")].module = "drawing.parts";
  Shape t = New();
  const auto size = t.Of("size", {t.Str("a")});
  const std::string text =
      RenderOne(t.Effect(AssertionKind::kGlobal, size, NoneValue(), "largest"));
  EXPECT_THAT(text, HasSubstr("from drawing import size as drawing_size\n"
                              "from drawing.parts import size\n"));
  EXPECT_THAT(text, HasSubstr("    assert drawing_size.largest is None\n"));
}

TEST_F(RenderShapes, EffectsKeepNoArgumentInAVariable) {
  Shape t = New();
  const auto name = t.Str("Ann");
  const auto greet = t.Of("greet", {name});
  const std::string text =
      RenderOne(t.Effect(AssertionKind::kOutput, greet, StrValue("Hello Ann\n")));
  EXPECT_THAT(text, Not(HasSubstr("name =")));
}

TEST_F(RenderShapes, WhatWasPrintedBeforeAnExceptionIsAssertedAfterIt) {
  Shape t = New();
  const auto greet = t.Of("greet", {t.Str("Ann")});
  const std::string text = RenderOne(
      t.Raises("ValueError").Effect(AssertionKind::kOutput, greet, StrValue("Hello Ann\n")));
  EXPECT_THAT(text, HasSubstr("(capsys):\n"
                              "    with pytest.raises(ValueError):\n"
                              "        greet(\"Ann\")\n\n"
                              "    assert capsys.readouterr().out == \"Hello Ann\\n\"\n"));
}

}  // namespace
}  // namespace skua::render
