#include "search/evaluation/operand_feedback.h"

#include <gtest/gtest.h>

#include <set>

#include "search/making/primitives.h"
#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::StatementKind;
using model::Value;
using test::IntValue;
using test::StrValue;

struct OperandCase {
  const char* why;
  Value input, seen, wanted;
  std::optional<Value> expected;
};

Value Real(double value) { return {.kind = model::ValueKind::kFloat, .real = value}; }

TEST(Substitute, PutsTheOtherOperandWhereTheOneWasSeen) {
  Value none;
  const OperandCase cases[] = {
      {"the same text", StrValue("abc"), StrValue("abc"), StrValue("xyz"), StrValue("xyz")},
      {"the same number", IntValue(7), IntValue(7), IntValue(42), IntValue(42)},
      {"another kind", IntValue(7), IntValue(7), StrValue("x"), StrValue("x")},
      {"another number", IntValue(7), IntValue(8), IntValue(42), std::nullopt},
      {"but for case", StrValue("ABC"), StrValue("abc"), StrValue("xyz"), StrValue("xyz")},
      {"a prefix", StrValue("abc-1"), StrValue("abc"), StrValue("key"), StrValue("key-1")},
      {"one character", StrValue("abc"), StrValue("b"), StrValue("="), StrValue("a=c")},
      {"with something around", StrValue("bob"), StrValue("<bob>"), StrValue("<eve>"),
       StrValue("eve")},
      {"around, but not of the other", StrValue("bob"), StrValue("<bob>"), StrValue("eve"),
       std::nullopt},
      {"a number written in it", StrValue("v7!"), IntValue(7), IntValue(42), StrValue("v42!")},
      {"in another case", StrValue("Say ABC"), StrValue("abc"), StrValue("xyz"),
       StrValue("Say xyz")},
      {"a number with space around", StrValue(" 2.5 "), Real(2.5), Real(0.125),
       StrValue(" 0.125 ")},
      {"a whole number read as a float", StrValue("7"), Real(7), Real(4.5), StrValue("4.5")},
      {"another number written in it", StrValue("2.5"), Real(3.5), Real(1), std::nullopt},
      {"a float made an int", Real(7.8), IntValue(7), IntValue(42), Real(42)},
      {"a float rounded", Real(7.8), IntValue(8), IntValue(42), Real(42)},
      {"an int made a float", IntValue(7), Real(7), Real(42), IntValue(42)},
      {"an int made a float, against a fraction", IntValue(7), Real(7), Real(4.5), Real(4.5)},
      {"nothing of it", StrValue("abc"), StrValue("q"), StrValue("xyz"), std::nullopt},
      {"an empty operand", StrValue("abc"), StrValue(""), StrValue("xyz"), std::nullopt},
      {"None, which is everywhere", none, none, IntValue(1), std::nullopt},
  };
  for (const OperandCase& it : cases) {
    EXPECT_EQ(Substitute(StatementOf(it.input), it.seen, it.wanted), it.expected) << it.why;
  }
}

class LearnTest : public ::testing::Test {
 protected:
  LearnTest() { subject_.types.emplace_back(); }

  std::vector<OperandHint> Learn(const std::vector<model::OperandPair>& operands) {
    std::vector<OperandHint> hints;
    LearnFromOperands(test_, operands, {true, false}, hints, constants_);
    return hints;
  }

  model::Subject subject_;
  ConstantPool constants_{subject_, 0.5};
  model::TestCase test_{{StatementOf(IntValue(5)), StatementOf(StrValue("abc"))}};
  base::Rng rng_{3};
};

TEST_F(LearnTest, HintsComeFromEitherSide) {
  const auto hints = Learn({{0, StrValue("abc"), StrValue("xyz")}, {0, IntValue(9), IntValue(5)}});
  ASSERT_EQ(hints.size(), 2u);
  EXPECT_EQ(hints[0].variable, 1);
  EXPECT_EQ(hints[0].replacement, StrValue("xyz"));
  EXPECT_EQ(hints[1].variable, 0);
  EXPECT_EQ(hints[1].replacement, IntValue(9));
}

TEST_F(LearnTest, PredicatesThatLeadNowhereAreIgnored) {
  EXPECT_TRUE(Learn({{1, StrValue("abc"), StrValue("xyz")}}).empty());
  EXPECT_EQ(constants_.Pick(model::ValueKind::kStr, rng_), nullptr);
}

TEST_F(LearnTest, OnlyTheOperandThatIsNotTheTestsBecomesAConstant) {
  Learn({{0, StrValue("abc"), StrValue("xyz")}});
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(constants_.Pick(model::ValueKind::kStr, rng_)->text, "xyz");
  }
}

TEST_F(LearnTest, KeepsTheLastHints) {
  std::vector<model::OperandPair> operands;
  for (int i = 0; i < 20; ++i) operands.push_back({0, IntValue(5), IntValue(100 + i)});
  const auto hints = Learn(operands);
  EXPECT_EQ(hints.size(), kMaxHints);
  for (const OperandHint& hint : hints) EXPECT_GE(hint.replacement.integer, 112);
}

TEST_F(LearnTest, AHintIsForTheStatementAsItWas) {
  const auto hints = Learn({{0, StrValue("abc"), StrValue("xyz")}});
  model::TestCase other = test_;
  other.statements[1].text = "something else";
  EXPECT_FALSE(ApplyHint(other, hints[0], rng_));
  EXPECT_TRUE(ApplyHint(test_, hints[0], rng_));
  EXPECT_EQ(test_.statements[1].text, "xyz");
  model::TestCase shorter;
  EXPECT_FALSE(ApplyHint(shorter, hints[0], rng_));
}

TEST_F(LearnTest, IntegersEndUpAtTheOperandOrBesideIt) {
  const auto hints = Learn({{0, IntValue(5), IntValue(9)}});
  bool seen[3] = {};
  for (int i = 0; i < 100; ++i) {
    model::TestCase test = test_;
    ASSERT_TRUE(ApplyHint(test, hints[0], rng_));
    const int64_t value = test.statements[0].integer;
    ASSERT_TRUE(8 <= value && value <= 10);
    seen[value - 8] = true;
  }
  EXPECT_TRUE(seen[0] && seen[1] && seen[2]);
}

TEST_F(LearnTest, AnIntegerBesideWhatWasComparedKeepsItsPlace) {
  const auto hints = Learn({{0, IntValue(6), IntValue(100)}});  // x + 1 == 100, with x = 5
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_EQ(hints[0].variable, 0);
  EXPECT_EQ(hints[0].replacement, IntValue(99));
}

TEST_F(LearnTest, WhereTheValueItselfShowsUpNothingBesideItIsMeant) {
  test_.statements.push_back(StatementOf(IntValue(6)));
  const auto hints = Learn({{0, IntValue(6), IntValue(100)}});
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_EQ(hints[0].variable, 2);
}

TEST_F(LearnTest, AListGetsAsLongAsItsLengthWasComparedWith) {
  model::Statement list{.kind = StatementKind::kList, .operands = {1, 1, 1}};
  test_.statements.push_back(list);
  const auto hints = Learn({{0, IntValue(3), IntValue(20)}});  // len(list) == 20
  ASSERT_EQ(hints.size(), 1u);
  std::set<std::size_t> sizes;
  for (int i = 0; i < 50; ++i) {
    model::TestCase test = test_;
    ASSERT_TRUE(ApplyHint(test, hints[0], rng_));
    sizes.insert(test.statements[2].operands.size());
  }
  EXPECT_EQ(sizes, (std::set<std::size_t>{19, 20, 21}));
}

TEST_F(LearnTest, AMissingKeyIsPutInAPlaceOrBesideAnother) {
  model::Statement dict{.kind = StatementKind::kDict, .operands = {1, 0}};
  test_.statements.push_back(dict);
  const auto hints = Learn({{0, StrValue("wanted"), StrValue("abc")}});  // "wanted" in dict
  ASSERT_EQ(hints.size(), 1u);
  bool replaced = false, added = false;
  for (int i = 0; i < 50; ++i) {
    model::TestCase test = test_;
    ASSERT_TRUE(ApplyHint(test, hints[0], rng_));
    const model::Statement& made = test.statements.back();
    ASSERT_EQ(made.kind, StatementKind::kDict);
    const std::string& last_key = test.statements[made.operands[made.operands.size() - 2]].text;
    EXPECT_EQ(last_key, "wanted");
    replaced = replaced || made.operands.size() == 2;
    added = added || made.operands.size() == 4;
  }
  EXPECT_TRUE(replaced && added);
}

}  // namespace
}  // namespace skua::search
