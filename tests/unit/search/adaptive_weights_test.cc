#include "search/evaluation/adaptive_weights.h"

#include <gtest/gtest.h>

namespace skua::search {
namespace {

// Three arms, used alike; the first pays.
AdaptiveWeights Paid(bool adaptive = true) {
  AdaptiveWeights weights(3, adaptive);
  for (int i = 0; i < 1000; ++i) {
    for (std::size_t arm = 0; arm < 3; ++arm) weights.Use(arm);
    weights.Reward(0, 1);
  }
  return weights;
}

TEST(AdaptiveWeights, WhatPaysBecomesLikelierAndNothingStarves) {
  const AdaptiveWeights weights = Paid();
  EXPECT_GT(weights.FactorOf(0), 2);
  EXPECT_LE(weights.FactorOf(0), AdaptiveWeights::kMost);
  EXPECT_EQ(weights.FactorOf(1), AdaptiveWeights::kLeast);
}

TEST(AdaptiveWeights, NothingIsPreferredBeforeAnythingPaid) {
  AdaptiveWeights weights(2, true);
  EXPECT_EQ(weights.FactorOf(0), 1);
  weights.Use(0, 10000);
  EXPECT_EQ(weights.FactorOf(0), 1);
}

TEST(AdaptiveWeights, WhatWasHardlyUsedCountsAsTheAverage) {
  AdaptiveWeights weights(3, true);
  for (int i = 0; i < 1000; ++i) weights.Use(0), weights.Reward(0, 0.5);
  weights.Use(1);
  EXPECT_GT(weights.FactorOf(1), 0.9);
}

TEST(AdaptiveWeights, ForgetsWhatPaidLongAgo) {
  AdaptiveWeights weights = Paid();
  for (int i = 0; i < 500; ++i) {
    weights.Discount();
    for (std::size_t arm = 0; arm < 3; ++arm) weights.Use(arm, 10);
    weights.Reward(1, 1);
  }
  EXPECT_GT(weights.FactorOf(1), weights.FactorOf(0));
}

TEST(AdaptiveWeights, ScalesOddsAndKeepsWhatIsCertain) {
  const AdaptiveWeights weights = Paid();
  EXPECT_GT(weights.Scale(0, 0.5), 0.6);
  EXPECT_DOUBLE_EQ(weights.Scale(1, 0.5), 0.2);  // odds of 1 to 4
  for (std::size_t arm = 0; arm < 3; ++arm) {
    EXPECT_EQ(weights.Scale(arm, 0), 0);
    EXPECT_EQ(weights.Scale(arm, 1), 1);
  }
}

TEST(AdaptiveWeights, MayBeSwitchedOff) {
  const AdaptiveWeights weights = Paid(false);
  EXPECT_EQ(weights.FactorOf(0), 1);
  EXPECT_EQ(weights.FactorOf(1), 1);
}

}  // namespace
}  // namespace skua::search
