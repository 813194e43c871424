#include "render/module/test_module.h"

#include <limits>

#include "render/module/unittest_module.h"
#include "render/names/test_name.h"
#include "support/golden.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::GeneratedTest;
using model::StatementKind;
using model::Value;
using model::ValueKind;
using testing::IntValue;
using testing::ObjectValue;
using testing::TestCaseBuilder;

const RenderOptions kOptions{"0.1.0", "7c1d03ab5e66f0aa", {}};

Value DecimalValue(const std::string& digits) {
  return ObjectValue("decimal:Decimal", {}, -1, "Decimal('" + digits + "')");
}

GeneratedTest Shown(const TestCaseBuilder& builder, std::vector<model::Assertion> assertions = {}) {
  return {.test = builder.test(), .assertions = std::move(assertions)};
}

model::Assertion ResultIs(TestCaseBuilder::Variable call, Value value) {
  return {AssertionKind::kEquals, call, call, "", std::move(value)};
}

model::RaisedException Exception(std::string type, std::string message, bool is_explicit) {
  return {.type_name = std::move(type),
          .message = std::move(message),
          .path = "src/parcel/rates.py",
          .line = 48,
          .is_explicit = is_explicit};
}

RenderedModule Render(const model::Suite& suite) {
  return RenderPytest(testing::SampleSubject(), suite, kOptions);
}

std::string RenderOne(const GeneratedTest& test) { return Render({test}).text; }

GeneratedTest QuoteOf(int64_t weight, Value result) {
  TestCaseBuilder b;
  const auto quote = b.Call(testing::kQuote, {{0, b.Int(weight)}});
  return Shown(b, {ResultIs(quote, std::move(result))});
}

TEST(RenderPytest, WritesWhatAPersonWouldHaveWritten) {
  model::Suite suite;
  suite.push_back(QuoteOf(1, DecimalValue("4.90")));
  suite.push_back(QuoteOf(30, DecimalValue("4.90")));
  {
    TestCaseBuilder b;
    const auto weight = b.Int(1);
    b.Call(testing::kQuote, {{0, weight}, {1, b.Str("XX")}});
    suite.push_back(Shown(b));
    suite.back().exception = Exception("builtins:KeyError", "'XX'", true);
  }
  {
    TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {});
    const auto limit = b.Int(5);
    const auto price = b.Call(testing::kDecimal, {{0, b.Str("4.90")}});
    b.Call(testing::kAdd, {{0, limit}, {1, price}}, {table});
    const auto other = b.Call(testing::kDecimal, {{0, b.Str("5.20")}});
    const auto add = b.Call(testing::kAdd, {{0, limit}, {1, other}}, {table});
    suite.push_back(Shown(b, {{AssertionKind::kLength, add, table, "", IntValue(1)},
                              {AssertionKind::kEquals, add, table, "limits",
                               testing::ItemsValue(ValueKind::kList, {IntValue(5)})}}));
  }
  {
    TestCaseBuilder b;
    const auto zero = b.Int(0);
    b.Call(testing::kQuote, {{0, zero}, {3, b.Bool(true)}});
    suite.push_back(Shown(b));
    suite.back().exception = Exception("builtins:ZeroDivisionError", "division by zero", false);
    suite.back().is_finding = true;
  }
  {
    TestCaseBuilder b;
    const auto text = b.Str("1;4.90\n2;5.20");
    const auto parsed = b.Call(testing::kParse, {{0, text}});
    suite.push_back(
        Shown(b, {{AssertionKind::kIsInstance, parsed, parsed, "",
                   testing::NamedValue(ValueKind::kOpaque, "parcel.rates:RateTable")},
                  {AssertionKind::kEquals, parsed, parsed, "name", testing::StrValue("parsed")}}));
  }
  const RenderedModule module = Render(suite);
  EXPECT_TRUE(testing::MatchesGolden(module.text, "render/parcel_rates.py.txt"));
  EXPECT_EQ(module.tests[2].call, "quote(1, \"XX\")");
  EXPECT_EQ(module.tests[3].call, "RateTable.add(5, Decimal(\"5.20\"))");
  EXPECT_EQ(module.tests[4].call, "quote(0, express=True)");
}

TEST(RenderPytest, SaysOfAFunctionThatItCanBeCalled) {
  TestCaseBuilder b;
  const auto parsed = b.Call(testing::kParse, {{0, b.Str("1;4.90")}});
  const model::Suite suite = {
      Shown(b, {{AssertionKind::kIsInstance, parsed, parsed, "",
                 testing::NamedValue(ValueKind::kOpaque, "builtins:function")}})};
  EXPECT_THAT(Render(suite).text, HasSubstr("assert callable("));
  EXPECT_THAT(
      RenderUnittest(testing::SampleSubject(), suite, {"0.1.0", "7c1d03ab5e66f0aa", {}}).text,
      HasSubstr("self.assertTrue(callable("));
}

TEST(RenderPytest, TakesTheFirstItemOfASequence) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kQuote].use = model::ResultUse::kFirst;
  const RenderedModule module = RenderPytest(subject, {QuoteOf(5, IntValue(9))}, kOptions);
  EXPECT_THAT(module.text, HasSubstr("assert quote(5)[0] == 9\n"));
}

TEST(RenderPytest, PutsWhatCallsPrivateNamesIntoASectionAtTheEnd) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kQuote].name = "_quote";
  subject.callables[testing::kQuote].qualified_name = "_quote";
  TestCaseBuilder b;
  const auto parsed = b.Call(testing::kParse, {{0, b.Str("a")}});
  const model::Suite suite = {
      QuoteOf(1, IntValue(1)),
      Shown(b, {{AssertionKind::kEquals, parsed, parsed, "name", testing::StrValue("a")}}),
      QuoteOf(1, IntValue(1))};
  const RenderedModule module = RenderPytest(subject, suite, {});
  const std::string section =
      "\n\n\n# Private names from here on: nothing public was seen to do the same.\n"
      "def test_quote_returns_1";
  const std::size_t at = module.text.find(section);
  ASSERT_NE(at, std::string::npos) << module.text;
  EXPECT_LT(module.text.find("def test_rate_table_parse"), at);
  EXPECT_EQ(module.text.find("# Private", at + 10), std::string::npos);
  EXPECT_GT(module.tests[0].line, module.tests[1].line);
}

TEST(RenderPytest, PutsWhatPassesWrongTypesIntoASectionAtTheEnd) {
  TestCaseBuilder raising, other;
  raising.Call(testing::kQuote, {{0, raising.Str("heavy")}});
  const auto parsed = other.Call(testing::kParse, {{0, other.Str("a")}});
  const std::string section =
      "\n\n\n# Wrong types from here on, for branches that no other test covers.\n"
      "def test_quote_raises_type_error";
  for (const bool is_explicit : {false, true}) {
    model::Suite suite = {
        Shown(raising),
        Shown(other, {{AssertionKind::kEquals, parsed, parsed, "name", testing::StrValue("a")}})};
    suite[0].exception = Exception("builtins:TypeError", "no weight", is_explicit);
    const RenderedModule module = Render(suite);
    EXPECT_EQ(module.text.find(section) != std::string::npos, !is_explicit) << module.text;
    EXPECT_EQ(module.tests[0].line > module.tests[1].line, !is_explicit);
  }
}

TEST(RenderPytest, PutsBackWhatATestChanges) {
  model::Suite suite;
  suite.push_back(QuoteOf(1, DecimalValue("4.90")));
  suite.back().restored = {{model::RestoredBy::kName, "parcel.rates", "_count"},
                           {model::RestoredBy::kCopy, "parcel.rates", "RateTable.known"},
                           {model::RestoredBy::kDeepCopy, "parcel.zones", "_table.rows"},
                           {model::RestoredBy::kLocal, "sys", "_local"},
                           {model::RestoredBy::kCache, "parcel.zones", "all_zones"},
                           {model::RestoredBy::kNew, "parcel.zones", "_found"},
                           {model::RestoredBy::kFolder, "", ""}};
  const std::string text = Render(suite).text;
  EXPECT_THAT(text, HasSubstr("(monkeypatch):\n"
                              "    monkeypatch.setattr(rates, \"_count\", rates._count)\n"
                              "    monkeypatch.setattr(RateTable, \"known\", "
                              "copy(RateTable.known))\n"
                              "    monkeypatch.setattr(zones._table, \"rows\", "
                              "deepcopy(zones._table.rows))\n"
                              "    monkeypatch.setattr(sys, \"_local\", local())\n"
                              "    monkeypatch.setattr(zones, \"all_zones\", "
                              "cache(zones.all_zones.__wrapped__))\n"
                              "    monkeypatch.setattr(zones, \"_found\", None, raising=False)\n"
                              "    monkeypatch.chdir(\".\")\n"));
  EXPECT_THAT(text, HasSubstr("from copy import copy, deepcopy\n"));
  EXPECT_THAT(text, HasSubstr("from threading import local\n"));
}

TEST(RenderPytest, SplitsLongLinesAndNamesWhatIsLongOrShared) {
  model::Suite suite;
  {
    TestCaseBuilder b;
    const auto name = b.Str("a name that is too long to be read where it is passed to something");
    const auto table = b.Call(testing::kRateTable, {{0, name}});
    const auto price = b.Call(testing::kPriceFor, {{0, b.Float(0.5)}}, {table});
    suite.push_back(Shown(
        b, {ResultIs(price,
                     testing::ItemsValue(
                         ValueKind::kDict,
                         {testing::StrValue("weight of the parcel"), testing::FloatValue(0.5),
                          testing::StrValue("zones that it passes"),
                          testing::ItemsValue(ValueKind::kSet, {IntValue(10), IntValue(9)}),
                          testing::StrValue("prices"),
                          testing::ItemsValue(ValueKind::kTuple, {testing::FloatValue(1.5)})}))}));
  }
  {
    TestCaseBuilder b;
    const auto shared = b.List({b.Int(1), b.Int(2)});
    const auto quote = b.Call(testing::kQuote, {{0, shared}, {1, shared}});
    suite.push_back(
        Shown(b, {ResultIs(quote, testing::ItemsValue(ValueKind::kList,
                                                      {testing::FloatValue(0.25), IntValue(1)}))}));
  }
  EXPECT_TRUE(testing::MatchesGolden(Render(suite).text, "render/long_lines.py.txt"));
}

TEST(RenderPytest, UnpacksStarArgumentsWhereTheyStand) {
  TestCaseBuilder b;
  const auto weight = b.Int(1);
  const auto country = b.Str("DE");
  const auto surcharges = b.List({b.Int(3), b.Int(4)});
  const auto options = b.Dict({b.Str("tax"), b.Float(0.19)});
  b.Call(testing::kQuote, {{0, weight}, {1, country}, {2, surcharges}, {4, options}});
  EXPECT_THAT(RenderOne(Shown(b)), HasSubstr("    quote(1, \"DE\", 3, 4, tax=0.19)\n"));
}

TEST(RenderPytest, KeepsKeysThatAreNoKeywordsInADict) {
  for (const char* key : {"not a name", "class", "weight"}) {
    TestCaseBuilder b;
    const auto weight = b.Int(1);
    const auto options = b.Dict({b.Str(key), b.Int(2)});
    b.Call(testing::kQuote, {{0, weight}, {4, options}});
    EXPECT_THAT(RenderOne(Shown(b)), HasSubstr("quote(1, **{\"" + std::string(key) + "\": 2})"));
  }
}

TEST(RenderPytest, ImportsUnderAnotherNameWhatPytestWouldCollectAndWhatHidesABuiltin) {
  model::Suite suite;
  TestCaseBuilder b;
  b.Call(testing::kTestRate, {{0, b.Int(1)}});
  suite.push_back(Shown(b));
  TestCaseBuilder c;
  c.Call(testing::kSet, {{0, c.Collection(StatementKind::kSet, {})}});
  suite.push_back(Shown(c));
  const std::string text = Render(suite).text;
  EXPECT_THAT(text, HasSubstr("from parcel.rates import set as rates_set\n"
                              "from parcel.rates import test_rate as rates_test_rate\n"));
  EXPECT_THAT(text, HasSubstr("    rates_set(set())\n"));
}

TEST(RenderPytest, ReachesNestedClassesThroughTheOutermost) {
  TestCaseBuilder b;
  const auto row = b.Call(testing::kRow, {{0, b.Int(5)}});
  const std::string text =
      RenderOne(Shown(b, {{AssertionKind::kEquals, row, row, "limit", IntValue(5)}}));
  EXPECT_THAT(text, HasSubstr("from parcel.rates import RateTable\n"));
  EXPECT_THAT(text, HasSubstr("    row = RateTable.Row(5)\n\n    assert row.limit == 5\n"));
}

TEST(RenderPytest, GivesNoVariableTheNameOfAnImport) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kAdd].parameters[0].name = "quote";
  model::Suite suite;
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.List({b.Int(1)});
  const auto add = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  suite.push_back(Shown(b, {{AssertionKind::kLength, add, limit, "", IntValue(2)}}));
  suite.push_back(QuoteOf(1, testing::NoneValue()));
  const std::string text = RenderPytest(subject, suite, kOptions).text;
  EXPECT_THAT(text, HasSubstr("    quote_2 = [1]\n"));
  EXPECT_THAT(text, HasSubstr("    assert len(quote_2) == 2\n"));
}

TEST(RenderPytest, MatchesOnlyWhatTheProjectItselfSays) {
  struct Case {
    model::RaisedException exception;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {Exception("builtins:KeyError", "'XX'", true), "pytest.raises(KeyError, match=\"XX\")"},
      {Exception("builtins:KeyError", "'XX'", false), "pytest.raises(KeyError):"},
      {Exception("builtins:ValueError", "weight (0) must be positive.", true),
       "pytest.raises(ValueError, match=\"must be positive\")"},
      {Exception("builtins:ValueError", "not an amount: '$'", true),
       "pytest.raises(ValueError, match=\"not an amount\")"},
      {Exception("builtins:KeyError", "'(hh;'", true), "pytest.raises(KeyError):"},
      {Exception("builtins:ValueError", "<object at 0x7f00>", true), "pytest.raises(ValueError):"},
      {Exception("builtins:ValueError", "", true), "pytest.raises(ValueError):"},
      {Exception("parcel.rates:RateTable.Error", "no rates", true),
       "pytest.raises(RateTable.Error, match=\"no rates\")"}};
  for (const Case& c : cases) {
    TestCaseBuilder b;
    b.Call(testing::kQuote, {{0, b.Int(1)}});
    GeneratedTest test = Shown(b);
    test.exception = c.exception;
    EXPECT_THAT(RenderOne(test), HasSubstr("    with " + c.expected));
  }
}

TEST(RenderPytest, CatchesTheNearestBuiltinWhereTheTypeCannotBeImported) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  GeneratedTest test = Shown(b);
  test.exception = Exception("parcel.rates:make.<locals>.Error", "", true);
  test.exception->importable_type_name = "builtins:ValueError";
  const std::string text = RenderOne(test);
  EXPECT_THAT(text, HasSubstr("pytest.raises(ValueError):"));
  EXPECT_THAT(text, HasSubstr("def test_quote_raises_value_error():"));
}

TEST(RenderPytest, WritesAMemberOfASetAndAKeyOfADictOnce) {
  TestCaseBuilder b;
  const auto weight =
      b.Collection(StatementKind::kSet, {b.Int(1), b.Bool(true), b.Float(1.0), b.Int(2)});
  const auto country = b.Dict({b.Str("a"), b.List({b.Int(1)}), b.Str("a"), b.Int(2)});
  b.Call(testing::kQuote, {{0, weight}, {1, country}});
  EXPECT_THAT(RenderOne(Shown(b)), HasSubstr("():\n    quote({1, 2}, {\"a\": 2})\n"));
}

TEST(RenderPytest, ImportsNothingThatIsNotUsed) {
  TestCaseBuilder b;
  b.Call(testing::kRateTable, {});
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  const std::string text = RenderOne(Shown(b));
  EXPECT_THAT(text, HasSubstr("from parcel.rates import RateTable, quote\n"));
  EXPECT_THAT(text, Not(HasSubstr("pytest")));
  EXPECT_THAT(text, Not(HasSubstr("rate_table =")));
}

// An object that equals a plain value: a named tuple, say.
Value Equalling(Value plain) {
  Value value = ObjectValue("parcel.rates:Row", {}, 2);
  value.items = {std::move(plain)};
  return value;
}

TEST(RenderPytest, AssertsWhatLiesInsideOfAResult) {
  TestCaseBuilder b;
  const auto quote = b.Call(testing::kQuote, {{0, b.Int(1)}});
  const std::string text =
      RenderOne(Shown(b, {{AssertionKind::kEquals, quote, quote, "[0].name", IntValue(1)},
                          {AssertionKind::kLength, quote, quote, "rows[1]", IntValue(2)}}));
  EXPECT_THAT(text, HasSubstr("():\n    result = quote(1)\n\n"
                              "    assert result[0].name == 1\n"
                              "    assert len(result.rows[1]) == 2\n"));
  EXPECT_THAT(text, HasSubstr("def test_quote_item_0_name_is_1():"));
}

struct AssertionCase {
  Value value;
  const char* expected;
};

TEST(RenderPytest, AssertsEachKindOfValueInItsOwnWay) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<AssertionCase> cases = {
      {testing::NoneValue(), "is None"},
      {testing::BoolValue(true), "is True"},
      {IntValue(-3), "== -3"},
      {testing::FloatValue(0.1), "== pytest.approx(0.1)"},
      {testing::FloatValue(inf), "== float(\"inf\")"},
      {testing::FloatValue(nan), "== pytest.approx(float(\"nan\"), nan_ok=True)"},
      {testing::StrValue(""), "== \"\""},
      {testing::ItemsValue(ValueKind::kSet, {}), "== set()"},
      {testing::ItemsValue(ValueKind::kFrozenSet, {IntValue(10), IntValue(9)}),
       "== frozenset({9, 10})"},
      {testing::ItemsValue(ValueKind::kTuple, {IntValue(1)}), "== (1,)"},
      {testing::ItemsValue(ValueKind::kList, {testing::FloatValue(0.5), IntValue(1)}),
       "== pytest.approx([0.5, 1])"},
      {testing::ItemsValue(ValueKind::kList, {testing::FloatValue(0.5), testing::NoneValue()}),
       "== [pytest.approx(0.5), None]"},
      {testing::NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME"), "== Zone.HOME"},
      {testing::NamedValue(ValueKind::kType, "parcel.rates:RateTable"), "is RateTable"},
      {DecimalValue("4.90"), "== Decimal(\"4.90\")"},
      {ObjectValue("datetime:datetime", {}, -1,
                   "datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc)"),
       "== datetime(2020, 1, 2, tzinfo=timezone.utc)"},
      {ObjectValue("pathlib._local:PosixPath", {}, -1, "PosixPath('a/b')"), "== Path(\"a/b\")"},
      {ObjectValue("builtins:slice", {}, -1, "slice(None, 2, None)"), "== slice(None, 2, None)"},
      {ObjectValue("collections:deque", {}, 1, "deque(['a'], maxlen=3)"),
       "== deque([\"a\"], maxlen=3)"},
      {ObjectValue("array:array", {}, 1, "array('i', [-1])"), "== array(\"i\", [-1])"},
      {Equalling(testing::ItemsValue(ValueKind::kTuple, {IntValue(1), IntValue(2)})), "== (1, 2)"},
  };
  for (const AssertionCase& c : cases) {
    EXPECT_THAT(RenderOne(QuoteOf(1, c.value)),
                HasSubstr(std::string("    assert quote(1) ") + c.expected + "\n"));
  }
}

TEST(NameTests, TellsTestsApartByAnArgument) {
  const std::vector<std::string> names =
      NameTests(testing::SampleSubject(),
                {QuoteOf(1, testing::NoneValue()), QuoteOf(-2, testing::NoneValue()),
                 QuoteOf(-2, testing::NoneValue()), QuoteOf(7, testing::StrValue("Too heavy!"))});
  EXPECT_THAT(names, ElementsAre("test_quote_returns_none_with_weight_1", "test_quote_returns_none",
                                 "test_quote_returns_none_case_2", "test_quote_returns_too_heavy"));
}

TEST(NameTests, TellsTestsApartBySizesAndClassesOfArguments) {
  const auto quoted = [](auto make) {
    TestCaseBuilder b;
    const auto weight = make(b);
    const auto quote = b.Call(testing::kQuote, {{0, weight}});
    return Shown(b, {ResultIs(quote, testing::NoneValue())});
  };
  const std::vector<std::string> names =
      NameTests(testing::SampleSubject(),
                {
                    quoted([](auto& b) { return b.List({b.Str("a")}); }),
                    quoted([](auto& b) {
                      return b.List({b.Str("a"), b.Str("b")});
                    }),
                    quoted([](auto& b) {
                      return b.Dict({b.Int(1), b.Int(7), b.Int(2), b.Int(8), b.Int(1), b.Int(9)});
                    }),
                    quoted([](auto& b) { return b.Call(testing::kRateTable, {}); }),
                });
  EXPECT_THAT(names, ElementsAre("test_quote_returns_none_with_one_item_in_weight",
                                 "test_quote_returns_none_with_two_items_in_weight",
                                 "test_quote_returns_none_with_two_keys_in_weight",
                                 "test_quote_returns_none_with_weight_rate_table"));
}

TEST(NameTests, TellsTestsApartByWhatTheReceiverIsAndWhatWasDoneBefore) {
  const auto priced = [](const char* name, int adds) {
    TestCaseBuilder b;
    const auto table = name == nullptr ? b.Call(testing::kRateTable, {})
                                       : b.Call(testing::kRateTable, {{0, b.Str(name)}});
    for (int i = 0; i < adds; ++i) {
      b.Call(testing::kAdd, {{0, b.Int(i)}, {1, b.Int(i)}}, {table});
    }
    const auto price = b.Call(testing::kPriceFor, {{0, b.List({b.Int(1)})}}, {table});
    return Shown(b, {ResultIs(price, testing::NoneValue())});
  };
  const std::vector<std::string> names =
      NameTests(testing::SampleSubject(),
                {priced(nullptr, 0), priced("express", 0), priced(nullptr, 1), priced(nullptr, 2)});
  EXPECT_THAT(names, ElementsAre("test_rate_table_price_for_returns_none",
                                 "test_rate_table_price_for_returns_none_with_name_express",
                                 "test_rate_table_price_for_returns_none_after_add",
                                 "test_rate_table_price_for_returns_none_after_add_twice"));
}

TEST(NameTests, NamesTheLastCallBeforeTheActWhereThereWereMany) {
  const auto priced = [](int adds) {
    TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {});
    for (int i = 0; i < adds; ++i) {
      b.Call(testing::kAdd, {{0, b.Int(i)}, {1, b.Int(i)}}, {table});
    }
    const auto price = b.Call(testing::kPriceFor, {{0, b.List({b.Int(1)})}}, {table});
    return Shown(b, {ResultIs(price, testing::NoneValue())});
  };
  EXPECT_EQ(Render({priced(0), priced(4)}).tests[1].name,
            "test_rate_table_price_for_returns_none_after_add");
}

TEST(NameTests, TellsTestsApartByWhatAnArgumentWasMadeFrom) {
  const auto quoted = [](const char* name) {
    TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {{0, b.Str(name)}});
    const auto quote = b.Call(testing::kQuote, {{0, table}});
    return Shown(b, {ResultIs(quote, testing::NoneValue())});
  };
  EXPECT_THAT(NameTests(testing::SampleSubject(), {quoted("express"), quoted("freight")}),
              ElementsAre("test_quote_returns_none_with_name_express",
                          "test_quote_returns_none_with_name_freight"));
}

TEST(NameTests, TellsTestsApartByHowManyItemsComeOut) {
  const auto quoted = [](std::vector<model::Value> items) {
    TestCaseBuilder b;
    const auto quote = b.Call(testing::kQuote, {{0, b.Float(0.1)}});
    model::Assertion history = ResultIs(quote, model::Value{});
    history.attribute = "history";
    history.expected.kind = model::ValueKind::kList;
    history.expected.items = std::move(items);
    return Shown(b, {history});
  };
  const std::vector<model::Value> three(3, IntValue(1)), four(4, IntValue(1));
  EXPECT_THAT(NameTests(testing::SampleSubject(), {quoted(three), quoted(four)}),
              ElementsAre(EndsWith("_of_three_items"), EndsWith("_of_four_items")));
}

TEST(NameTests, TellsTestsApartByTheAttributeThatTheyLookAt) {
  const auto quoted = [](const std::string& attribute) {
    TestCaseBuilder b;
    const auto quote = b.Call(testing::kQuote, {{0, b.Int(1'000'000)}});
    model::Assertion length = ResultIs(quote, IntValue(1)), state = ResultIs(quote, IntValue(2));
    length.kind = model::AssertionKind::kLength;
    state.attribute = attribute;
    return Shown(b, {length, state});
  };
  const RenderedModule module = Render({quoted("[0].zone.limit"), quoted("[0].names[1]")});
  EXPECT_EQ(module.tests[0].name, "test_quote_returns_one_item_with_limit");
  EXPECT_EQ(module.tests[1].name, "test_quote_returns_one_item_with_names");
}

TEST(NameTests, TellsTextsWithoutWordsApartByTheirKind) {
  const struct {
    const char* text;
    const char* name;
  } kCases[] = {
      {"", "test_rate_table_has_limit_1_with_empty_name"},
      {" \t", "test_rate_table_has_limit_1_with_blank_name"},
      {"jISr\ndG", "test_rate_table_has_limit_1_with_multiline_name"},
      {"jISr\xC3\x9F", "test_rate_table_has_limit_1_with_non_ascii_name"},
      {"000000031", "test_rate_table_has_limit_1_with_numeric_name"},
      {"?!", "test_rate_table_has_limit_1_with_punctuation_name"},
      {"jISrd G[", "test_rate_table_has_limit_1"},
  };
  const auto made = [](const std::string& name) {
    TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {{0, b.Str(name)}});
    model::Assertion limit = ResultIs(table, IntValue(1));
    limit.attribute = "limit";
    return Shown(b, {limit});
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(NameTests(testing::SampleSubject(), {made("express"), made(c.text)})[1], c.name)
        << c.text;
  }
  EXPECT_EQ(NameTests(testing::SampleSubject(), {made("express"), made(std::string(70, 'j'))})[1],
            "test_rate_table_has_limit_1_with_long_name");
}

TEST(NameTests, StaysWithinTheLimitAndUnique) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kQuote].name = std::string(90, 'q');
  const model::Suite suite(3, QuoteOf(1, testing::NoneValue()));
  const RenderedModule module = RenderPytest(subject, suite, kOptions);
  for (const RenderedTest& test : module.tests) EXPECT_EQ(test.name.size(), 79u);
  EXPECT_NE(module.tests[0].name, module.tests[1].name);
  EXPECT_NE(module.tests[1].name, module.tests[2].name);
}

}  // namespace
}  // namespace skua::render
