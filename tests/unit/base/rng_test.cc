#include "base/rng.h"

#include <limits>
#include <numeric>
#include <set>

#include "support/matchers.h"

namespace skua::base {
namespace {

template <typename Draw>
auto Draws(int count, Draw draw) {
  std::vector<decltype(draw())> drawn;
  for (int i = 0; i < count; ++i) drawn.push_back(draw());
  return drawn;
}

// Golden numbers, from an implementation of the published algorithms in another language: the same
// seed gives the same tests everywhere, also in the next release.
TEST(RngGolden, Next) {
  Rng zero(0), other(42);
  EXPECT_THAT(Draws(3, [&] { return zero.Next(); }),
              ElementsAre(0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au, 0x1a5f849d4933e6e0u));
  EXPECT_THAT(Draws(3, [&] { return other.Next(); }),
              ElementsAre(0x15780b2e0c2ec716u, 0x6104d9866d113a7eu, 0xae17533239e499a1u));
}

TEST(RngGolden, Below) {
  Rng rng(42);
  EXPECT_THAT(Draws(12, [&] { return rng.Below(10); }),
              ElementsAre(2, 2, 9, 3, 6, 4, 4, 7, 8, 5, 9, 3));
}

TEST(RngGolden, Between) {
  Rng rng(42);
  EXPECT_THAT(Draws(10, [&] { return rng.Between(-3, 3); }),
              ElementsAre(-1, -2, 2, 1, 1, -2, -1, -3, 2, 2));
}

TEST(RngGolden, Real) {
  Rng rng(42);
  EXPECT_THAT(Draws(2, [&] { return rng.Real(); }),
              ElementsAre(0x1.5780b2e0c2ec0p-4, 0x1.84136619b444ep-2));
}

TEST(RngGolden, Gaussian) {
  Rng rng(42);
  EXPECT_EQ(rng.Gaussian(), 0x1.b75bc94647404p+0);
}

TEST(RngGolden, Shuffle) {
  Rng rng(42);
  std::vector<int> items(8);
  std::iota(items.begin(), items.end(), 0);
  rng.Shuffle(items);
  EXPECT_THAT(items, ElementsAre(7, 2, 4, 0, 3, 5, 1, 6));
}

TEST(Rng, GivesEachNameAStreamOfItsOwn) {
  EXPECT_EQ(Rng(1, "parcel.rates").Next(), Rng(1, "parcel.rates").Next());
  EXPECT_NE(Rng(1, "parcel.rates").Next(), Rng(1, "parcel.money").Next());
  EXPECT_NE(Rng(1, "parcel.rates").Next(), Rng(2, "parcel.rates").Next());
}

TEST(Rng, ReachesBothEndsOfARangeAndNothingBeyond) {
  Rng rng(1);
  std::set<int64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(rng.Between(-2, 2));
  EXPECT_THAT(seen, ElementsAre(-2, -1, 0, 1, 2));
  EXPECT_EQ(rng.Between(7, 7), 7);
}

TEST(Rng, TakesTheWholeRangeOfIntegers) {
  Rng rng(1);
  constexpr int64_t low = std::numeric_limits<int64_t>::min();
  constexpr int64_t high = std::numeric_limits<int64_t>::max();
  int negative = 0;
  for (int i = 0; i < 100; ++i) negative += rng.Between(low, high) < 0;
  EXPECT_GT(negative, 20);
  EXPECT_LT(negative, 80);
}

TEST(Rng, WeighsWhatItPicks) {
  Rng rng(1);
  const double weights[] = {0, 1, 3, 0};
  int counts[4] = {};
  for (int i = 0; i < 4000; ++i) ++counts[rng.Weighted(weights)];
  EXPECT_EQ(counts[0], 0);
  EXPECT_EQ(counts[3], 0);
  EXPECT_NEAR(counts[2], 3000, 150);
}

TEST(Rng, ChanceKeepsToItsExtremes) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(rng.Chance(0));
    EXPECT_TRUE(rng.Chance(1));
  }
}

}  // namespace
}  // namespace skua::base
