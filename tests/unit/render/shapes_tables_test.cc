// Tests that differ in values alone are rows of a table.
#include <fmt/format.h>

#include <limits>
#include <optional>

#include "render/module/parametrized_table.h"
#include "support/matchers.h"
#include "unit/render/shapes_fixture.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::GeneratedTest;
using model::StatementKind;
using model::Value;
using testing::IntValue;
using testing::NoneValue;
using testing::StrValue;

std::vector<std::string> NamesOf(const RenderedModule& module) {
  std::vector<std::string> names;
  for (const RenderedTest& test : module.tests) names.push_back(test.name);
  return names;
}

class RenderTables : public RenderShapes {
 protected:
  GeneratedTest Clip(int64_t value, Value result) const {
    Shape t = New();
    return t.Is(t.Of("clip", {t.Int(value)}), std::move(result)).Done();
  }
  GeneratedTest ClipRaises(int64_t value, int64_t low, int64_t high, std::string message) const {
    Shape t = New();
    t.Of("clip", {t.Int(value), t.Int(low), t.Int(high)});
    return t.Raises("ValueError", std::move(message)).Done();
  }
  GeneratedTest Deposit(int64_t before, int64_t after) const {
    Shape t = New();
    const auto account = t.Of("Account", {t.Int(before)});
    const auto set = t.Balance(model::CallableKind::kSetter, account, {t.Int(after)});
    return t.State(set, account, "balance", IntValue(after)).Done();
  }
  GeneratedTest Balance(std::optional<int64_t> balance) const {
    Shape t = New();
    const auto account = balance ? t.Of("Account", {t.Int(*balance)}) : t.Of("Account", {});
    return t.State(account, account, "balance", IntValue(balance.value_or(0))).Done();
  }
  GeneratedTest Greet(const std::string& name) const {
    Shape t = New();
    const auto greet = t.Of("greet", {t.Str(name)});
    return t.Effect(AssertionKind::kOutput, greet, StrValue("Hello " + name + "\n")).Done();
  }
  GeneratedTest Apply(std::initializer_list<int64_t> items) const {
    Shape t = New();
    std::vector<Shape::Variable> all;
    std::vector<Value> values;
    for (const int64_t item : items) {
      all.push_back(t.Int(item));
      values.push_back(IntValue(item));
    }
    const auto apply = t.Of("apply", {t.Lambda(), t.List(all)});
    return t.Is(apply, testing::ItemsValue(model::ValueKind::kList, std::move(values))).Done();
  }
};

TEST_F(RenderTables, ObjectsMadeWithOtherArgumentsAreRowsOfKeywords) {
  const std::string text = Render({Balance({}), Balance(5), Balance(7)}).text;
  EXPECT_THAT(text, HasSubstr("(\"kwargs\", \"expected\"), [({}, 0), ({\"balance\": 5}, 5), "
                              "({\"balance\": 7}, 7)]"));
  EXPECT_THAT(text, HasSubstr("    account = Account(**kwargs)\n\n"
                              "    assert account.balance == expected\n"));
  EXPECT_THAT(Render({Balance({}), Balance(5)}).text, Not(HasSubstr("parametrize")))
      << "a table of so few says no more";
}

TEST_F(RenderTables, ATableIsToldApartByWhatAllItsRowsHave) {
  const model::CallableIndex account = shapes_.Find("Account", model::CallableKind::kConstructor);
  shapes_.subject().callables[account].parameters.push_back({.name = "limit", .has_default = true});
  using Arguments = std::initializer_list<std::pair<uint16_t, int64_t>>;
  const auto read = [&](Arguments arguments, bool is_set = false) {
    Shape t = New();
    model::Statement call{.kind = StatementKind::kCall, .target = account};
    for (const auto& [parameter, value] : arguments) {
      call.operands.push_back(t.Int(value));
      call.parameters.push_back(parameter);
    }
    const auto object = t.Add(std::move(call));
    if (is_set) t.Balance(model::CallableKind::kSetter, object, {t.Int(3)});
    return t.Is(t.Balance(model::CallableKind::kGetter, object), IntValue(0)).Done();
  };
  const std::vector<std::string> names =
      NamesOf(Render({read({{0, 5}}), read({{1, 6}}), read({{0, 7}, {1, 8}}), read({}, true)}));
  ASSERT_EQ(names.size(), 4u);
  EXPECT_THAT(names[0], StartsWith("test_account_balance_is_0["));
  EXPECT_EQ(names[3], "test_account_balance_is_0_after_balance");
}

TEST_F(RenderTables, AnObjectHasTheNameThatPytestGivesItWhereTheRowNeedsAnId) {
  const auto applied = [&](const std::string& first, int64_t second) {
    Shape t = New();
    const auto both = t.Of("apply_both", {t.Str(first), t.List({t.Int(second)})});
    return t.Is(both, IntValue(second)).Done();
  };
  EXPECT_THAT(Render({applied("a", 1), applied("b", 2), applied("\\", 3)}).text,
              HasSubstr("id=\"second2\")"));
}

TEST_F(RenderTables, RowsAreWhatDiffers) {
  model::Suite suite;
  suite.push_back(Clip(-3, IntValue(0)));
  suite.push_back(Clip(5, IntValue(5)));
  suite.push_back(ClipRaises(1, 3, 2, "low must not exceed 2"));
  suite.push_back(Clip(99, IntValue(10)));
  suite.push_back(ClipRaises(1, 6, 4, "low must not exceed 4"));
  suite.push_back(ClipRaises(1, 8, 5, "low must not exceed 5"));
  suite.push_back(Greet("Ann"));
  suite.push_back(Greet("Bob O'Neill (a friend)"));
  suite.push_back(Greet("Cy"));
  suite.push_back(Deposit(1, 2));
  suite.push_back(Deposit(0, 7));
  for (const auto balance :
       {std::optional<int64_t>(), std::optional<int64_t>(5), std::optional<int64_t>(7)}) {
    suite.push_back(Balance(balance));
  }
  for (const auto& [value, low] : {std::pair{0.5, -1.5}, {1e300, 2.0}, {1e-7, 0.0}}) {
    Shape t = New();
    const auto clip = t.Of("clip", {t.Float(value), t.Float(low), t.None()});
    t.Raises("TypeError");
    suite.push_back(t.Done());
    EXPECT_GT(clip, 0);
  }
  for (const char* size : {"", "AB", "x"}) {
    Shape t = New();
    t.Of("Pool", {t.Str(size)});
    suite.push_back(t.Raises("LookupError").Done());
  }
  suite.push_back(Apply({}));
  suite.push_back(Apply({1}));
  suite.push_back(Apply({1, 2}));
  suite.push_back(Apply({1000, 2000, 3000, 4000, 5000, 6000, 7000}));
  EXPECT_TRUE(Matches(suite, "shapes_tables.py.txt"));
  // As pytest calls them: tests/runtime/rendered compares.
  const std::string names = fmt::format("{}\n", fmt::join(NamesOf(Render(suite)), "\n"));
  EXPECT_TRUE(testing::MatchesGolden(names, "render/shapes_tables.names.txt"));
}

TEST_F(RenderTables, EachRowKnowsItsLineItsCallAndTheSharedAssertions) {
  const RenderedModule module =
      Render({Clip(-3, IntValue(0)), Clip(5, IntValue(5)), Clip(99, IntValue(10))});
  std::vector<std::string> lines{""};
  std::string line;
  for (const char c : module.text) {
    if (c == '\n') {
      lines.push_back(std::exchange(line, ""));
    } else {
      line += c;
    }
  }
  for (const RenderedTest& test : module.tests) {
    EXPECT_THAT(lines.at(test.line), HasSubstr("@pytest.mark.parametrize"));
    EXPECT_EQ(lines.at(test.assertion_lines.at(0)), "    assert clip(value) == expected");
  }
  EXPECT_EQ(module.tests[0].call, "clip(-3)");
  EXPECT_EQ(module.tests[2].call, "clip(99)");
}

TEST_F(RenderTables, WhatIsNotAlikeStaysAlone) {
  const auto stays = [&](const model::Suite& suite) {
    return Render(suite).text.find("parametrize") == std::string::npos;
  };
  EXPECT_TRUE(stays({Clip(1, IntValue(1)), Clip(2, IntValue(2))})) << "two are few";
  EXPECT_TRUE(stays({Clip(1, IntValue(1)), Clip(2, NoneValue()), Clip(3, StrValue("a")),
                     Clip(4, testing::BoolValue(true))}))
      << "None and True are compared by `is`";
  EXPECT_TRUE(stays(
      {Greet(std::string(200, 'a')), Greet(std::string(200, 'b')), Greet(std::string(200, 'c'))}))
      << "too long to be read in a table";
  EXPECT_TRUE(stays({Clip(1, IntValue(1)), Clip(1, IntValue(2)), Clip(1, IntValue(3))}))
      << "nothing of what is passed differs";
  model::Suite findings;
  for (int64_t i = 0; i < 4; ++i) {
    findings.push_back(ClipRaises(1, i, 2, "low must not exceed 2"));
    findings.back().is_finding = true;
  }
  EXPECT_TRUE(stays(findings)) << "findings";
  model::Suite surrounded;
  for (const char* name : {"a", "b", "c"}) {
    Shape t = New();
    t.Of("chdir");
    surrounded.push_back(t.Is(t.Of("is_here", {t.Str(name)}), testing::BoolValue(false)).Done());
  }
  EXPECT_TRUE(stays(surrounded)) << "surroundings";
  model::Suite members;
  for (int64_t item : {1, 2, 3}) {
    Shape t = New();
    const auto vector = t.Vector({1, 2});
    const auto contains = t.On(vector, "Vector.__contains__", {t.Int(item)});
    members.push_back(t.Is(contains, testing::BoolValue(item < 3)).Done());
  }
  EXPECT_THAT(Render(members).text, HasSubstr("    assert other in vector\n"));
  EXPECT_THAT(Render(members).text, HasSubstr("    assert 3 not in vector\n"));
}

TEST_F(RenderTables, AValueThatIsUsedTwiceIsOneColumn) {
  model::Suite suite;
  for (int64_t low : {1, 2, 3}) {
    Shape t = New();
    const auto value = t.Int(low);
    suite.push_back(t.Is(t.Of("clip", {value, t.Int(low)}), IntValue(low)).Done());
  }
  EXPECT_THAT(
      Render(suite).text,
      HasSubstr("@pytest.mark.parametrize((\"value\", \"expected\"), [(1, 1), (2, 2), (3, 3)])\n"
                "def test_clip_by_value(value, expected):\n"
                "    assert clip(value, value) == expected\n"));
}

TEST_F(RenderTables, SharedLiteralsAreNoHindrance) {
  model::Suite suite;
  const auto add = [&](bool shared, int64_t value, int64_t low) {
    Shape t = New();
    const auto first = t.Int(value);
    const auto second = shared ? first : t.Int(low);
    suite.push_back(t.Is(t.Of("clip", {first, second}), IntValue(value)).Done());
  };
  add(true, 1, 1);
  add(false, 2, 1);
  add(false, 3, 0);
  EXPECT_THAT(NamesOf(Render(suite)),
              ElementsAre("test_clip_by_value_and_low[1-1-1]", "test_clip_by_value_and_low[2-1-2]",
                          "test_clip_by_value_and_low[3-0-3]"));
}

TEST_F(RenderTables, PytestNamesAnInfiniteNumberThatItSees) {
  using testing::FloatValue;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  model::Suite suite;
  suite.push_back(Clip(1, FloatValue(0.5)));
  suite.push_back(Clip(2, FloatValue(kInfinity)));
  suite.push_back(Clip(3, FloatValue(std::numeric_limits<double>::quiet_NaN())));
  suite.push_back(Clip(4, FloatValue(-kInfinity)));
  EXPECT_THAT(NamesOf(Render(suite)),
              ElementsAre("test_clip_by_value[1-expected0]", "test_clip_by_value[2-inf]",
                          "test_clip_by_value[3-expected2]", "test_clip_by_value[4--inf]"));
}

TEST_F(RenderTables, NoColumnHidesAnImportOrAFixture) {
  model::Callable& clip = shapes_.subject().callables[shapes_.Find("clip")];
  clip.parameters[0].name = "request";
  clip.parameters[1].name = "clip";
  model::Suite suite;
  for (int64_t i : {1, 2, 3}) {
    Shape t = New();
    suite.push_back(t.Is(t.Of("clip", {t.Int(i), t.Int(-i)}), IntValue(i)).Done());
  }
  EXPECT_THAT(Render(suite).text, HasSubstr("(request_2, clip_2, expected):\n"
                                            "    assert clip(request_2, clip_2) == expected\n"));
}

TEST_F(RenderTables, ArgumentsThatTheTestChangesAreMadeByTheTest) {
  model::Suite suite;
  for (int64_t i : {1, 2, 3}) {
    Shape t = New();
    const auto items = t.List({t.Int(i)});
    const auto apply = t.Of("apply", {t.Lambda(), items});
    suite.push_back(t.State(apply, items, "", IntValue(i)).Done());
  }
  EXPECT_THAT(Render(suite).text, Not(HasSubstr("parametrize")));
}

TEST_F(RenderTables, UnpackedArgumentsAreUnpackedFromTheirColumn) {
  model::Suite suite;
  for (const int64_t i : {1, 2, 3}) {
    Shape t = New();
    const auto vector = t.Of("Vector", {t.List({t.Int(i), t.Int(2)})});
    suite.push_back(t.Is(t.On(vector, "Vector.__len__"), IntValue(2)).Done());
  }
  const std::string text = Render(suite).text;
  EXPECT_THAT(text, HasSubstr("    vector = Vector(*items)\n"));
  EXPECT_THAT(text, HasSubstr("[[1, 2], [2, 2], [3, 2]])\n"));
}

TEST(RowLines, FindTheRowsInALaidOutTable) {
  EXPECT_THAT(RowLines("@p.mark.parametrize(\"a\", [1, \"[,\", [2, 3]])\n"), ElementsAre(1, 1, 1));
  EXPECT_THAT(RowLines("@p.mark.parametrize(\n"
                       "    (\"a\", \"b\"),\n"
                       "    [\n"
                       "        (1, \"\\\"],\"),\n"
                       "        (\n"
                       "            2,\n"
                       "            [3],\n"
                       "        ),\n"
                       "        (b\"(\", {4: 5}),\n"
                       "    ],\n"
                       "    ids=[\"a\", \"b\", \"c\"],\n"
                       ")\n"),
              ElementsAre(4, 5, 9));
}

}  // namespace
}  // namespace skua::render
