// The words that options choose from are those that the folders know.
#include "command/run_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "campaign/behaviour_change.h"
#include "config/option.h"
#include "model/visibility.h"
#include "plan/strategy.h"
#include "render/style.h"
#include "search/search.h"

namespace skua::command {
namespace {

std::span<const std::string_view> ChoicesOf(std::string_view option) {
  return config::FindOption(option)->choices;
}

TEST(Choices, OfTheAlgorithmAreThoseOfTheSearch) {
  EXPECT_TRUE(std::ranges::equal(ChoicesOf("search.algorithm"), search::AlgorithmNames()));
}

// A name that its reader does not know would be taken for another one.
template <typename Named>
void ExpectEachMeansSomethingElse(std::string_view option, Named named) {
  std::set<decltype(named(std::string_view()))> meanings;
  for (const std::string_view name : ChoicesOf(option)) {
    EXPECT_TRUE(meanings.insert(named(name)).second) << option << ": " << name;
  }
}

TEST(Choices, MeanSomethingElseEach) {
  ExpectEachMeansSomethingElse("budget.strategy", plan::StrategyNamed);
  ExpectEachMeansSomethingElse("output.style", render::StyleFromName);
  ExpectEachMeansSomethingElse("on_behaviour_change", campaign::OnBehaviourChangeNamed);
  ExpectEachMeansSomethingElse("search.visibility", model::VisibilityNamed);
}

TEST(SearchOptions, AreTheConfigurationsWithIterationsForGenerations) {
  config::Config config;
  EXPECT_EQ(SearchOptionsOf(config), model::SearchOptions{});
  config.search.iterations = 7;
  config.search.population = 3;
  const model::SearchOptions options = SearchOptionsOf(config);
  EXPECT_EQ(options.max_generations, 7u);
  EXPECT_EQ(options.population, 3u);
}

}  // namespace
}  // namespace skua::command
