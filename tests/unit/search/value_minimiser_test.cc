// The value minimiser: what it makes of single values, and properties over many random tests.

#include "search/shrinking/value_minimiser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "search/making/test_edits.h"
#include "search/shrinking/plainer_values.h"
#include "search/shrinking/plainness.h"
#include "unit/search/maker_fixture.h"
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
Statement FloatStatement(double value) { return {.kind = StatementKind::kFloat, .real = value}; }

TEST(Plainness, OrdersValues) {
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
        EXPECT_EQ(IsPlainer(TestCase{{values[a]}}, TestCase{{values[b]}}), a < b);
      }
    }
  }
}

// def f(value): calls with one value, of which something must stay true.
class ValueMinimiserTest : public MakerTest {
 protected:
  using Holds = std::function<bool(const TestCase&)>;

  static Keeps KeepsWhat(Holds holds) {
    return [holds](std::size_t, std::span<const TestCase> candidates) {
      std::vector<bool> keeps;
      for (const TestCase& candidate : candidates) keeps.push_back(holds(candidate));
      return keeps;
    };
  }

  TestCase Minimised(const TestCase& test, Holds holds, ValueMinimiserOptions options = {}) {
    EXPECT_TRUE(holds(test));
    CheckWellFormed(test, subject_);
    std::size_t asked = 0;
    const Holds checked = [&](const TestCase& candidate) {
      CheckWellFormed(candidate, subject_);
      ++asked;
      return holds(candidate);
    };
    const TestCase result = MinimiseValues(subject_, {test}, KeepsWhat(checked), nullptr,
                                           base::Deadline(clock_), options)
                                .at(0);
    EXPECT_TRUE(holds(result));
    EXPECT_LE(asked, options.max_candidates);
    return result;
  }

  // Calls the function with values that stand before it.
  TestCase Call(const std::string& name, std::vector<Statement> values,
                std::vector<uint16_t> parameters) {
    TestCase test{std::move(values)};
    Statement call{.kind = StatementKind::kCall, .target = test::CallableNamed(subject_, name)};
    const std::size_t first = test.size() - parameters.size();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      call.operands.push_back(static_cast<VariableIndex>(first + i));
    }
    call.parameters.assign(parameters.begin(), parameters.end());
    test.statements.push_back(std::move(call));
    return test;
  }

  // What becomes of one value that must do.
  Statement MinimisedValue(const Statement& value,
                           const std::function<bool(const Statement&)>& will_do) {
    const TestCase result = Minimised(
        Call("untyped", {value, IntStatement(0)}, {0, 1}),
        [&](const TestCase& test) { return test.size() == 3 && will_do(test.statements[0]); });
    return result.statements[0];
  }

  test::FakeClock clock_;
};

TEST_F(ValueMinimiserTest, ExchangesGarbageForWhatAPersonWouldHaveTyped) {
  const model::Vocabulary vocabulary(subject_);
  const TestCase test =
      Call("untyped", {StrStatement("@(]jISrdG[ADg!]M@"), IntStatement(0)}, {0, 1});
  const auto is_long = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.size() > 3;
  };
  EXPECT_EQ(Minimised(test, is_long).statements[0].text.size(), 4u);
  const TestCase natural = Minimised(test, is_long, {.vocabulary = &vocabulary});
  EXPECT_TRUE(vocabulary.IsNatural(natural.statements[0].text)) << natural.statements[0].text;
  EXPECT_EQ(Minimised(natural, is_long, {.vocabulary = &vocabulary}), natural);
}

TEST_F(ValueMinimiserTest, ExchangesGarbageWhereverItHasToBeTheSame) {
  const model::Vocabulary vocabulary(subject_);
  const std::string garbage = "nQmc{]vxow{!";
  const TestCase test = Call("untyped", {StrStatement(garbage), StrStatement(garbage)}, {0, 1});
  const auto is_found = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.size() > 3 &&
           it.statements[0].text == it.statements[1].text;
  };
  const TestCase natural = Minimised(test, is_found, {.vocabulary = &vocabulary});
  EXPECT_TRUE(vocabulary.IsNatural(natural.statements[0].text)) << natural.statements[0].text;
}

TEST_F(ValueMinimiserTest, LeavesValuesThatSaySomethingWhereAsked) {
  const TestCase test = Call("untyped", {StrStatement("@(]jIS"), IntStatement(1337)}, {0, 1});
  const auto has_both = [](const TestCase& it) { return it.size() == 3; };
  const auto hollow = Minimised(test, has_both).statements;
  EXPECT_TRUE(hollow[0].text.empty());
  EXPECT_EQ(hollow[1].integer, 0);
  const auto full = Minimised(test, has_both, {.keeps_substance = true}).statements;
  EXPECT_EQ(full[0].text.size(), 1u);
  EXPECT_EQ(full[1].integer, 1);
}

TEST_F(ValueMinimiserTest, PassesAWordInThePlaceOfASentence) {
  const model::Vocabulary vocabulary(subject_);
  subject_.callables[test::CallableNamed(subject_, "untyped")].parameters[0].name = "separator";
  const TestCase test =
      Call("untyped", {StrStatement("hello world or hello you"), IntStatement(0)}, {0, 1});
  const auto says_something = [](const TestCase& it) {
    return it.size() == 3 && !it.statements[0].text.empty();
  };
  EXPECT_EQ(Minimised(test, says_something, {.vocabulary = &vocabulary}).statements[0].text, ",");
}

TEST_F(ValueMinimiserTest, WritesNamesForKeysThatNobodyWouldWrite) {
  const model::Vocabulary vocabulary(subject_);
  Statement dict{.kind = StatementKind::kDict, .operands = {0, 1, 2, 1}};
  const auto with_keys = [&](const Statement& first, const Statement& second) {
    const TestCase test =
        Call("untyped", {first, IntStatement(0), second, dict, IntStatement(0)}, {0, 1});
    const auto has_both = [](const TestCase& it) {
      return it.size() > 3 && it.statements[it.size() - 3].operands.size() == 4;
    };
    const TestCase result = Minimised(test, has_both, {.vocabulary = &vocabulary});
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

TEST_F(ValueMinimiserTest, FillsWhatIsEmptyWhereValuesShallSaySomething) {
  const auto of = [](StatementKind kind) { return Statement{.kind = kind}; };
  const auto has_both = [](const TestCase& it) {
    return it.statements.back().operands.size() == 2;
  };
  const auto filled = [&](const Statement& value) {
    const TestCase test = Call("untyped", {value, IntStatement(1)}, {0, 1});
    EXPECT_EQ(Minimised(test, has_both).size(), 3u);
    return Minimised(test, has_both, {.keeps_substance = true});
  };
  EXPECT_EQ(filled(StrStatement("")).statements[0].text.size(), 1u);
  EXPECT_EQ(filled(of(StatementKind::kList)).statements[1].operands.size(), 1u);
  EXPECT_EQ(filled(of(StatementKind::kDict)).statements[2].operands.size(), 2u);
  const TestCase zero = Call("untyped", {IntStatement(0), FloatStatement(0)}, {0, 1});
  const TestCase numbers = Minimised(zero, has_both, {.keeps_substance = true});
  EXPECT_EQ(numbers.statements[0].integer, 1);
  EXPECT_NE(numbers.statements[1].real, 0);
  const TestCase full = filled(of(StatementKind::kDict));
  EXPECT_EQ(Minimised(full, has_both, {.keeps_substance = true}), full) << "it ends";
}

TEST_F(ValueMinimiserTest, LearnsWhatIsUsualOfTheSuite) {
  const model::Vocabulary vocabulary(subject_);
  const TestCase text = Call("untyped", {StrStatement("word"), IntStatement(0)}, {0, 1});
  const auto is_call = [](const TestCase& it) { return it.size() == 3; };
  const std::vector<TestCase> suite(4, Call("untyped", {IntStatement(3), IntStatement(0)}, {0, 1}));
  ValueMinimiserOptions options{.vocabulary = &vocabulary, .keeps_substance = true};
  EXPECT_EQ(Minimised(text, is_call, options).statements[0].kind, StatementKind::kStr);
  options.suite = suite;
  EXPECT_EQ(Minimised(text, is_call, options).statements[0].kind, StatementKind::kInt);
}

TEST_F(ValueMinimiserTest, WritesPlainEnglishForWordsThatWerePutTogether) {
  const model::Vocabulary vocabulary(subject_);
  const std::string patchwork = "plain collections untyped";
  ASSERT_TRUE(vocabulary.IsNatural(patchwork) && vocabulary.IsPatchwork(patchwork));
  const TestCase test = Call("untyped", {StrStatement(patchwork), IntStatement(0)}, {0, 1});
  const auto text_of = [&](std::size_t least) {
    const auto is_long = [&](const TestCase& it) {
      return it.size() == 3 && it.statements[0].text.size() >= least;
    };
    return Minimised(test, is_long, {.vocabulary = &vocabulary}).statements[0].text;
  };
  EXPECT_EQ(text_of(2), "hello");
  EXPECT_EQ(text_of(12), "hello world this is some text");
  EXPECT_EQ(text_of(patchwork.size()), "hello world this is some text");
  const auto is_the_same = [&](const TestCase& it) { return it.statements[0].text == patchwork; };
  EXPECT_EQ(Minimised(test, is_the_same, {.vocabulary = &vocabulary}).statements[0].text,
            patchwork);
}

TEST_F(ValueMinimiserTest, WritesAWordForAKeyOfSigns) {
  const model::Vocabulary vocabulary(subject_);
  ASSERT_TRUE(vocabulary.IsNatural("=")) << "it is a constant of the subject";
  const auto has_text = [](const TestCase& it) {
    return std::ranges::any_of(it.statements, [](const Statement& s) { return !s.text.empty(); });
  };
  const TestCase value = Call("untyped", {StrStatement("="), IntStatement(0)}, {0, 1});
  EXPECT_EQ(Minimised(value, has_text, {.vocabulary = &vocabulary}), value);
  subject_.callables[value.statements.back().target].parameters[0].name = "key";
  EXPECT_EQ(Minimised(value, has_text, {.vocabulary = &vocabulary}).statements[0].text, "key");
  subject_.callables[value.statements.back().target].parameters[0].name = "x";
  Statement dict{.kind = StatementKind::kDict, .operands = {0, 1}};
  const TestCase keyed =
      Call("untyped", {StrStatement("="), IntStatement(1), dict, IntStatement(0)}, {0, 1});
  const TestCase named = Minimised(keyed, has_text, {.vocabulary = &vocabulary});
  EXPECT_TRUE(
      std::ranges::any_of(named.statements, [](const Statement& it) { return it.text == "key"; }));
}

TEST_F(ValueMinimiserTest, PassesItemsToWhatTakesItems) {
  const model::Vocabulary vocabulary(subject_);
  const auto ends_in_a_call = [](const TestCase& it) {
    return it.statements.back().operands.size() == 2 &&
           std::ranges::any_of(it.statements, [](const Statement& s) { return s.text.size() > 3; });
  };
  const TestCase test = Call("untyped", {StrStatement("hello"), IntStatement(0)}, {0, 1});
  EXPECT_EQ(Minimised(test, ends_in_a_call, {.vocabulary = &vocabulary}), test);
  subject_.callables[test::CallableNamed(subject_, "untyped")].parameters[0].name = "items";
  const TestCase result = Minimised(test, ends_in_a_call, {.vocabulary = &vocabulary});
  const Statement& items = result.statements[result.statements.back().operands[0]];
  EXPECT_EQ(items.kind, StatementKind::kList);
  EXPECT_EQ(items.operands.size(), 1u);
  const auto has_two = [](const TestCase& it) {
    const Statement& passed = it.statements[it.statements.back().operands[0]];
    return it.statements.back().operands.size() == 2 &&
           (passed.kind == StatementKind::kStr || passed.operands.size() == 2);
  };
  const TestCase two = Minimised(test, has_two, {.vocabulary = &vocabulary});
  EXPECT_EQ(two.statements[two.statements.back().operands[0]].operands.size(), 2u);
  EXPECT_EQ(Minimised(result, ends_in_a_call, {.vocabulary = &vocabulary}), result);
}

TEST_F(ValueMinimiserTest, PassesUsualKindsWhereNothingTellsOfAnother) {
  const model::Vocabulary vocabulary(subject_);
  const auto of = [](StatementKind kind, std::string text = "") {
    return Statement{.kind = kind, .text = std::move(text)};
  };
  const auto has_both = [](const TestCase& it) {
    return it.statements.back().operands.size() == 2;
  };
  const auto passed = [&](const Statement& value, const Holds& holds) {
    const TestCase test = Call("untyped", {value, IntStatement(1)}, {0, 1});
    return Minimised(test, holds, {.vocabulary = &vocabulary, .keeps_substance = true});
  };
  EXPECT_EQ(passed(of(StatementKind::kBytes, "base"), has_both).statements[0].kind,
            StatementKind::kStr);
  EXPECT_EQ(passed(of(StatementKind::kComplex), has_both).statements[0].kind, StatementKind::kBool);
  EXPECT_EQ(passed(of(StatementKind::kFrozenSet), has_both).statements[0].kind,
            StatementKind::kBool);
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
  EXPECT_EQ(Minimised(declared, has_three, {.vocabulary = &vocabulary}).statements[1].kind,
            StatementKind::kBytes)
      << "bytes are declared";
}

TEST_F(ValueMinimiserTest, GivesACallSomethingElseThanItsReceiver) {
  const model::Vocabulary vocabulary(subject_);
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement spend{.kind = StatementKind::kCall};
  spend.target = test::CallableNamed(subject_, "spend");
  spend.operands = {1, 1};
  spend.parameters = {0};
  test.statements.push_back(spend);
  const auto spends = [](const TestCase& it) {
    return it.statements.back().kind == StatementKind::kCall &&
           it.statements.back().operands.size() == 2;
  };
  const TestCase result = Minimised(test, spends, {.vocabulary = &vocabulary});
  EXPECT_NE(result.statements.back().operands[0], result.statements.back().operands[1]);
  EXPECT_EQ(Minimised(result, spends, {.vocabulary = &vocabulary}), result);
}

TEST_F(ValueMinimiserTest, PassesACollectionWhereOneIsDeclared) {
  const model::Vocabulary vocabulary(subject_);
  const model::CallableIndex money = test::CallableNamed(subject_, "Money");
  subject_.callables[money].in_subject = false;
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  test.statements.push_back({.kind = StatementKind::kCall,
                             .target = test::CallableNamed(subject_, "collections"),
                             .operands = {1, 1, 1, 1, 1, 1, 1},
                             .parameters = {0, 1, 2, 3, 4, 5, 6}});
  const auto calls = [](const TestCase& it) { return it.statements.back().operands.size() == 7; };
  const TestCase result = Minimised(test, calls, {.vocabulary = &vocabulary});
  const auto& operands = result.statements.back().operands;
  EXPECT_EQ(result.statements[operands[0]].kind, StatementKind::kList);
  EXPECT_EQ(result.statements[operands[3]].kind, StatementKind::kDict);
}

TEST_F(ValueMinimiserTest, GivesACallSomethingElseThanAClassUnlessItTakesThese) {
  const model::Vocabulary vocabulary(subject_);
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
    const TestCase result = Minimised(test, spends, {.vocabulary = &vocabulary});
    return result.statements[result.statements.back().operands[1]].kind;
  };
  model::Callable& callable = subject_.callables[spend.target];
  EXPECT_EQ(kind_passed(), StatementKind::kInt);
  callable.parameters[0].name = "on_spent_callback";
  EXPECT_EQ(kind_passed(), StatementKind::kClass);
  callable.kind = model::CallableKind::kOperator;
  EXPECT_EQ(kind_passed(), StatementKind::kInt);
}

TEST_F(ValueMinimiserTest, WritesNumbersForBooleansThatStandForThem) {
  const model::Vocabulary vocabulary(subject_);
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
        it, [](const TestCase& any) { return any.statements.back().operands.size() == 2; },
        {.vocabulary = &vocabulary, .keeps_substance = true});
    return result.statements[result.statements.back().operands[1]];
  };
  EXPECT_EQ(passed(test), IntStatement(1)) << "an index";
  test.statements[2].integer = 0;
  EXPECT_EQ(passed(test).kind, StatementKind::kInt);
  EXPECT_EQ(passed(Call("untyped", {yes, yes}, {0, 1})).kind, StatementKind::kBool);
}

TEST_F(ValueMinimiserTest, PassesOptionsAsOtherParametersOfTheNameDeclareThemOrSwitchesThemOn) {
  const model::Vocabulary vocabulary(subject_);
  const auto passed = [&](const std::string& keyword, const Statement& value) {
    Statement dict{.kind = StatementKind::kDict, .operands = {0, 1}};
    const TestCase test =
        Call("SimpleNamespace.SimpleNamespace", {StrStatement(keyword), value, dict}, {0});
    const auto has_it = [&](const TestCase& it) {
      return it.size() == 4 && it.statements[1].kind != StatementKind::kNone &&
             (it.statements[1].kind != StatementKind::kBool || it.statements[1].integer == 1);
    };
    return Minimised(test, has_it, {.vocabulary = &vocabulary, .keeps_substance = true})
        .statements[1];
  };
  TestCase same = Call("SimpleNamespace.SimpleNamespace", {StrStatement("frozen"), {}}, {0});
  same.statements[1].kind = StatementKind::kDict;
  same.statements[1].operands = {0, 0};
  const TestCase own = Minimised(same, [](const TestCase& it) { return it.size() > 2; },
                                 {.vocabulary = &vocabulary});
  const StatementKind yes = StatementKind::kBool;
  ASSERT_EQ(own.size(), 4u);
  EXPECT_EQ(own.statements[1].kind, yes);
  EXPECT_EQ(passed("frozen", FloatStatement(-7.8)).kind, yes);
  EXPECT_EQ(passed("frozen", StrStatement("frozen")).kind, yes);
  EXPECT_EQ(passed("frozen", StrStatement("alpha")), StrStatement("alpha"));
  EXPECT_EQ(passed("frozen", IntStatement(1)), IntStatement(1));
  EXPECT_EQ(passed("amount", StrStatement("alpha")), IntStatement(1)) << "Money(amount: int)";
  EXPECT_EQ(passed("amount", FloatStatement(0.5)).kind, StatementKind::kFloat) << "a number, too";
}

TEST_F(ValueMinimiserTest, PassesWhatIsDeclaredInPlaceOfWhatContradictsIt) {
  const model::Vocabulary vocabulary(subject_);
  const auto first_passed = [&](const TestCase& test, std::size_t count) {
    const auto passes_it = [&](const TestCase& it) {
      const auto& operands = it.statements.back().operands;
      return operands.size() == count && it.statements[operands[0]].kind != StatementKind::kNone;
    };
    const TestCase result = Minimised(test, passes_it, {.vocabulary = &vocabulary});
    return result.statements[result.statements.back().operands[0]].kind;
  };
  const Statement text = StrStatement("alpha"), none;
  EXPECT_EQ(first_passed(Call("plain", {text}, {0}), 1), StatementKind::kInt);
  const TestCase texts =
      Call("collections", {text, none, none, none, none, none, none}, {0, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(first_passed(texts, 7), StatementKind::kList);
}

TEST_F(ValueMinimiserTest, PassesWhatMostTestsPassForParametersOfTheName) {
  const model::Vocabulary vocabulary(subject_);
  std::vector<TestCase> tests(5, Call("untyped", {IntStatement(2), StrStatement("alpha")}, {0, 1}));
  Statement yes{.kind = StatementKind::kBool, .integer = 1};
  tests.push_back(Call("untyped", {StrStatement("alpha"), yes}, {0, 1}));
  const Keeps keeps_two = KeepsWhat([](const TestCase& it) {
    return it.statements.back().operands.size() == 2 &&
           it.statements[0].kind != StatementKind::kNone;
  });
  const auto minimised = [&](std::span<const TestCase> some) {
    return MinimiseValues(subject_, {some.begin(), some.end()}, keeps_two, nullptr,
                          base::Deadline(clock_), {.vocabulary = &vocabulary})
        .back();
  };
  EXPECT_EQ(minimised(tests).statements[0].kind, StatementKind::kInt);
  EXPECT_EQ(minimised(tests).statements[1].kind, StatementKind::kStr);
  EXPECT_EQ(minimised({&tests.back(), 1}).statements[0].kind, StatementKind::kStr) << "too few";
  const std::size_t untyped = test::CallableNamed(subject_, "untyped");
  subject_.callables[untyped].parameters[0].name = "minute";
  EXPECT_EQ(minimised({&tests.back(), 1}).statements[0].kind, StatementKind::kInt)
      << "the name tells";
}

TEST_F(ValueMinimiserTest, PutsPlainValuesIntoCollectionsInPlaceOfObjects) {
  const model::Vocabulary vocabulary(subject_);
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement list{.kind = StatementKind::kList, .operands = {1}};
  Statement call{.kind = StatementKind::kCall,
                 .target = test::CallableNamed(subject_, "untyped"),
                 .operands = {2, 3},
                 .parameters = {0, 1}};
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
  EXPECT_EQ(item_of(Minimised(test, has_item, {.vocabulary = &vocabulary})), StatementKind::kStr);
  const auto has_object = [&](const TestCase& it) {
    return has_item(it) && item_of(it) == StatementKind::kCall;
  };
  EXPECT_EQ(item_of(Minimised(test, has_object, {.vocabulary = &vocabulary})),
            StatementKind::kCall);
}

TEST_F(ValueMinimiserTest, WritesYearsOfThisCentury) {
  const model::Vocabulary vocabulary(subject_);
  const std::size_t untyped = test::CallableNamed(subject_, "untyped");
  subject_.callables[untyped].parameters[0].name = "year";
  const auto years = [&](int64_t year, const Holds& holds) {
    const TestCase test = Call("untyped", {IntStatement(year), IntStatement(4)}, {0, 1});
    const TestCase result = Minimised(test, holds, {.vocabulary = &vocabulary});
    EXPECT_EQ(Minimised(result, holds, {.vocabulary = &vocabulary}), result);
    return result.statements[0].integer;
  };
  const auto has_year = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].kind == StatementKind::kInt &&
           it.statements[0].integer > 0;
  };
  EXPECT_EQ(years(7, has_year), 2007);
  const auto is_early = [&](const TestCase& it) {
    return has_year(it) && it.statements[0].integer < 50;
  };
  EXPECT_EQ(years(7, is_early), 1);
}

TEST_F(ValueMinimiserTest, MultipliesByMoreThanOne) {
  const model::Vocabulary vocabulary(subject_);
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement multiply{.kind = StatementKind::kCall,
                     .target = test::CallableNamed(subject_, "spend"),
                     .operands = {1, 2},
                     .parameters = {0}};
  model::Callable& callable = subject_.callables[multiply.target];
  callable.kind = model::CallableKind::kOperator;
  test.statements.push_back(IntStatement(1));
  test.statements.push_back(multiply);
  const auto factor = [&] {
    const TestCase result = Minimised(
        test, [](const TestCase& it) { return it.statements.back().operands.size() == 2; },
        {.vocabulary = &vocabulary});
    return result.statements[result.statements.back().operands[1]].integer;
  };
  callable.name = "__add__";
  EXPECT_LT(factor(), 2);
  callable.name = "__mul__";
  EXPECT_EQ(factor(), 2);
}

TEST_F(ValueMinimiserTest, PassesDifferentTextsForTwoParameters) {
  const auto has_both = [](const TestCase& it) {
    return it.size() == 3 && !it.statements[0].text.empty() && !it.statements[1].text.empty();
  };
  const auto texts = [&](const TestCase& test) {
    const TestCase result = Minimised(test, has_both);
    return std::pair(result.statements[0].text, result.statements[1].text);
  };
  const auto [one, other] =
      texts(Call("untyped", {StrStatement("weight"), StrStatement("total")}, {0, 1}));
  EXPECT_EQ(one.size(), 1u);
  EXPECT_NE(one, other);
}

TEST_F(ValueMinimiserTest, LeavesNaturalTextsWhole) {
  const model::Vocabulary vocabulary(subject_);
  const TestCase test = Call("untyped", {StrStatement("hello world"), IntStatement(0)}, {0, 1});
  const auto greets = [](const TestCase& it) {
    return it.size() == 3 && it.statements[0].text.starts_with("hel");
  };
  EXPECT_EQ(Minimised(test, greets, {.vocabulary = &vocabulary}), test);
  EXPECT_EQ(Minimised(test, greets).statements[0].text, "hel");
}

TEST_F(ValueMinimiserTest, FallsBackToWhatIsOnlyPlainWhereNaturalTextsAreRefusedInTheEnd) {
  const model::Vocabulary vocabulary(subject_);
  const TestCase test = Call("untyped", {StrStatement("@(]jISrdG"), IntStatement(0)}, {0, 1});
  const Keeps is_long = KeepsWhat(
      [](const TestCase& it) { return it.size() == 3 && it.statements[0].text.size() > 3; });
  const Keeps is_odd =
      KeepsWhat([&](const TestCase& it) { return !vocabulary.IsNatural(it.statements[0].text); });
  const auto result = MinimiseValues(subject_, {test}, is_long, is_odd, base::Deadline(clock_),
                                     {.vocabulary = &vocabulary});
  EXPECT_EQ(result.at(0).statements[0].text.size(), 4u);
  EXPECT_FALSE(vocabulary.IsNatural(result.at(0).statements[0].text));
}

TEST_F(ValueMinimiserTest, SpellsSingleLettersOut) {
  subject_.callables[test::CallableNamed(subject_, "untyped")].parameters[0].name = "email";
  const model::Vocabulary vocabulary(subject_);
  const TestCase test = Call("untyped", {StrStatement("xyzzy!"), IntStatement(0)}, {0, 1});
  const auto has_letter = [](const TestCase& it) {
    const std::string& text = it.statements[0].text;
    return it.size() == 3 && !text.empty() && 'a' <= text[0] && text[0] <= 'z';
  };
  const TestCase spelled = Minimised(test, has_letter, {.vocabulary = &vocabulary});
  EXPECT_EQ(spelled.statements[0].text, "alice@example.com");
  TestCase letter = test;
  letter.statements[0].text = "a";
  EXPECT_EQ(Minimised(letter, has_letter, {.vocabulary = &vocabulary}), spelled);
}

TEST_F(ValueMinimiserTest, MakesNumbersRound) {
  struct Case {
    Statement before;
    std::function<bool(const Statement&)> will_do;
    Statement after;
  };
  const std::vector<Case> cases = {
      {IntStatement(-1337), [](const Statement&) { return true; }, IntStatement(0)},
      {IntStatement(-1337), [](const Statement& it) { return it.integer < 0; }, IntStatement(-1)},
      {IntStatement(1337), [](const Statement& it) { return it.integer > 0; }, IntStatement(1)},
      {IntStatement(1337), [](const Statement& it) { return it.integer > 17; }, IntStatement(20)},
      {IntStatement(-1337), [](const Statement& it) { return std::abs(it.integer) > 999; },
       IntStatement(1000)},
      {IntStatement(4711), [](const Statement& it) { return it.integer == 4711; },
       IntStatement(4711)},
      {FloatStatement(-3.14159), [](const Statement&) { return true; }, FloatStatement(0)},
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

TEST_F(ValueMinimiserTest, MakesTextsShortAndPlain) {
  const auto minimised = [&](const std::string& before, auto will_do) {
    return MinimisedValue(StrStatement(before),
                          [&](const Statement& it) { return will_do(it.text); })
        .text;
  };
  EXPECT_EQ(minimised("x\x1fQ", [](const std::string&) { return true; }), "");
  EXPECT_EQ(minimised("x\x1fQ", [](const std::string& it) { return !it.empty(); }), "q");
  EXPECT_EQ(minimised("\x1f\x7f\n=+", [](const std::string& it) { return it.size() > 2; }), "aaa");
  EXPECT_EQ(minimised("HeLLo", [](const std::string& it) { return it.size() == 5; }), "hello");
  EXPECT_EQ(minimised("a long text with a needle in it",
                      [](const std::string& it) { return it.find("needle") != it.npos; }),
            "needle");
  EXPECT_EQ(
      minimised("key = value\n", [](const std::string& it) { return it.find('=') != it.npos; }),
      "=");
  EXPECT_EQ(minimised("[éé\xed\xb2\x80]",
                      [](const std::string& it) {
                        return it.starts_with('[') && it.ends_with(']') &&
                               CharactersOf(StrStatement(it)).size() > 3;
                      }),
            "[aa]");
}

TEST_F(ValueMinimiserTest, LeavesOutArgumentsAndWhatMadeThem) {
  TestCase test = Call("Money", {IntStatement(300)}, {0});
  test.statements.push_back(StrStatement("for what"));
  Statement spend{.kind = StatementKind::kCall};
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
  Statement call{.kind = StatementKind::kCall,
                 .target = test::CallableNamed(subject_, "untyped"),
                 .operands = {2, 3, 1},
                 .parameters = {0, 1, 2}};
  with_object.statements.push_back(call);
  const TestCase without = Minimised(
      with_object, [&](const TestCase& it) { return it.statements.back().target == call.target; });
  EXPECT_EQ(without.size(), 3u);
}

TEST_F(ValueMinimiserTest, LeavesOutElements) {
  Statement list{.kind = StatementKind::kList, .operands = {0, 1, 2}};
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
  EXPECT_EQ(result.statements[0].text, "bb");
}

TEST_F(ValueMinimiserTest, PassesNoneWhereTheTypeAllowsIt) {
  // def all_kinds(a: float, /, *, e: int | None, …)
  const TestCase test = Call("all_kinds", {FloatStatement(1.5), IntStatement(7)}, {0, 5});
  const TestCase result = Minimised(
      test, [&](const TestCase& it) { return it.statements.back().parameters.size() == 2; });
  EXPECT_EQ(result.statements[1].kind, StatementKind::kNone);
  EXPECT_EQ(result.statements[0], FloatStatement(0));
}

TEST_F(ValueMinimiserTest, ValuesThatNeedNotDifferBecomeEqual) {
  Statement list{.kind = StatementKind::kList, .operands = {0}};
  const TestCase test = Call("untyped", {StrStatement("abc"), StrStatement("xyz"), list}, {0, 1});
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

TEST_F(ValueMinimiserTest, ElementsOfASetStayDifferent) {
  Statement set{.kind = StatementKind::kSet, .operands = {0, 1}};
  const TestCase test =
      Call("untyped", {StrStatement("one"), StrStatement("two"), set, IntStatement(0)}, {0, 1});
  const TestCase result = Minimised(test, [](const TestCase& it) {
    return std::any_of(it.statements.begin(), it.statements.end(), [](const Statement& s) {
      return s.kind == StatementKind::kSet && s.operands.size() == 2;
    });
  });
  EXPECT_NE(result.statements[0].text, result.statements[1].text);
}

TEST_F(ValueMinimiserTest, LeavesNamesAndWhatATypedDictRequires) {
  TestCase test = Call("Money", {IntStatement(1)}, {0});
  Statement options{.kind = StatementKind::kDict};
  const auto configure = test::CallableNamed(subject_, "configure");
  options.type = subject_.callables[configure].parameters[0].type;
  for (const Statement& it : {StrStatement("title"), StrStatement("long title"),
                              StrStatement("size"), IntStatement(33), StrStatement("price")}) {
    test.statements.push_back(it);
  }
  options.operands = {2, 3, 4, 5, 6, 1};
  test.statements.push_back(options);
  test.statements.push_back(
      {.kind = StatementKind::kCall, .target = configure, .operands = {7}, .parameters = {0}});
  const TestCase result =
      Minimised(test, [&](const TestCase& it) { return it.statements.back().target == configure; });
  std::vector<std::string> texts;
  for (const Statement& it : result.statements) {
    if (it.kind == StatementKind::kStr) texts.push_back(it.text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"title", "", "size"}));
  EXPECT_EQ(result.size(), 6u) << "the price and what it is made of went";
}

TEST_F(ValueMinimiserTest, StopsAtTheDeadlineAndAtTheMostCandidates) {
  const TestCase test =
      Call("untyped", {StrStatement(std::string(300, '~')), IntStatement(0)}, {0, 1});
  std::size_t asked = 0;
  const auto count = KeepsWhat([&](const TestCase&) { return ++asked > 1'000'000; });
  const base::Deadline expired = base::Deadline(clock_).Within(std::chrono::seconds(0));
  EXPECT_EQ(MinimiseValues(subject_, {test}, count, nullptr, expired)[0], test);
  EXPECT_EQ(asked, 0u);
  MinimiseValues(subject_, {test}, count, nullptr, base::Deadline(clock_), {.max_candidates = 50});
  EXPECT_EQ(asked, 50u);
}

TEST_F(ValueMinimiserTest, ATestThatIsNotConfirmedStaysAsItWas) {
  const TestCase test = Call("untyped", {StrStatement("text"), IntStatement(9)}, {0, 1});
  std::vector<std::size_t> confirmed;
  const auto result = MinimiseValues(
      subject_, {test, test}, KeepsWhat([](const TestCase& it) { return it.size() == 3; }),
      [&](std::size_t i, std::span<const TestCase> candidates) {
        EXPECT_EQ(candidates.size(), 1u);
        confirmed.push_back(i);
        return std::vector<bool>{i == 1};
      },
      base::Deadline(clock_));
  EXPECT_EQ(confirmed, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(result[0], test);
  EXPECT_EQ(result[1], Call("untyped", {StrStatement(""), IntStatement(0)}, {0, 1}));
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

TEST_F(ValueMinimiserTest, NeverLosesWhatIsAskedForIsIdempotentAndEnds) {
  std::size_t plainer = 0;
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    base::Rng rng(seed);
    TestCase test;
    factory_.MakeRandomTest(test, rng);
    factory_.Normalise(test);
    const Demands demands(test, rng);
    const Holds holds = [&](const TestCase& it) { return demands.Hold(it); };
    const ValueMinimiserOptions unbounded{.max_candidates = 100'000};
    const TestCase once = Minimised(test, holds, unbounded);
    ASSERT_NO_THROW(CheckWellFormed(once, subject_)) << "seed " << seed;
    EXPECT_FALSE(IsPlainer(test, once)) << "seed " << seed;
    plainer += IsPlainer(once, test) ? 1 : 0;
    const TestCase again = Minimised(once, holds, unbounded);
    EXPECT_FALSE(IsPlainer(again, once)) << "seed " << seed;
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
    return {{IntStatement(weight),
             StrStatement(country),
             {.kind = StatementKind::kCall, .operands = {0, 1}, .parameters = {0, 1}}}};
  }

  std::vector<TestCase> Minimised(const std::vector<ArchivedTest>& tests,
                                  model::Executor& executor) {
    const base::Deadline deadline(clock_);
    KeepsGoals keeps(program_.subject, executor, tests, deadline);
    std::vector<TestCase> texts;
    for (const ArchivedTest& it : tests) texts.push_back(it.test);
    const auto ask = [&](Isolation isolation) -> Keeps {
      return [&keeps, isolation](std::size_t test, std::span<const TestCase> candidates) {
        return keeps.Ask(test, candidates, isolation);
      };
    };
    return MinimiseValues(program_.subject, texts, ask(Isolation::kShared), ask(Isolation::kFresh),
                          deadline);
  }
};

TEST_F(KeepsGoalsTest, ValuesBecomePlainAndGoalsStay) {
  const GoalSet goals(program_.subject);
  const model::GoalIndex negative = goals.GoalOf({0, true});
  const auto result = Minimised(
      {{Quote(-1337, "x\x1fQ"), {}, {negative}}, {Quote(-1337, "?"), Ending::kRaises, {negative}}},
      executor_);
  EXPECT_EQ(result[0], Quote(-1, ""));
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
      EXPECT_FALSE(IsPlainer(tests[i].test, plain[i]));
      tests[i].test = plain[i];
    }
    ExpectTrue(tests);
    EXPECT_EQ(Minimised(tests, executor_), plain);
  }
}

TEST_F(KeepsGoalsTest, RefusesWhatReachesOutside) {
  test::FakeExecutor executor([this](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    trace.reached_out = test.statements[1].text.empty();
    return trace;
  });
  const auto result = Minimised({{Quote(5, "Somewhere"), {}, {}}}, executor);
  EXPECT_EQ(result[0], Quote(0, "e"));
}

TEST_F(KeepsGoalsTest, AsksNoMoreOnceAVersionDidNotEnd) {
  std::size_t hung = 0;
  test::FakeExecutor executor([&](const TestCase& test, Isolation) {
    model::Trace trace = program_.Interpret(test);
    if (test.statements[1].text.empty()) {
      trace.verdict = model::Verdict::kTimedOut;
      ++hung;
    }
    return trace;
  });
  const auto result = Minimised({{Quote(1337, "Somewhere"), {}, {}}}, executor);
  EXPECT_LE(hung, ValueMinimiserOptions{}.batch) << "those that were asked together";
  EXPECT_EQ(result[0], Quote(1337, "Somewhere"));
}

TEST_F(KeepsGoalsTest, LeavesATestThatDoesNotShowItsGoals) {
  const GoalSet goals(program_.subject);
  const auto result = Minimised({{Quote(1337, "x"), {}, {goals.GoalOf({0, true})}}}, executor_);
  EXPECT_EQ(result[0], Quote(1337, "x"));
}

}  // namespace
}  // namespace skua::search
