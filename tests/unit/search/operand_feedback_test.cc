#include "search/operand_feedback.h"

#include <gtest/gtest.h>

#include "search/primitives.h"
#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::StatementKind;
using model::Value;
using test::IntValue;
using test::StrValue;

struct Case {
  const char* why;
  Value input, seen, wanted;
  std::optional<Value> expected;
};

TEST(Substitute, PutsTheOtherOperandWhereTheOneWasSeen) {
  Value none;
  const Case cases[] = {
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
      {"nothing of it", StrValue("abc"), StrValue("q"), StrValue("xyz"), std::nullopt},
      {"an empty operand", StrValue("abc"), StrValue(""), StrValue("xyz"), std::nullopt},
      {"None, which is everywhere", none, none, IntValue(1), std::nullopt},
  };
  for (const Case& it : cases) {
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

}  // namespace
}  // namespace skua::search
