#include "config/command_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "config/option_value.h"

namespace skua::config {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kDocColumn = 28;

constexpr unsigned Bit(FlagGroup group) { return static_cast<unsigned>(group); }
constexpr unsigned kRootOnly = Bit(FlagGroup::kRoot);
constexpr unsigned kPlaces = kRootOnly | Bit(FlagGroup::kProject);
constexpr unsigned kEverything = kPlaces | Bit(FlagGroup::kBudget) | Bit(FlagGroup::kWhat) |
                                 Bit(FlagGroup::kGates) | Bit(FlagGroup::kSearch) |
                                 Bit(FlagGroup::kConsole);

constexpr unsigned kReports = Bit(FlagGroup::kReports);
constexpr unsigned kMerging =
    kPlaces | kReports | Bit(FlagGroup::kGates) | Bit(FlagGroup::kConsole);

constexpr std::string_view kRunExamples[] = {
    "skua run --budget 30s",
    "skua run parcel.rates src/parcel/money.py",
    "skua run --base origin/main --fail-under 80",
    "skua run --iterations 200 --seed 7",
    "skua run --shard 2/4",
};
constexpr std::string_view kPlanExamples[] = {
    "skua plan",
    "skua plan --base origin/main",
    "skua plan --shards 4 --format github-matrix",
};
constexpr std::string_view kMergeExamples[] = {"skua merge shards/*"};
constexpr std::string_view kReportExamples[] = {
    "skua report --format html --out /tmp/last-run",
    "skua report --format lcov,sarif",
};
constexpr std::string_view kAcceptExamples[] = {
    "skua accept",
    "skua accept parcel.rates",
    "skua accept tests/generated/test_parcel_rates.py::test_quote_returns_449",
    "skua accept --all",
};
constexpr std::string_view kCheckExamples[] = {
    "skua check",
    "skua check tests/generated/test_parcel_rates.json --budget 30s",
    "skua check --format junit --reports build/check",
};
constexpr std::string_view kExplainExamples[] = {"skua explain SKUA-N104"};
constexpr std::string_view kSchemaExamples[] = {"skua config schema > skua.schema.json",
                                                "skua config schema --suite > suite.schema.json",
                                                "skua config schema --report > report.schema.json"};
constexpr std::string_view kInitExamples[] = {"skua init", "skua init --ci github",
                                              "skua init --ci gitlab --shards 4"};
constexpr std::string_view kCompletionExamples[] = {
    "skua completion bash > ~/.local/share/bash-completion/completions/skua",
    "skua completion fish > ~/.config/fish/completions/skua.fish",
};

constexpr std::string_view kModules = "only these: dotted names, folders or files";

constexpr CommandInfo kCommands[] = {
    {Command::kRun, "run", "[MODULE…]", kModules, "generate tests for what changed",
     "Finds the modules that changed since the last run, shares the budget among them, and writes "
     "pytest files and reports. The budget covers everything.",
     kEverything | kReports | Bit(FlagGroup::kShard), true, kRunExamples},
    {Command::kPlan, "plan", "[MODULE…]", kModules, "show what run would do and why",
     "Changes nothing.", kEverything, true, kPlanExamples},
    {Command::kMerge, "merge", "DIR…",
     "project folders with the tests, reports and state of `run --shard`",
     "join the shards of a run",
     "Joins their tests, state and reports in this project's folders, and judges its gates.",
     kMerging, true, kMergeExamples},
    {Command::kReport, "report", "", "", "write the last run's reports again",
     "Makes them from the state, without running or changing any test.", kPlaces | kReports, true,
     kReportExamples},
    {Command::kAccept, "accept", "[MODULE|TEST…]",
     "dotted names, folders, files, or tests as a report names them",
     "accept behaviour changes, or list the open ones",
     "A behaviour change stays open, and every run reports it, until the code is restored, its "
     "test is edited, or it is accepted. Accepting removes the tests that expect the earlier "
     "behaviour, and keeps the new tests, which expect the present one. Without a name it lists "
     "the open changes and changes nothing.",
     kPlaces, true, kAcceptExamples},
    {Command::kCheck, "check", "[SUITE.json…]",
     "suites in JSON (output.style: json); none: all in the folder of generated tests",
     "run suites in JSON as regression tests",
     "Executes their tests in contained processes of the project's Python, without pytest, and "
     "tells which calls give something else than the suite expects. Exits with 0 when all tests "
     "hold, with 1 when one does not or was not run, with 2 when a file is no suite. Where "
     "reports.formats names junit it writes check.xml. Changes nothing else.",
     kPlaces | kReports | Bit(FlagGroup::kConsole), true, kCheckExamples},
    {Command::kInit, "init", "", "", "write a skua.yml for the project found here",
     "Looks for packages, a tests folder and an interpreter. Overwrites only with --force. With "
     "--ci it also writes a pipeline for that system, and keeps an existing skua.yml. It updates a "
     "pipeline that it wrote itself, leaves an edited one, and adds a second file beside one that "
     "others wrote.",
     0, false, kInitExamples},
    {Command::kDoctor, "doctor", "", "", "check that this machine has what a run needs",
     "Looks at the interpreter, pytest, containment, write access and cores.", kPlaces},
    {Command::kExplain, "explain", "[CODE]", "as in a table, a report or a message: SKUA-N104",
     "explain a reason code, and what to do about it", "Without a code: the list of all.", 0, false,
     kExplainExamples},
    {Command::kConfigShow, "config show", "", "",
     "print the settings in force, and where each is set",
     "Takes the flags of run and prints YAML.", kEverything | kReports},
    {Command::kConfigSchema, "config schema", "", "", "print the JSON Schema of skua.yml", "", 0,
     false, kSchemaExamples},
    {Command::kConfigCheck, "config check", "", "", "check skua.yml",
     "Exits with 0 if it is valid, else with 2 and a list of all problems.", kRootOnly},
    {Command::kCompletion, "completion", "SHELL", "bash, zsh or fish",
     "print a shell's completion script", "", 0, false, kCompletionExamples},
};

constexpr OwnFlag kOwnFlags[] = {
    {Command::kInit, "--force", "", "replace the skua.yml that is there"},
    {Command::kInit, "--ci", "SYSTEM", "also write a pipeline: github, jenkins or gitlab",
     kCiSystems},
    {Command::kInit, "--shards", "N", "with --ci: share the work among N machines (1)"},
    {Command::kInit, "--from", "OWNER/REPO", "with --ci: Skua's own repository on GitHub"},
    {Command::kInit, "--stdout", "", "with --ci: print the pipeline and write no file"},
    {Command::kPlan, "--shards", "N", "share the work among N machines; auto: as many as it needs"},
    {Command::kPlan, "--format", "FORMAT", "text, json or github-matrix, of the shards (text)",
     kPlanFormats},
    {Command::kMerge, "--allow-missing", "", "merge the shards that exist, without missing ones"},
    {Command::kAccept, "--all", "", "accept all open changes"},
    {Command::kReport,
     "--out",
     "DIR",
     "write into this folder (output.reports)",
     {},
     "output.reports"},
    {Command::kCheck, "--budget", "TIME", "wall clock for everything (5m)", {}, "budget.total"},
    {Command::kConfigSchema, "--suite", "",
     "print the schema of suites as JSON (output.style: json)"},
    {Command::kConfigSchema, "--report", "", "print the schema of report.json"},
};

struct Heading {
  std::string_view text;
  unsigned groups;
};
constexpr Heading kHeadings[] = {
    {"Budget", Bit(FlagGroup::kBudget)},
    {"What is done", Bit(FlagGroup::kWhat) | Bit(FlagGroup::kShard)},
    {"Gates", Bit(FlagGroup::kGates)},
    {"Project", kPlaces},
    {"Search", Bit(FlagGroup::kSearch)},
    {"Reports", kReports},
    {"Console", Bit(FlagGroup::kConsole)},
};

// Returns the number of characters of UTF-8 text.
std::size_t Columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

// Wraps `text` at kWidth; the first line continues at column `used`, the others begin at `indent`.
std::string Wrap(std::string_view text, std::size_t indent, std::size_t used) {
  std::string wrapped;
  std::size_t column = used;
  bool line_is_empty = true;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (!line_is_empty && column + 1 + Columns(word) > kWidth) {
      wrapped += '\n' + std::string(indent, ' ');
      column = indent;
      line_is_empty = true;
    }
    if (!line_is_empty) wrapped += ' ', ++column;
    wrapped += word;
    column += Columns(word);
    line_is_empty = false;
  }
  return wrapped;
}

std::string Line(std::string_view left, std::string_view doc) {
  std::string line = fmt::format("  {}", left);
  const std::size_t used = Columns(line);
  line += used + 2 > kDocColumn ? '\n' + std::string(kDocColumn, ' ')
                                : std::string(kDocColumn - used, ' ');
  return line + Wrap(doc, kDocColumn, kDocColumn) + '\n';
}

std::string FlagLine(const Option& option) {
  const std::string left =
      fmt::format("{:2}{} {}{}{}", option.letter, option.letter.empty() ? ' ' : ',', option.flag,
                  option.operand.empty() ? "" : " ", option.operand);
  std::string doc(option.doc);
  const std::string value = FormatValue(option, option.get(Config{}));
  const bool says_something = !value.empty() && value != "[]" && value != "\"\"" && value != ".";
  if (option.type == OptionType::kChoice && option.in_file()) {
    doc += ": " + Expectation(option);
  }
  if (says_something && option.type != OptionType::kBoolean) doc += fmt::format(" ({})", value);
  return Line(left, doc);
}

std::string Examples(std::span<const std::string_view> examples) {
  std::string text = examples.empty() ? "" : "\nExamples\n";
  for (const std::string_view example : examples) text += fmt::format("  {}\n", example);
  return text;
}

constexpr std::string_view kExitCodes =
    "\nExit codes\n"
    "  0         done; a used-up budget is no failure\n"
    "  1         a gate that you set failed (--fail-under)\n"
    "  2         the command line, skua.yml or the environment is wrong,\n"
    "            or Skua itself failed in a module\n"
    "  130, 143  interrupted; what was finished is kept\n";

}  // namespace

std::span<const CommandInfo> Commands() { return kCommands; }
std::span<const OwnFlag> OwnFlags() { return kOwnFlags; }

std::string MainHelp() {
  std::string text =
      "Skua writes unit tests for Python: for what changed, in the time you give it.\n"
      "\nUsage: skua COMMAND [OPTIONS]\n"
      "\nCommands\n";
  for (const CommandInfo& command : kCommands) {
    text += Line(
        fmt::format("{}{}{}", command.name, command.operand.empty() ? "" : " ", command.operand),
        command.summary);
  }
  text += "\nOptions\n" + Line("-h, --help", "this, or the help of a command: skua run --help") +
          Line("-V, --version", "print the version");
  static constexpr std::string_view kStart[] = {"skua init", "skua run --budget 30s"};
  text += Examples(kStart);
  text += kExitCodes;
  return text;
}

std::string HelpOf(const CommandInfo& command) {
  std::string text = fmt::format("skua {}: {}\n", command.name, command.summary);
  if (!command.about.empty()) text += '\n' + Wrap(command.about, 0, 0) + '\n';
  text += fmt::format("\nUsage: skua {} [OPTIONS]{}{}\n", command.name,
                      command.operand.empty() ? "" : " ", command.operand);
  if (!command.operand.empty()) text += '\n' + Line(command.operand, command.operand_doc);

  for (const Heading& heading : kHeadings) {
    if ((heading.groups & command.groups) == 0) continue;
    text += fmt::format("\n{}\n", heading.text);
    if (heading.groups == kPlaces && command.reads_config) {
      text += Line("-c, --config FILE", "default: the nearest skua.yml, here or above");
    }
    for (const Option& option : Options()) {
      if ((heading.groups & Bit(option.group)) != 0 && command.Takes(option)) {
        text += FlagLine(option);
      }
    }
  }
  text += "\nOther\n";
  for (const OwnFlag& own : kOwnFlags) {
    if (own.command != command.command) continue;
    text += Line(fmt::format("    {}{}{}", own.flag, own.operand.empty() ? "" : " ", own.operand),
                 own.doc);
  }
  text += Line("-h, --help", "this");
  text += Examples(command.examples);
  if (command.command == Command::kRun) text += kExitCodes;
  return text;
}

}  // namespace skua::config
