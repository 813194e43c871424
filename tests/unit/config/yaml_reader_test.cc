#include "config/yaml_reader.h"

#include "config/option_value.h"
#include "support/matchers.h"

namespace skua::config {
namespace {

TEST(YamlReader, SaysWhereEachValueStands) {
  const YamlSettings read = ReadYaml(
      "version: 1\n"
      "project:\n"
      "  source: [src/parcel,\n"
      "           tool.py]\n"
      "  exclude: \"**/_vendor/**\"\n"
      "budget: 5m\n"
      "search: {seed: 7}\n",
      "skua.yml");
  ASSERT_THAT(read.problems, IsEmpty());
  std::vector<std::string> lines;
  for (const Setting& setting : read.settings) {
    lines.push_back(std::string(setting.option->name) + " = " +
                    FormatValue(*setting.option, setting.value) + " @ " + setting.origin);
  }
  EXPECT_THAT(lines,
              ElementsAre("version = 1 @ skua.yml:1:10",
                          "project.source = [src/parcel, tool.py] @ skua.yml:3:11",
                          "project.exclude = [\"**/_vendor/**\"] @ skua.yml:5:12",
                          "budget.total = 5m @ skua.yml:6:9", "search.seed = 7 @ skua.yml:7:16"));
  EXPECT_THAT(read.settings[1].item_origins, ElementsAre("skua.yml:3:12", "skua.yml:4:12"));
}

TEST(YamlReader, APairIsATextOrAListOfTwo) {
  const YamlSettings read = ReadYaml(
      "integration:\n  pairs: [[shop.cart, shop.rates.Rates],\n          \"a -> b\", auto]\n", "f");
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.settings, SizeIs(1));
  EXPECT_EQ(FormatValue(*read.settings[0].option, read.settings[0].value),
            "[\"shop.cart -> shop.rates.Rates\", \"a -> b\", auto]");
  EXPECT_THAT(read.settings[0].item_origins, ElementsAre("f:2:11", "f:3:11", "f:3:21"));
}

TEST(YamlReader, AnEmptyFileAndEmptySectionsSayNothing) {
  for (const std::string text : {"", "\n", "# only a comment\n", "---\n", "project:\n",
                                 "search: ~\n", "project:\n  # source: [a]\nversion: 1\n"}) {
    const YamlSettings read = ReadYaml(text, "f");
    EXPECT_THAT(read.problems, IsEmpty()) << text;
  }
}

TEST(YamlReader, BudgetIsATimeOrAMapping) {
  EXPECT_THAT(ReadYaml("budget: 90s", "f").settings, SizeIs(1));
  EXPECT_THAT(ReadYaml("budget: {total: 90s, jobs: 2}", "f").settings, SizeIs(2));
  EXPECT_THAT(ReadYaml("budget:\n  jobs: 2\n", "f").settings, SizeIs(1));
}

struct BadFile {
  std::string text;
  std::string problem;
};

class YamlReaderProblem : public ::testing::TestWithParam<BadFile> {};

TEST_P(YamlReaderProblem, NamesPlaceExpectationAndNearestName) {
  EXPECT_THAT(ReadYaml(GetParam().text, "skua.yml").problems, ElementsAre(GetParam().problem));
}

INSTANTIATE_TEST_SUITE_P(
    Table, YamlReaderProblem,
    ::testing::Values(
        BadFile{"version: 1\nbudgte: 5m\n",
                "skua.yml:2:1: unknown key 'budgte'; did you mean 'budget'?"},
        BadFile{"project:\n  sources: [a]\n",
                "skua.yml:2:3: unknown key 'sources' in 'project'; did you mean 'source'?"},
        BadFile{"jobs: 3\n", "skua.yml:1:1: unknown key 'jobs'; 'jobs' belongs in 'budget'"},
        BadFile{"project:\n  fail_under: 3\n",
                "skua.yml:2:3: unknown key 'fail_under' in 'project'; it belongs at the top of the "
                "file"},
        BadFile{
            "call.quiet: true\n",
            "skua.yml:1:1: unknown key 'call.quiet'; expected one of version, existing_tests, "
            "findings, "
            "on_behaviour_change, fail_under, fail_under_changed, max_findings, project, python, "
            "output, reports, budget, "
            "search, oracle, integration, sandbox"},
        BadFile{
            "call: {quiet: true}\n",
            "skua.yml:1:1: unknown key 'call'; expected one of version, existing_tests, findings, "
            "on_behaviour_change, fail_under, fail_under_changed, max_findings, project, python, "
            "output, reports, budget, "
            "search, oracle, integration, sandbox"},
        BadFile{"budget.jobs: 3\n",
                "skua.yml:1:1: unknown key 'budget.jobs'; 'jobs' belongs in 'budget'"},
        BadFile{"version: 2\n", "skua.yml:1:10: version: expected 1, not '2'"},
        BadFile{"budget: 90\n",
                "skua.yml:1:9: budget.total: expected a duration such as 90s, 5m or 1h10m, not "
                "'90'"},
        BadFile{"budget: [5m]\n",
                "skua.yml:1:9: budget: expected a mapping with some of total, jobs, strategy, "
                "minimum, unchanged, suspended, suite_time"},
        BadFile{"budget:\n    suite_time: 30\n",
                "skua.yml:2:17: budget.suite_time.module: expected a duration such as 90s, 5m or "
                "1h10m, not '30'"},
        BadFile{"budget:\n    suite_time: {folders: 2s}\n",
                "skua.yml:2:18: unknown key 'folders' in 'budget.suite_time'; did you mean "
                "'folder'?"},
        BadFile{"budget:\n    jobs: many\n",
                "skua.yml:2:11: budget.jobs: expected an integer from 0 to 1024, not 'many'"},
        BadFile{"budget:\n    jobs: \"2\"\n",
                "skua.yml:2:11: budget.jobs: expected an integer from 0 to 1024, not '2'"},
        BadFile{"project: {respect_gitignore: yes}\n",
                "skua.yml:1:30: project.respect_gitignore: expected true or false, not 'yes'"},
        BadFile{"python:\n  interpreter: 3.11\n",
                "skua.yml:2:16: python.interpreter: expected a program's path or name, not '3.11'; "
                "put it in quotes if it is one"},
        BadFile{"python:\n  interpreter:\n",
                "skua.yml:2:3: python.interpreter: expected a program's path or name, not nothing"},
        BadFile{"project:\n  source:\n    - a\n    - {b: c}\n",
                "skua.yml:4:7: project.source: expected a list of strings"},
        BadFile{"project:\n  source: {a: b}\n",
                "skua.yml:2:11: project.source: expected a list of strings, not a mapping"},
        BadFile{"output: x\n",
                "skua.yml:1:9: output: expected a mapping with some of tests, style, keep, header, "
                "reports, state, restore"},
        BadFile{"search: {algorithm: DynaMosa}\n",
                "skua.yml:1:21: search.algorithm: expected dynamosa, adynamosa, mosa, mio, "
                "whole-suite or "
                "random, not 'DynaMosa'; did "
                "you mean 'dynamosa'?"},
        BadFile{"search:\n  seed: 1\n  seed: 2\n",
                "skua.yml:3:3: 'seed' appears twice; the first is in line 2"},
        BadFile{
            "hello\n",
            "skua.yml:1:1: expected a mapping with some of version, existing_tests, findings, "
            "on_behaviour_change, fail_under, fail_under_changed, max_findings, project, python, "
            "output, reports, budget, "
            "search, oracle, integration, sandbox"},
        BadFile{"? [a, b]\n: c\n", "skua.yml:1:3: expected a key, which is a word"},
        BadFile{"project:\n  source: [a\nbudget: 5m\n",
                "skua.yml:3:7: this is not YAML: end of sequence flow not found"},
        BadFile{"budget: 5m\n---\nbudget: 6m\n",
                "skua.yml:2:1: expected one document, not several"},
        BadFile{",", "skua.yml:1:1: expected one document, not several"}));

TEST(YamlReader, ReportsAllProblemsAtOnceInOrder) {
  EXPECT_THAT(ReadYaml("versoin: 1\nbudget: soon\nsearch: {iterations: 0}\n", "a.yml").problems,
              ElementsAre("a.yml:1:1: unknown key 'versoin'; did you mean 'version'?",
                          "a.yml:2:9: budget.total: expected a duration such as 90s, 5m or 1h10m, "
                          "not 'soon'",
                          "a.yml:3:22: search.iterations: expected an integer from 1 to "
                          "1000000000, not '0'"));
}

TEST(YamlReader, SurvivesWhatIsNotMeantToBeRead) {
  const std::string deep(100'000, '[');
  const std::string long_scalar = "budget: " + std::string(1 << 20, '1');
  const std::string binary("\x00\x01\xff\xfe: \x80", 7);
  for (const std::string& text :
       {deep, long_scalar, binary, std::string("a: &a [*a]"), std::string("*unknown"),
        std::string("\t- x"), std::string("!!")}) {
    EXPECT_THAT(ReadYaml(text, "f").problems, SizeIs(1)) << text.substr(0, 40);
  }
}

}  // namespace
}  // namespace skua::config
