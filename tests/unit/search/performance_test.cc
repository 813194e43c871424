#include "search/evaluation/performance.h"

#include <gtest/gtest.h>

namespace skua::search {
namespace {

using Preference = SearchOptions::Preference;

TEST(Performance, CountsWhatTheTestConsistsOf) {
  model::TestCase test;
  test.statements.resize(5);
  test.statements[2].kind = test.statements[4].kind = model::StatementKind::kCall;
  const Proxies expected = {10, 20, 2, 30, 40, 3, 5};
  EXPECT_EQ(ProxiesOf(test, {10, 20, 30, 40}), expected);
}

TEST(Performance, ScoreIsTheSumOfNormalisedProxies) {
  EXPECT_DOUBLE_EQ(PerformanceScore({}), 0);
  EXPECT_DOUBLE_EQ(PerformanceScore({1, 0, 0, 0, 0, 0, 0}), 0.5);
  EXPECT_DOUBLE_EQ(PerformanceScore({1, 3, 0, 0, 9, 0, 0}), 0.5 + 0.75 + 0.9);
  EXPECT_LT(PerformanceScore({1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9}), 7);
}

TEST(Performance, HeuristicIsBestForTheLeastOfAFrontAndWorstForTheMost) {
  const Proxies least = {0, 1, 2, 3, 4, 5, 6}, most = {10, 11, 12, 13, 14, 15, 16};
  Proxies middle{};
  for (std::size_t k = 0; k < middle.size(); ++k) middle[k] = (least[k] + most[k]) / 2;
  std::vector<double> heuristic;
  PerformanceHeuristic(std::vector{most, least, middle}, heuristic);
  EXPECT_EQ(heuristic, (std::vector<double>{0, 7, 3.5}));
}

TEST(Performance, HeuristicPassesOverWhatIsTheSameForAll) {
  std::vector<double> heuristic;
  PerformanceHeuristic(std::vector<Proxies>{{5, 2, 0, 0, 0, 0, 0}, {5, 4, 0, 0, 0, 0, 0}},
                       heuristic);
  EXPECT_EQ(heuristic, (std::vector<double>{1, 0}));
  PerformanceHeuristic(std::vector<Proxies>{{5, 2, 0, 0, 0, 0, 0}}, heuristic);
  EXPECT_EQ(heuristic, (std::vector<double>{0}));
  PerformanceHeuristic({}, heuristic);
  EXPECT_TRUE(heuristic.empty());
}

TEST(Performance, FastTestsArePreferredByADynaMosaUnlessTold) {
  SearchOptions options;
  EXPECT_EQ(PreferenceOf(options), Preference::kShort);
  options.algorithm = "adynamosa";
  EXPECT_EQ(PreferenceOf(options), Preference::kFast);
  options.prefer = Preference::kShort;
  EXPECT_EQ(PreferenceOf(options), Preference::kShort);
  options.algorithm = "mio";
  options.prefer = Preference::kFast;
  EXPECT_EQ(PreferenceOf(options), Preference::kFast);
}

}  // namespace
}  // namespace skua::search
