// What polishing makes of values, and properties over many random tests.

#include "search/polish/polish.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "search/making/primitives.h"
#include "search/making/test_edits.h"
#include "search/making/test_factory.h"
#include "search/polish/expectations.h"
#include "search/polish/keeps_goals.h"
#include "search/polish/plain_values.h"
#include "support/prior_table.h"
#include "support/rich_subject.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;
using test::IntValue;
using test::StrValue;

Statement IntStatement(int64_t value) { return StatementOf(IntValue(value)); }
Statement StrStatement(const std::string& text) { return StatementOf(StrValue(text)); }
Statement FloatStatement(double value) {
  Statement statement;
  statement.kind = StatementKind::kFloat;
  statement.real = value;
  return statement;
}

TEST(PlainValues, AreOrdered) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::string big(30, '9');
  Statement huge = IntStatement(0);
  huge.text = big;
  const std::vector<std::vector<Statement>> ascending = {
      {IntStatement(0), IntStatement(1), IntStatement(2), IntStatement(-1), IntStatement(10),
       IntStatement(100), IntStatement(12), IntStatement(-12), IntStatement(1337),
       IntStatement(-1337), IntStatement(INT64_MIN), huge},
      {FloatStatement(0), FloatStatement(-0.0), FloatStatement(1), FloatStatement(-1),
       FloatStatement(0.5), FloatStatement(100), FloatStatement(3.25), FloatStatement(-17.125),
       FloatStatement(infinity), FloatStatement(-infinity), FloatStatement(NAN)},
      {StrStatement(""), StrStatement("a"), StrStatement("z"), StrStatement("7"), StrStatement("Q"),
       StrStatement("~"), StrStatement("\n"), StrStatement("é"), StrStatement("\x1f"),
       StrStatement("ab"), StrStatement("x\x1fQ")},
  };
  for (const auto& values : ascending) {
    for (std::size_t a = 0; a < values.size(); ++a) {
      for (std::size_t b = 0; b < values.size(); ++b) {
        EXPECT_EQ(IsPlainer(values[a], values[b]), a < b) << a << " and " << b;
      }
    }
  }
}

// def f(value): calls with one value, of which something must stay true.
class PolishTest : public ::testing::Test {
 protected:
  using Holds = std::function<bool(const TestCase&)>;

  static Keeps KeepsWhat(Holds holds) {
    return [holds](std::size_t, std::span<const TestCase> candidates) {
      std::vector<bool> keeps;
      for (const TestCase& candidate : candidates) keeps.push_back(holds(candidate));
      return keeps;
    };
  }

  TestCase Minimised(const TestCase& test, Holds holds, PolishOptions options = {}) {
    EXPECT_TRUE(holds(test));
    CheckWellFormed(test, subject_);
    std::size_t asked = 0;
    const Holds checked = [&](const TestCase& candidate) {
      CheckWellFormed(candidate, subject_);
      ++asked;
      return holds(candidate);
    };
    const TestCase result =
        Polish(subject_, {test}, KeepsWhat(checked), nullptr, base::Deadline(clock_), options)
            .tests.at(0);
    EXPECT_TRUE(holds(result));
    EXPECT_LE(asked, options.max_versions);
    return result;
  }

  // Calls the function with values that stand before it.
  TestCase Call(const std::string& name, std::vector<Statement> values,
                std::vector<uint16_t> parameters) {
    TestCase test{std::move(values)};
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = test::CallableNamed(subject_, name);
    const std::size_t first = test.size() - parameters.size();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      call.operands.push_back(static_cast<VariableIndex>(first + i));
    }
    call.parameters.assign(parameters.begin(), parameters.end());
    test.statements.push_back(std::move(call));
    return test;
  }

  // Tells what people pass for a parameter of a function.
  void Expect(const std::string& function, std::size_t parameter,
              std::vector<model::ShapeCost> shapes, std::vector<model::Value> values = {}) {
    model::ExpectedArgument& expected =
        subject_.callables[test::CallableNamed(subject_, function)].parameters[parameter].expected;
    expected = {std::move(shapes), {}};
    for (model::Value& value : values) expected.values.push_back({std::move(value), 4});
  }

  // What becomes of one value that must do.
  Statement MinimisedValue(const Statement& value,
                           const std::function<bool(const Statement&)>& will_do) {
    Statement yes;
    yes.kind = StatementKind::kBool;
    yes.integer = 1;
    const TestCase result = Minimised(
        Call("untyped", {value, yes}, {0, 1}),
        [&](const TestCase& test) { return test.size() == 3 && will_do(test.statements[0]); });
    return result.statements[0];
  }

  bool IsLower(const TestCase& a, const TestCase& b) const {
    const model::ParameterTypes types(subject_);
    const Expectations expectations(subject_, types, {});
    const Readers readers{subject_, types, expectations};
    return Measure(readers, a, {}) < Measure(readers, b, {});
  }
  bool IsNatural(const std::string& text) const {
    return NaturalTexts(subject_).CostOf(text) < NaturalTexts::kOdd;
  }

  model::Subject subject_ = test::WithPriorTable(test::RichSubject());
  test::FakeClock clock_;
};

TEST_F(PolishTest, ExchangesGarbageForWhatAPersonWouldHaveTyped) {
  const TestCase test =
      Call("untyped", {StrStatement("@(]jISrdG[ADg!]M@"), IntStatement(0)}, {0, 1});
  const auto is_long = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.size() > 3;
  };
  const TestCase natural = Minimised(test, is_long);
  EXPECT_TRUE(IsNatural(natural.statements[0].text)) << natural.statements[0].text;
  EXPECT_EQ(Minimised(natural, is_long), natural);
}

TEST_F(PolishTest, ExchangesGarbageWhereverItHasToBeTheSame) {
  const std::string garbage = "nQmc{]vxow{!";
  const TestCase test = Call("untyped", {StrStatement(garbage), StrStatement(garbage)}, {0, 1});
  const auto is_found = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.size() > 3 &&
           it.statements[0].text == it.statements[1].text;
  };
  const TestCase natural = Minimised(test, is_found);
  EXPECT_TRUE(IsNatural(natural.statements[0].text)) << natural.statements[0].text;
}

TEST_F(PolishTest, PassesAWordInThePlaceOfASentence) {
  Expect("untyped", 0, {{model::Shape::kStrSigns, 0}}, {StrValue(",")});
  const TestCase test =
      Call("untyped", {StrStatement("hello world or hello you"), IntStatement(0)}, {0, 1});
  const auto says_something = [](const TestCase& it) {
    return it.size() == 3 && !it.statements[0].text.empty();
  };
  EXPECT_EQ(Minimised(test, says_something).statements[0].text, ",");
}

TEST_F(PolishTest, WritesNamesForKeysThatNobodyWouldWrite) {
  Statement dict;
  dict.kind = StatementKind::kDict;
  dict.operands = {0, 1, 2, 1};
  const auto with_keys = [&](const Statement& first, const Statement& second) {
    const TestCase test =
        Call("untyped", {first, IntStatement(0), second, dict, IntStatement(0)}, {0, 1});
    const auto has_both = [](const TestCase& it) {
      return it.size() > 3 && it.statements[it.size() - 3].operands.size() == 4;
    };
    const TestCase result = Minimised(test, has_both);
    return std::pair(result.statements[0], result.statements[2]);
  };
  const auto [none, half] = with_keys(Statement{}, FloatStatement(0.5));
  EXPECT_EQ(none.kind, StatementKind::kStr);
  EXPECT_EQ(half.kind, StatementKind::kStr);
  EXPECT_NE(none.text, half.text);
  const auto [one, two] = with_keys(IntStatement(1), IntStatement(2));
  EXPECT_EQ(one.kind, StatementKind::kInt);
  EXPECT_EQ(two.kind, StatementKind::kInt);
}

TEST_F(PolishTest, FillsWhatIsEmptyWhereValuesShallSaySomething) {
  const auto of = [](StatementKind kind) {
    Statement statement;
    statement.kind = kind;
    return statement;
  };
  const auto has_both = [](const TestCase& it) {
    return it.statements.back().operands.size() == 2;
  };
  const auto filled = [&](const Statement& value) {
    const TestCase test = Call("untyped", {value, IntStatement(1)}, {0, 1});
    return Minimised(test, has_both);
  };
  EXPECT_FALSE(filled(StrStatement("")).statements[0].text.empty());
  EXPECT_EQ(filled(of(StatementKind::kList)).statements[1].operands.size(), 1u);
  EXPECT_EQ(filled(of(StatementKind::kDict)).statements[2].operands.size(), 2u);
  const TestCase zero = Call("untyped", {IntStatement(0), FloatStatement(0)}, {0, 1});
  const TestCase numbers = Minimised(zero, has_both);
  EXPECT_NE(numbers.statements[0].integer, 0);
  EXPECT_NE(numbers.statements[1].real + static_cast<double>(numbers.statements[1].integer), 0);
  const TestCase full = filled(of(StatementKind::kDict));
  EXPECT_EQ(Minimised(full, has_both), full) << "it ends";
}

TEST_F(PolishTest, LearnsWhatIsUsualOfTheSuite) {
  const TestCase text = Call("untyped", {StrStatement("word"), IntStatement(0)}, {0, 1});
  const auto is_call = [](const TestCase& it) { return it.size() == 3; };
  const std::vector<TestCase> suite(4, Call("untyped", {IntStatement(3), IntStatement(0)}, {0, 1}));
  PolishOptions options;
  EXPECT_EQ(Minimised(text, is_call, options).statements[0].kind, StatementKind::kStr);
  options.suite = suite;
  EXPECT_EQ(Minimised(text, is_call, options).statements[0].kind, StatementKind::kInt);
}

TEST_F(PolishTest, WritesAnotherTextForWordsThatWerePutTogether) {
  const std::string patchwork = "plain collections untyped";
  const NaturalTexts texts(subject_);
  ASSERT_GT(texts.CostOf(patchwork), 0u);
  const TestCase test = Call("untyped", {StrStatement(patchwork), IntStatement(0)}, {0, 1});
  const auto has_words = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.size() >= 2;
  };
  EXPECT_EQ(texts.CostOf(Minimised(test, has_words).statements[0].text), 0u);
  const auto is_the_same = [&](const TestCase& it) { return it.statements[0].text == patchwork; };
  EXPECT_EQ(Minimised(test, is_the_same).statements[0].text, patchwork);
}

TEST_F(PolishTest, PassesItemsToWhatTakesItems) {
  const auto ends_in_a_call = [](const TestCase& it) {
    return it.statements.back().operands.size() == 2 &&
           std::ranges::any_of(it.statements, [](const Statement& s) { return s.text.size() > 3; });
  };
  const TestCase test = Call("untyped", {StrStatement("hello"), IntStatement(1)}, {0, 1});
  EXPECT_EQ(Minimised(test, ends_in_a_call), test);
  Expect("untyped", 0, {{model::Shape::kList, 0}});
  const TestCase result = Minimised(test, ends_in_a_call);
  const Statement& items = result.statements[result.statements.back().operands[0]];
  EXPECT_EQ(items.kind, StatementKind::kList);
  EXPECT_EQ(items.operands.size(), 1u);
  const auto has_two = [](const TestCase& it) {
    const Statement& passed = it.statements[it.statements.back().operands[0]];
    return it.statements.back().operands.size() == 2 &&
           (passed.kind == StatementKind::kStr || passed.operands.size() == 2);
  };
  const TestCase two = Minimised(test, has_two);
  EXPECT_EQ(two.statements[two.statements.back().operands[0]].operands.size(), 2u);
  EXPECT_EQ(Minimised(result, ends_in_a_call), result);
}

TEST_F(PolishTest, PassesUsualKindsWhereNothingTellsOfAnother) {
  const auto of = [](StatementKind kind, std::string text = "") {
    Statement statement;
    statement.kind = kind;
    statement.text = std::move(text);
    return statement;
  };
  const auto has_both = [](const TestCase& it) {
    return it.statements.back().operands.size() == 2;
  };
  const auto passed = [&](const Statement& value, const Holds& holds) {
    const TestCase test = Call("untyped", {value, IntStatement(1)}, {0, 1});
    return Minimised(test, holds);
  };
  EXPECT_EQ(passed(of(StatementKind::kBytes, "base"), has_both).statements[0].kind,
            StatementKind::kStr);
  for (const StatementKind kind : {StatementKind::kComplex, StatementKind::kFrozenSet}) {
    EXPECT_EQ(passed(of(kind), has_both).statements[0].kind, StatementKind::kStr);
  }
  const auto has_bytes = [&](const TestCase& it) {
    return has_both(it) && it.statements[0].kind == StatementKind::kBytes;
  };
  EXPECT_EQ(passed(of(StatementKind::kBytes, "base"), has_bytes).statements[0].kind,
            StatementKind::kBytes);
  const TestCase declared = Call(
      "all_kinds", {FloatStatement(1), of(StatementKind::kBytes, "base"), Statement{}}, {0, 3, 5});
  const auto has_three = [](const TestCase& it) {
    return it.statements.back().operands.size() == 3;
  };
  EXPECT_EQ(Minimised(declared, has_three).statements[1].kind, StatementKind::kBytes)
      << "bytes are declared";
}

TEST_F(PolishTest, GivesACallSomethingElseThanItsReceiver) {
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement spend;
  spend.kind = StatementKind::kCall;
  spend.target = test::CallableNamed(subject_, "spend");
  spend.operands = {1, 1};
  spend.parameters = {0};
  test.statements.push_back(spend);
  const auto spends = [](const TestCase& it) {
    return it.statements.back().kind == StatementKind::kCall &&
           it.statements.back().operands.size() == 2;
  };
  const TestCase result = Minimised(test, spends);
  EXPECT_NE(result.statements.back().operands[0], result.statements.back().operands[1]);
  EXPECT_EQ(Minimised(result, spends), result);
}

TEST_F(PolishTest, PassesACollectionWhereOneIsDeclared) {
  const model::CallableIndex money = test::CallableNamed(subject_, "Money");
  subject_.callables[money].in_subject = false;
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = test::CallableNamed(subject_, "collections");
  call.operands = {1, 1, 1, 1, 1, 1, 1};
  call.parameters = {0, 1, 2, 3, 4, 5, 6};
  test.statements.push_back(call);
  const auto calls = [](const TestCase& it) { return it.statements.back().operands.size() == 7; };
  const TestCase result = Minimised(test, calls);
  const auto& operands = result.statements.back().operands;
  EXPECT_EQ(result.statements[operands[0]].kind, StatementKind::kList);
  EXPECT_EQ(result.statements[operands[3]].kind, StatementKind::kDict);
}

TEST_F(PolishTest, GivesACallSomethingElseThanAClassUnlessItTakesThese) {
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement type, spend;
  type.kind = StatementKind::kClass;
  spend.kind = StatementKind::kCall;
  spend.target = test::CallableNamed(subject_, "spend");
  spend.operands = {1, 2};
  spend.parameters = {0};
  test.statements.push_back(type);
  test.statements.push_back(spend);
  const auto spends = [](const TestCase& it) { return it.statements.back().operands.size() == 2; };
  const auto kind_passed = [&] {
    const TestCase result = Minimised(test, spends);
    return result.statements[result.statements.back().operands[1]].kind;
  };
  model::Callable& callable = subject_.callables[spend.target];
  EXPECT_EQ(kind_passed(), StatementKind::kStr);
  callable.parameters[0].expected.shapes = {{model::Shape::kCallable, 0}};
  EXPECT_EQ(kind_passed(), StatementKind::kClass);
  subject_.classes[0].is_exception = true;
  EXPECT_NE(kind_passed(), StatementKind::kClass) << "exceptions are raised";
  callable.parameters[0].expected = {};
  callable.kind = model::CallableKind::kOperator;
  EXPECT_EQ(kind_passed(), StatementKind::kStr);
}

TEST_F(PolishTest, WritesNumbersForBooleansThatStandForThem) {
  Statement yes, index;
  yes.kind = StatementKind::kBool;
  yes.integer = 1;
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  index.kind = StatementKind::kCall;
  index.target = test::CallableNamed(subject_, "spend");
  subject_.callables[index.target].kind = model::CallableKind::kOperator;
  index.operands = {1, 2};
  index.parameters = {0};
  test.statements.push_back(yes);
  test.statements.push_back(index);
  const auto passed = [&](const TestCase& it) {
    const TestCase result = Minimised(
        it, [](const TestCase& any) { return any.statements.back().operands.size() == 2; });
    return result.statements[result.statements.back().operands[1]];
  };
  EXPECT_EQ(passed(test), IntStatement(1)) << "an index";
  test.statements[2].integer = 0;
  EXPECT_EQ(passed(test).kind, StatementKind::kInt);
  EXPECT_EQ(passed(Call("untyped", {yes, yes}, {0, 1})).kind, StatementKind::kBool);
}

TEST_F(PolishTest, PassesOptionsAsOtherParametersOfTheNameDeclareThemOrSwitchesThemOn) {
  const auto passed = [&](const std::string& keyword, const Statement& value) {
    Statement dict;
    dict.kind = StatementKind::kDict;
    dict.operands = {0, 1};
    const TestCase test =
        Call("SimpleNamespace.SimpleNamespace", {StrStatement(keyword), value, dict}, {0});
    const auto has_it = [&](const TestCase& it) {
      return it.size() == 4 && it.statements[1].kind != StatementKind::kNone &&
             (it.statements[1].kind != StatementKind::kBool || it.statements[1].integer == 1);
    };
    return Minimised(test, has_it).statements[1];
  };
  TestCase same = Call("SimpleNamespace.SimpleNamespace", {StrStatement("frozen"), {}}, {0});
  same.statements[1].kind = StatementKind::kDict;
  same.statements[1].operands = {0, 0};
  const TestCase own = Minimised(same, [](const TestCase& it) { return it.size() > 2; });
  const StatementKind yes = StatementKind::kBool;
  ASSERT_EQ(own.size(), 4u);
  EXPECT_EQ(own.statements[1].kind, yes);
  EXPECT_EQ(passed("frozen", FloatStatement(-7.8)).kind, yes);
  EXPECT_EQ(passed("frozen", StrStatement("frozen")).kind, yes);
  EXPECT_EQ(passed("frozen", StrStatement("alpha")), StrStatement("alpha"));
  EXPECT_EQ(passed("frozen", IntStatement(1)), IntStatement(1));
  EXPECT_EQ(passed("amount", StrStatement("alpha")), IntStatement(1)) << "Money(amount: int)";
  EXPECT_EQ(passed("amount", FloatStatement(0.5)), IntStatement(1)) << "a number, but no int";
}

TEST_F(PolishTest, PassesWhatIsDeclaredInPlaceOfWhatContradictsIt) {
  const auto first_passed = [&](const TestCase& test, std::size_t count) {
    const auto passes_it = [&](const TestCase& it) {
      const auto& operands = it.statements.back().operands;
      return operands.size() == count && it.statements[operands[0]].kind != StatementKind::kNone;
    };
    const TestCase result = Minimised(test, passes_it);
    return result.statements[result.statements.back().operands[0]].kind;
  };
  const Statement text = StrStatement("alpha"), none;
  EXPECT_EQ(first_passed(Call("plain", {text}, {0}), 1), StatementKind::kInt);
  const TestCase texts =
      Call("collections", {text, none, none, none, none, none, none}, {0, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(first_passed(texts, 7), StatementKind::kList);
}

TEST_F(PolishTest, PassesWhatMostTestsPassForParametersOfTheName) {
  std::vector<TestCase> tests(5, Call("untyped", {IntStatement(2), StrStatement("alpha")}, {0, 1}));
  Statement yes;
  yes.kind = StatementKind::kBool;
  yes.integer = 1;
  tests.push_back(Call("untyped", {StrStatement("alpha"), yes}, {0, 1}));
  const Keeps keeps_two = KeepsWhat([](const TestCase& it) {
    return it.statements.back().operands.size() == 2 &&
           it.statements[0].kind != StatementKind::kNone;
  });
  const auto minimised = [&](std::span<const TestCase> some) {
    return Polish(subject_, {some.begin(), some.end()}, keeps_two, nullptr, base::Deadline(clock_))
        .tests.back();
  };
  EXPECT_EQ(minimised(tests).statements[0].kind, StatementKind::kInt);
  EXPECT_EQ(minimised(tests).statements[1].kind, StatementKind::kStr);
  EXPECT_EQ(minimised({&tests.back(), 1}).statements[0].kind, StatementKind::kStr) << "too few";
  Expect("untyped", 0, {{model::Shape::kIntTens, 0}, {model::Shape::kIntDigit, 30}},
         {IntValue(30)});
  EXPECT_EQ(minimised({&tests.back(), 1}).statements[0].integer, 10) << "the roundest of its shape";
}

TEST_F(PolishTest, PutsPlainValuesIntoCollectionsInPlaceOfObjects) {
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement list;
  list.kind = StatementKind::kList;
  list.operands = {1};
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = test::CallableNamed(subject_, "untyped");
  call.operands = {2, 3};
  call.parameters = {0, 1};
  test.statements.push_back(list);
  test.statements.push_back(IntStatement(1));
  test.statements.push_back(call);
  const auto item_of = [](const TestCase& it) {
    const Statement& passed = it.statements[it.statements.back().operands[0]];
    return it.statements[passed.operands[0]].kind;
  };
  const auto has_item = [](const TestCase& it) {
    const Statement& passed = it.statements[it.statements.back().operands.at(0)];
    return passed.kind == StatementKind::kList && passed.operands.size() == 1;
  };
  EXPECT_EQ(item_of(Minimised(test, has_item)), StatementKind::kStr);
  const auto has_object = [&](const TestCase& it) {
    return has_item(it) && item_of(it) == StatementKind::kCall;
  };
  EXPECT_EQ(item_of(Minimised(test, has_object)), StatementKind::kCall);
}

TEST_F(PolishTest, WritesNumbersThatPeopleWrite) {
  Expect("untyped", 0, {{model::Shape::kIntYear, 0}, {model::Shape::kIntDigit, 40}},
         {IntValue(2024)});
  const auto years = [&](int64_t year, const Holds& holds) {
    const TestCase test = Call("untyped", {IntStatement(year), IntStatement(4)}, {0, 1});
    const TestCase result = Minimised(test, holds);
    EXPECT_EQ(Minimised(result, holds), result);
    return result.statements[0].integer;
  };
  const auto has_year = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].kind == StatementKind::kInt &&
           it.statements[0].integer > 0;
  };
  EXPECT_EQ(years(7, has_year), 2000) << "the roundest of them";
  const auto is_early = [&](const TestCase& it) {
    return has_year(it) && it.statements[0].integer < 50;
  };
  EXPECT_LT(years(7, is_early), 50);
}

TEST_F(PolishTest, MultipliesByMoreThanOne) {
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement multiply;
  multiply.kind = StatementKind::kCall;
  multiply.target = test::CallableNamed(subject_, "spend");
  multiply.operands = {1, 2};
  multiply.parameters = {0};
  model::Callable& callable = subject_.callables[multiply.target];
  callable.kind = model::CallableKind::kOperator;
  test.statements.push_back(IntStatement(1));
  test.statements.push_back(multiply);
  const auto factor = [&] {
    const TestCase result = Minimised(
        test, [](const TestCase& it) { return it.statements.back().operands.size() == 2; });
    return result.statements[result.statements.back().operands[1]].integer;
  };
  callable.name = "__add__";
  EXPECT_LT(factor(), 2);
  callable.name = "__mul__";
  EXPECT_EQ(factor(), 2);
}

TEST_F(PolishTest, PassesDifferentTextsForTwoParameters) {
  const auto has_both = [](const TestCase& it) {
    return it.size() == 3 && !it.statements[0].text.empty() && !it.statements[1].text.empty();
  };
  const auto texts = [&](const TestCase& test) {
    const TestCase result = Minimised(test, has_both);
    return std::pair(result.statements[0].text, result.statements[1].text);
  };
  const auto [one, other] =
      texts(Call("untyped", {StrStatement("weight"), StrStatement("total")}, {0, 1}));
  EXPECT_NE(one, other);
}

TEST_F(PolishTest, LeavesNaturalTextsWhole) {
  const TestCase test = Call("untyped", {StrStatement("hello world"), IntStatement(1)}, {0, 1});
  const auto greets = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.starts_with("hel");
  };
  EXPECT_EQ(Minimised(test, greets), test);
}

TEST_F(PolishTest, SpellsSingleLettersOut) {
  Expect("untyped", 0, {{model::Shape::kStrMail, 0}, {model::Shape::kStrCharacter, 30}},
         {StrValue("alice@example.com")});
  const TestCase test = Call("untyped", {StrStatement("xyzzy!"), IntStatement(0)}, {0, 1});
  const auto has_letter = [](const TestCase& it) {
    const std::string& text = it.statements[0].text;
    return it.size() == 3 && !text.empty() && 'a' <= text[0] && text[0] <= 'z';
  };
  const TestCase spelled = Minimised(test, has_letter);
  EXPECT_EQ(spelled.statements[0].text, "alice@example.com");
  TestCase letter = test;
  letter.statements[0].text = "a";
  EXPECT_EQ(Minimised(letter, has_letter), spelled);
}

TEST_F(PolishTest, MakesNumbersRound) {
  struct Case {
    Statement before;
    std::function<bool(const Statement&)> will_do;
    Statement after;
  };
  const std::vector<Case> cases = {
      {IntStatement(-1337), [](const Statement&) { return true; }, IntStatement(1)},
      {IntStatement(-1337), [](const Statement& it) { return it.integer < 0; }, IntStatement(-1)},
      {IntStatement(1337), [](const Statement& it) { return it.integer > 0; }, IntStatement(1)},
      {IntStatement(1337), [](const Statement& it) { return it.integer > 17; }, IntStatement(20)},
      {IntStatement(-1337), [](const Statement& it) { return std::abs(it.integer) > 999; },
       IntStatement(1000)},
      {IntStatement(4711), [](const Statement& it) { return it.integer == 4711; },
       IntStatement(4711)},
      {FloatStatement(-3.14159), [](const Statement&) { return true; }, IntStatement(1)},
      {FloatStatement(-3.14159), [](const Statement& it) { return it.real < -3; },
       FloatStatement(-3.1)},
      {FloatStatement(317.25), [](const Statement& it) { return it.real > 99.5; },
       FloatStatement(100)},
      {FloatStatement(0.377), [](const Statement& it) { return it.real > 0.3 && it.real < 1; },
       FloatStatement(0.4)},
      {FloatStatement(NAN), [](const Statement& it) { return !(it.real == 0); }, FloatStatement(1)},
  };
  for (const Case& it : cases) {
    EXPECT_EQ(MinimisedValue(it.before, it.will_do), it.after)
        << it.before.integer << " " << it.before.real;
  }
  Statement huge = IntStatement(0);
  huge.text = "-123456789012345678901234567890";
  const Statement after =
      MinimisedValue(huge, [](const Statement& it) { return !it.text.empty(); });
  EXPECT_EQ(after.text, "10000000000000000000") << "the roundest that needs more than 64 bits";
}

TEST_F(PolishTest, MakesTextsShortAndPlain) {
  const auto minimised = [&](const std::string& before, auto will_do) {
    return MinimisedValue(StrStatement(before),
                          [&](const Statement& it) { return will_do(it.text); })
        .text;
  };
  EXPECT_EQ(minimised("x~~~Qy", [](const std::string& it) { return it.find("~~") != it.npos; }),
            "~~");
  EXPECT_EQ(minimised("|#lqng~~txt{needle}q",
                      [](const std::string& it) { return it.find("needle") != it.npos; }),
            "needle");
  EXPECT_EQ(minimised("[éé\xed\xb2\x80]",
                      [](const std::string& it) {
                        return it.starts_with('[') && it.ends_with(']') &&
                               CharactersOf(StrStatement(it)).size() > 3;
                      }),
            "[a1]");
}

TEST_F(PolishTest, LeavesOutArgumentsAndWhatMadeThem) {
  TestCase test = Call("Money", {IntStatement(300)}, {0});
  test.statements.push_back(StrStatement("for what"));
  Statement spend;
  spend.kind = StatementKind::kCall;
  spend.target = test::CallableNamed(subject_, "spend");
  spend.operands = {1, 2};
  spend.parameters = {0};
  test.statements.push_back(spend);
  const TestCase result = Minimised(test, [&](const TestCase& it) {
    return it.statements.back().target == spend.target && it.statements[0].integer > 200;
  });
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result.statements[0].integer, 300) << "as round as it gets";
  EXPECT_TRUE(result.statements[2].parameters.empty());

  // A call that only made the argument goes with it.
  TestCase with_object = Call("Money", {IntStatement(3)}, {0});
  with_object.statements.push_back(IntStatement(1));
  with_object.statements.push_back(IntStatement(2));
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = test::CallableNamed(subject_, "untyped");
  call.operands = {2, 3, 1};
  call.parameters = {0, 1, 2};
  with_object.statements.push_back(call);
  const TestCase without = Minimised(
      with_object, [&](const TestCase& it) { return it.statements.back().target == call.target; });
  EXPECT_EQ(without.size(), 3u);
}

TEST_F(PolishTest, LeavesOutElements) {
  Statement list;
  list.kind = StatementKind::kList;
  list.operands = {0, 1, 2};
  TestCase test = Call(
      "untyped",
      {StrStatement("a"), StrStatement("bb"), StrStatement("ccc"), list, IntStatement(0)}, {0, 1});
  const TestCase result = Minimised(test, [](const TestCase& it) {
    return std::any_of(it.statements.begin(), it.statements.end(), [&](const Statement& s) {
      return s.kind == StatementKind::kList &&
             std::any_of(s.operands.begin(), s.operands.end(),
                         [&](VariableIndex i) { return it.statements[i].text.size() == 2; });
    });
  });
  EXPECT_EQ(result.size(), 4u);
}

TEST_F(PolishTest, ValuesThatNeedNotDifferBecomeEqual) {
  Statement list;
  list.kind = StatementKind::kList;
  list.operands = {0};
  const TestCase test = Call("untyped", {StrStatement("q~c"), StrStatement("x{z"), list}, {0, 1});
  const TestCase result = Minimised(test, [](const TestCase& it) {
    return it.size() == 4 && it.statements[0].text.size() == 3 && it.statements[1].text.size() == 3;
  });
  EXPECT_EQ(result.statements[0].text, result.statements[1].text);

  const std::string text(60, 'x');
  const TestCase twice = Call("untyped", {StrStatement(text), StrStatement(text)}, {0, 1});
  const TestCase once = Minimised(twice, [&](const TestCase& it) {
    const Statement& call = it.statements.back();
    return it.statements[call.operands[0]].text == text &&
           it.statements[call.operands[1]].text == text;
  });
  EXPECT_EQ(once.size(), 2u) << "a long text is written once";
}

TEST_F(PolishTest, ElementsOfASetStayDifferent) {
  Statement set;
  set.kind = StatementKind::kSet;
  set.operands = {0, 1};
  const TestCase test =
      Call("untyped", {StrStatement("one"), StrStatement("two"), set, IntStatement(0)}, {0, 1});
  const TestCase result = Minimised(test, [](const TestCase& it) {
    return std::any_of(it.statements.begin(), it.statements.end(), [](const Statement& s) {
      return s.kind == StatementKind::kSet && s.operands.size() == 2;
    });
  });
  EXPECT_NE(result.statements[0].text, result.statements[1].text);
}

TEST_F(PolishTest, LeavesNamesAndWhatATypedDictRequires) {
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement options;
  options.kind = StatementKind::kDict;
  const auto configure = test::CallableNamed(subject_, "configure");
  options.type = subject_.callables[configure].parameters[0].type;
  for (const Statement& it : {StrStatement("title"), StrStatement("long title"),
                              StrStatement("size"), IntStatement(33), StrStatement("price")}) {
    test.statements.push_back(it);
  }
  options.operands = {2, 3, 4, 5, 6, 1};
  test.statements.push_back(options);
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = configure;
  call.operands = {7};
  call.parameters = {0};
  test.statements.push_back(call);
  const TestCase result =
      Minimised(test, [&](const TestCase& it) { return it.statements.back().target == configure; });
  std::vector<std::string> texts;
  for (const Statement& it : result.statements) {
    if (it.kind == StatementKind::kStr) texts.push_back(it.text);
  }
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_EQ(texts[0], "title");
  EXPECT_EQ(texts[2], "size");
  EXPECT_EQ(result.size(), 6u) << "the price and what it is made of went";
}

TEST_F(PolishTest, PassesNoneWhereNothingLooksAtAnArgument) {
  const TestCase test = Call("untyped", {StrStatement("word"), IntStatement(9)}, {0, 1});
  // The function returns its first argument.
  const Observe observe = [&](std::span<const TestCase> tests) {
    std::vector<model::Observation> all;
    for (const TestCase& it : tests) {
      model::Observation& seen = all.emplace_back();
      seen.verdict = model::Verdict::kPassed;
      seen.statements.resize(it.size());
      const Statement& first = it.statements[it.statements.back().operands[0]];
      seen.statements.back().result.kind =
          first.kind == StatementKind::kNone ? model::ValueKind::kNone : model::ValueKind::kStr;
    }
    return all;
  };
  const auto keeps = KeepsWhat([](const TestCase& it) {
    return it.statements.back().operands.size() == 2 &&
           it.statements[it.statements.back().operands[0]].text == "word";
  });
  const TestCase result =
      Polish(subject_, {test}, keeps, nullptr, base::Deadline(clock_), {.observe = observe})
          .tests[0];
  const Statement& call = result.statements.back();
  EXPECT_EQ(result.statements[call.operands[0]].text, "word");
  EXPECT_EQ(result.statements[call.operands[1]].kind, StatementKind::kNone);
  EXPECT_EQ(Polish(subject_, {result}, keeps, nullptr, base::Deadline(clock_)).tests[0], result)
      << "no other pass puts a value in its place";
}

TEST_F(PolishTest, StopsAtTheDeadlineAndAtTheMostCandidates) {
  const TestCase test =
      Call("untyped", {StrStatement(std::string(300, '~')), IntStatement(0)}, {0, 1});
  std::size_t asked = 0;
  const auto count = KeepsWhat([&](const TestCase&) { return ++asked > 1'000'000; });
  const base::Deadline expired = base::Deadline(clock_).Within(std::chrono::seconds(0));
  EXPECT_EQ(Polish(subject_, {test}, count, nullptr, expired).tests[0], test);
  EXPECT_EQ(asked, 0u);
  Polish(subject_, {test}, count, nullptr, base::Deadline(clock_), {.max_versions = 50});
  EXPECT_EQ(asked, 50u);
}

TEST_F(PolishTest, ATestThatIsNotConfirmedStaysAsItWas) {
  const TestCase test = Call("untyped", {StrStatement("text"), IntStatement(9)}, {0, 1});
  std::vector<std::size_t> confirmed;
  const auto result =
      Polish(
          subject_, {test, test},
          KeepsWhat([](const TestCase& it) { return it.statements.back().operands.size() == 2; }),
          [&](std::size_t i, std::span<const TestCase> candidates) {
            EXPECT_EQ(candidates.size(), 1u);
            confirmed.push_back(i);
            return std::vector<bool>{i == 1};
          },
          base::Deadline(clock_))
          .tests;
  EXPECT_EQ(confirmed, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(result[0], test);
  EXPECT_EQ(result[1].statements[1].integer, 1);
}

// What a test must go on doing, drawn at random from what it does: some of its calls, some texts at
// least so long, numbers at least so large, collections with so many elements.
class Demands {
 public:
  Demands(const TestCase& test, base::Rng& rng) {
    for (const Statement& it : test.statements) {
      if (rng.Chance(0.4)) demanded_.push_back(Of(it));
    }
  }
  bool Hold(const TestCase& test) const {
    std::vector<Demand> has;
    for (const Statement& it : test.statements) has.push_back(Of(it));
    return std::all_of(demanded_.begin(), demanded_.end(), [&](const Demand& wanted) {
      return std::any_of(has.begin(), has.end(), [&](const Demand& it) {
        return it.kind == wanted.kind && it.target == wanted.target && it.size >= wanted.size;
      });
    });
  }

 private:
  struct Demand {
    StatementKind kind;
    uint32_t target;
    double size;
  };
  static Demand Of(const Statement& it) {
    const double size = static_cast<double>(it.text.size() + it.operands.size()) +
                        static_cast<double>(it.integer) + (std::isnan(it.real) ? 0 : it.real);
    return {it.kind, it.target, std::floor(size / 2)};
  }
  std::vector<Demand> demanded_;
};

TEST_F(PolishTest, NeverLosesWhatIsAskedForIsIdempotentAndEnds) {
  SearchOptions options;
  GoalSet goals(subject_);
  ConstantPool constants(subject_, 0.5);
  Primitives primitives(options, constants);
  TypeSystem types(subject_);
  TypeGuesses guesses(subject_, types);
  TestFactory factory(goals, options, primitives, types, guesses);
  std::size_t plainer = 0;
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    base::Rng rng(seed);
    TestCase test;
    factory.MakeRandomTest(test, rng);
    factory.Normalise(test);
    const Demands demands(test, rng);
    const Holds holds = [&](const TestCase& it) { return demands.Hold(it); };
    const PolishOptions unbounded{.max_versions = 100'000};
    const TestCase once = Minimised(test, holds, unbounded);
    ASSERT_NO_THROW(CheckWellFormed(once, subject_)) << "seed " << seed;
    EXPECT_FALSE(IsLower(test, once)) << "seed " << seed;
    plainer += IsLower(once, test) ? 1 : 0;
    const TestCase again = Minimised(once, holds, unbounded);
    EXPECT_FALSE(IsLower(again, once)) << "seed " << seed;
    EXPECT_EQ(again.size(), once.size()) << "seed " << seed;
  }
  EXPECT_GT(plainer, 50u);
}

class KeepsGoalsTest : public SearchTest {
 protected:
  // def quote(weight: int, country): if weight < 0: … raises on request
  KeepsGoalsTest() {
    const auto code = program_.CodeObject("quote");
    const auto p = program_.Nested(code, 1);
    program_.Callable(CallableKind::kFunction, "quote", code,
                      {FakeProgram::Parameter("weight", program_.Type(TypeKind::kInt)),
                       FakeProgram::Parameter("country", program_.Type(TypeKind::kStr))},
                      [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                        run.Less(p[0], IntOf(arguments[0]), 0);
                        if (StrOf(arguments[1]) == "?") throw FakeException{"builtins:KeyError"};
                        return FakeValue{};
                      });
  }

  TestCase Quote(int64_t weight, const std::string& country) {
    TestCase test{{IntStatement(weight), StrStatement(country), {}}};
    test.statements[2].kind = StatementKind::kCall;
    test.statements[2].operands = {0, 1};
    test.statements[2].parameters = {0, 1};
    return test;
  }

  std::vector<TestCase> Minimised(const std::vector<ArchivedTest>& tests,
                                  model::Executor& executor) {
    const base::Deadline deadline(clock_);
    program_.subject.callables[0].parameters[1].expected = {{{model::Shape::kStrUpper, 0}},
                                                            {{StrValue("US"), 4}}};
    KeepsGoals keeps(program_.subject, executor, tests, deadline);
    std::vector<TestCase> texts;
    for (const ArchivedTest& it : tests) texts.push_back(it.test);
    const auto ask = [&](Isolation isolation) -> Keeps {
      return [&keeps, isolation](std::size_t test, std::span<const TestCase> candidates) {
        return keeps.Ask(test, candidates, isolation);
      };
    };
    return Polish(program_.subject, texts, ask(Isolation::kShared), ask(Isolation::kFresh),
                  deadline)
        .tests;
  }
};

TEST_F(KeepsGoalsTest, ValuesBecomePlainAndGoalsStay) {
  const GoalSet goals(program_.subject);
  const model::GoalIndex negative = goals.GoalOf({0, true});
  const auto result = Minimised(
      {{Quote(-1337, "x\x1fQ"), {}, {negative}}, {Quote(-1337, "?"), Ending::kRaises, {negative}}},
      executor_);
  EXPECT_EQ(result[0], Quote(-1, "US"));
  EXPECT_EQ(result[1], Quote(-1, "?")) << "how it ends stays";
}

TEST_F(KeepsGoalsTest, NeverLosesAGoalOfWhatASearchFound) {
  AddNumbers(program_);
  AddWords(program_);
  AddAccount(program_);
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    executor_.retired.clear();
    options_.max_generations = 8 * seed;
    std::vector<ArchivedTest> tests = Run(seed).tests;
    executor_.Retire({});
    const auto plain = Minimised(tests, executor_);
    for (std::size_t i = 0; i < tests.size(); ++i) {
      tests[i].test = plain[i];
    }
    ExpectTrue(tests);
    EXPECT_EQ(Minimised(tests, executor_), plain);
  }
}

TEST_F(KeepsGoalsTest, RefusesWhatReachesOutside) {
  test::FakeExecutor executor([this](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    trace.reached_out = test.statements[1].text == "US";
    return trace;
  });
  const auto result = Minimised({{Quote(5, "Somewhere"), {}, {}}}, executor);
  EXPECT_NE(result[0].statements[1].text, "US");
}

TEST_F(KeepsGoalsTest, AsksNoMoreOnceAVersionDidNotEnd) {
  std::size_t hung = 0;
  test::FakeExecutor executor([&](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    if (test.statements[1].text == "US") {
      trace.verdict = model::Verdict::kTimedOut;
      ++hung;
    }
    return trace;
  });
  const auto result = Minimised({{Quote(1337, "Somewhere"), {}, {}}}, executor);
  EXPECT_LE(hung, PolishOptions{}.batch) << "those that were asked together";
  EXPECT_EQ(result[0], Quote(1337, "Somewhere"));
}

TEST_F(KeepsGoalsTest, LeavesATestThatDoesNotShowItsGoals) {
  const GoalSet goals(program_.subject);
  const auto result = Minimised({{Quote(1337, "x"), {}, {goals.GoalOf({0, true})}}}, executor_);
  EXPECT_EQ(result[0], Quote(1337, "x"));
}

}  // namespace
}  // namespace skua::search
