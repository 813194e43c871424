#include "search/evaluation/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "base/rng.h"

namespace skua::search {
namespace {

using Row = std::vector<FitnessEntry>;
using Front = Ranking::Front;

bool DominatesNaively(const Row& a, const Row& b, uint32_t targets) {
  const auto fitness = [](const Row& row, uint32_t target) {
    for (const FitnessEntry& it : row) {
      if (it.target == target) return it.fitness;
    }
    return std::numeric_limits<double>::infinity();
  };
  bool better = false;
  for (uint32_t t = 0; t < targets; ++t) {
    if (fitness(a, t) > fitness(b, t)) return false;
    better = better || fitness(a, t) < fitness(b, t);
  }
  return better;
}

std::vector<Front> Sorted(const std::vector<Row>& rows, const std::vector<std::size_t>& lengths,
                          uint32_t targets, std::size_t wanted) {
  std::vector<FitnessRow> views;
  for (std::size_t i = 0; i < rows.size(); ++i) views.push_back({rows[i], lengths[i]});
  Ranking ranking;
  const auto fronts = ranking.PreferenceSort(views, targets, wanted);
  return {fronts.begin(), fronts.end()};
}

struct DominanceCase {
  std::string name;
  Row a, b;
  bool dominates;
  Advantage advantage;
};

class Dominance : public ::testing::TestWithParam<DominanceCase> {};

TEST_P(Dominance, HoldsWhenBetterInOneTargetAndWorseInNone) {
  const auto& it = GetParam();
  EXPECT_EQ(Dominates(it.a, it.b), it.dominates);
  EXPECT_EQ(Compare(it.a, it.b).of_first, it.advantage.of_first);
  EXPECT_EQ(Compare(it.a, it.b).of_second, it.advantage.of_second);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Dominance,
    ::testing::Values(DominanceCase{"Equal", {{0, 1}}, {{0, 1}}, false, {0, 0}},
                      DominanceCase{"Better", {{0, 1}}, {{0, 2}}, true, {1, 0}},
                      DominanceCase{"Worse", {{0, 2}}, {{0, 1}}, false, {0, 1}},
                      DominanceCase{"MoreTargets", {{0, 1}, {3, 1}}, {{0, 1}}, true, {1, 0}},
                      DominanceCase{"OtherTargets", {{0, 1}}, {{1, 1}}, false, {1, 1}},
                      DominanceCase{"Mixed", {{0, 1}, {1, 2}}, {{0, 2}, {1, 1}}, false, {1, 1}},
                      DominanceCase{"AgainstNothing", {{5, 9}}, {}, true, {1, 0}},
                      DominanceCase{"NothingAgainstNothing", {}, {}, false, {0, 0}}),
    [](const auto& it) { return it.param.name; });

TEST(PreferenceSort, PutsTheBestTestOfEachTargetFirst) {
  const std::vector<Row> rows = {{{0, 0.5}, {1, 2}}, {{0, 0.7}, {1, 1}}, {{0, 0.6}, {1, 1.5}}};
  const auto fronts = Sorted(rows, {5, 5, 5}, 2, 3);
  ASSERT_EQ(fronts.size(), 2u);
  EXPECT_EQ(fronts[0], (Front{0, 1}));
  EXPECT_EQ(fronts[1], (Front{2}));  // not dominated, yet best for nothing
}

TEST(PreferenceSort, PrefersTheShorterOfEquals) {
  const std::vector<Row> rows = {{{0, 1}}, {{0, 1}}, {{0, 1}}};
  EXPECT_EQ(Sorted(rows, {7, 3, 4}, 1, 1)[0], (Front{1}));
}

TEST(PreferenceSort, StopsWhenEnoughAreRanked) {
  const std::vector<Row> rows = {{{0, 1}}, {{0, 2}}, {{0, 3}}, {{0, 4}}};
  EXPECT_EQ(Sorted(rows, {1, 1, 1, 1}, 1, 2).size(), 2u);
  EXPECT_EQ(Sorted(rows, {1, 1, 1, 1}, 1, 4).size(), 4u);
}

TEST(PreferenceSort, FormsTheFrontsThatTheDefinitionGives) {
  base::Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    const auto targets = static_cast<uint32_t>(1 + rng.Below(6));
    std::vector<Row> rows(1 + rng.Below(30));
    std::vector<std::size_t> lengths;
    for (Row& row : rows) {
      for (uint32_t t = 0; t < targets; ++t) {
        if (rng.Chance(0.6)) row.push_back({t, static_cast<double>(rng.Below(4))});
      }
      lengths.push_back(1 + rng.Below(5));
    }
    const auto fronts = Sorted(rows, lengths, targets, rows.size());
    std::size_t ranked = 0;
    std::vector<uint32_t> left(rows.size());
    for (uint32_t i = 0; i < left.size(); ++i) left[i] = i;
    for (std::size_t f = 0; f < fronts.size(); ++f) {
      ranked += fronts[f].size();
      if (f > 0) {
        for (uint32_t i : left) {
          const bool dominated = std::any_of(left.begin(), left.end(), [&](uint32_t j) {
            return DominatesNaively(rows[j], rows[i], targets);
          });
          const bool in_front = std::find(fronts[f].begin(), fronts[f].end(), i) != fronts[f].end();
          ASSERT_EQ(in_front, !dominated) << "round " << round << ", front " << f;
        }
      }
      std::erase_if(left, [&](uint32_t i) {
        return std::find(fronts[f].begin(), fronts[f].end(), i) != fronts[f].end();
      });
    }
    ASSERT_EQ(ranked, rows.size());
  }
}

TEST(SubvectorDominance, IsTheLeastAdvantageOverAnother) {
  const std::vector<Row> rows = {{{0, 1}, {1, 1}, {2, 5}}, {{0, 2}, {1, 2}, {2, 1}}, {{2, 4}}};
  std::vector<FitnessRow> views;
  for (const Row& row : rows) views.push_back({row, 1});
  Ranking ranking;
  std::vector<double> distances;
  ranking.SubvectorDominance(views, {0, 1, 2}, distances);
  EXPECT_EQ(distances, (std::vector<double>{2, 1, 0}));
  ranking.SubvectorDominance(views, {1}, distances);
  EXPECT_EQ(distances, (std::vector<double>{std::numeric_limits<double>::infinity()}));
}

}  // namespace
}  // namespace skua::search
