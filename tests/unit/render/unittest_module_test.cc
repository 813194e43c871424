#include "render/module/unittest_module.h"

#include <limits>

#include "support/matchers.h"
#include "unit/render/shapes_fixture.h"

namespace skua::render {
namespace {

using model::Value;
using model::ValueKind;
using testing::FloatValue;
using testing::IntValue;
using testing::NoneValue;

class RenderUnittestTest : public RenderShapes {
 protected:
  RenderedModule Render(const model::Suite& suite) const {
    return RenderUnittest(shapes_.subject(), suite, Options());
  }
  // The text of a test that asserts a value of `roll()`.
  std::string Asserting(const Value& value) const {
    Shape t = New();
    const auto roll = t.Of("roll");
    return Render({t.Is(roll, value).Done()}).text;
  }
  // An object that equals a plain number.
  static Value LikeFloat(double real) {
    Value value = testing::ObjectValue("shapes:Size", {}, -1, "");
    value.items.push_back(FloatValue(real));
    return value;
  }
  static Value Complex(double real, double imaginary) {
    return {.kind = ValueKind::kComplex, .real = real, .imaginary = imaginary};
  }
};

TEST_F(RenderUnittestTest, AssertsEachKindOfValueInItsOwnWay) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const struct {
    Value value;
    const char* expected;
  } cases[] = {
      {NoneValue(), "self.assertIsNone(roll())"},
      {testing::BoolValue(false), "self.assertIs(roll(), False)"},
      {IntValue(-3), "self.assertEqual(roll(), -3)"},
      {testing::NamedValue(ValueKind::kType, "shapes:Vector"), "self.assertIs(roll(), Vector)"},
      {FloatValue(0.1), "self.assertAlmostEqual(roll(), 0.1)"},
      {FloatValue(0), "self.assertAlmostEqual(roll(), 0.0)"},
      {FloatValue(2.5e-9), "self.assertAlmostEqual(roll(), 2.5e-09, delta=1e-15)"},
      {FloatValue(-1e300), "self.assertAlmostEqual(roll(), -1e300, delta=1e294)"},
      {FloatValue(inf), "self.assertEqual(roll(), float(\"inf\"))"},
      {FloatValue(nan), "self.assertTrue(math.isnan(roll()))"},
      {Complex(1, 0.5), "self.assertAlmostEqual(roll(), complex(1, 0.5))"},
      {Complex(nan, 0), "self.assertTrue(cmath.isnan(roll()))"},
      {testing::ItemsValue(ValueKind::kList, {FloatValue(0.5), IntValue(1)}),
       "self.assertEqual(roll(), [Near(0.5), 1])"},
      {LikeFloat(0.5), "self.assertAlmostEqual(roll(), 0.5)"},
      {testing::ItemsValue(ValueKind::kTuple, {Complex(1, 0.5)}),
       "self.assertEqual(roll(), (complex(1, 0.5),))"},
      {testing::ItemsValue(ValueKind::kSet, {FloatValue(0.5)}), "self.assertEqual(roll(), {0.5})"},
  };
  for (const auto& [value, expected] : cases) {
    EXPECT_THAT(Asserting(value), HasSubstr(std::string("        ") + expected + "\n"));
  }
}

TEST_F(RenderUnittestTest, DefinesNumbersThatAreAboutAsLargeOnlyWhereATestNeedsThem) {
  const Value list = testing::ItemsValue(ValueKind::kList, {FloatValue(0.5)});
  EXPECT_THAT(Asserting(list),
              HasSubstr("import math\nimport unittest\n\nfrom shapes import roll\n\n\n"
                        "class Near(float):\n"));
  EXPECT_THAT(Asserting(FloatValue(0.5)), Not(HasSubstr("Near")));
}

TEST_F(RenderUnittestTest, LeavesOutWhatEqualsNothing) {
  const Value list =
      testing::ItemsValue(ValueKind::kList, {testing::NamedValue(ValueKind::kType, "shapes:Vector"),
                                             FloatValue(std::numeric_limits<double>::quiet_NaN())});
  Shape t = New();
  const auto roll = t.Of("roll");
  const RenderedModule module = Render({t.Is(roll, list).Done()});
  EXPECT_THAT(module.text, HasSubstr("(self):\n        roll()\n"));
  EXPECT_THAT(module.text, Not(HasSubstr("Vector")));
  EXPECT_THAT(module.tests[0].assertion_lines, ElementsAre(0u));
}

TEST_F(RenderUnittestTest, HasACaseForEachClassUnderTestAndOneForTheFunctions) {
  model::Suite suite;
  const auto add = [&](const char* function) {
    Shape t = New();
    t.Of(function);
    suite.push_back(t.Done());
  };
  add("roll");
  Shape t = New();
  t.On(t.Vector({1}), "Vector.__len__");
  suite.push_back(t.Done());
  add("arguments");

  const RenderedModule module = Render(suite);
  std::vector<std::string> names;
  for (const RenderedTest& test : module.tests) names.push_back(test.name);
  EXPECT_THAT(names, ElementsAre("TestShapes::test_roll", "TestVector::test_vector_len",
                                 "TestShapes::test_arguments"));
  EXPECT_LT(module.tests[2].line, module.tests[1].line);
}

}  // namespace
}  // namespace skua::render
