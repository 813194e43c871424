#include "search/goals/fitness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::PredicateDistance;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// `def f: if p0: if p1: if p2: …` and `def g: …` without a predicate.
class FitnessTest : public ::testing::Test {
 protected:
  FitnessTest() {
    f_ = program_.CodeObject("f");
    program_.Nested(f_, 3);
    g_ = program_.CodeObject("g");
  }

  double Of(const std::vector<model::CodeObjectIndex>& entered,
            const std::vector<PredicateDistance>& distances, model::Goal goal) {
    const GoalSet goals(program_.subject);
    Fitness fitness(goals);
    fitness.Load(entered, distances);
    const model::GoalIndex index =
        goal.kind == model::GoalKind::kCodeObject
            ? goals.GoalOfCodeObject(goal.index)
            : goals.GoalOf({goal.index, goal.kind == model::GoalKind::kTrueBranch});
    return fitness.Of(index);
  }

  test::FakeProgram program_;
  model::CodeObjectIndex f_ = 0, g_ = 0;
  const model::Goal deepest_{model::GoalKind::kTrueBranch, 2};
};

TEST(Normalise, MapsDistancesBelowOne) {
  EXPECT_EQ(Normalise(0), 0);
  EXPECT_EQ(Normalise(1), 0.5);
  EXPECT_EQ(Normalise(kInfinity), 1);
}

TEST_F(FitnessTest, IsTheNormalisedDistanceOfAnExecutedPredicate) {
  EXPECT_EQ(Of({f_}, {{0, 0, 1}, {1, 0, 1}, {2, 3, 0}}, deepest_), 0.75);
  EXPECT_EQ(Of({f_}, {{0, 0, 1}, {1, 0, 1}, {2, 0, 3}}, deepest_), 0);
}

TEST_F(FitnessTest, AddsAnApproachLevelForEachPredicateNotReached) {
  EXPECT_EQ(Of({f_}, {{0, 0, 1}, {1, 1, 0}}, deepest_), 1.5);
  EXPECT_EQ(Of({f_}, {{0, 1, 0}}, deepest_), 2.5);
  EXPECT_EQ(Of({f_}, {{0, kInfinity, 0}}, deepest_), 3);
}

TEST_F(FitnessTest, IsWorstWhenTheCodeObjectIsNotEntered) {
  EXPECT_EQ(Of({f_}, {}, deepest_), 3);
  EXPECT_EQ(Of({}, {}, deepest_), 4);
}

TEST_F(FitnessTest, OfACodeObjectIsWhetherItWasEntered) {
  EXPECT_EQ(Of({f_}, {}, {model::GoalKind::kCodeObject, g_}), 1);
  EXPECT_EQ(Of({g_}, {}, {model::GoalKind::kCodeObject, g_}), 0);
}

TEST_F(FitnessTest, OfABlockIsAStepWhereAnExceptionLeftIt) {
  const model::Goal of_function{model::GoalKind::kTrueBranch, program_.Block(g_)};
  EXPECT_EQ(Of({g_}, {{of_function.index, 0, 1}}, of_function), 0);
  EXPECT_EQ(Of({g_}, {}, of_function), 0.5);
  EXPECT_EQ(Of({f_}, {}, of_function), 2);

  const model::Goal of_branch{model::GoalKind::kTrueBranch, program_.Block(f_, 1)};
  const auto f_gets = [&](std::vector<PredicateDistance> there) {
    return Of({f_}, there, of_branch);
  };
  EXPECT_EQ(f_gets({{0, 0, 1}, {1, 0, 1}, {of_branch.index, 0, 1}}), 0);
  EXPECT_EQ(f_gets({{0, 0, 1}, {1, 0, 1}}), 0.5);
  EXPECT_EQ(f_gets({{0, 0, 1}, {1, 1, 0}}), 1.5);
  EXPECT_EQ(f_gets({{0, 1, 0}}), 2.5);
}

TEST_F(FitnessTest, ABlockDecidesNothing) {
  const GoalSet before(program_.subject);
  const model::PredicateIndex block = program_.Block(f_, 1);
  const GoalSet after(program_.subject);
  for (model::PredicateIndex p = 0; p < block; ++p) {
    const auto parents = before.control_dependence().ParentsOf(p);
    EXPECT_TRUE(std::ranges::equal(parents, after.control_dependence().ParentsOf(p))) << p;
  }
  EXPECT_EQ(after.GoalOf({block, false}), model::kNoIndex);
  EXPECT_NE(after.GoalOf({block, true}), model::kNoIndex);
  EXPECT_NE(after.GoalOfCodeObject(g_), model::kNoIndex) << "entering it stays a goal";
}

TEST_F(FitnessTest, ClosenessTellsLargeDistancesApart) {
  const GoalSet goals(program_.subject);
  Fitness fitness(goals);
  const auto closeness = [&](double distance) {
    const std::vector<model::CodeObjectIndex> entered = {f_};
    const std::vector<PredicateDistance> distances = {{0, 0, 1}, {1, distance, 0}};
    fitness.Load(entered, distances);
    return fitness.ClosenessTo(goals.GoalOf({2, true}));
  };
  EXPECT_EQ(Normalise(1e17), Normalise(2e17));
  EXPECT_LT(closeness(1e17), closeness(2e17));
  EXPECT_EQ(closeness(3), (Closeness{1, 3}));
}

TEST_F(FitnessTest, UnexploredFallsWithThePredicatesExecuted) {
  const GoalSet goals(program_.subject);
  Fitness fitness(goals);
  fitness.Load({}, {});
  EXPECT_EQ(fitness.Unexplored(f_), 1);
  const std::vector<PredicateDistance> all = {{0, 0, 1}, {1, 0, 1}, {2, 0, 1}};
  fitness.Load({}, std::span(all).first(1));
  const double one = fitness.Unexplored(f_);
  fitness.Load({}, all);
  EXPECT_LT(one, 1);
  EXPECT_LT(fitness.Unexplored(f_), one);
  EXPECT_GT(fitness.Unexplored(f_), 0) << "never as good as reaching what is looked for";
}

TEST_F(FitnessTest, ForgetsTheTraceBefore) {
  const GoalSet goals(program_.subject);
  Fitness fitness(goals);
  const std::vector<model::CodeObjectIndex> entered = {f_};
  const std::vector<PredicateDistance> distances = {{0, 0, 1}, {1, 0, 1}, {2, 3, 0}};
  fitness.Load(entered, distances);
  fitness.Load({}, {});
  EXPECT_EQ(fitness.Of(goals.GoalOf({2, true})), 4);
  EXPECT_FALSE(fitness.Enters(f_));
}

TEST_F(FitnessTest, WhatOnlyTheImportRunsIsOutOfReach) {
  const auto body = program_.CodeObject("C", model::CodeObjectKind::kClassBody);
  const auto local = program_.CodeObject("g.C", model::CodeObjectKind::kClassBody, g_);
  const GoalSet goals(program_.subject);
  EXPECT_FALSE(goals.IsReachable(goals.GoalOfCodeObject(body)));
  EXPECT_FALSE(goals.IsReachable(goals.GoalOfCodeObject(0)));
  EXPECT_TRUE(goals.IsReachable(goals.GoalOfCodeObject(local)));
}

}  // namespace
}  // namespace skua::search
