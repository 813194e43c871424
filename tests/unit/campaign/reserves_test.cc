#include "campaign/reserves.h"

#include <gtest/gtest.h>

#include <chrono>

namespace skua::campaign {
namespace {

using base::Duration;
using namespace std::chrono_literals;

// Whatever the share, the load and the size: something is left for the search and for verifying,
// and each pass keeps at least as much back as the one behind it.
TEST(Reserves, LeaveRoomForEveryPass) {
  for (const Duration share : {Duration(1s), Duration(10s), Duration(60s)}) {
    for (const Duration load : {Duration(10ms), Duration(500ms), Duration(20s)}) {
      for (const std::size_t goals : {0u, 10u, 100'000u}) {
        for (const bool mutants : {false, true}) {
          const Reserves reserves(share, load, mutants);
          EXPECT_LE(reserves.AfterSearch(goals), share / 4 * 3);
          EXPECT_LE(reserves.Verifying(goals), share / 2);
          EXPECT_GT(reserves.Verifying(goals), Duration{});
          EXPECT_LT(reserves.Verifying(goals), reserves.AfterJudging(goals));
          EXPECT_LE(reserves.AfterJudging(goals), reserves.AfterObserving(goals));
          EXPECT_LE(reserves.AfterMinimising(goals), reserves.AfterSearch(goals));
        }
      }
    }
  }
}

TEST(Reserves, KeepNothingBackForMutantsThatAreNotJudged) {
  const Reserves without(60s, 500ms, false), with(60s, 500ms, true);
  EXPECT_EQ(without.AfterObserving(50), without.AfterJudging(50));
  EXPECT_GT(with.AfterObserving(50), with.AfterJudging(50));
  EXPECT_GT(with.AfterSearch(50), without.AfterSearch(50));
}

TEST(Reserves, VerifyInPartWithLess) {
  const Reserves reserves(60s, 500ms, true);
  EXPECT_LT(reserves.VerifyingInPart(50), reserves.Verifying(50));
  EXPECT_GT(reserves.VerifyingInPart(50), Duration(500ms));  // it is imported
}

TEST(Reserves, SufficeForMutantsWhereObservingAndVerifyingLeaveTime) {
  const Reserves without(60s, 500ms, false), with(60s, 500ms, true);
  EXPECT_TRUE(with.SufficeForMutants(50, 40s));
  EXPECT_FALSE(with.SufficeForMutants(50, with.AfterJudging(50)));
  EXPECT_FALSE(without.SufficeForMutants(50, 40s));
}

TEST(Reserves, GrowWithTheSuiteAndTheLoad) {
  const Reserves quick(60s, 100ms, true), slow(60s, 2s, true);
  EXPECT_GT(quick.AfterSearch(100), quick.AfterSearch(10));
  EXPECT_GT(slow.AfterSearch(10), quick.AfterSearch(10));
}

}  // namespace
}  // namespace skua::campaign
