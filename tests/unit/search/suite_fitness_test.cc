#include "search/evaluation/suite_fitness.h"

#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace skua::search {
namespace {

// `def f: if p0: …` and `def g: …` without a predicate.
class SuiteFitnessTest : public ::testing::Test {
 protected:
  SuiteFitnessTest() {
    f_ = program_.CodeObject("f");
    program_.Nested(f_, 1);
    g_ = program_.CodeObject("g");
  }

  double Of(const std::vector<Individual>& tests) {
    const GoalSet goals(program_.subject);
    SuiteFitness fitness(goals);
    std::vector<bool> covered = goals.covered_by_import();
    if (is_true_covered_) covered[goals.GoalOf({0, true})] = true;
    fitness.Update(covered);
    fitness.Begin();
    for (const Individual& test : tests) fitness.Add(test);
    return fitness.Value();
  }
  Individual InF(double to_true, double to_false) const {
    return {.code_objects = {f_}, .predicates = {{0, to_true, to_false}}};
  }
  Individual InG() const { return {.code_objects = {g_}}; }

  test::FakeProgram program_;
  model::CodeObjectIndex f_ = 0, g_ = 0;
  bool is_true_covered_ = false;
};

TEST_F(SuiteFitnessTest, CountsWhatIsNotReached) {
  EXPECT_EQ(Of({}), 3);
  EXPECT_EQ(Of({InG()}), 2);
}

TEST_F(SuiteFitnessTest, DistancesCountOnceAPredicateWasExecutedTwice) {
  EXPECT_EQ(Of({InG(), InF(3, 0)}), 1);
  EXPECT_EQ(Of({InG(), InF(3, 0), InF(7, 0)}), 0.75) << "the nearest of both";
}

TEST_F(SuiteFitnessTest, IsZeroWhenAllIsCovered) {
  EXPECT_EQ(Of({InG(), InF(0, 1), InF(1, 0)}), 0);
  EXPECT_EQ(Of({InG(), InF(0, 0)}), 0) << "both outcomes in one test";
}

TEST_F(SuiteFitnessTest, WhatTheArchiveCoversIsNotAskedFor) {
  is_true_covered_ = true;
  EXPECT_EQ(Of({InG(), InF(3, 0)}), 0);
}

}  // namespace
}  // namespace skua::search
