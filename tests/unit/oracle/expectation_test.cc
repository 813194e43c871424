#include "oracle/assertions/expectation.h"

#include <string>

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::AssertionKind;
using model::Observation;
using model::Value;
using model::ValueKind;
using model::Verdict;
using testing::ItemsValue;
using testing::StrValue;
using testing::TestCaseBuilder;

const model::Subject kSubject = testing::SampleSubject();

// quote(1) == 5, quietly
model::GeneratedTest Quoting() {
  TestCaseBuilder b;
  const auto weight = b.Int(1);
  const auto quote = b.Call(testing::kQuote, {{0, weight}});
  return model::GeneratedTest{
      .test = b.test(),
      .assertions = {{AssertionKind::kEquals, quote, quote, "", testing::IntValue(5)},
                     {AssertionKind::kOutput, quote, 0, "", StrValue("")}}};
}

Observation Returning(Value result, std::string printed = "") {
  Observation seen{.verdict = Verdict::kPassed};
  seen.statements.resize(2);
  seen.statements[1].result = std::move(result);
  seen.statements[1].printed = std::move(printed);
  return seen;
}

Observation ObservedRaising(const std::string& type) {
  Observation seen{.verdict = Verdict::kRaised};
  seen.statements.resize(1);
  seen.exception.type_name = type;
  return seen;
}

std::optional<Difference> DifferenceIn(const model::GeneratedTest& test, const Observation& seen) {
  return DifferenceOf(test, kSubject, seen, nullptr);
}

TEST(Expectation, DiffersNowhereFromWhatItStates) {
  EXPECT_FALSE(DifferenceIn(Quoting(), Returning(testing::IntValue(5))));
}

TEST(Expectation, TellsTheValueThatWasSeenInstead) {
  auto difference = DifferenceIn(Quoting(), Returning(testing::IntValue(6)));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->assertion, 0u);
  EXPECT_EQ(difference->seen, testing::IntValue(6));
  difference = DifferenceIn(Quoting(), Returning(testing::IntValue(5), "late\n"));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->assertion, 1u);
  EXPECT_EQ(difference->seen, StrValue("late\n"));
}

TEST(Expectation, TellsThatATestEndsOtherwise) {
  const auto difference = DifferenceIn(Quoting(), ObservedRaising("builtins:KeyError"));
  ASSERT_TRUE(difference);
  EXPECT_FALSE(difference->assertion);
}

TEST(Expectation, OfTheSamePlacesIsBroughtUpToDate) {
  const Observation seen = Returning(testing::IntValue(6), "late\n");
  const auto now = UpToDate(Quoting(), kSubject, seen);
  ASSERT_TRUE(now);
  ASSERT_THAT(now->assertions, SizeIs(2));
  EXPECT_EQ(now->assertions[0].expected, testing::IntValue(6));
  EXPECT_EQ(now->assertions[1].expected, StrValue("late\n"));
  EXPECT_FALSE(DifferenceIn(*now, seen));
}

TEST(Expectation, BecomesAnExceptionAndBack) {
  const Observation raising = ObservedRaising("builtins:KeyError");
  const auto raises = UpToDate(Quoting(), kSubject, raising);
  ASSERT_TRUE(raises);
  EXPECT_EQ(raises->exception->type_name, "builtins:KeyError");
  EXPECT_FALSE(DifferenceIn(*raises, raising));

  const Observation returning = Returning(testing::IntValue(7));
  const auto returns = UpToDate(*raises, kSubject, returning);
  ASSERT_TRUE(returns);
  EXPECT_FALSE(returns->exception);
  EXPECT_FALSE(DifferenceIn(*returns, returning));
  EXPECT_TRUE(DifferenceIn(*returns, Returning(testing::IntValue(8))));
}

TEST(Expectation, IsNotKnownOfWhatDoesNotEnd) {
  Observation hanging = ObservedRaising("");
  hanging.verdict = Verdict::kTimedOut;
  EXPECT_TRUE(DifferenceIn(Quoting(), hanging));
  EXPECT_FALSE(UpToDate(Quoting(), kSubject, hanging));
}

TEST(Expectation, OfAValueThatCannotBeStatedGivesWayToAnother) {
  Observation seen = Returning(testing::ObjectValue("parcel.rates:RateTable", {}, -1, ""));
  seen.statements[1].unstable = model::StatementObservation::kPrinted;
  const auto now = UpToDate(Quoting(), kSubject, seen);
  ASSERT_TRUE(now);
  ASSERT_THAT(now->assertions, SizeIs(1));
  EXPECT_EQ(now->assertions[0].kind, AssertionKind::kIsInstance);
}

}  // namespace
}  // namespace skua::oracle
