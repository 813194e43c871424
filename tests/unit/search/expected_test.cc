// What a reader expects at a parameter: shapes, costs, literals.

#include <map>
#include <string>

#include "base/files.h"
#include "base/lines.h"
#include "base/rng.h"
#include "model/names.h"
#include "record/names.h"
#include "search/expected/expected_values.h"
#include "search/expected/shape_of.h"
#include "search/making/type_guesses.h"
#include "support/matchers.h"
#include "support/source.h"

namespace skua::search {
namespace {

using model::ExpectedValue;
using model::Parameter;
using model::Shape;
using model::Statement;
using model::StatementKind;
using model::Value;
using model::ValueKind;

Statement Of(StatementKind kind, std::size_t operands = 0) {
  Statement statement{.kind = kind};
  statement.operands.assign(operands, 0);
  return statement;
}

Statement Text(std::string text) { return {.kind = StatementKind::kStr, .text = std::move(text)}; }

Statement Number(int64_t number) { return {.kind = StatementKind::kInt, .integer = number}; }

Parameter Named(std::string name) { return {.name = std::move(name)}; }

Value TextValue(std::string text) { return {.kind = ValueKind::kStr, .text = std::move(text)}; }

// A parameter that takes words, rather than numbers, and "utf-8" in particular.
Parameter Encoding() {
  Parameter encoding = Named("encoding");
  encoding.expected.shapes = {
      {Shape::kStrDotted, 4}, {Shape::kStrWord, 8}, {Shape::kNone, 12}, {Shape::kIntOne, 28}};
  encoding.expected.values = {{TextValue("utf-8"), 2}, {TextValue("ascii"), 4}};
  return encoding;
}

TEST(ShapeOf, IsThatWhichTheRuntimeTells) {
  std::map<std::string_view, Shape> shapes;
  for (std::size_t i = 0; i < record::kNames<Shape>.size(); ++i) {
    shapes[record::kNames<Shape>[i]] = static_cast<Shape>(i);
  }
  std::size_t texts = 0;
  const std::string file = base::ReadFile(test::Source("tests/golden/expected/shapes.tsv"));
  for (std::string_view left = file; !left.empty();) {
    const std::string_view line = base::TakeLine(left);
    const std::size_t tab = line.find('\t');
    std::string_view literal = line.substr(tab + 1);
    const bool is_plain = literal.find('\\') == literal.npos;
    if (!is_plain || (literal[0] != '\'' && literal[0] != '"')) continue;
    literal = literal.substr(1, literal.size() - 2);
    EXPECT_EQ(ShapeOfText(literal), shapes.at(line.substr(0, tab))) << line;
    ++texts;
  }
  EXPECT_GT(texts, 30u);
}

TEST(ShapeOf, TellsNumbersAndCollectionsApart) {
  const auto number = [](int64_t n) { return ShapeOf(Number(n)); };
  EXPECT_EQ(number(0), Shape::kIntZero);
  EXPECT_EQ(number(-1), Shape::kIntMinusOne);
  EXPECT_EQ(number(9), Shape::kIntDigit);
  EXPECT_EQ(number(2024), Shape::kIntYear);
  Statement half = Of(StatementKind::kFloat);
  half.real = 0.5;
  EXPECT_EQ(ShapeOf(half), Shape::kFloatFraction);
  EXPECT_EQ(ShapeOf(Of(StatementKind::kList)), Shape::kListEmpty);
  EXPECT_EQ(ShapeOf(Of(StatementKind::kList, 1)), Shape::kList);
  EXPECT_TRUE(IsHollow(Shape::kListEmpty));
  EXPECT_FALSE(IsHollow(Shape::kList));
}

TEST(ExpectedValues, CostLessWhereTheirShapeIsLikely) {
  const model::Subject subject;
  const ExpectedValues expected(subject);
  const Parameter encoding = Encoding();
  const auto cost = [&](const Statement& one) { return expected.CostOf(encoding, one).value(); };
  EXPECT_LT(cost(Text("utf-8")), cost(Text("latin-1")));  // a known literal
  EXPECT_LT(cost(Text("latin-1")), cost(Text("a (b)")));
  const Statement one = Number(1);
  const Statement two = Number(2);
  EXPECT_LT(cost(Text("utf-8")), cost(one));
  EXPECT_LT(cost(one), cost(two));  // of a shape that nobody passes
  EXPECT_EQ(expected.CostOf(Named("x"), one), std::nullopt);
}

TEST(ExpectedValues, CountCharactersByTheTableOfTheSubject) {
  model::Subject subject;
  subject.letter_bits.assign(98 * 98, '/');  // 3 bits each
  const std::size_t a = 3 + 'a' - ' ';
  subject.letter_bits[a * 98 + a] = '#';  // none
  const ExpectedValues expected(subject);
  const auto cost = [&](const char* text) {
    return expected.CostOf(Encoding(), Text(text)).value();
  };
  // Of a word 8; a tenth of 12 for each of two or nine pairs.
  EXPECT_EQ(cost("aaaaaaaa"), 8 + 2);
  EXPECT_EQ(cost("abababab"), 8 + 11);
}

TEST(ExpectedValues, PickTheBestLiteralOfAKindMostOften) {
  const model::Subject subject;
  const ExpectedValues expected(subject);
  const Parameter encoding = Encoding();
  base::Rng rng(1);
  std::map<std::string, int> picked;
  for (int i = 0; i < 300; ++i) ++picked[expected.Pick(encoding, StatementKind::kStr, rng)->text];
  EXPECT_EQ(picked.size(), 2u);
  EXPECT_GT(picked["utf-8"], 100);
  EXPECT_EQ(expected.Pick(encoding, StatementKind::kInt, rng), nullptr);
}

TEST(ExpectedValues, TellWhichKindsPeoplePass) {
  const model::Subject subject;
  const auto kinds = ExpectedValues(subject).KindsFor(Encoding());
  const auto of = [&](StatementKind kind) { return kinds.at(static_cast<std::size_t>(kind)); };
  EXPECT_DOUBLE_EQ(of(StatementKind::kStr), 0.5 + 0.25);
  EXPECT_DOUBLE_EQ(of(StatementKind::kNone), 0.125);
  EXPECT_DOUBLE_EQ(of(StatementKind::kList), 0);
}

TEST(TypeGuesses, BeginWithWhatPeoplePass) {
  model::Subject subject;
  subject.types.resize(1);
  model::Callable decode{.name = "decode", .parameters = {Encoding(), Named("x")}};
  subject.callables = {decode};
  const TypeSystem types(subject);
  const TypeGuesses guesses(subject, types);
  base::Rng rng(1);
  std::map<std::size_t, std::map<Guess, int>> picked;  // by parameter
  for (int i = 0; i < 1000; ++i) {
    for (const std::size_t place : {0, 1}) ++picked[place][guesses.Pick(0, place, rng)];
  }
  const auto texts = [&](std::size_t place) {
    return picked[place][static_cast<Guess>(StatementKind::kStr)];
  };
  EXPECT_GT(texts(0), 550);
  EXPECT_LT(texts(1), 450);
  EXPECT_GT(picked[0][static_cast<Guess>(StatementKind::kList)], 0);  // others are tried as well
}

}  // namespace
}  // namespace skua::search
