#include "config/load.h"

#include <set>

#include "base/files.h"
#include "config/preset.h"
#include "config/show.h"
#include "config/yaml_reader.h"
#include "support/error_of.h"
#include "support/golden.h"
#include "support/matchers.h"

namespace skua::config {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class LoadTest : public ::testing::Test {
 protected:
  fs::path root() const { return fs::canonical(scratch_.path()); }
  void Write(const std::string& path, const std::string& text = "") {
    base::WriteFileAtomically(root() / path, text);
  }
  LoadedConfig Load(std::vector<std::string> flags = {}, const std::string& folder = "",
                    bool no_color = false) {
    flags.insert(flags.begin(), "run");
    return config::Load(ParseCommandLine(flags), {root() / folder, no_color});
  }
  std::string Error(const std::vector<std::string>& flags = {}, const std::string& folder = "") {
    const std::string error = test::ErrorOf([&] { Load(flags, folder); });
    return testing::Replaced(error, root().string(), "<root>");
  }

 private:
  base::ScratchFolder scratch_;
};

TEST_F(LoadTest, WithoutAFileTheDefaultsAreInForceHere) {
  fs::create_directories(root() / "sub");
  const LoadedConfig loaded = Load({}, "sub");
  // The scratch folder lies below no folder with a skua.yml.
  EXPECT_EQ(loaded.file, std::nullopt);
  EXPECT_EQ(loaded.config.project.root, root() / "sub");
  EXPECT_EQ(loaded.config.budget.total, 5min);
  EXPECT_EQ(loaded.config.output.tests, "tests/generated");
  EXPECT_EQ(loaded.OriginOf("budget.total"), "default");
}

TEST_F(LoadTest, TheNearestFileHereOrAboveCounts) {
  Write("skua.yml", "budget: 1m\n");
  Write("a/skua.yml", "budget: 2m\n");
  Write("a/b/c.py");
  EXPECT_EQ(Load({}, "a/b").config.budget.total, 2min);
  EXPECT_EQ(Load({}, "a/b").config.project.root, root() / "a");
  EXPECT_EQ(Load({}, "a/b").OriginOf("budget.total"), "../skua.yml:1:9");
  EXPECT_EQ(Load().config.budget.total, 1min);
  EXPECT_EQ(Load({"--root", "a"}).config.budget.total, 2min);
  EXPECT_EQ(Load({"--config", "../../skua.yml"}, "a/b").config.budget.total, 1min);
  EXPECT_EQ(Load({"--config", "../../skua.yml"}, "a/b").config.project.root, root());
}

TEST_F(LoadTest, FlagsWinOverTheFile) {
  Write("skua.yml", "budget: {total: 1m, jobs: 2}\nsearch: {algorithm: random}\n");
  const LoadedConfig loaded = Load({"--budget", "9s", "--seed", "4"});
  EXPECT_EQ(loaded.config.budget.total, 9s);
  EXPECT_EQ(loaded.config.budget.jobs, 2u);
  EXPECT_EQ(loaded.config.search.seed, 4u);
  EXPECT_EQ(loaded.config.search.algorithm, "random");
  EXPECT_EQ(loaded.OriginOf("budget.total"), "--budget");
  EXPECT_EQ(loaded.OriginOf("budget.jobs"), "skua.yml:1:27");
}

TEST_F(LoadTest, RootOfAFileIsRelativeToTheFileAndOfAFlagToHere) {
  Write("ci/skua.yml", "project: {root: ..}\n");
  Write("other/x.py");
  EXPECT_EQ(Load({}, "ci").config.project.root, root());
  EXPECT_EQ(Load({"--config", "ci/skua.yml"}).config.project.root, root());
  EXPECT_EQ(Load({"--config", "../ci/skua.yml", "--root", "."}, "other").config.project.root,
            root() / "other");
}

TEST_F(LoadTest, PathsAreTakenToTheRoot) {
  Write("skua.yml",
        "output: {tests: ./t/, reports: /elsewhere/r/}\n"
        "python: {interpreter: .venv/bin/python}\n");
  Write("sub/x.py");
  Config config = Load({}, "sub").config;
  EXPECT_EQ(config.output.tests, "t");
  EXPECT_EQ(config.output.reports, "/elsewhere/r");
  EXPECT_EQ(config.python.interpreter, ".venv/bin/python");

  config = Load({"--tests", "t", "--reports", "../r", "--state", "../../s", "--python", "./py",
                 "x.py", "../y.py", "parcel.rates", "./z/"},
                "sub")
               .config;
  EXPECT_EQ(config.output.tests, "sub/t");
  EXPECT_EQ(config.output.reports, "r");
  EXPECT_EQ(config.output.state, (root().parent_path() / "s").string());
  EXPECT_EQ(config.python.interpreter, "sub/py");
  EXPECT_THAT(config.call.only, ElementsAre("sub/x.py", "y.py", "parcel.rates", "sub/z"));
  EXPECT_EQ(Load({"--python", "python3.12"}, "sub").config.python.interpreter, "python3.12");
}

TEST_F(LoadTest, IterationsReplaceTheClock) {
  Write("skua.yml", "budget: 1m\n");
  LoadedConfig loaded = Load({"--iterations", "5"});
  EXPECT_EQ(loaded.config.budget.total, std::nullopt);
  EXPECT_EQ(loaded.config.search.iterations, 5u);

  Write("skua.yml", "search: {iterations: 5}\n");
  loaded = Load();
  EXPECT_EQ(loaded.config.budget.total, std::nullopt);
  loaded = Load({"--budget", "9s"});
  EXPECT_EQ(loaded.config.budget.total, 9s);
  EXPECT_EQ(loaded.config.search.iterations, std::nullopt);
  EXPECT_EQ(loaded.OriginOf("search.iterations"), "default");
}

TEST_F(LoadTest, IterationsAndAClockByTheSameHandAreAMistake) {
  EXPECT_EQ(
      Error({"--iterations", "5", "--budget", "9s"}),
      "--iterations: a number of iterations replaces the budget of time (--budget): leave one "
      "of them out");
  Write("skua.yml", "budget: 1m\nsearch: {iterations: 5}\n");
  EXPECT_EQ(Error(),
            "skua.yml:2:22: a number of iterations replaces the budget of time (skua.yml:1:9): "
            "leave one of them out");
}

TEST_F(LoadTest, CoupledBranchesAreThoseOfAnyPairUnlessPairsAreNamed) {
  EXPECT_TRUE(Load({"--criteria", "branch,output"}).config.integration.pairs.empty());
  const LoadedConfig loaded = Load({"--criteria", "branch,coupled-branch"});
  EXPECT_THAT(loaded.config.integration.pairs, ElementsAre("auto"));
  EXPECT_EQ(loaded.OriginOf("integration.pairs"), "--criteria");
  Write("skua.yml",
        "search: {criteria: [branch, coupled-branch]}\nintegration: {pairs: [\"a -> b\"]}\n");
  EXPECT_THAT(Load().config.integration.pairs, ElementsAre("a -> b"));
}

TEST_F(LoadTest, AnAlgorithmIsForPairsTooUnlessTheyHaveTheirOwn) {
  EXPECT_EQ(Load().config.search.algorithm, "dynamosa");
  EXPECT_EQ(Load().config.search.pair_algorithm, "mosa");
  EXPECT_EQ(Load({"--algorithm", "mio"}).config.search.pair_algorithm, "mio");
  Write("skua.yml", "search: {pair_algorithm: dynamosa}\n");
  EXPECT_EQ(Load({"--algorithm", "mio"}).config.search.pair_algorithm, "dynamosa");
  EXPECT_EQ(Load({"--algorithm", "mio"}).config.search.algorithm, "mio");
}

TEST_F(LoadTest, SourcesAreFoldersFilesAndDottedNames) {
  Write("src/parcel/rates.py");
  Write("tool.py");
  Write("skua.yml",
        "project:\n  source: [src/parcel, src, tool.py, tool, parcel, parcel.rates, .]\n");
  EXPECT_EQ(Error(), "no error");
}

TEST_F(LoadTest, WhatIsNotThereIsNamedWithItsPlace) {
  Write("occupied");
  Write("here/x.py");
  Write("skua.yml",
        "project:\n"
        "  source: [here, src/nope,\n"
        "           not.here, ../x]\n"
        "python: {path: lib}\n"
        "output: {tests: occupied}\n");
  EXPECT_EQ(
      Error(),
      "skua.yml:2:18: project.source: there is no package, folder or file 'src/nope' in <root>\n"
      "skua.yml:3:12: project.source: there is no package, folder or file 'not.here' in <root>\n"
      "skua.yml:3:22: project.source: there is no package, folder or file '../x' in <root>\n"
      "skua.yml:4:16: python.path: there is no folder 'lib' in <root>\n"
      "skua.yml:5:17: output.tests: 'occupied' is a file, and should be a folder");
  Write("skua.yml", "project: {root: nope}\n");
  EXPECT_EQ(Error(), "skua.yml:1:17: project.root: there is no folder 'nope'");
  EXPECT_EQ(Error({"--root", "gone"}), "--root: there is no folder 'gone'");
  EXPECT_EQ(Error({"--config", "gone.yml"}), "--config: there is no file 'gone.yml'");
}

TEST_F(LoadTest, AHeaderThatWouldMakeFilesUnreadableIsAMistake) {
  Write("skua.yml", "output: {header: \"MIT\\rEncoding: latin-1\\0\"}\n");
  EXPECT_EQ(Error(),
            "skua.yml:1:18: output.header: Python reads no file with a zero byte in it\n"
            "skua.yml:1:18: output.header: Python takes the line for the file's encoding, "
            "'latin-1': test files are written in UTF-8, so leave the line out, or move it below "
            "the second one");
  Write("skua.yml", "output: {header: \"-*- coding: UTF-8 -*-\\nMIT\\nencoding: latin-1\"}\n");
  EXPECT_EQ(Error(), "no error");
}

TEST_F(LoadTest, ProblemsOfTheFileAndItsFoldersAreReportedTogether) {
  Write("skua.yml", "bugdet: 5m\nproject: {source: nope}\n");
  EXPECT_EQ(Error(),
            "skua.yml:1:1: unknown key 'bugdet'; did you mean 'budget'?\n"
            "skua.yml:2:19: project.source: there is no package, folder or file 'nope' in <root>");
}

TEST_F(LoadTest, NoColorIsHeardUnlessAFlagSaysOtherwise) {
  EXPECT_EQ(Load({}, "", false).config.call.color, ColorMode::kAuto);
  EXPECT_EQ(Load({}, "", true).config.call.color, ColorMode::kNever);
  EXPECT_EQ(Load({}, "", true).OriginOf("call.color"), "NO_COLOR");
  EXPECT_EQ(Load({"--color", "always"}, "", true).config.call.color, ColorMode::kAlways);
}

TEST_F(LoadTest, ShowSaysWhatIsInForceAndWhoSaidSo) {
  Write("src/parcel/a.py");
  Write("skua.yml",
        "version: 1\nproject:\n  source: [src/parcel]\n  exclude: ['**/_vendor/**']\n"
        "budget: 1h10m\nsandbox: {memory: 512MiB}\nfail_under: 80\n");
  LoadedConfig loaded = Load({"--jobs", "3", "--quiet", "--python", "python3.12"});
  EXPECT_EQ(loaded.file, root() / "skua.yml");
  loaded.config.project.root = "/project";
  loaded.file = "/project/skua.yml";
  EXPECT_TRUE(testing::MatchesGolden(ShowConfig(loaded), "config/show.yml"));
}

TEST_F(LoadTest, APresetSetsWhatNobodySetsAndIsNamedForIt) {
  Write("skua.yml", "search:\n  preset: paper\n  lazy_probes: 1\n");
  const LoadedConfig loaded = Load();
  EXPECT_EQ(loaded.config.search.restart_after, 0u);
  EXPECT_EQ(loaded.config.search.local_search_probability, 0);
  EXPECT_FALSE(loaded.config.search.adaptive);
  EXPECT_EQ(loaded.config.search.lazy_probes, 1u) << "the file's own";
  EXPECT_EQ(loaded.config.search.population, 50u) << "the default";
  const std::string shown = ShowConfig(loaded);
  EXPECT_THAT(shown, HasSubstr("  restart_after: 0                      # search.preset: paper\n"));
  EXPECT_THAT(shown, HasSubstr("  lazy_probes: 1                        # skua.yml:3:16\n"));
  EXPECT_THAT(shown, HasSubstr("  population: 50                        # default\n"));
}

// A row that sets what is in force anyway, or what another row sets, would tell of nothing.
TEST(Presets, SetEachOptionOnceToAnotherValueThanItsDefault) {
  for (const std::string_view preset : FindOption("search.preset")->choices) {
    const std::vector<Setting> settings = SettingsOf(preset);
    EXPECT_EQ(settings.empty(), preset == "default");
    std::set<const Option*> options;
    for (const Setting& setting : settings) {
      EXPECT_TRUE(options.insert(setting.option).second) << setting.option->name;
      EXPECT_NE(setting.option->get(Config{}), setting.value) << setting.option->name;
    }
  }
}

TEST_F(LoadTest, WhatIsShownLoadsAsTheSame) {
  Write("src/parcel/a.py");
  for (const std::string text : {"", "project: {source: [src/parcel, \"src\"]}\nbudget: 90s\n",
                                 "search: {iterations: 5, seed: 1, pool: 0.2}\n",
                                 "search: {preset: paper, restart_after: 7}\n",
                                 "output: {tests: \"a: b\", reports: /x}\nfail_under: 0.5\n"}) {
    Write("skua.yml", text);
    const LoadedConfig before = Load();
    Write("skua.yml", ShowConfig(before));
    const LoadedConfig after = Load();
    for (const Option& option : Options()) {
      EXPECT_EQ(option.get(before.config), option.get(after.config)) << option.name << '\n' << text;
    }
  }
}

}  // namespace
}  // namespace skua::config
