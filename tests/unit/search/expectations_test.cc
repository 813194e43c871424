// What is expected of values by types, names and the other tests of a suite.

#include "search/polish/expectations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/prior_table.h"
#include "support/sample_subject.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using namespace skua::testing;  // NOLINT: the callables of SampleSubject

class ExpectationsTest : public ::testing::Test {
 protected:
  // Of the first use of the value.
  uint32_t CostOf(const TestCase& test, std::size_t value) const {
    const Expectations known(subject_, types_, suite_);
    return known.CostOf(test, value, UseMap(subject_, types_, test).Of(value).front());
  }
  std::vector<Made> ProposedFor(const TestCase& test, std::size_t value) const {
    CheckWellFormed(test, subject_);
    const Expectations known(subject_, types_, suite_);
    std::vector<Made> proposals;
    known.Propose(test, value, UseMap(subject_, types_, test).Of(value).front(), proposals);
    return proposals;
  }
  // quote(weight) with the value that `make` adds last.
  template <typename Make>
  static TestCase Quote(Make make) {
    TestCaseBuilder t;
    t.Call(kQuote, {{0, make(t)}});
    return t.test();
  }
  void NameParameter(const std::string& name) {
    subject_.callables[kQuote].parameters[0].name = name;
  }
  void DeclareParameter(model::TypeKind kind) {
    subject_.types.emplace_back().kind = kind;
    subject_.callables[kQuote].parameters[0].type =
        static_cast<model::TypeIndex>(subject_.types.size() - 1);
    types_ = model::ParameterTypes(subject_);
  }
  // RateTable(name), or RateTable(), of which price_for("weight") is called.
  static TestCase PriceOf(const std::string& name) {
    TestCaseBuilder t;
    const auto weight = t.Str("weight");
    const auto table =
        name.empty() ? t.Call(kRateTable, {}) : t.Call(kRateTable, {{0, t.Str(name)}});
    t.Call(kPriceFor, {{0, weight}}, {table});
    return t.test();
  }

  model::Subject subject_ = skua::test::WithPriorTable(SampleSubject());
  model::ParameterTypes types_{subject_};
  std::vector<TestCase> suite_;
};

TEST_F(ExpectationsTest, ReadDeclaredTypes) {
  DeclareParameter(model::TypeKind::kInt);
  const TestCase text = Quote([](TestCaseBuilder& t) { return t.Str("word"); });
  EXPECT_GE(CostOf(text, 0), Expectations::kContradicts);
  EXPECT_GE(CostOf(Quote([](TestCaseBuilder& t) { return t.Bool(true); }), 0),
            Expectations::kContradicts)
      << "it stands for a number";
  EXPECT_EQ(CostOf(Quote([](TestCaseBuilder& t) { return t.Int(1); }), 0), 0u);
  EXPECT_EQ(ProposedFor(text, 0).at(0).back().kind, StatementKind::kInt);
}

TEST_F(ExpectationsTest, ReadWhatPeoplePassForTheParameter) {
  const TestCase text = Quote([](TestCaseBuilder& t) { return t.Str("word"); });
  const TestCase number = Quote([](TestCaseBuilder& t) { return t.Int(7); });
  EXPECT_EQ(CostOf(number, 0), 0u) << "nothing is known";
  model::Value word;
  word.kind = model::ValueKind::kStr;
  word.text = "left";
  subject_.callables[kQuote].parameters[0].expected = {{{model::Shape::kStrWord, 0},
                                                        {model::Shape::kIntDigit, 12},
                                                        {model::Shape::kStrCapitalised, 30}},
                                                       {{word, 4}}};
  EXPECT_EQ(CostOf(text, 0), 0u);
  EXPECT_GT(CostOf(number, 0), 0u) << "people pass a text more often";
  EXPECT_LT(CostOf(number, 0), Expectations::kContradicts);
  EXPECT_EQ(ProposedFor(number, 0).at(0).back().text, "left");
  EXPECT_GE(CostOf(Quote([](TestCaseBuilder& t) { return t.Bool(true); }), 0),
            Expectations::kContradicts)
      << "nobody does";
  const TestCase capital = Quote([](TestCaseBuilder& t) { return t.Str("Word"); });
  EXPECT_GT(CostOf(capital, 0), 0u) << "few texts are of that shape";
  EXPECT_LT(CostOf(capital, 0), Expectations::kOddText);
  // The suite's own tests count beside that.
  suite_.assign(40, number);
  EXPECT_EQ(CostOf(number, 0), 0u);
  EXPECT_GE(CostOf(text, 0), Expectations::kContradicts);
}

TEST_F(ExpectationsTest, ReadWhatMostTestsPassForTheName) {
  const TestCase text = Quote([](TestCaseBuilder& t) { return t.Str("word"); });
  suite_.assign(3, Quote([](TestCaseBuilder& t) { return t.List({t.Int(3)}); }));
  EXPECT_LT(CostOf(text, 0), Expectations::kContradicts) << "too few";
  suite_.resize(4, suite_[0]);
  EXPECT_GE(CostOf(text, 0), Expectations::kContradicts);
  EXPECT_EQ(
      CostOf(Quote([](TestCaseBuilder& t) { return t.None(); }), 0) / Expectations::kContradicts,
      0u)
      << "it may be left out";
  EXPECT_EQ(ProposedFor(text, 0).at(0).back().kind, StatementKind::kList);
  suite_.insert(suite_.end(), 4, text);
  EXPECT_EQ(CostOf(text, 0), 0u) << "neither is usual";
}

TEST_F(ExpectationsTest, PreferMembersOfAnEnumerationWhereOneIsPassed) {
  suite_ = {Quote([](TestCaseBuilder& t) { return t.Member(kZoneClass, 1); })};
  const TestCase number = Quote([](TestCaseBuilder& t) { return t.Int(1); });
  EXPECT_GE(CostOf(number, 0), Expectations::kContradicts);
  const Statement member = suite_[0].statements[0];
  Statement other = member;
  other.integer = 0;
  EXPECT_THAT(ProposedFor(number, 0), Contains(Made{member}));
  EXPECT_THAT(ProposedFor(number, 0), Contains(Made{other})) << "which may do where that does not";
}

TEST_F(ExpectationsTest, SaysNothingOfWhatIsEmpty) {
  for (const TestCase& test : {Quote([](TestCaseBuilder& t) { return t.Int(0); }),
                               Quote([](TestCaseBuilder& t) { return t.Str(""); }),
                               Quote([](TestCaseBuilder& t) { return t.List({}); }),
                               Quote([](TestCaseBuilder& t) { return t.None(); })}) {
    EXPECT_GT(CostOf(test, 0), Expectations::kOddText) << "more than an odd text";
    EXPECT_LT(CostOf(test, 0), Expectations::kContradicts);
  }
  const TestCase empty = Quote([](TestCaseBuilder& t) { return t.List({}); });
  const auto filled = ProposedFor(empty, 0);
  ASSERT_THAT(filled, Not(IsEmpty()));
  EXPECT_EQ(filled[0].back().operands.size(), 1u);
}

TEST_F(ExpectationsTest, MakesAnObjectAsAnotherTestMakesIt) {
  const std::size_t bare = 1, table = 2;
  EXPECT_GT(CostOf(PriceOf(""), bare), 0u);
  EXPECT_THAT(ProposedFor(PriceOf(""), bare), IsEmpty());
  suite_ = {PriceOf("q$1~x"), PriceOf("key")};
  EXPECT_EQ(CostOf(PriceOf("key"), table), 0u);
  const auto objects = ProposedFor(PriceOf(""), bare);
  ASSERT_THAT(objects, SizeIs(1)) << "of natural literals alone";
  EXPECT_EQ(objects[0].front().text, "key");
  EXPECT_EQ(objects[0].back().target, static_cast<uint32_t>(kRateTable));
}

TEST_F(ExpectationsTest, MakesWhatATestUsesByAnotherMakerOfItsClass) {
  TestCaseBuilder t;
  const auto weight = t.Str("weight");
  t.Call(kPriceFor, {{0, weight}}, {t.Call(kParse, {{0, t.Str("key")}})});
  suite_ = {t.test()};
  const auto objects = ProposedFor(PriceOf(""), 1);
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_EQ(objects[0].back().target, static_cast<uint32_t>(kParse));
  TestCaseBuilder alone;
  alone.Call(kRateTable, {});
  EXPECT_THAT(ProposedFor(alone.test(), 0), IsEmpty()) << "the test is about making it";
}

TEST_F(ExpectationsTest, GivesACallObjectsThatMostTestsPass) {
  const auto add = [](bool is_number) {
    TestCaseBuilder t;
    const auto table = t.Call(kRateTable, {}), limit = t.Int(3);
    const auto price = is_number ? t.Call(kDecimal, {{0, t.Str("12")}}) : t.Str("weight");
    t.Call(kAdd, {{0, limit}, {1, price}}, {table});
    return t.test();
  };
  EXPECT_EQ(CostOf(add(false), 2), 0u);
  suite_.assign(5, add(true));
  EXPECT_GE(CostOf(add(false), 2), Expectations::kContradicts);
  EXPECT_EQ(ProposedFor(add(false), 2).at(0).back().target, static_cast<uint32_t>(kDecimal));
  suite_.insert(suite_.end(), 3, add(false));
  EXPECT_EQ(CostOf(add(false), 2), 0u) << "half of them pass a text";
}

}  // namespace
}  // namespace skua::search
