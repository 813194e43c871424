#include "oracle/mutation/assertion_selection.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::MutantFate;
using model::Value;
using testing::IntValue;
using testing::StrValue;

// A suite of tests, and what analysing it has shown, as told.
struct Selected {
  model::Subject subject = testing::SampleSubject();
  model::Suite suite;
  MutationAnalysis analysis;

  Selected() { analysis.gives_values.resize(subject.callables.size(), true); }

  // Variables: 0 a rate table, 1 and 2 ints, 3 what its method gives, 4 what `quote` gives.
  model::GeneratedTest& AddTest(std::vector<Assertion> assertions = {}) {
    testing::TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {});
    const auto weight = b.Int(1), other = b.Int(2);
    b.Call(testing::kPriceFor, {{0, weight}}, {table});
    b.Call(testing::kQuote, {{0, other}});
    suite.emplace_back().test = b.test();
    suite.back().assertions = std::move(assertions);
    analysis.tests.emplace_back().ends_as_expected = true;
    return suite.back();
  }

  // A mutant that these assertions of a test notice; by its end, if there are none.
  void AddKill(std::size_t test, std::vector<uint32_t> assertions) {
    const bool ends_otherwise = assertions.empty();
    analysis.fates.push_back(MutantFate::kKilled);
    analysis.kills.push_back(Kill{test, ends_otherwise, std::move(assertions)});
  }

  void AddReached(std::size_t test, MutantFate fate) {
    analysis.tests[test].reached.push_back(static_cast<uint32_t>(analysis.fates.size()));
    analysis.fates.push_back(fate);
    analysis.kills.emplace_back();
  }

  void Select(const SelectionOptions& options = {}) {
    SelectAssertions(suite, subject, analysis, options);
  }
};

Assertion Equals(model::VariableIndex variable, Value expected, std::string attribute = "",
                 uint16_t after = 4) {
  return {AssertionKind::kEquals, std::max<uint16_t>(after, variable), variable,
          std::move(attribute), std::move(expected)};
}

// About the receiver of the first call: nothing that a reader would expect.
Assertion State(std::string attribute) { return Equals(0, IntValue(1), std::move(attribute)); }

Assertion Output(uint16_t after) {
  return {AssertionKind::kOutput, after, 0, "", StrValue("text")};
}

std::vector<std::string> Attributes(const model::GeneratedTest& test) {
  std::vector<std::string> attributes;
  for (const Assertion& a : test.assertions) attributes.push_back(a.attribute);
  return attributes;
}

TEST(AssertionSelection, TakesTheFewestThatKillAll) {
  Selected it;
  it.AddTest({State("a"), State("b"), State("c"), State("d")});
  it.AddKill(0, {0, 2});
  it.AddKill(0, {1, 2});
  it.AddKill(0, {3});
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("c", "d"));
  EXPECT_THAT(it.analysis.kills[0]->assertions, ElementsAre(0));
  EXPECT_THAT(it.analysis.kills[2]->assertions, ElementsAre(1));
}

TEST(AssertionSelection, DropsAnEarlyChoiceThatLaterOnesMakeNeedless) {
  Selected it;
  // Greedily "b" first, which notices four; then both others are needed, and do without it.
  it.AddTest({State("a"), State("b"), State("c")});
  for (const auto& noticed :
       std::vector<std::vector<uint32_t>>{{0, 1}, {0, 1}, {1, 2}, {1, 2}, {0}, {2}}) {
    it.AddKill(0, noticed);
  }
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("a", "c"));
}

TEST(AssertionSelection, SaysOfAProcedureWhatItAskedOfItsDouble) {
  Selected it;
  testing::TestCaseBuilder b;
  const auto told = b.Lambda({b.Int(1)});
  const auto act = b.Call(testing::kQuote, {{0, told}});
  it.AddTest({Equals(act, testing::NoneValue()),
              Equals(told, testing::ItemsValue(model::ValueKind::kList, {}), "", act),
              Equals(told, testing::ItemsValue(model::ValueKind::kList, {IntValue(1)}), "", act)});
  it.suite[0].test = b.test();
  it.analysis.gives_values[testing::kQuote] = false;
  it.Select();
  EXPECT_THAT(it.suite[0].assertions,
              ElementsAre(Equals(told, testing::ItemsValue(model::ValueKind::kList, {IntValue(1)}),
                                 "", act)));
}

TEST(AssertionSelection, SaysOfAProcedureWhatItMadeOfItsReceiver) {
  Selected it;
  testing::TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto told = b.Lambda({b.Int(1)});
  const auto act = b.Call(testing::kAdd, {{0, told}, {1, told}}, {table});
  const Value rows = testing::ItemsValue(model::ValueKind::kList, {IntValue(1)});
  const Assertion state{AssertionKind::kItems, act, table, "", rows};
  const Assertion calls = Equals(told, rows, "", act);
  it.AddTest({state, calls});
  it.suite[0].test = b.test();
  it.AddKill(0, {1});
  it.Select();
  EXPECT_THAT(it.suite[0].assertions, ElementsAre(calls)) << "the act gives values";
  it.suite[0].assertions = {state, calls};
  it.analysis.kills[0]->assertions = {1};
  it.analysis.gives_values[testing::kAdd] = false;
  it.Select();
  EXPECT_THAT(it.suite[0].assertions, ElementsAre(state, calls));
}

TEST(AssertionSelection, KeepsAnExitCodeThatNoMutantNeeds) {
  Selected it;
  const Assertion code = Equals(4, IntValue(3), "code");
  it.AddTest({code, Equals(4, IntValue(1), "line")}).exception.emplace();
  it.Select();
  EXPECT_THAT(it.suite[0].assertions, ElementsAre(code));
}

TEST(AssertionSelection, RepeatsNoMessageAsAnExitCode) {
  for (const char* message : {"no data", ""}) {
    Selected it;
    it.AddTest({Equals(4, StrValue("no data"), "code")}).exception.emplace().message = message;
    it.Select();
    EXPECT_EQ(it.suite[0].assertions.size(), *message == '\0' ? 1u : 0u);
  }
}

TEST(AssertionSelection, PrefersWhatAReaderExpects) {
  const Value text = StrValue("a text of some length");
  const struct {
    const char* what;
    Assertion better, worse;
  } kCases[] = {
      {"the result of the last call", Equals(4, IntValue(1), "limit"), Equals(0, IntValue(1), "x")},
      {"the result over its attributes",
       Equals(4, testing::ItemsValue(model::ValueKind::kList, {}), "", 5),
       Equals(4, IntValue(1), "limit")},
      {"simple values", State("name"),
       Equals(0, testing::ItemsValue(model::ValueKind::kList, {}), "n")},
      {"short ones", State("name"), Equals(0, text, "name")},
  };
  for (const auto& c : kCases) {
    for (const bool better_first : {true, false}) {
      Selected it;
      it.AddTest(better_first ? std::vector{c.better, c.worse} : std::vector{c.worse, c.better});
      it.AddKill(0, {0, 1});
      it.Select();
      EXPECT_THAT(it.suite[0].assertions, ElementsAre(c.better)) << c.what;
    }
  }
}

TEST(AssertionSelection, PrefersTheReceiverOfTheLastCall) {
  Selected it;
  model::GeneratedTest& test = it.AddTest({Equals(1, IntValue(1), "a"), State("b")});
  test.test.statements.pop_back();
  for (Assertion& a : test.assertions) a.after_statement = 3;
  it.AddKill(0, {0, 1});
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("b"));
}

TEST(AssertionSelection, StatesTheSimpleResultOfTheActAlone) {
  Selected it;
  it.AddTest({Equals(3, IntValue(1), "", 3), State("a"), Equals(4, IntValue(2)),
              Equals(4, IntValue(2), "limit")});
  it.AddKill(0, {});
  it.Select();
  EXPECT_THAT(it.suite[0].assertions, ElementsAre(Equals(4, IntValue(2))));
}

TEST(AssertionSelection, StatesNoLongResultThatKillsNothing) {
  Selected it;
  it.AddTest({State("a"), Equals(4, StrValue(std::string(80, 'a')))});
  it.AddKill(0, {0});
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("a"));
}

TEST(AssertionSelection, StatesNoneWhereSomethingElseIsPossible) {
  const Assertion none = Equals(4, testing::NoneValue());
  const struct {
    const char* what;
    model::TypeKind result;
    bool gives_values, stated;
  } kCases[] = {
      {"declared as None", model::TypeKind::kNone, true, false},
      {"never seen to give a value", model::TypeKind::kAny, false, false},
      {"seen to give a value", model::TypeKind::kAny, true, true},
      {"declared to give a value", model::TypeKind::kInt, false, true},
  };
  for (const auto& c : kCases) {
    Selected it;
    it.subject.types.push_back({.kind = c.result});
    it.subject.callables[testing::kQuote].result = 1;
    it.analysis.gives_values[testing::kQuote] = c.gives_values;
    it.AddTest({State("a"), none});
    it.AddKill(0, {0});
    it.Select();
    EXPECT_EQ(it.suite[0].assertions.size(), c.stated ? 2u : 1u) << c.what;
  }
}

TEST(AssertionSelection, LeavesOneAssertionUnlessAnExceptionIsExpected) {
  Selected it;
  it.AddTest({State("later"), State("a")});
  it.AddTest({State("a")}).exception.emplace();
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("a"));
  EXPECT_THAT(it.suite[1].assertions, IsEmpty());
}

TEST(AssertionSelection, SaysWhatTheLastCallBroughtThoughOnlyAnEarlierStateKills) {
  Selected it;
  model::GeneratedTest& test =
      it.AddTest({Equals(0, IntValue(0), "size", 1), Equals(0, IntValue(1), "size", 3)});
  test.test.statements.resize(4);  // the last call is that of the receiver's method
  it.AddKill(0, {0});
  it.Select();
  ASSERT_EQ(it.suite[0].assertions.size(), 2u);
  EXPECT_EQ(it.suite[0].assertions[0].after_statement, 1);
  EXPECT_EQ(it.suite[0].assertions[1].after_statement, 3);
}

TEST(AssertionSelection, DropsWhatIsUnstable) {
  Selected it;
  it.AddTest({Equals(4, IntValue(1)), State("b"), State("a")});
  it.analysis.tests[0].unstable = {0, 2};
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("b"));
  EXPECT_THAT(it.analysis.tests[0].unstable, IsEmpty());
}

TEST(AssertionSelection, KeepsTheOutputBeforeTheOutputThatKills) {
  Selected it;
  it.AddTest({Output(1), State("a"), Output(3), Output(4)});
  it.AddKill(0, {2});
  it.Select();
  EXPECT_THAT(it.suite[0].assertions, ElementsAre(Output(1), Output(3)));
}

TEST(AssertionSelection, GoesBeyondTheLimitOnlyToKill) {
  Selected it;
  it.AddTest({State("a"), State("b"), Equals(3, IntValue(1), "", 3), Equals(4, IntValue(1))});
  it.AddTest({State("a"), State("b"), State("c")});
  for (uint32_t i = 0; i < 2; ++i) it.AddKill(0, {i});
  for (uint32_t i = 0; i < 3; ++i) it.AddKill(1, {i});
  SelectionOptions options{.per_test = 2};
  it.Select(options);
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("a", "b"));
  EXPECT_THAT(Attributes(it.suite[1]), ElementsAre("a", "b", "c"));
}

TEST(AssertionSelection, KeepsMoreWhereMutantsWereNotTried) {
  for (const bool tried : {true, false}) {
    Selected it;
    it.AddTest({State("a"), State("b"), State("c"), State("d")});
    it.AddReached(0, tried ? MutantFate::kSurvived : MutantFate::kNotRun);
    SelectionOptions options{.per_unjudged_test = 3};
    it.Select(options);
    EXPECT_EQ(it.suite[0].assertions.size(), tried ? 1u : 3u);
  }
}

TEST(AssertionSelection, StatesSilenceOnlyWhereItIsNoticedOrThereIsNothingElse) {
  const Assertion silence{AssertionKind::kOutput, 4, 4, "", StrValue("")};
  Selected beside, noticed, alone;
  beside.AddTest({silence, State("a")});
  beside.AddReached(0, MutantFate::kNotRun);
  beside.Select();
  EXPECT_THAT(beside.suite[0].assertions, ElementsAre(State("a")));
  noticed.AddTest({silence, State("a")});
  noticed.AddKill(0, {0});
  noticed.Select();
  EXPECT_THAT(noticed.suite[0].assertions, ElementsAre(silence));
  alone.AddTest({silence});
  alone.Select();
  EXPECT_THAT(alone.suite[0].assertions, ElementsAre(silence));
}

TEST(AssertionSelection, SaysNothingOfTheTimeBeforeTheActForWantOfJudgement) {
  Selected it;
  for (std::size_t i = 0; i < 2; ++i) {
    it.AddTest({Equals(0, IntValue(1), "rate", 0), Equals(0, IntValue(2), "count", 0),
                Equals(4, StrValue("quoted")), Equals(4, IntValue(7), "size")});
    it.AddReached(i, MutantFate::kNotRun);
  }
  it.Select();
  EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("", "size"));
  EXPECT_THAT(Attributes(it.suite[1]), ElementsAre("", "size"));
}

TEST(AssertionSelection, TakesTheTextOfAnObjectOnlyForWhatNothingElseNotices) {
  const Assertion text{AssertionKind::kText, 4, 4, "", StrValue("Quote(size=7, id=1)")};
  const Assertion size = Equals(4, IntValue(7), "size");
  Selected unjudged, both, alone;
  unjudged.AddTest({text, size});
  unjudged.AddReached(0, MutantFate::kNotRun);
  unjudged.Select();
  EXPECT_THAT(unjudged.suite[0].assertions, ElementsAre(size));
  both.AddTest({text, size, State("a")});
  both.AddKill(0, {0, 1});
  both.AddKill(0, {0, 2});
  both.Select();
  EXPECT_THAT(both.suite[0].assertions, ElementsAre(size, State("a")));
  alone.AddTest({text, size});
  alone.AddKill(0, {0});
  alone.Select();
  EXPECT_THAT(alone.suite[0].assertions, ElementsAre(text));
}

TEST(AssertionSelection, SaysOfAReceiverThatIsGivenBackWhatTheActChanged) {
  const Assertion unit = Equals(3, StrValue("weeks"), "unit", 3);
  const Assertion interval = Equals(3, IntValue(1), "interval", 3);
  const Assertion change = Equals(0, StrValue("weeks"), "unit", 3);
  const auto kept = [&](std::vector<Assertion> assertions) {
    Selected it;
    it.AddTest(std::move(assertions)).test.statements.resize(4);
    it.AddReached(0, MutantFate::kNotRun);
    it.Select();
    return it.suite[0].assertions;
  };
  const Assertion before = Equals(0, IntValue(1), "interval", 0);
  EXPECT_THAT(kept({before, interval, unit, change}), ElementsAre(unit));
  EXPECT_THAT(kept({before, interval}), ElementsAre(interval)) << "there is nothing else";
  EXPECT_THAT(kept({interval, unit}), ElementsAre(interval, unit)) << "nothing tells of before";
  const Assertion other = Equals(0, IntValue(5), "count", 3);
  EXPECT_THAT(kept({interval, other}), ElementsAre(interval, other)) << "it is another object";
}

TEST(AssertionSelection, PassesOverWhatIsEmptyInAResultForWantOfJudgement) {
  const Assertion size = Equals(4, IntValue(7), "size");
  const Assertion tags = Equals(4, testing::ItemsValue(model::ValueKind::kSet, {}), "tags");
  Selected beside, alone;
  beside.AddTest({size, tags});
  beside.AddReached(0, MutantFate::kNotRun);
  beside.Select();
  EXPECT_THAT(beside.suite[0].assertions, ElementsAre(size));
  alone.AddTest({tags});
  alone.AddReached(0, MutantFate::kNotRun);
  alone.Select();
  EXPECT_THAT(alone.suite[0].assertions, ElementsAre(tags));
}

TEST(AssertionSelection, CountsWhatWasIteratedBesideWhatItStatesOfTheItems) {
  const Assertion length{AssertionKind::kLength, 4, 4, "", IntValue(2)};
  const Assertion item = Equals(4, StrValue("a"), "[1].name");
  Selected iterated, plain;
  for (Selected* it : {&iterated, &plain}) {
    it->AddTest({length, item});
    it->AddKill(0, {1});
  }
  iterated.subject.callables[testing::kQuote].use = model::ResultUse::kIterate;
  iterated.Select();
  EXPECT_THAT(iterated.suite[0].assertions, ElementsAre(length, item));
  plain.Select();
  EXPECT_THAT(plain.suite[0].assertions, ElementsAre(item));
}

TEST(AssertionSelection, LetsAnExpectedExceptionSpeakForItself) {
  Selected it;
  it.AddTest({Equals(0, IntValue(1), "rate", 0), Equals(0, IntValue(2), "count", 0)})
      .exception.emplace();
  it.AddReached(0, MutantFate::kNotRun);
  it.Select();
  EXPECT_THAT(it.suite[0].assertions, IsEmpty());
}

TEST(AssertionSelection, PrefersWhatSaysSomethingToNoneAndEmptiness) {
  for (const Value& vacuous :
       {testing::NoneValue(), StrValue(""), IntValue(0), testing::BoolValue(false),
        testing::ItemsValue(model::ValueKind::kList, {})}) {
    Selected it;
    it.AddTest({Equals(4, vacuous, "long"), Equals(4, StrValue("a summary"), "short")});
    it.Select();
    EXPECT_THAT(Attributes(it.suite[0]), ElementsAre("short"));
  }
}

// --- What holds of every selection ---------------------------------------------------------------

Assertion RandomAssertion(base::Rng& rng) {
  const auto after = static_cast<uint16_t>(3 + rng.Below(2));
  switch (rng.Below(5)) {
    case 0:
      return {AssertionKind::kOutput, after, 0, "", StrValue(std::to_string(rng.Next()))};
    case 1:
      return {AssertionKind::kErrorOutput, after, 0, "", StrValue(std::to_string(rng.Next()))};
    case 2:
      return Equals(after, IntValue(rng.Between(0, 1000)), "", after);
    case 3:
      return Equals(after, StrValue(std::string(rng.Below(100), 'a')), "", after);
    default:
      return Equals(static_cast<uint16_t>(rng.Below(2) * 4),
                    IntValue(static_cast<int64_t>(rng.Below(1000))),
                    std::string(1 + rng.Below(5), static_cast<char>('a' + rng.Below(26))), after);
  }
}

Selected RandomAnalysis(base::Rng& rng) {
  Selected it;
  for (std::size_t t = 0; t < 1 + rng.Below(4); ++t) {
    std::vector<Assertion> assertions(rng.Below(14));
    for (Assertion& a : assertions) a = RandomAssertion(rng);
    std::ranges::stable_sort(assertions, {}, &Assertion::after_statement);
    const std::size_t count = assertions.size();
    if (rng.Chance(0.2)) {
      it.AddTest(std::move(assertions)).exception.emplace();
    } else {
      it.AddTest(std::move(assertions));
    }
    // An assertion on output cannot be stable if it depends on one that is unstable.
    if (count > 0 && rng.Chance(0.3)) {
      const auto unstable = static_cast<uint32_t>(rng.Below(count));
      if (!TakesOutput(it.suite[t].assertions[unstable])) {
        it.analysis.tests[t].unstable = {unstable};
      }
    }
    for (std::size_t m = rng.Below(12); m > 0; --m) {
      std::vector<uint32_t> noticed;
      for (uint32_t i = 0; i < count; ++i) {
        const bool unstable = std::ranges::count(it.analysis.tests[t].unstable, i) > 0;
        if (!unstable && rng.Chance(0.25)) noticed.push_back(i);
      }
      it.AddKill(t, std::move(noticed));
    }
    if (rng.Chance(0.3)) it.AddReached(t, MutantFate::kNotRun);
  }
  return it;
}

bool IsSubsequence(const std::vector<Assertion>& part, const std::vector<Assertion>& whole) {
  auto at = whole.begin();
  for (const Assertion& a : part) {
    at = std::find(at, whole.end(), a);
    if (at == whole.end()) return false;
    ++at;
  }
  return true;
}

class EverySelection : public ::testing::TestWithParam<uint64_t> {};

TEST_P(EverySelection, KeepsAllKillsAndIsASmallPartInOrder) {
  base::Rng rng(GetParam());
  const Selected before = RandomAnalysis(rng);
  SelectionOptions options{.per_test = 1 + rng.Below(8), .per_unjudged_test = rng.Below(6)};
  Selected it = before;
  it.Select(options);

  for (std::size_t m = 0; m < before.analysis.kills.size(); ++m) {
    const auto& kill = it.analysis.kills[m];
    ASSERT_EQ(kill.has_value(), before.analysis.kills[m].has_value());
    if (!kill || kill->ends_otherwise) continue;
    ASSERT_FALSE(kill->assertions.empty()) << "lost mutant " << m;
    // They are the same assertions under new numbers.
    const auto& noticed = before.analysis.kills[m]->assertions;
    for (const uint32_t a : kill->assertions) {
      EXPECT_TRUE(std::ranges::any_of(noticed, [&](uint32_t old) {
        return before.suite[kill->test].assertions[old] == it.suite[kill->test].assertions.at(a);
      }));
    }
  }
  for (std::size_t t = 0; t < it.suite.size(); ++t) {
    const auto& had = before.suite[t].assertions;
    const auto& kept = it.suite[t].assertions;
    EXPECT_TRUE(IsSubsequence(kept, had));
    const bool had_stable = had.size() > before.analysis.tests[t].unstable.size();
    EXPECT_TRUE(!had_stable || it.suite[t].exception || !kept.empty());
    // Without what kills, no more than the limit.
    const auto kills = std::ranges::count_if(before.analysis.kills, [&](const auto& kill) {
      return kill && kill->test == t && !kill->ends_otherwise;
    });
    EXPECT_TRUE(kills > 0 || kept.size() <= options.per_test);
  }
}

TEST_P(EverySelection, KeepsAllOutputBeforeOutput) {
  base::Rng rng(GetParam());
  const Selected before = RandomAnalysis(rng);
  Selected it = before;
  it.Select();
  for (std::size_t t = 0; t < it.suite.size(); ++t) {
    for (const AssertionKind kind : {AssertionKind::kOutput, AssertionKind::kErrorOutput}) {
      const auto of_kind = [&](const model::Suite& suite) {
        std::vector<Assertion> found = suite[t].assertions;
        std::erase_if(found, [&](const Assertion& a) { return a.kind != kind; });
        return found;
      };
      std::vector<Assertion> expected = of_kind(before.suite);
      const std::vector<Assertion> kept = of_kind(it.suite);
      expected.resize(kept.size());
      EXPECT_EQ(kept, expected);
    }
  }
}

TEST_P(EverySelection, IsTheSameWhenDoneAgain) {
  base::Rng rng(GetParam());
  Selected it = RandomAnalysis(rng);
  SelectionOptions options{.per_test = 1 + rng.Below(8), .per_unjudged_test = rng.Below(6)};
  it.Select(options);
  const Selected once = it;
  it.Select(options);
  for (std::size_t t = 0; t < it.suite.size(); ++t) {
    EXPECT_EQ(it.suite[t].assertions, once.suite[t].assertions);
  }
}

TEST_P(EverySelection, NeedsEachAssertionThatStatesNoResult) {
  base::Rng rng(GetParam());
  Selected it = RandomAnalysis(rng);
  SelectionOptions options{.per_unjudged_test = 0};
  it.Select(options);
  for (std::size_t t = 0; t < it.suite.size(); ++t) {
    const auto& kept = it.suite[t].assertions;
    for (uint32_t a = 0; a < kept.size(); ++a) {
      const bool states_result = kept[a].kind == AssertionKind::kEquals &&
                                 kept[a].attribute.empty() &&
                                 kept[a].variable == kept[a].after_statement;
      const bool states_the_act = kept[a].after_statement == 4 &&
                                  std::ranges::count(kept, 4, &Assertion::after_statement) == 1;
      if (states_result || states_the_act || TakesOutput(kept[a]) || kept.size() == 1) continue;
      EXPECT_TRUE(std::ranges::any_of(it.analysis.kills, [&](const auto& kill) {
        return kill && kill->test == t && kill->assertions == std::vector<uint32_t>{a};
      }));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, EverySelection, ::testing::Range<uint64_t>(1, 201));

}  // namespace
}  // namespace skua::oracle
