#include "campaign/pacing/reserves.h"

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
          const Reserves reserves(share, LoadTime(load), mutants);
          EXPECT_LE(reserves.AfterSearch({goals}), share / 4 * 3);
          EXPECT_LE(reserves.Verifying({goals}), share / 2);
          EXPECT_GT(reserves.Verifying({goals}), Duration{});
          EXPECT_LT(reserves.Verifying({goals}), reserves.AfterJudging({goals}));
          EXPECT_LE(reserves.AfterJudging({goals}), reserves.AfterObserving({goals}));
          EXPECT_LE(reserves.AfterMinimising({goals}), reserves.AfterSearch({goals}));
        }
      }
    }
  }
}

TEST(Reserves, KeepNothingBackForMutantsThatAreNotJudged) {
  const Reserves without(60s, LoadTime(500ms), false), with(60s, LoadTime(500ms), true);
  EXPECT_EQ(without.AfterObserving({50}), without.AfterJudging({50}));
  EXPECT_GT(with.AfterObserving({50}), with.AfterJudging({50}));
  EXPECT_GT(with.AfterSearch({50}), without.AfterSearch({50}));
}

TEST(Reserves, SufficeForMutantsWhereObservingAndVerifyingLeaveTime) {
  const Reserves without(60s, LoadTime(500ms), false), with(60s, LoadTime(500ms), true);
  EXPECT_TRUE(with.SufficeForMutants({50}, 40s));
  EXPECT_FALSE(with.SufficeForMutants({50}, with.Verifying({50})));
  EXPECT_FALSE(without.SufficeForMutants({50}, 40s));
}

TEST(Reserves, GrowWithTheSuiteAndTheLoad) {
  const Reserves quick(60s, LoadTime(100ms), true), slow(60s, LoadTime(2s), true);
  EXPECT_GT(quick.AfterSearch({100}), quick.AfterSearch({10}));
  EXPECT_GT(slow.AfterSearch({10}), quick.AfterSearch({10}));
}

TEST(Reserves, FollowHowLongObservingTook) {
  const Duration usual = 3 * 500ms + 150ms + 50 * 3ms;
  const Reserves expected(60s, LoadTime(500ms), true);
  Reserves busy = expected, idle = expected;
  busy.ObservingTook(50, 2 * usual);
  idle.ObservingTook(50, usual * 3 / 4);
  EXPECT_EQ(busy.Verifying({50}), 2 * expected.Verifying({50}));
  EXPECT_EQ(idle.Verifying({50}), expected.Verifying({50})) << "the machine may become busy";
  busy.ObservingTook(50, 1000 * usual);
  EXPECT_LE(busy.AfterSearch({50}), Duration(45s));
  EXPECT_LE(busy.Verifying({50}), Duration(20s));
}

TEST(Reserves, GrowWhereLoadingWaitedForOthers) {
  const auto verifying = [](Duration waited) {
    return Reserves(60s, LoadTime(600ms, 600ms, waited), true).Verifying({50});
  };
  // What importing took is as it was measured; 200 ms a run of pytest and 8 ms a test take longer.
  const Duration imports = 5 * 900ms, usual = 5 * 200ms + 50 * 8ms;
  EXPECT_EQ(verifying(0ms), imports + usual);
  EXPECT_EQ(verifying(300ms), imports + 2 * usual);
  EXPECT_EQ(verifying(590ms), imports + 3 * usual);
  EXPECT_EQ(verifying(600ms), imports + 3 * usual);
  EXPECT_EQ(verifying(900ms), imports + 3 * usual) << "the worker may say anything";
}

// A share of 60 s, of which 59.5 s are left when the subject is loaded; 50 tests.
TEST(Reserves, AreTheSumOfWhatEachPassTakes) {
  const Reserves with(60s, LoadTime(500ms), true), without(60s, LoadTime(500ms), false);
  // Five runs of pytest, each of 200 ms and one and a half imports, and 8 ms a test.
  EXPECT_EQ(with.Verifying({50}), 5 * (200ms + 750ms) + 400ms);
  // A tenth of the share for more.
  EXPECT_EQ(with.AfterJudging({50}), 5950ms + 5150ms);
  // 200 ms and 10 ms a test for the mutants.
  EXPECT_EQ(with.AfterObserving({50}), 11'100ms + 700ms);
  // Two loads, a third with mutants; 150 ms and 3 ms a test.
  EXPECT_EQ(with.AfterMinimising({50}), 11'800ms + 1500ms + 150ms + 150ms);
  EXPECT_EQ(without.AfterMinimising({50}), 11'100ms + 1s + 150ms + 150ms);
  // A twentieth of the share for minimising.
  EXPECT_EQ(with.AfterSearch({50}), 13'600ms + 2975ms);
}

TEST(Reserves, FollowHowLongTheTestsTake) {
  const Reserves reserves(60s, LoadTime(500ms), true);
  EXPECT_EQ(reserves.Verifying({50, 100ms}), reserves.Verifying({50}) + 8 * 100ms);
  EXPECT_EQ(reserves.AfterSearch({50, 100ms}), reserves.AfterSearch({50}) + 20 * 100ms);
}

TEST(Reserves, LeaveTwoFifthsOfTheShareToASearchBeforeTheyMakeASuiteBetter) {
  const Reserves reserves(10s + 200ms, LoadTime(200ms, 50ms), true);  // 10 s are left
  EXPECT_LT(reserves.AfterSearch({40}), 6s);
  EXPECT_EQ(reserves.AfterSearch({200}), 6s) << "mutants and plainer values have what is left";
  EXPECT_TRUE(reserves.SufficeForMutants({200}, reserves.AfterMinimising({200})));
  // Observing 600 tests and verifying them must not be cut short.
  EXPECT_EQ(reserves.AfterSearch({600}), 600ms + 150ms + 1800ms + Duration(10s) / 3 + 500ms);
}

// What a run of pytest repeats of a load is the import; loads for observing repeat all of it.
TEST(Reserves, CountARunOfPytestByTheImport) {
  const Reserves reserves(60s, LoadTime(500ms, 100ms), true);
  EXPECT_EQ(reserves.Verifying({50}), 5 * (200ms + 150ms) + 400ms);
  EXPECT_EQ(reserves.AfterMinimising({50}) - reserves.AfterObserving({50}), 1500ms + 150ms + 150ms);
  EXPECT_EQ(LoadTime(500ms, 1h).importing, 500ms) << "no part is more than the whole";
}

TEST(Reserves, AreBoundedByPartsOfTheShare) {
  const Reserves reserves(12s + 1ms, LoadTime(1ms), true);  // 12 s are left
  const SuiteSize many{1000, 1s};
  EXPECT_EQ(reserves.Verifying(many), 4s);
  EXPECT_EQ(reserves.AfterObserving(many) - reserves.AfterJudging(many), 1500ms);
  EXPECT_EQ(reserves.AfterMinimising(many), 8s);
  EXPECT_EQ(reserves.AfterSearch(many), 8600ms);
  EXPECT_EQ(Reserves(12s, LoadTime(11s), true).AfterSearch(many), 4300ms)
      << "half of the share is left";
}

TEST(Reserves, OfASearchThatIsOverAreThoseOfTheShareThatItComesTo) {
  const Duration reserve = Reserves::AfterSearchOf(20s, {}, LoadTime(500ms), true, {50});
  const Duration again = Reserves(20s + reserve, LoadTime(500ms), true).AfterSearch({50});
  EXPECT_NEAR(static_cast<double>(reserve / 1us), static_cast<double>(again / 1us), 1e4);
  EXPECT_GT(Reserves::AfterSearchOf(100ms, 3s, LoadTime(10ms), true, {5}),
            Reserves::AfterSearchOf(100ms, {}, LoadTime(10ms), true, {5}));
}

TEST(Reserves, KnowHowManyTestsCanBeVerifiedInTheTimeLeft) {
  const Reserves reserves(10s, LoadTime(500ms), true);
  // A fifth of five runs of pytest, each 0.2 s and one and a half loads, and 15 ms a test.
  const Duration without_tests = 200ms + 750ms;
  EXPECT_EQ(reserves.Fitting(100, without_tests + 15ms * 60 + 1ms), 60u);
  EXPECT_EQ(reserves.Fitting(100, 10s), 100u);
  EXPECT_EQ(reserves.Fitting(100, 100ms), 25u);
  EXPECT_EQ(reserves.Fitting(1, 0s), 1u);
  EXPECT_EQ(reserves.Fitting(0, 0s), 0u);
}

TEST(Reserves, KnowHowSlowlyPytestStartsWhereItWasMeasured) {
  LoadTime load(500ms, 100ms);
  const auto verifying = [&] { return Reserves(60s, load, true).Verifying({50}); };
  load.pytest = 100ms;
  EXPECT_EQ(verifying(), 5 * (200ms + 150ms) + 400ms) << "the machine may become busy";
  load.pytest = 700ms;
  EXPECT_EQ(verifying(), 5 * (700ms + 150ms) + 400ms);
  // Two runs, and 15 ms a test.
  EXPECT_EQ(Reserves(60s, load, true).Fitting(100, 1400ms + 15ms * 60 + 1ms), 60u);
}

TEST(Reserves, ExpectNoTestToBeMinimisedInVain) {
  const Reserves reserves(20s, LoadTime(1s), true);
  // Two observers are loaded; then Fitting() of what is left.
  const Duration without_tests = 2 * 1s + 200ms + 1500ms;
  EXPECT_EQ(reserves.WorthMinimising(1000, without_tests + 15ms * 600 + 1ms), 600u);
  EXPECT_EQ(reserves.WorthMinimising(600, 0s), 200u) << "which takes tenths of a second";
  EXPECT_EQ(reserves.WorthMinimising(60, 0s), 60u);
  EXPECT_EQ(reserves.WorthMinimising(1000, Duration::max()), 1000u);
}

TEST(Reserves, LeaveHalfOfTheTimeToObserving) {
  const Reserves reserves(21s, LoadTime(1s), true);  // 20 s are left
  const SuiteSize slow{7, 2s};
  EXPECT_EQ(reserves.LeftByObserving(slow, 20s), reserves.Verifying(slow));
  EXPECT_EQ(reserves.LeftByObserving(slow, 7s), 3500ms) << "else nothing is there to be verified";
  EXPECT_EQ(reserves.LeftByObserving(slow, Duration::max()), reserves.Verifying(slow));
}

TEST(Reserves, TakeFromObservingHowLongTestsAre) {
  Reserves reserves(10s, LoadTime(500ms), true);
  const Duration without_tests = 200ms + 750ms;
  reserves.ObservingEachTook(6ms);
  EXPECT_EQ(reserves.Fitting(100, without_tests + 15ms * 60 + 1ms), 60u) << "as usual";
  reserves.ObservingEachTook(60ms);
  EXPECT_EQ(reserves.Fitting(100, without_tests + 90ms * 40 + 1ms), 40u);
}

}  // namespace
}  // namespace skua::campaign
