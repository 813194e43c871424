#include "oracle/assertion_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Observation;
using model::Value;
using model::ValueKind;
using ::testing::ElementsAre;
using testing::FloatValue;
using testing::IntValue;
using ::testing::IsEmpty;
using testing::ItemsValue;
using testing::NamedValue;
using testing::NoneValue;
using testing::ObjectValue;
using testing::StrValue;
using testing::TestCaseBuilder;

Observation Seen(std::vector<Value> results) {
  Observation seen;
  seen.verdict = model::Verdict::kPassed;
  for (Value& result : results) seen.statements.push_back({std::move(result), {}});
  return seen;
}

Value Table(int64_t limit, int64_t length) {
  return ObjectValue("parcel.rates:RateTable",
                     {{"limit", IntValue(limit)}, {"name", StrValue("a")}}, length);
}

std::vector<Assertion> Build(const TestCaseBuilder& b, const Observation& seen,
                             const AssertionLimits& limits = {}) {
  return BuildAssertions(b.test(), testing::SampleSubject(), seen, limits);
}

// A call of quote that gave `result`.
std::vector<Assertion> BuildForResult(Value result, const AssertionLimits& limits = {}) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  return Build(b, Seen({IntValue(1), std::move(result)}), limits);
}

TEST(BuildAssertions, StatesTheResultOfTheLastCall) {
  for (const Value& value : {NoneValue(), IntValue(5), FloatValue(0.5), StrValue(""),
                             ItemsValue(ValueKind::kList, {FloatValue(1.5)}),
                             NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME"),
                             NamedValue(ValueKind::kType, "parcel.rates:RateTable"),
                             ObjectValue("decimal:Decimal", {}, -1, "Decimal('4.90')")}) {
    EXPECT_THAT(BuildForResult(value),
                ElementsAre(Assertion{AssertionKind::kEquals, 1, 1, "", value}));
  }
}

TEST(BuildAssertions, StatesTheLengthOfWhatIsTooLongToBeRead) {
  const Value list = ItemsValue(ValueKind::kList, std::vector<Value>(100, IntValue(7)));
  EXPECT_THAT(BuildForResult(list),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(100)}));
  EXPECT_THAT(BuildForResult(StrValue(std::string(500, 'x') + "é")),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(501)}));
}

TEST(BuildAssertions, AsksNoSetForFloatsItMustFindByHash) {
  EXPECT_THAT(BuildForResult(ItemsValue(ValueKind::kSet, {FloatValue(0.1)})),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(1)}));
}

TEST(BuildAssertions, NamesOnlyClassesThatATestCanImport) {
  const Value known = NamedValue(ValueKind::kOpaque, "parcel.rates:RateTable");
  EXPECT_THAT(BuildForResult(known),
              ElementsAre(Assertion{AssertionKind::kIsInstance, 1, 1, "", known}));
  for (const char* type : {"parcel.rates:_Hidden", "builtins:generator", "other:Thing", ""}) {
    EXPECT_THAT(BuildForResult(NamedValue(ValueKind::kOpaque, type)), IsEmpty()) << type;
  }
}

TEST(BuildAssertions, DescribesAnObjectByItsLengthAndPublicAttributes) {
  Value table = Table(5, 2);
  table.fields.insert(table.fields.begin(), {"_secret", IntValue(1)});
  EXPECT_THAT(BuildForResult(table),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(2)},
                          Assertion{AssertionKind::kEquals, 1, 1, "limit", IntValue(5)},
                          Assertion{AssertionKind::kEquals, 1, 1, "name", StrValue("a")}));
}

TEST(BuildAssertions, StatesWhatACallChangedAndNotThatItReturnsNone) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  const auto add = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  Observation seen = Seen({Table(0, 0), IntValue(5), NoneValue()});
  seen.statements[2].changes = {{table, Table(5, 0)}};
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, add, table, "limit", IntValue(5)}));
  seen.statements[2].changes.clear();
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, add, add, "", NoneValue()}));
}

TEST(BuildAssertions, ComparesAChangeWithTheStateBeforeIt) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  const auto second = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  Observation seen = Seen({Table(0, 0), IntValue(5), NoneValue(), NoneValue()});
  seen.statements[2].changes = {{table, Table(5, 1)}};
  seen.statements[3].changes = {{table, Table(5, 2)}};
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kLength, second, table, "", IntValue(2)}));
}

TEST(BuildAssertions, StatesAnArgumentThatWasChanged) {
  TestCaseBuilder b;
  const auto list = b.List({});
  const auto quote = b.Call(testing::kQuote, {{0, list}});
  const Value before = ItemsValue(ValueKind::kList, {});
  const Value after = ItemsValue(ValueKind::kList, {IntValue(1)});
  Observation seen = Seen({before, IntValue(3)});
  seen.statements[1].changes = {{list, after}};
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, quote, quote, "", IntValue(3)},
                          Assertion{AssertionKind::kEquals, quote, list, "", after}));
}

TEST(BuildAssertions, StatesEarlierResultsThatNothingTakesUnlessTheyAreNone) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  const auto first = b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  const auto taken = b.Call(testing::kQuote, {{0, one}});
  const auto last = b.Call(testing::kQuote, {{0, taken}});
  EXPECT_THAT(Build(b, Seen({IntValue(1), IntValue(2), NoneValue(), IntValue(4), IntValue(5)})),
              ElementsAre(Assertion{AssertionKind::kEquals, first, first, "", IntValue(2)},
                          Assertion{AssertionKind::kEquals, last, last, "", IntValue(5)}));
}

TEST(BuildAssertions, KeepsTheLastResultWhenThereAreTooMany) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  std::vector<Value> results = {IntValue(1)};
  for (int64_t i = 0; i < 9; ++i) {
    b.Call(testing::kQuote, {{0, one}});
    results.push_back(IntValue(i));
  }
  AssertionLimits limits;
  limits.per_test = 2;
  EXPECT_THAT(Build(b, Seen(std::move(results)), limits),
              ElementsAre(Assertion{AssertionKind::kEquals, 1, 1, "", IntValue(0)},
                          Assertion{AssertionKind::kEquals, 9, 9, "", IntValue(8)}));
}

TEST(BuildAssertions, SaysNothingAroundAnException) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  EXPECT_THAT(Build(b, Seen({IntValue(1), IntValue(2)})), IsEmpty());
}

TEST(Agreed, KeepsWhatBothProcessesSaw) {
  std::size_t unstable = 0;
  const Observation agreed = Agreed(Seen({IntValue(1), StrValue("a"), Table(5, 2)}),
                                    Seen({IntValue(1), StrValue("b"), Table(6, 2)}), unstable);
  EXPECT_EQ(agreed.statements[0].result, IntValue(1));
  EXPECT_EQ(agreed.statements[1].result, NamedValue(ValueKind::kOpaque, ""));
  EXPECT_EQ(agreed.statements[2].result,
            ObjectValue("parcel.rates:RateTable", {{"name", StrValue("a")}}, 2));
  EXPECT_EQ(unstable, 2u);
}

TEST(Agreed, TakesSetsInAnotherOrderForEqual) {
  std::size_t unstable = 0;
  const auto set = [](ValueKind kind, int64_t a, int64_t b) {
    return ItemsValue(kind, {IntValue(a), IntValue(b)});
  };
  const Observation agreed =
      Agreed(Seen({set(ValueKind::kSet, 1, 2), set(ValueKind::kList, 1, 2)}),
             Seen({set(ValueKind::kSet, 2, 1), set(ValueKind::kList, 2, 1)}), unstable);
  EXPECT_EQ(agreed.statements[0].result, set(ValueKind::kSet, 1, 2));
  EXPECT_EQ(unstable, 1u);
}

TEST(Agreed, ForgetsAMessageThatDiffers) {
  Observation first = Seen({}), second = Seen({});
  first.exception.message = "at 0x1";
  second.exception.message = "at 0x2";
  std::size_t unstable = 0;
  EXPECT_EQ(Agreed(first, second, unstable).exception.message, "");
}

TEST(EndsAlike, ComparesVerdictLengthAndPlace) {
  Observation raised = Seen({IntValue(1)});
  raised.verdict = model::Verdict::kRaised;
  raised.exception.type_name = "builtins:KeyError";
  raised.exception.line = 7;
  EXPECT_TRUE(EndsAlike(raised, raised));
  EXPECT_FALSE(EndsAlike(raised, Seen({IntValue(1)})));
  EXPECT_FALSE(EndsAlike(Seen({}), Seen({IntValue(1)})));
  Observation elsewhere = raised;
  elsewhere.exception.line = 8;
  EXPECT_FALSE(EndsAlike(raised, elsewhere));
  Observation other = raised;
  other.exception.type_name = "builtins:IndexError";
  EXPECT_FALSE(EndsAlike(raised, other));
}

}  // namespace
}  // namespace skua::oracle
