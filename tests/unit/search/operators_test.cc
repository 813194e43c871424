// Properties of all that makes and changes tests, over many random ones on a subject that has
// everything.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

#include "model/answering.h"
#include "search/expected/natural_texts.h"
#include "search/making/test_edits.h"
#include "search/making/test_factory.h"
#include "search/varying/crossover.h"
#include "search/varying/mutation.h"
#include "support/prior_table.h"
#include "unit/search/maker_fixture.h"

namespace skua::search {
namespace {

using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;

bool IsUtf8(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC0 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                                             : 4;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    }
    i += length;
  }
  return true;
}

// Equal, and NaN equals NaN.
bool Same(Statement a, Statement b) {
  for (double Statement::*part : {&Statement::real, &Statement::imaginary}) {
    if (std::isnan(a.*part) && std::isnan(b.*part)) a.*part = b.*part = 0;
  }
  return a == b;
}

bool Same(const TestCase& a, const TestCase& b) {
  return std::equal(a.statements.begin(), a.statements.end(), b.statements.begin(),
                    b.statements.end(),
                    [](const Statement& x, const Statement& y) { return Same(x, y); });
}

class OperatorsTest : public MakerTest {
 protected:
  // Beyond CheckWellFormed: what the statements' contract asks of calls.
  void Check(const TestCase& test) {
    ASSERT_NO_THROW(CheckWellFormed(test, subject_));
    for (const Statement& statement : test.statements) {
      ASSERT_TRUE(statement.kind != StatementKind::kStr || IsUtf8(statement.text));
      if (statement.kind != StatementKind::kCall) continue;
      const model::Callable& callable = subject_.callables[statement.target];
      for (std::size_t i = 0; i < statement.parameters.size(); ++i) {
        const std::size_t parameter = statement.parameters[i];
        const ParameterKind kind = callable.parameters[parameter].kind;
        if (kind == ParameterKind::kPositionalOnly || kind == ParameterKind::kVarPositional) {
          ASSERT_EQ(parameter, i) << "passed by position behind one that is left out";
        }
      }
    }
  }
};

TEST_F(OperatorsTest, RandomTestsAreWellFormedAndOfBoundedLength) {
  std::set<uint32_t> called;
  std::size_t longest = 0;
  for (int i = 0; i < 2000; ++i) {
    TestCase test;
    factory_.MakeRandomTest(test, rng_);
    Check(test);
    ASSERT_GT(test.size(), 0u);
    longest = std::max(longest, test.size());
    for (const Statement& it : test.statements) {
      if (it.kind == StatementKind::kCall) called.insert(it.target);
    }
  }
  // A call may bring the values it needs beyond the limit, but no more than that.
  EXPECT_LT(longest, 4 * options_.max_test_length);
  for (uint32_t i = 0; i < subject_.callables.size(); ++i) {
    const std::string& name = subject_.callables[i].name;
    // No instance to call it on, not to be called, makes nothing that anything asks for.
    const bool expected =
        name != "haunt" && name != "_secret" && name != "decimal" && name != "__call__";
    EXPECT_EQ(called.contains(i), expected) << subject_.callables[i].qualified_name;
  }
}

TEST_F(OperatorsTest, ALambdaOfADoubleAnswersOtherwise) {
  std::set<StatementKind> answers;
  int raise = 0, in_turn = 0;
  for (int i = 0; i < 2000; ++i) {
    TestCase test;
    test.statements.resize(2);
    test.statements[0].kind = StatementKind::kStr;
    test.statements[1].kind = StatementKind::kLambda;
    test.statements[1].operands = {0};
    test.statements[1].integer = model::kAwaitable;
    for (int k = 0; k < 3; ++k) mutation_.Change(test, rng_);
    Check(test);
    const Statement& lambda = test.statements.back();
    ASSERT_EQ(lambda.kind, StatementKind::kLambda);
    EXPECT_NE(lambda.integer & model::kAwaitable, 0) << "is what the code needs";
    const Statement& answer = test.statements[lambda.operands.back()];
    answers.insert(answer.kind);
    const bool is_in_turn = (lambda.integer & model::kInTurn) != 0;
    const bool is_exception =
        answer.kind == StatementKind::kClass && subject_.classes[answer.target].is_exception;
    raise += is_in_turn && is_exception ? 1 : 0;
    in_turn += lambda.operands.size() > 1 ? 1 : 0;
    EXPECT_TRUE(is_in_turn || lambda.operands.size() == 1) << "a lambda returns one value";
  }
  EXPECT_TRUE(answers.contains(StatementKind::kNone) && answers.contains(StatementKind::kInt));
  EXPECT_GT(raise, 50);
  EXPECT_GT(in_turn, 50);
}

TEST_F(OperatorsTest, OperationsOfMocksAreLambdasThatAnswerRaiseAndAreAwaited) {
  model::Subject subject = subject_;
  const auto type_of = [&](TypeKind kind, std::vector<model::TypeIndex> arguments,
                           model::ClassIndex class_index = model::kNoIndex) {
    model::Type& type = subject.types.emplace_back();
    type.kind = kind;
    type.arguments = std::move(arguments);
    type.class_index = class_index;
    return static_cast<model::TypeIndex>(subject.types.size() - 1);
  };
  const auto gateway = static_cast<model::ClassIndex>(subject.classes.size());
  const auto mock = static_cast<model::CallableIndex>(subject.callables.size());
  const model::TypeIndex number = type_of(TypeKind::kInt, {});
  model::Class& its_class = subject.classes.emplace_back();
  its_class.name = "Gateway";
  its_class.constructors = {mock};
  model::Callable& makes = subject.callables.emplace_back();
  makes.kind = model::CallableKind::kConstructor;
  makes.name = "Mock";
  makes.module = "unittest.mock";
  makes.class_index = gateway;
  makes.result = type_of(TypeKind::kClass, {}, gateway);
  makes.parameters = {
      {"send", ParameterKind::kKeywordOnly, true, type_of(TypeKind::kCallable, {number})},
      {"close", ParameterKind::kKeywordOnly, true, type_of(TypeKind::kCallable, {number})}};
  subject.types.back().text = model::kAwaitedResult;
  model::Callable& tested = subject.callables.emplace_back();
  tested.name = "deliver";
  tested.in_subject = true;
  tested.parameters = {{"gateway", ParameterKind::kPositionalOrKeyword, false, makes.result}};
  const GoalSet goals{subject};
  const TypeSystem types{subject};
  TypeGuesses guesses{subject, types};
  TestFactory factory{goals, options_, primitives_, types, guesses};
  std::array<int, 2> answers{}, raises{}, left_out{};
  for (int i = 0; i < 4000; ++i) {
    TestCase test;
    factory.MakeRandomTest(test, rng_);
    for (const Statement& call : test.statements) {
      if (call.kind != StatementKind::kCall || call.target != mock) continue;
      for (std::size_t p = 0; p < 2; ++p) {
        const auto found = std::ranges::find(call.parameters, p);
        if (found == call.parameters.end()) {
          ++left_out[p];
          continue;
        }
        const std::ptrdiff_t place = found - call.parameters.begin();
        const Statement& lambda = test.statements[call.operands[static_cast<std::size_t>(place)]];
        ASSERT_EQ(lambda.kind, StatementKind::kLambda);
        EXPECT_EQ((lambda.integer & model::kAwaitable) != 0, p == 1);
        const bool is_class = test.statements[lambda.operands[0]].kind == StatementKind::kClass;
        ++(is_class ? raises : answers)[p];
      }
    }
  }
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_GT(raises[p], 5);
    EXPECT_GT(answers[p], raises[p]);
    EXPECT_GT(answers[p], left_out[p]);
  }
}

TEST_F(OperatorsTest, KeywordsAreOftenWordsOfTheSource) {
  model::Subject subject = subject_;
  model::Constant word;
  word.value.kind = model::ValueKind::kStr;
  word.value.text = "encoding";
  word.count = 1000;
  subject.constants.push_back(word);
  const ConstantPool constants{subject, 0.5};
  const Primitives primitives{options_, constants};
  TestFactory factory{goals_, options_, primitives, types_, guesses_};
  int with_word = 0;
  for (int i = 0; i < 2000; ++i) {
    TestCase test;
    factory.MakeRandomTest(test, rng_);
    for (const Statement& call : test.statements) {
      if (call.kind != StatementKind::kCall || call.parameters.empty()) continue;
      const auto& parameters = subject.callables[call.target].parameters;
      if (parameters[call.parameters.back()].kind != model::ParameterKind::kVarKeyword) continue;
      std::set<std::string> names;
      const Statement& keywords = test.statements[call.operands.back()];
      for (std::size_t k = 0; k < keywords.operands.size(); k += 2) {
        EXPECT_TRUE(names.insert(test.statements[keywords.operands[k]].text).second);
      }
      with_word += names.contains("encoding") ? 1 : 0;
    }
  }
  EXPECT_GT(with_word, 10);
}

TEST_F(OperatorsTest, MutationsKeepTestsWellFormed) {
  TestCase test;
  int changed = 0;
  for (int i = 0; i < 10'000; ++i) {
    if (i % 40 == 0 || test.size() == 0) factory_.MakeRandomTest(test, rng_);
    const TestCase before = test;
    const bool reported = mutation_.Mutate(test, test.size(), rng_);
    Check(test);
    changed += reported;
    ASSERT_TRUE(reported || Same(test, before));
  }
  EXPECT_GT(changed, 4000);
}

TEST_F(OperatorsTest, NothingIsInsertedBehindTheEndThatIsGiven) {
  for (int i = 0; i < 500; ++i) {
    TestCase test;
    factory_.MakeRandomTest(test, rng_);
    const Statement last = test.statements.back();
    factory_.InsertStatements(test, test.size() - 1, rng_);
    EXPECT_EQ(test.statements.back().kind, last.kind);
    EXPECT_EQ(test.statements.back().target, last.target);
  }
}

TEST_F(OperatorsTest, CrossoverKeepsTestsWellFormedAndHeadsAsTheyWere) {
  for (int i = 0; i < 2000; ++i) {
    TestCase a, b;
    factory_.MakeRandomTest(a, rng_);
    factory_.MakeRandomTest(b, rng_);
    const TestCase old_a = a, old_b = b;
    const auto [own_a, own_b] = crossover_.Cross(a, b, rng_);
    Check(a);
    Check(b);
    ASSERT_LE(own_a, a.size());
    for (std::size_t k = 0; k < own_a; ++k) ASSERT_TRUE(Same(a.statements[k], old_a.statements[k]));
    for (std::size_t k = 0; k < own_b; ++k) ASSERT_TRUE(Same(b.statements[k], old_b.statements[k]));
  }
}

TEST_F(OperatorsTest, CrossoverLeavesTestsOfOneStatementAlone) {
  TestCase a, b;
  a.statements.resize(1);
  factory_.MakeRandomTest(b, rng_);
  const TestCase old_b = b;
  EXPECT_EQ(crossover_.Cross(a, b, rng_), (std::pair{a.size(), b.size()}));
  EXPECT_TRUE(Same(b, old_b));
}

TEST_F(OperatorsTest, TheSameSeedMakesTheSameTests) {
  const auto make = [&] {
    base::Rng rng(99);
    std::vector<TestCase> tests(20);
    for (TestCase& test : tests) {
      factory_.MakeRandomTest(test, rng);
      for (int i = 0; i < 20; ++i) mutation_.Mutate(test, test.size(), rng);
    }
    return tests;
  };
  const std::vector<TestCase> one = make(), other = make();
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(Same(one[i], other[i]));
}

TEST_F(OperatorsTest, CallablesWithOpenGoalsAreLikelier) {
  std::vector<bool> covered(goals_.size(), true);
  covered[goals_.GoalOfCodeObject(subject_.callables[0].code_object)] = false;  // "plain"
  factory_.WeighCallables(covered);
  options_.chain_probability = 0;
  int plain = 0, untyped = 0;
  for (int i = 0; i < 1000; ++i) {
    TestCase test;
    factory_.AppendRandomCall(test, rng_);
    plain += test.statements.back().target == 0;
    untyped += test.statements.back().target == 1;
  }
  EXPECT_GT(untyped, 0);
  EXPECT_GT(plain, 5 * untyped);  // ten times as likely
}

TEST_F(OperatorsTest, AnnotatedParametersMostlyGetWhatTheyAskFor) {
  int fitting = 0;
  for (int i = 0; i < 1000; ++i) {
    TestCase test;
    fitting += types_.Fits(test, factory_.AppendArgument(test, 3, 0, rng_), 8);  // list[str]
  }
  EXPECT_GT(fitting, 800);
  EXPECT_LT(fitting, 1000);  // None and other types now and then
}

TEST_F(OperatorsTest, WithoutProbabilitiesParametersGetExactlyWhatTheyAskFor) {
  options_.null_probability = options_.wrong_type_probability = 0;
  for (model::CallableIndex c : {0u, 2u, 3u}) {
    for (std::size_t p = 0; p < subject_.callables[c].parameters.size(); ++p) {
      for (int i = 0; i < 50; ++i) {
        TestCase test;
        const auto made = factory_.AppendArgument(test, c, p, rng_);
        EXPECT_TRUE(types_.FitsParameter(test, made, subject_.callables[c].parameters[p]))
            << subject_.callables[c].name << " " << p;
      }
    }
  }
}

TEST_F(OperatorsTest, AnAbstractClassIsHadThroughItsSubclass) {
  TestCase test;
  const auto instance = factory_.AppendInstance(test, 1, rng_);
  ASSERT_TRUE(instance);
  EXPECT_EQ(types_.ShapeOf(test.statements[*instance]).class_index, 2u);
  EXPECT_FALSE(factory_.AppendInstance(test, 4, rng_)) << "a class that nothing makes";
}

TEST_F(OperatorsTest, WhatACallReturnedIsLearned) {
  EXPECT_TRUE(types_.GeneratorsOf(4).empty());
  types_.LearnResult(1, 4);
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = 1;
  EXPECT_EQ(types_.ShapeOf(call), (Shape{model::TypeKind::kClass, 4}));
  ASSERT_EQ(types_.GeneratorsOf(4).size(), 1u);
}

TEST_F(OperatorsTest, OutcomesMoveTheGuessesForAParameter) {
  TestCase test;
  Statement text;
  text.kind = StatementKind::kStr;
  test.statements = {text, text};
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = 1;  // untyped(x, y)
  call.operands = {0, 1};
  call.parameters = {0, 1};
  test.statements.push_back(call);
  const auto share = [&](std::size_t parameter) {
    int texts = 0;
    for (int i = 0; i < 2000; ++i) {
      texts += guesses_.Pick(1, parameter, rng_) == static_cast<Guess>(StatementKind::kStr);
    }
    return texts;
  };
  const int before = share(0);
  for (int i = 0; i < 50; ++i) guesses_.Lower(test, call);
  EXPECT_LT(share(0), before / 2);
  EXPECT_GT(share(0), 0) << "never ruled out";
  for (int i = 0; i < 50; ++i) guesses_.Raise(test, call);
  EXPECT_GT(share(0), before);
}

TEST_F(OperatorsTest, PrimitivesChangeWithinTheirKind) {
  for (int kind = 0; kind <= static_cast<int>(StatementKind::kBytes); ++kind) {
    int changed = 0;
    Statement statement = primitives_.Make(static_cast<StatementKind>(kind), rng_);
    for (int i = 0; i < 500; ++i) {
      const Statement before = statement;
      const bool reported = primitives_.Mutate(statement, rng_);
      ASSERT_EQ(static_cast<int>(statement.kind), kind);
      ASSERT_TRUE(kind != static_cast<int>(StatementKind::kStr) || IsUtf8(statement.text));
      ASSERT_TRUE(reported || Same(statement, before));
      changed += reported;
    }
    EXPECT_EQ(changed > 200, kind != 0) << kind;
  }
}

TEST_F(OperatorsTest, NewPrimitivesAreMostlyWhatAPersonWouldType) {
  SearchOptions options;
  options.constant_probability = 0;
  const Primitives primitives{options, constants_};
  const model::Subject subject = test::WithPriorTable(subject_);
  const NaturalTexts texts(subject);
  int natural = 0, long_numbers = 0;
  for (int i = 0; i < 1000; ++i) {
    const uint32_t cost = texts.CostOf(primitives.Make(StatementKind::kStr, rng_).text);
    natural += cost < NaturalTexts::kOdd ? 1 : 0;
    const int64_t number = std::abs(primitives.Make(StatementKind::kInt, rng_).integer);
    long_numbers += number >= 1000 && number % 100 != 0 ? 1 : 0;
  }
  // Texts that nobody would type distinguish cases that others do not.
  EXPECT_GT(natural, 650);
  EXPECT_LT(natural, 950);
  EXPECT_EQ(long_numbers, 0);
}

TEST_F(OperatorsTest, AnOpeningRenumbersWhatFollows) {
  TestCase test;
  test.statements.resize(3);
  test.statements[2].kind = StatementKind::kList;
  test.statements[2].operands = {0, 1};
  std::vector<Statement> scratch;
  {
    const Opening opening(test, 1, scratch);
    EXPECT_EQ(test.size(), 1u);
    test.statements.resize(3);
  }
  ASSERT_EQ(test.size(), 5u);
  EXPECT_EQ(test.statements[4].operands[0], 0);
  EXPECT_EQ(test.statements[4].operands[1], 3);
}

TEST_F(OperatorsTest, RemovingAnArgumentTakesAlongWhatCannotBePassedWithoutIt) {
  Statement call;
  call.kind = StatementKind::kCall;
  call.target = 2;  // all_kinds(a, b, c, /, d, *args, e, f, **kwargs)
  for (uint16_t i = 0; i < 8; ++i) {
    call.parameters.push_back(i);
    call.operands.push_back(i);
  }
  RemoveArgument(call, subject_.callables[2], 1);
  const std::vector<uint16_t> left(call.parameters.begin(), call.parameters.end());
  EXPECT_EQ(left, (std::vector<uint16_t>{0, 3, 5, 6, 7}));
  EXPECT_EQ(std::vector<uint16_t>(call.operands.begin(), call.operands.end()), left);
}

TEST(ConstantPool, PicksByFrequencyAndForgetsTheOldest) {
  model::Subject subject;
  subject.types.emplace_back();
  for (int64_t i : {1, 2}) {
    model::Constant constant;
    constant.value.kind = model::ValueKind::kInt;
    constant.value.integer = i;
    constant.count = i == 1 ? 1 : 9;
    subject.constants.push_back(constant);
  }
  ConstantPool pool(subject, 0.5);
  base::Rng rng(1);
  int twos = 0;
  for (int i = 0; i < 1000; ++i) twos += pool.Pick(model::ValueKind::kInt, rng)->integer == 2;
  EXPECT_GT(twos, 850);
  EXPECT_EQ(pool.Pick(model::ValueKind::kStr, rng), nullptr);
  EXPECT_EQ(pool.Pick(model::ValueKind::kObject, rng), nullptr);
  model::Value text;
  text.kind = model::ValueKind::kStr;
  for (int i = 0; i < 60; ++i) {
    text.text = "value " + std::to_string(i);
    pool.AddDynamic(text);
    pool.AddDynamic(text);
  }
  std::set<std::string> picked;
  for (int i = 0; i < 5000; ++i) picked.insert(pool.Pick(model::ValueKind::kStr, rng)->text);
  EXPECT_EQ(picked.size(), 50u);
  EXPECT_FALSE(picked.contains("value 9"));
  EXPECT_TRUE(picked.contains("value 10"));
}

}  // namespace
}  // namespace skua::search
