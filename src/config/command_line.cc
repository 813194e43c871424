#include "config/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/pattern.h"
#include "config/command_table.h"
#include "config/option_value.h"
#include "config/suggest.h"

namespace skua::config {
namespace {

class CommandLineParser {
 public:
  CommandLineParser() {
    app_.name("skua");
    app_.set_help_flag("-h,--help");
    app_.set_version_flag("-V,--version", "skua " SKUA_VERSION);
    app_.require_subcommand(0, 1);
    app_.allow_extras();
    for (const CommandInfo& command : Commands()) AddCommand(command);
  }

  Invocation Parse(std::span<const std::string> arguments) {
    // CLI11 takes arguments in reverse order.
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
      return Text(HelpOfChosen());
    } catch (const CLI::CallForVersion& version) {
      return Text(std::string(version.what()) + '\n');
    } catch (const CLI::ArgumentMismatch& mismatch) {
      ReportMissingValue(mismatch.what());
    } catch (const CLI::ParseError& error) {
      throw base::Error(error.what());
    }
    RejectExtras();
    return Finish();
  }

 private:
  static std::string FlagNames(const Option& option) {
    return option.letter.empty() ? std::string(option.flag)
                                 : fmt::format("{},{}", option.letter, option.flag);
  }

  void AddCommand(const CommandInfo& command) {
    CLI::App* parent = &app_;
    std::string_view name = command.name;
    if (const std::size_t space = name.find(' '); space != name.npos) {
      parent = Group(std::string(name.substr(0, space)));
      name.remove_prefix(space + 1);
    }
    CLI::App* app = parent->add_subcommand(std::string(name));
    commands_[app] = &command;
    app->allow_extras();
    for (const Option& option : Options()) {
      if (command.Takes(option)) AddFlag(*app, option);
    }
    if (command.reads_config) {
      app->add_option_function<std::string>(
             "-c,--config", [this](const std::string& file) { result_.config_file = file; })
          ->take_last();
    }
    if (command.command == Command::kRun || command.command == Command::kPlan) {
      app->add_option("MODULE", result_.only);
    }
    static constexpr std::pair<Command, void (CommandLineParser::*)(CLI::App&)> kFlags[] = {
        {Command::kInit, &CommandLineParser::AddFlagsOfInit},
        {Command::kPlan, &CommandLineParser::AddFlagsOfPlan},
        {Command::kMerge, &CommandLineParser::AddFlagsOfMerge},
        {Command::kAccept, &CommandLineParser::AddFlagsOfAccept},
        {Command::kConfigSchema, &CommandLineParser::AddFlagsOfSchema}};
    for (const auto& [of, add] : kFlags) {
      if (of == command.command) (this->*add)(*app);
    }
    for (const OwnFlag& own : OwnFlags()) {
      if (own.command == command.command && !own.sets.empty()) AddSetting(*app, own);
    }
    if (command.command == Command::kCheck) app->add_option("SUITE", result_.suites);
    if (command.command == Command::kExplain) app->add_option("CODE", result_.explain_code);
    if (command.command == Command::kCompletion) app->add_option("SHELL", result_.shell);
  }

  // Returns an option outside of the table, for parsing a flag's value.
  static Option Unlisted(OptionType type, Limits limits,
                         std::span<const std::string_view> choices) {
    return {"", type, nullptr, nullptr, "", FlagGroup::kNone, "", "", "", limits, choices};
  }

  void AddFlagsOfInit(CLI::App& app) {
    app.add_flag("--force", result_.force);
    app.add_option("--ci", result_.ci)->take_last();
    AddShards(app, "");
    app.add_option("--from", result_.origin)->take_last();
    app.add_flag("--stdout", result_.to_stdout);
  }

  void AddFlagsOfPlan(CLI::App& app) {
    AddShards(app, "auto");
    app.add_option("--format", result_.format)->take_last();
  }

  void AddFlagsOfMerge(CLI::App& app) {
    app.add_option("DIR", result_.folders);
    app.add_flag("--allow-missing", result_.allow_missing);
  }

  void AddFlagsOfAccept(CLI::App& app) {
    app.add_option("MODULE|TEST", result_.accepted);
    app.add_flag("--all", result_.accept_all);
  }

  // Adds a flag that takes a number, or `word` for 0.
  void AddShards(CLI::App& app, std::string_view word) {
    app.add_option_function<std::string>(
           "--shards",
           [this, word](const std::string& text) {
             const Option shards = Unlisted(OptionType::kInteger, {1, kMostShards}, {});
             const bool is_word = !word.empty() && text == word;
             const std::optional<OptionValue> value =
                 is_word ? OptionValue(uint64_t{0}) : ParseValue(shards, text);
             if (!value) throw base::Error("--shards: " + Complaint(shards, text));
             result_.shards = static_cast<unsigned>(std::get<uint64_t>(*value));
           })
        ->take_last();
  }

  void AddFlagsOfSchema(CLI::App& app) {
    CLI::Option* suite = app.add_flag("--suite", result_.suite);
    app.add_flag("--report", result_.report)->excludes(suite);
  }

  // Adds a flag of one command that sets an option of the table.
  void AddSetting(CLI::App& app, const OwnFlag& own) {
    app.add_option_function<std::string>(std::string(own.flag),
                                         [this, &own](const std::string& text) {
                                           Override(*FindOption(own.sets), text, own.flag);
                                         })
        ->take_last();
  }

  // Adds a command that has subcommands, such as "config".
  CLI::App* Group(const std::string& name) {
    const auto known = app_.get_subcommands([&](CLI::App* app) { return app->get_name() == name; });
    if (!known.empty()) return known.front();
    CLI::App* group = app_.add_subcommand(name);
    group->require_subcommand(0, 1);
    group->allow_extras();
    return group;
  }

  void AddFlag(CLI::App& app, const Option& option) {
    if (option.type == OptionType::kBoolean) {
      app.add_flag_callback(FlagNames(option),
                            [this, &option] { Override(option, "true", option.flag); });
    } else {
      app.add_option_function<std::string>(
             FlagNames(option),
             [this, &option](const std::string& text) { Override(option, text, option.flag); })
          ->take_last();
    }
  }

  void Override(const Option& option, std::string_view text, std::string_view flag) {
    std::optional<OptionValue> value = ParseValue(option, text);
    if (!value) throw base::Error(fmt::format("{}: {}", flag, Complaint(option, text)));
    result_.overrides.push_back({&option, *std::move(value), std::string(flag), {}});
  }

  // Returns the innermost command on the command line, or the program itself.
  CLI::App* Chosen() {
    CLI::App* chosen = &app_;
    while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
    return chosen;
  }

  std::string HelpOfChosen() {
    const auto command = commands_.find(Chosen());
    return command == commands_.end() ? MainHelp() : HelpOf(*command->second);
  }

  static Invocation Text(std::string text, int exit_code = 0) {
    Invocation invocation;
    invocation.text = std::move(text);
    invocation.exit_code = exit_code;
    return invocation;
  }

  // Rewrites CLI11's message "--budget: 1 required TEXT missing".
  [[noreturn]] static void ReportMissingValue(std::string_view message) {
    const std::string_view flag = message.substr(0, message.find(':'));
    const auto option = std::ranges::find(Options(), flag, &Option::flag);
    const std::string expected = option == Options().end() ? "" : ": " + Expectation(*option);
    throw base::Error(fmt::format("{} needs a value{}", flag, expected));
  }

  void RejectExtras() {
    for (CLI::App* app = &app_; app != nullptr;) {
      const std::vector<std::string> extras = app->remaining();
      if (!extras.empty()) ReportExtra(*app, extras.front());
      app = app->get_subcommands().empty() ? nullptr : app->get_subcommands().front();
    }
  }

  [[noreturn]] void ReportExtra(CLI::App& app, const std::string& extra) {
    const bool is_flag = extra.starts_with("-");
    const std::string name = is_flag ? extra.substr(0, extra.find('=')) : extra;
    const std::string path = app.get_parent() == nullptr ? "skua"
                             : app.get_parent()->get_parent() == nullptr
                                 ? "skua " + app.get_name()
                                 : "skua " + app.get_parent()->get_name() + ' ' + app.get_name();
    const bool belongs_to_run =
        &app == &app_ && std::ranges::count(Options(), name, &Option::flag) > 0;
    const std::string see_help =
        belongs_to_run ? fmt::format("; write it after the command: skua run {}", name)
                       : fmt::format("; see {} --help", path);
    std::vector<std::string> known;
    if (is_flag) {
      for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) known.push_back(option->get_name());
      }
    } else {
      for (const CLI::App* below : app.get_subcommands({})) known.push_back(below->get_name());
    }
    const std::vector<std::string_view> views(known.begin(), known.end());
    const std::string_view what = is_flag         ? "unknown option"
                                  : known.empty() ? "unexpected argument"
                                                  : "unknown command";
    throw base::Error(fmt::format("{} '{}'{}", what, name, DidYouMean(name, views, see_help)));
  }

  Invocation Finish() {
    const auto chosen = commands_.find(Chosen());
    if (chosen == commands_.end()) {
      if (Chosen() == &app_) return Text(MainHelp(), 2);
      throw base::Error("config needs a command: show, schema or check");
    }
    result_.command = chosen->second->command;
    if (result_.command == Command::kInit) CheckInit();
    if (result_.command == Command::kPlan) CheckPlan();
    if (result_.command == Command::kMerge && result_.folders.empty()) {
      throw base::Error("merge needs the folders of the shards: skua merge shards/*");
    }
    if (result_.command == Command::kAccept && result_.accept_all && !result_.accepted.empty()) {
      throw base::Error("accept takes names, or --all, not both");
    }
    if (result_.command == Command::kCompletion) CheckChoice("SHELL", kShells, result_.shell);
    return std::move(result_);
  }

  void CheckInit() {
    static const base::Pattern kRepository("[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+");
    if (!result_.origin.empty()) {
      if (result_.ci.empty()) throw base::Error("--from needs --ci: it belongs to a pipeline");
      if (!kRepository.Matches(result_.origin)) {
        throw base::Error(fmt::format("--from: expected OWNER/REPO, not '{}'", result_.origin));
      }
    }
    if (!result_.ci.empty()) return CheckChoice("--ci", kCiSystems, result_.ci);
    if (result_.to_stdout) throw base::Error("--stdout needs --ci: it prints a pipeline");
    if (result_.shards.value_or(1) > 1) {
      throw base::Error("--shards needs --ci: it belongs to a pipeline");
    }
  }

  void CheckPlan() {
    if (result_.format.empty()) result_.format = kPlanFormats.front();
    CheckChoice("--format", kPlanFormats, result_.format);
    if (result_.format == "github-matrix" && !result_.shards) {
      throw base::Error("--format github-matrix needs --shards: it lists them");
    }
  }

  static void CheckChoice(std::string_view what, std::span<const std::string_view> choices,
                          std::string_view text) {
    const Option option = Unlisted(OptionType::kChoice, {}, choices);
    if (text.empty()) {
      throw base::Error(fmt::format("{} is missing: {}", what, Expectation(option)));
    }
    if (!ParseValue(option, text)) {
      throw base::Error(fmt::format("{}: {}", what, Complaint(option, text)));
    }
  }

  CLI::App app_;
  std::map<CLI::App*, const CommandInfo*> commands_;
  Invocation result_;
};

}  // namespace

Invocation ParseCommandLine(std::span<const std::string> arguments) {
  std::vector<std::string> words(arguments.begin(), arguments.end());
  if (!words.empty() && words.front() == "help") {  // "skua help run"
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  return CommandLineParser().Parse(words);
}

}  // namespace skua::config
