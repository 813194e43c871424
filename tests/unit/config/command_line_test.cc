#include "config/command_line.h"

#include "base/error.h"
#include "config/command_table.h"
#include "config/option_value.h"
#include "support/error_of.h"
#include "support/golden.h"
#include "support/matchers.h"

namespace skua::config {
namespace {

Invocation Parse(std::vector<std::string> arguments) { return ParseCommandLine(arguments); }

TEST(CommandLine, KnowsTheCommands) {
  const struct {
    std::vector<std::string> arguments;
    Command command;
  } cases[] = {
      {{"run"}, Command::kRun},
      {{"plan"}, Command::kPlan},
      {{"init"}, Command::kInit},
      {{"doctor"}, Command::kDoctor},
      {{"explain"}, Command::kExplain},
      {{"config", "show"}, Command::kConfigShow},
      {{"config", "schema"}, Command::kConfigSchema},
      {{"config", "check"}, Command::kConfigCheck},
  };
  for (const auto& [arguments, command] : cases) EXPECT_EQ(Parse(arguments).command, command);
}

TEST(CommandLine, KnowsWhichSchemaIsAskedFor) {
  EXPECT_FALSE(Parse({"config", "schema"}).suite);
  EXPECT_TRUE(Parse({"config", "schema", "--suite"}).suite);
  EXPECT_EQ(Parse({"config", "schema", "--suite"}).command, Command::kConfigSchema);
}

TEST(CommandLine, ChecksSuitesWithinABudget) {
  const Invocation invocation = Parse({"check", "a.json", "--budget", "30s", "b.json"});
  EXPECT_EQ(invocation.command, Command::kCheck);
  EXPECT_THAT(invocation.suites, ElementsAre("a.json", "b.json"));
  ASSERT_EQ(invocation.overrides.size(), 1u);
  EXPECT_EQ(invocation.overrides[0].option->name, "budget.total");
}

TEST(CommandLine, FlagsBecomeSettings) {
  const Invocation invocation = Parse({"run",      "--budget", "30s",           "-j",
                                       "2",        "--seed=7", "--algorithm",   "random",
                                       "--base",   "main",     "--fail-under",  "80.5",
                                       "--tests",  "t",        "--reports",     "r",
                                       "--state",  "s",        "--python",      "python3.12",
                                       "-q",       "--debug",  "explain,stats", "--color",
                                       "never",    "--all",    "--root",        "p",
                                       "--changed"});
  std::vector<std::string> settings;
  for (const Setting& setting : invocation.overrides) {
    settings.push_back(setting.origin + " " + std::string(setting.option->name) + " " +
                       FormatValue(*setting.option, setting.value));
  }
  EXPECT_THAT(
      settings,
      ElementsAre("--root project.root p", "--python python.interpreter python3.12",
                  "--tests output.tests t", "--reports output.reports r", "--state output.state s",
                  "--budget budget.total 30s", "--jobs budget.jobs 2",
                  "--algorithm search.algorithm random", "--seed search.seed 7",
                  "--fail-under fail_under 80.5", "--base call.base main", "--all call.all true",
                  "--changed call.changed true", "--quiet call.quiet true",
                  "--debug call.debug [explain, stats]", "--color call.color never"));
}

TEST(CommandLine, TakesModulesAmongFlags) {
  const Invocation invocation =
      Parse({"run", "parcel.rates", "--budget", "5s", "src/parcel/money.py", "doctor"});
  EXPECT_EQ(invocation.command, Command::kRun);
  EXPECT_THAT(invocation.only, ElementsAre("parcel.rates", "src/parcel/money.py", "doctor"));
}

TEST(CommandLine, TakesTheLastOfARepeatedFlag) {
  const Invocation invocation = Parse({"run", "--jobs", "2", "--jobs", "3", "-c", "a", "-c", "b"});
  ASSERT_EQ(invocation.overrides.size(), 1u);
  EXPECT_EQ(invocation.overrides[0].value, OptionValue(uint64_t{3}));
  EXPECT_EQ(invocation.config_file, "b");
}

TEST(CommandLine, TakesWhatBelongsToOneCommand) {
  EXPECT_TRUE(Parse({"init", "--force"}).force);
  EXPECT_FALSE(Parse({"init"}).force);
  EXPECT_EQ(Parse({"explain", "N104"}).explain_code, "N104");
  EXPECT_EQ(Parse({"explain"}).explain_code, "");
}

struct Misuse {
  std::vector<std::string> arguments;
  std::string sentence;
};

class CommandLineMisuse : public ::testing::TestWithParam<Misuse> {};

TEST_P(CommandLineMisuse, IsOneSentenceWithTheNearestName) {
  EXPECT_EQ(test::ErrorOf([] { Parse(GetParam().arguments); }), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Table, CommandLineMisuse,
    ::testing::Values(
        Misuse{{"rnu"}, "unknown command 'rnu'; did you mean 'run'?"},
        Misuse{{"banana"}, "unknown command 'banana'; see skua --help"},
        Misuse{{"run", "--bugdet", "5m"}, "unknown option '--bugdet'; did you mean '--budget'?"},
        Misuse{{"run", "--bugdet=5m"}, "unknown option '--bugdet'; did you mean '--budget'?"},
        Misuse{{"run", "--force"}, "unknown option '--force'; see skua run --help"},
        Misuse{{"run", "-x"}, "unknown option '-x'; see skua run --help"},
        Misuse{{"--budget", "5m", "run"},
               "unknown option '--budget'; write it after the command: skua run --budget"},
        Misuse{{"run", "--budget", "5x"},
               "--budget: expected a duration such as 90s, 5m or 1h10m, not '5x'"},
        Misuse{{"run", "--budget"}, "--budget needs a value: a duration such as 90s, 5m or 1h10m"},
        Misuse{{"run", "-j"}, "--jobs needs a value: an integer from 0 to 1024"},
        Misuse{{"run", "-c"}, "--config needs a value"},
        Misuse{{"run", "--color", "alwys"},
               "--color: expected auto, always or never, not 'alwys'; did you mean 'always'?"},
        Misuse{{"run", "--python", ""}, "--python: expected a program's path or name, not ''"},
        Misuse{{"doctor", "parcel"}, "unexpected argument 'parcel'; see skua doctor --help"},
        Misuse{{"explain", "a", "b"}, "unexpected argument 'b'; see skua explain --help"},
        Misuse{{"config"}, "config needs a command: show, schema or check"},
        Misuse{{"config", "shwo"}, "unknown command 'shwo'; did you mean 'show'?"},
        Misuse{{"config", "check", "x"}, "unexpected argument 'x'; see skua config check --help"}));

TEST(CommandLine, VersionAndHelpAreText) {
  EXPECT_EQ(Parse({"--version"}).text, "skua " SKUA_VERSION "\n");
  EXPECT_EQ(Parse({"--help"}).text, MainHelp());
  EXPECT_EQ(Parse({"--help"}).exit_code, 0);
  EXPECT_EQ(Parse({"help", "run"}).text, Parse({"run", "--help"}).text);
  EXPECT_EQ(Parse({"help"}).text, MainHelp());
}

TEST(CommandLine, NothingAtAllIsAMistakeThatIsAnsweredWithHelp) {
  const Invocation invocation = Parse({});
  EXPECT_EQ(invocation.command, Command::kText);
  EXPECT_EQ(invocation.text, MainHelp());
  EXPECT_EQ(invocation.exit_code, 2);
}

std::vector<std::string> WordsOf(const CommandInfo& command) {
  std::vector<std::string> words;
  for (std::string_view name = command.name; !name.empty();) {
    const std::size_t space = std::min(name.find(' '), name.size());
    words.emplace_back(name.substr(0, space));
    name.remove_prefix(std::min(space + 1, name.size()));
  }
  return words;
}

TEST(Help, OfEachCommandIsTheGoldenOne) {
  EXPECT_TRUE(testing::MatchesGolden(MainHelp(), "config/help.txt"));
  for (const CommandInfo& command : Commands()) {
    std::vector<std::string> words = WordsOf(command);
    words.emplace_back("--help");
    const Invocation invocation = Parse(words);
    EXPECT_EQ(invocation.exit_code, 0);
    EXPECT_TRUE(testing::MatchesGolden(
        invocation.text,
        "config/help_" + testing::Replaced(std::string(command.name), " ", "_") + ".txt"));
  }
}

TEST(Help, FitsInEightyColumns) {
  std::string all = MainHelp();
  for (const CommandInfo& command : Commands()) all += HelpOf(command);
  std::size_t column = 0;
  for (const char c : all) {
    if ((c & 0xc0) != 0x80) column = c == '\n' ? 0 : column + 1;
    ASSERT_LE(column, 80u);
  }
}

TEST(Help, NamesEveryFlagThatTheCommandTakes) {
  for (const CommandInfo& command : Commands()) {
    for (const Option& option : Options()) {
      if (command.Takes(option)) {
        EXPECT_THAT(HelpOf(command), HasSubstr(" " + std::string(option.flag))) << command.name;
      }
    }
  }
}

TEST(Help, ItsExamplesAreValid) {
  for (const CommandInfo& command : Commands()) {
    for (const std::string_view example : command.examples) {
      std::vector<std::string> words;
      std::istringstream stream{std::string(example)};
      for (std::string word; stream >> word && word != ">";) words.push_back(word);
      ASSERT_EQ(words.front(), "skua");
      words.erase(words.begin());
      EXPECT_EQ(Parse(words).command, command.command) << example;
    }
  }
}

}  // namespace
}  // namespace skua::config
