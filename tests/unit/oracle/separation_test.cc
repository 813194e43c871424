#include "oracle/separation.h"

#include <string>
#include <vector>

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using testing::IntValue;

Assertion Says(model::VariableIndex variable, uint16_t after, std::string attribute = "") {
  return {AssertionKind::kEquals, after, variable, std::move(attribute), IntValue(1)};
}

struct Analysed {
  model::Subject subject = testing::SampleSubject();
  model::Suite suite;
  MutationAnalysis analysis;

  // 0 "express"  1 RateTable(0)  2 a number  3 quote(2)  4 table.price_for(2)
  model::GeneratedTest& AddTest(std::vector<Assertion> assertions) {
    testing::TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {{0, b.Str("express")}});
    const auto weight = b.Int(1);
    b.Call(testing::kQuote, {{0, weight}});
    b.Call(testing::kPriceFor, {{0, weight}}, {table});
    suite.emplace_back().test = b.test();
    suite.back().assertions = std::move(assertions);
    suite.back().goals = {7};
    analysis.tests.emplace_back().ends_as_expected = true;
    return suite.back();
  }
  void AddKill(std::size_t test, std::vector<uint32_t> assertions, bool ends_otherwise = false) {
    analysis.kills.push_back(Kill{test, ends_otherwise, std::move(assertions)});
  }
  void Separate() { SeparateEarlierActs(suite, subject, analysis); }
};

TEST(SeparateEarlierActs, MovesWhatIsSaidOfEarlierCallsToTestsOfTheirOwn) {
  Analysed it;
  const model::RestoredState restored = {model::RestoredBy::kName, "parcel.rates", "_count"};
  it.AddTest({Says(1, 1, "limit"), Says(1, 1, "name"), Says(3, 3), Says(4, 4)}).restored = {
      restored};
  it.AddKill(0, {1});
  it.AddKill(0, {2, 3});
  it.AddKill(0, {2});
  it.AddKill(0, {0}, /*ends_otherwise=*/true);
  it.Separate();
  ASSERT_EQ(it.suite.size(), 3u);
  EXPECT_THAT(it.suite[0].assertions, ElementsAre(Says(4, 4)));
  EXPECT_EQ(it.suite[1].test.size(), 2u) << "the table and its name";
  EXPECT_THAT(it.suite[1].assertions, ElementsAre(Says(1, 1, "limit"), Says(1, 1, "name")));
  EXPECT_EQ(it.suite[2].test.size(), 2u) << "a quote and its weight";
  EXPECT_THAT(it.suite[2].assertions, ElementsAre(Says(1, 1)));
  EXPECT_THAT(it.suite[1].goals, IsEmpty());
  EXPECT_THAT(it.suite[1].restored, ElementsAre(restored));
  const auto& kills = it.analysis.kills;
  EXPECT_EQ(kills[0]->test, 1u);
  EXPECT_THAT(kills[0]->assertions, ElementsAre(1));
  EXPECT_EQ(kills[1]->test, 0u);
  EXPECT_THAT(kills[1]->assertions, ElementsAre(0));
  EXPECT_EQ(kills[2]->test, 2u);
  EXPECT_THAT(kills[2]->assertions, ElementsAre(0));
  EXPECT_EQ(kills[3]->test, 0u);
  EXPECT_THAT(kills[3]->assertions, IsEmpty());
  EXPECT_EQ(it.analysis.tests.size(), 3u);
}

TEST(SeparateEarlierActs, AddsToATestThatMakesTheCallAlready) {
  Analysed it;
  for (int i = 0; i < 2; ++i) it.AddTest({Says(1, 1, i == 0 ? "limit" : "name"), Says(4, 4)});
  it.AddTest({Says(1, 1, "limit"), Says(4, 4)});
  for (std::size_t i = 0; i < 3; ++i) it.AddKill(i, {0});
  it.Separate();
  ASSERT_EQ(it.suite.size(), 4u);
  EXPECT_THAT(it.suite[3].assertions, ElementsAre(Says(1, 1, "limit"), Says(1, 1, "name")));
  EXPECT_EQ(it.analysis.kills[1]->test, 3u);
  EXPECT_THAT(it.analysis.kills[1]->assertions, ElementsAre(1));
  EXPECT_THAT(it.analysis.kills[2]->assertions, ElementsAre(0));
}

TEST(SeparateEarlierActs, LeavesWhatWouldHaveNothingToSay) {
  Analysed it;
  it.AddTest({Says(1, 1, "limit")});
  it.AddTest({Says(1, 1, "limit"), Says(4, 4)}).name = "test_that_stands";
  it.AddTest({Says(1, 1, "limit"), Says(4, 4)}).is_finding = true;
  const model::Suite before = it.suite;
  it.Separate();
  ASSERT_EQ(it.suite.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(it.suite[i].assertions, before[i].assertions);
}

TEST(SeparateEarlierActs, DropsThatAValueIsAFunctionWhereTheTestCallsIt) {
  Assertion is_function = Says(1, 1);
  is_function.kind = AssertionKind::kIsInstance;
  is_function.expected.type_name = "builtins:function";
  for (const bool is_called : {true, false}) {
    SCOPED_TRACE(is_called);
    Analysed it;
    if (is_called) {
      it.subject.callables[testing::kPriceFor].kind = model::CallableKind::kOperator;
      it.subject.callables[testing::kPriceFor].name = "__call__";
    }
    it.AddTest({is_function, Says(4, 4)});
    it.AddKill(0, {0});
    it.AddKill(0, {0, 1});
    it.Separate();
    ASSERT_EQ(it.suite.size(), is_called ? 1u : 2u);
    EXPECT_THAT(it.suite[0].assertions, ElementsAre(Says(4, 4)));
    EXPECT_EQ(it.analysis.kills[0]->test, is_called ? 0u : 1u);
    EXPECT_EQ(it.analysis.kills[0]->ends_otherwise, is_called) << "the call would fail";
    EXPECT_THAT(it.analysis.kills[1]->assertions, ElementsAre(0));
    EXPECT_EQ(it.analysis.kills[1]->test, 0u);
  }
}

TEST(SeparateEarlierActs, LeavesAnExceptionToSpeakForItself) {
  Analysed it;
  it.AddTest({Says(1, 1, "limit")}).exception.emplace();
  it.Separate();
  ASSERT_EQ(it.suite.size(), 2u);
  EXPECT_THAT(it.suite[0].assertions, IsEmpty());
  EXPECT_TRUE(it.suite[0].exception);
  EXPECT_THAT(it.suite[1].assertions, ElementsAre(Says(1, 1, "limit")));
}

}  // namespace
}  // namespace skua::oracle
