#include "oracle/assertions/agreement.h"

#include <utility>

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::StatementObservation;
using model::Value;
using model::ValueKind;
using testing::IntValue;
using testing::ItemsValue;
using testing::NamedValue;
using testing::ObjectValue;
using testing::StrValue;

Observation SeenResults(std::vector<Value> results) {
  Observation seen{.verdict = model::Verdict::kPassed};
  for (Value& result : results) seen.statements.emplace_back().result = std::move(result);
  return seen;
}

Value RateTable(int64_t limit, int64_t length) {
  return ObjectValue("parcel.rates:RateTable",
                     {{"limit", IntValue(limit)}, {"name", StrValue("a")}}, length);
}

TEST(Agreed, KeepsWhatBothProcessesSaw) {
  std::size_t unstable = 0;
  const Observation agreed =
      Agreed(SeenResults({IntValue(1), StrValue("a"), RateTable(5, 2)}),
             SeenResults({IntValue(1), StrValue("b"), RateTable(6, 2)}), unstable);
  EXPECT_EQ(agreed.statements[0].result, IntValue(1));
  EXPECT_EQ(agreed.statements[1].result, NamedValue(ValueKind::kOpaque, "builtins:str"));
  EXPECT_EQ(agreed.statements[2].result,
            ObjectValue("parcel.rates:RateTable", {{"name", StrValue("a")}}, 2));
  EXPECT_EQ(unstable, 2u);
}

TEST(Agreed, KnowsNothingOfResultsOfDifferentKinds) {
  std::size_t unstable = 0;
  const Observation agreed =
      Agreed(SeenResults({IntValue(1)}), SeenResults({StrValue("b")}), unstable);
  EXPECT_EQ(agreed.statements[0].result, NamedValue(ValueKind::kOpaque, ""));
}

TEST(Agreed, TakesSetsInAnotherOrderForEqual) {
  std::size_t unstable = 0;
  const auto set = [](ValueKind kind, int64_t a, int64_t b) {
    return ItemsValue(kind, {IntValue(a), IntValue(b)});
  };
  const Observation agreed =
      Agreed(SeenResults({set(ValueKind::kSet, 1, 2), set(ValueKind::kList, 1, 2)}),
             SeenResults({set(ValueKind::kSet, 2, 1), set(ValueKind::kList, 2, 1)}), unstable);
  EXPECT_EQ(agreed.statements[0].result, set(ValueKind::kSet, 1, 2));
  EXPECT_EQ(unstable, 1u);
}

TEST(Agreed, KnowsWhatOutputCannotBeTold) {
  Observation first = SeenResults({IntValue(1)}), second = first;
  StatementObservation& a = first.statements[0];
  StatementObservation& b = second.statements[0];
  a.printed = "same";
  a.printed_errors = "at 1";
  a.logged = {{"parcel", 30, "slow"}};
  b = a;
  b.printed_errors = "at 2";
  b.logged[0].level = 40;
  first.raising.printed = "1";
  std::size_t unstable = 0;
  const Observation agreed = Agreed(first, second, unstable);
  EXPECT_EQ(agreed.statements[0].printed, "same");
  EXPECT_EQ(agreed.statements[0].printed_errors, "");
  EXPECT_THAT(agreed.statements[0].logged, IsEmpty());
  EXPECT_EQ(agreed.statements[0].unstable,
            StatementObservation::kPrintedErrors | StatementObservation::kLogged);
  EXPECT_EQ(agreed.raising.unstable, StatementObservation::kPrinted);
  EXPECT_EQ(unstable, 3u);
  b = a;
  b.unstable = StatementObservation::kPrinted;
  EXPECT_EQ(Agreed(first, second, unstable).statements[0].unstable, StatementObservation::kPrinted);
}

TEST(Agreed, KeepsNamesAndFilesThatBothChangedAlike) {
  Observation first = SeenResults({IntValue(1)}), second = first;
  first.statements[0].globals = {{"a", IntValue(1)}, {"b", IntValue(1)}, {"c", IntValue(1)}};
  second.statements[0].globals = {{"c", IntValue(1)}, {"b", IntValue(2)}};
  first.statements[0].files = {{"tmp1", StrValue("x")}, {"out", StrValue("x")}};
  second.statements[0].files = {{"tmp2", StrValue("x")}, {"out", StrValue("x")}};
  std::size_t unstable = 0;
  const Observation agreed = Agreed(first, second, unstable);
  EXPECT_THAT(agreed.statements[0].globals, ElementsAre(Pair("c", IntValue(1))));
  EXPECT_THAT(agreed.statements[0].files, ElementsAre(Pair("out", StrValue("x"))));
}

TEST(Agreed, ForgetsAMessageThatDiffers) {
  Observation first = SeenResults({}), second = SeenResults({});
  first.exception.message = "at 0x1";
  second.exception.message = "at 0x2";
  std::size_t unstable = 0;
  EXPECT_EQ(Agreed(first, second, unstable).exception.message, "");
}

TEST(EndsAlike, ComparesVerdictLengthAndPlace) {
  Observation raised = SeenResults({IntValue(1)});
  raised.verdict = model::Verdict::kRaised;
  raised.exception.type_name = "builtins:KeyError";
  raised.exception.line = 7;
  EXPECT_TRUE(EndsAlike(raised, raised));
  EXPECT_FALSE(EndsAlike(raised, SeenResults({IntValue(1)})));
  EXPECT_FALSE(EndsAlike(SeenResults({}), SeenResults({IntValue(1)})));
  Observation elsewhere = raised;
  elsewhere.exception.line = 8;
  EXPECT_FALSE(EndsAlike(raised, elsewhere));
  Observation other = raised;
  other.exception.type_name = "builtins:IndexError";
  EXPECT_FALSE(EndsAlike(raised, other));
}

}  // namespace
}  // namespace skua::oracle
