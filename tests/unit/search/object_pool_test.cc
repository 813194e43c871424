#include "search/making/object_pool.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/evaluation/evaluator.h"
#include "search/varying/variation.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

// seal = Seal(text)
TestCase SealOf(model::CallableIndex constructor, const model::Subject& subject,
                const std::string& text) {
  TestCase test;
  test.statements.resize(2);
  test.statements[0].kind = model::StatementKind::kStr;
  test.statements[0].text = text;
  test.statements[1].kind = model::StatementKind::kCall;
  test.statements[1].target = constructor;
  test.statements[1].type = subject.callables[constructor].result;
  test.statements[1].operands = {0};
  test.statements[1].parameters = {0};
  return test;
}

class ObjectPoolTest : public SearchTest {
 protected:
  const model::CallableIndex constructor_ = AddSeal(program_);
  const TestCase right_ = SealOf(constructor_, program_.subject, "K7-#q\t");
  const TestCase wrong_ = SealOf(constructor_, program_.subject, "seal");
};

TEST_F(ObjectPoolTest, GivesObjectsOfAClassAndOfThoseDerivedFromIt) {
  const model::ClassIndex base = program_.Class("Base");
  const model::ClassIndex other = program_.Class("Other");
  program_.subject.classes[0].bases = {base};
  TestCase broken = right_;
  broken.statements[1].target = 99;
  TestCase no_object;
  no_object.statements.resize(1);
  const std::vector<TestCase> makers = {broken, right_, no_object, right_};
  const TypeSystem types(program_.subject);
  const ObjectPool pool(types, makers);
  base::Rng rng(1);

  ASSERT_NE(pool.Pick(0, rng), nullptr);
  EXPECT_EQ(*pool.Pick(0, rng), right_);
  ASSERT_NE(pool.Pick(base, rng), nullptr);
  EXPECT_EQ(*pool.Pick(base, rng), right_);
  EXPECT_EQ(pool.Pick(other, rng), nullptr);
}

TEST_F(ObjectPoolTest, LetsTheSearchGetPastAConstructorThatItCannotSeeInto) {
  for (const std::string_view algorithm : AlgorithmNames()) {
    options_.algorithm = algorithm;
    options_.max_generations = 100;
    executor_.retired.clear();
    const SearchResult without = Run();
    EXPECT_LT(Count(without.covered), without.covered.size()) << algorithm;
    executor_.retired.clear();
    const SearchResult with = Run(1, {}, {&right_, 1});
    EXPECT_EQ(Count(with.covered), with.covered.size()) << algorithm;
    ExpectTrue(with.tests);
  }
}

TEST_F(ObjectPoolTest, IsLeftAloneWithProbabilityNone) {
  options_.pool_probability = 0;
  options_.max_generations = 100;
  const SearchResult result = Run(1, {}, {&right_, 1});
  EXPECT_LT(Count(result.covered), result.covered.size());
}

// Objects drawn in the second half of a hundred generations in which each test covers something,
// but, when the pool does not pay, none with an object from there.
uint64_t DrawnWhen(bool pays, const FakeProgram& program, model::Executor& executor,
                   const SearchOptions& options, const base::Deadline& deadline,
                   const TestCase& maker) {
  Evaluator evaluator(program.subject, executor, options, deadline, nullptr, {&maker, 1});
  base::Rng rng(1);
  Variation variation(evaluator, rng);
  TestCase test;
  uint64_t before = 0;
  for (int i = 0; i < 5000; ++i) {
    if (i == 2500) before = evaluator.factory().values().instances().drawn();
    const OperatorSet operators = variation.MakeNew(test);
    variation.Credit(operators, pays || !operators.Has(Operator::kPool) ? kCoveredReward : 0);
    if (i % 50 == 0) variation.EndGeneration();
  }
  return evaluator.factory().values().instances().drawn() - before;
}

TEST_F(ObjectPoolTest, IsUsedLittleWhereItDoesNotPay) {
  const base::Deadline deadline(clock_);
  const auto drawn = [&](bool pays) {
    return DrawnWhen(pays, program_, executor_, options_, deadline, wrong_);
  };
  EXPECT_LT(3 * drawn(false), drawn(true));
}

}  // namespace
}  // namespace skua::search
