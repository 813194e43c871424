// The words that options choose from are those that the folders know.
#include "command/survey/run_options.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "base/files.h"
#include "base/secrets.h"
#include "campaign/standing/behaviour_change.h"
#include "command/survey/secret_files.h"
#include "config/option.h"
#include "model/visibility.h"
#include "plan/strategy.h"
#include "render/module/style.h"
#include "search/search.h"
#include "support/matchers.h"

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

// As ignore rules: by a path, below any folder, wherever it lies.
TEST(HiddenIn, AreSecretsAndWhatTheConfigurationNames) {
  const base::ScratchFolder root;
  const std::string deep = "a/b/c/d/e/f/g/h/i/j/server.pem";
  for (const std::string& file :
       {std::string(".env"), std::string("deploy/settings.cfg"), std::string("sub/deploy/kept.cfg"),
        std::string("kept.py"), deep}) {
    base::WriteFileAtomically(root.path() / file, "text");
  }
  config::Config config;
  config.project.root = root.path();
  EXPECT_THAT(HiddenIn(config), ElementsAre(root.path() / ".env"));
  config.sandbox.hide = {"/deploy/", "*.pem", "nothing"};
  EXPECT_THAT(HiddenIn(config), UnorderedElementsAre(root.path() / ".env", root.path() / "deploy",
                                                     root.path() / deep));
  EXPECT_EQ(VisibleTo(config, {}).hidden.size(), 5u);  // and the state, and the reports
}

TEST(Secrets, AreReadInWhatTheConfigurationHides) {
  const base::ScratchFolder root;
  base::WriteFileAtomically(root.path() / "deploy/eu/settings.cfg", "password = hG7x-of-deploy-2");
  base::Secrets secrets;
  AddSecretsOf(root.path(), std::vector{root.path() / "deploy"}, secrets);
  EXPECT_TRUE(secrets.AreIn("x = 'hG7x-of-deploy-2'"));
}

}  // namespace
}  // namespace skua::command
