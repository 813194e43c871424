#include "command/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "config/command_table.h"
#include "model/reason.h"

namespace skua::command {
namespace {

using config::Command;
using config::CommandInfo;
using config::OptionType;

// kNone: the flag takes no value
enum class Value : uint8_t { kNone, kText, kWords, kFile, kFolder };

struct Flag {
  std::string_view name;    // "--jobs"
  std::string_view letter;  // "-j"; may be empty
  std::string_view doc;
  Value value = Value::kNone;
  std::vector<std::string_view> words = {};  // for kWords
};

struct Operand {  // the operand of a command, which is no flag
  Value value = Value::kNone;
  std::vector<std::string_view> words = {};
};

Value ValueOf(const config::Option& option) {
  if (!option.choices.empty()) return Value::kWords;
  switch (option.type) {
    case OptionType::kBoolean:
      return Value::kNone;
    case OptionType::kPath:
      return Value::kFolder;
    case OptionType::kProgram:
      return Value::kFile;
    default:
      return Value::kText;
  }
}

std::vector<Flag> FlagsOf(const CommandInfo& command) {
  std::vector<Flag> flags;
  for (const config::Option& option : config::Options()) {
    if (!command.Takes(option) || option.flag.empty()) continue;
    flags.push_back({option.flag,
                     option.letter,
                     option.doc,
                     ValueOf(option),
                     {option.choices.begin(), option.choices.end()}});
  }
  if (command.reads_config) {
    flags.push_back({"--config", "-c", "read this file", Value::kFile});
  }
  for (const config::OwnFlag& own : config::OwnFlags()) {
    if (own.command != command.command) continue;
    const Value value = own.operand.empty()   ? Value::kNone
                        : own.choices.empty() ? Value::kText
                                              : Value::kWords;
    flags.push_back({own.flag, "", own.doc, value, {own.choices.begin(), own.choices.end()}});
  }
  flags.push_back({"--help", "-h", "say what the command does"});
  return flags;
}

Operand OperandOf(const CommandInfo& command) {
  Operand operand;
  switch (command.command) {
    case Command::kRun:
    case Command::kPlan:
    case Command::kAccept:
    case Command::kCheck:
      operand.value = Value::kFile;
      break;
    case Command::kMerge:
      operand.value = Value::kFolder;
      break;
    case Command::kExplain:
      operand.value = Value::kWords;
      for (const model::ReasonEntry& entry : model::ReasonCatalogue()) {
        operand.words.push_back(entry.id);
      }
      break;
    case Command::kCompletion:
      operand = {Value::kWords, {config::kShells.begin(), config::kShells.end()}};
      break;
    default:
      break;
  }
  return operand;
}

// Commands of one word, and the first words of others ("config"), each once.
std::vector<std::string> FirstWords() {
  std::vector<std::string> words;
  for (const CommandInfo& command : config::Commands()) {
    const std::string word(command.name.substr(0, command.name.find(' ')));
    if (std::ranges::count(words, word) == 0) words.push_back(word);
  }
  return words;
}

// The commands of two words, such as "config show", that begin with `first`.
std::vector<const CommandInfo*> Below(std::string_view first) {
  std::vector<const CommandInfo*> below;
  for (const CommandInfo& command : config::Commands()) {
    if (command.name.size() > first.size() && command.name.starts_with(first) &&
        command.name[first.size()] == ' ') {
      below.push_back(&command);
    }
  }
  return below;
}

std::string SummaryOf(std::string_view first) {
  for (const CommandInfo& command : config::Commands()) {
    if (command.name == first) return std::string(command.summary);
  }
  return "see or check the configuration";
}

// A text in single quotes, for each of the three shells: zsh and bash end the quotes, fish escapes.
std::string Quoted(std::string_view text, std::string_view quote) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += quote;
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

// --- bash -----------------------------------------------------------------------------------

std::string BashReply(Value value, const std::vector<std::string_view>& words) {
  switch (value) {
    case Value::kWords:
      return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\")",
                         fmt::join(words, " "));
    case Value::kFile:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")";
    case Value::kFolder:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\")";
    default:
      return "COMPREPLY=()";
  }
}

// The values that may follow a flag, which hardly depend on the command.
std::string BashValues() {
  std::map<std::string_view, std::string> usual;
  std::string everywhere;
  std::string exceptions;
  for (const CommandInfo& command : config::Commands()) {
    for (const Flag& flag : FlagsOf(command)) {
      if (flag.value == Value::kNone) continue;
      const std::string reply = BashReply(flag.value, flag.words);
      const auto [known, is_new] = usual.emplace(flag.name, reply);
      if (is_new) {
        const std::string letter = flag.letter.empty() ? "" : fmt::format("|*' {}'", flag.letter);
        everywhere += fmt::format("    *' {}'{}) {}; return ;;\n", flag.name, letter, reply);
      } else if (known->second != reply) {
        exceptions += fmt::format("    '{} {}') {}; return ;;\n", command.name, flag.name, reply);
      }
    }
  }
  return exceptions + everywhere;
}

void PrintBash(std::ostream& out) {
  out << "# bash completion for skua; made by: skua completion bash\n"
         "_skua() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if [[ $word == = ]]; then word=\n"
         "  elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n";
  out << fmt::format(
      "    mapfile -t COMPREPLY < <(compgen -W 'help --help --version {}' -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  local command=${{COMP_WORDS[1]}} flags=\n"
      "  case $command in\n",
      fmt::join(FirstWords(), " "));
  for (const std::string& first : FirstWords()) {
    const std::vector<const CommandInfo*> below = Below(first);
    if (below.empty()) continue;
    std::vector<std::string_view> words;
    for (const CommandInfo* command : below)
      words.push_back(command->name.substr(first.size() + 1));
    out << fmt::format(
        "    {})\n"
        "      if ((COMP_CWORD == 2)); then {}; return; fi\n"
        "      command+=\" ${{COMP_WORDS[2]}}\" ;;\n",
        first, BashReply(Value::kWords, words));
  }
  out << "  esac\n  case \"$command $previous\" in\n" << BashValues();
  out << "  esac\n  case $command in\n";
  for (const CommandInfo& command : config::Commands()) {
    std::vector<std::string_view> names;
    for (const Flag& flag : FlagsOf(command)) names.push_back(flag.name);
    const Operand operand = OperandOf(command);
    out << fmt::format("    {})\n      flags='{}'\n", Quoted(command.name, "'\\''"),
                       fmt::join(names, " "));
    if (operand.value != Value::kNone) {
      out << fmt::format("      if [[ $word != -* ]]; then {}; fi\n",
                         BashReply(operand.value, operand.words));
    }
    out << "      ;;\n";
  }
  out << fmt::format("    help) {} ;;\n", BashReply(Value::kWords, [] {
                       static const std::vector<std::string> words = FirstWords();
                       return std::vector<std::string_view>(words.begin(), words.end());
                     }()));
  out << "  esac\n"
         "  if [[ $word == -* ]]; then mapfile -t COMPREPLY < <(compgen -W \"$flags\" -- "
         "\"$word\"); fi\n"
         "}\n"
         "complete -F _skua skua\n";
}

// --- zsh ------------------------------------------------------------------------------------

std::string ZshAction(Value value, const std::vector<std::string_view>& words) {
  switch (value) {
    case Value::kWords:
      return fmt::format("({})", fmt::join(words, " "));
    case Value::kFile:
      return "_files";
    case Value::kFolder:
      return "_files -/";
    default:
      return " ";
  }
}

// _arguments gives ':', '[' and ']' a meaning of their own.
std::string ZshDoc(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string ZshFlag(const Flag& flag) {
  const std::string value =
      flag.value == Value::kNone
          ? ""
          : fmt::format(":{}:{}", flag.name.substr(2), ZshAction(flag.value, flag.words));
  const auto spec = [&](std::string_view name) {
    const bool is_long = name.starts_with("--") && flag.value != Value::kNone;
    return Quoted(fmt::format("{}{}[{}]{}", name, is_long ? "=" : "", ZshDoc(flag.doc), value),
                  "'\\''");
  };
  std::string text = " \\\n        " + spec(flag.name);
  if (!flag.letter.empty()) text += " \\\n        " + spec(flag.letter);
  return text;
}

void PrintZsh(std::ostream& out) {
  out << "#compdef skua\n"
         "# zsh completion for skua; made by: skua completion zsh\n"
         "_skua() {\n"
         "  local -a commands\n"
         "  if ((CURRENT == 2)); then\n"
         "    commands=(\n";
  for (const std::string& first : FirstWords()) {
    out << fmt::format("      {}\n", Quoted(first + ':' + ZshDoc(SummaryOf(first)), "'\\''"));
  }
  out << "    )\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words; ((CURRENT--))\n"
         "  case $command in\n";
  for (const std::string& first : FirstWords()) {
    const std::vector<const CommandInfo*> below = Below(first);
    if (below.empty()) continue;
    out << fmt::format(
        "    {})\n"
        "      if ((CURRENT == 2)); then\n"
        "        commands=(\n",
        first);
    for (const CommandInfo* command : below) {
      out << fmt::format("          {}\n",
                         Quoted(fmt::format("{}:{}", command->name.substr(first.size() + 1),
                                            ZshDoc(command->summary)),
                                "'\\''"));
    }
    out << "        )\n"
           "        _describe command commands\n"
           "        return\n"
           "      fi\n"
           "      command+=\" $words[2]\"\n"
           "      shift words; ((CURRENT--)) ;;\n";
  }
  out << "  esac\n  case $command in\n";
  for (const CommandInfo& command : config::Commands()) {
    out << fmt::format("    {})\n      _arguments", Quoted(command.name, "'\\''"));
    for (const Flag& flag : FlagsOf(command)) out << ZshFlag(flag);
    const Operand operand = OperandOf(command);
    if (operand.value != Value::kNone) {
      const bool many = command.operand.find("…") != command.operand.npos;
      out << fmt::format(" \\\n        {}",
                         Quoted(fmt::format("{}:{}:{}", many ? "*" : "1", "operand",
                                            ZshAction(operand.value, operand.words)),
                                "'\\''"));
    }
    out << " ;;\n";
  }
  out << "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _skua ]]; then _skua \"$@\"; else compdef _skua skua; fi\n";
}

// --- fish -----------------------------------------------------------------------------------

std::string FishCondition(std::string_view command) {
  std::string condition = "__fish_seen_subcommand_from ";
  const std::size_t space = command.find(' ');
  if (space == command.npos) return condition + std::string(command);
  return fmt::format("{0}{1}; and {0}{2}", condition, command.substr(0, space),
                     command.substr(space + 1));
}

std::string FishValue(Value value, const std::vector<std::string_view>& words) {
  switch (value) {
    case Value::kNone:
      return "";
    case Value::kText:
      return " -x";
    case Value::kWords:
      return fmt::format(" -x -a '{}'", fmt::join(words, " "));
    case Value::kFile:
      return " -r -F";
    case Value::kFolder:
      return " -x -a '(__fish_complete_directories)'";
  }
  return "";
}

void PrintFish(std::ostream& out) {
  out << "# fish completion for skua; made by: skua completion fish\n"
         "complete -c skua -f\n"
         "complete -c skua -n __fish_use_subcommand -s h -l help -d 'say what skua does'\n"
         "complete -c skua -n __fish_use_subcommand -s V -l version -d 'print the version'\n";
  for (const std::string& first : FirstWords()) {
    out << fmt::format("complete -c skua -n __fish_use_subcommand -a {} -d {}\n", first,
                       Quoted(SummaryOf(first), "\\'"));
    const std::vector<const CommandInfo*> below = Below(first);
    std::vector<std::string_view> words;
    for (const CommandInfo* command : below)
      words.push_back(command->name.substr(first.size() + 1));
    for (const CommandInfo* command : below) {
      out << fmt::format(
          "complete -c skua -n '__fish_seen_subcommand_from {}; and not "
          "__fish_seen_subcommand_from {}' -a {} -d {}\n",
          first, fmt::join(words, " "), command->name.substr(first.size() + 1),
          Quoted(command->summary, "\\'"));
    }
  }
  for (const CommandInfo& command : config::Commands()) {
    const std::string condition = Quoted(FishCondition(command.name), "\\'");
    for (const Flag& flag : FlagsOf(command)) {
      out << fmt::format("complete -c skua -n {}{}{} -l {}{} -d {}\n", condition,
                         flag.letter.empty() ? "" : " -s ",
                         flag.letter.empty() ? "" : flag.letter.substr(1), flag.name.substr(2),
                         FishValue(flag.value, flag.words), Quoted(flag.doc, "\\'"));
    }
    const Operand operand = OperandOf(command);
    if (operand.value == Value::kFile) {
      out << fmt::format("complete -c skua -n {} -F\n", condition);
    } else if (operand.value == Value::kWords) {
      out << fmt::format("complete -c skua -n {} -a '{}'\n", condition,
                         fmt::join(operand.words, " "));
    }
  }
}

}  // namespace

int Completion(std::string_view shell, std::ostream& out) {
  if (shell == "bash") PrintBash(out);
  if (shell == "zsh") PrintZsh(out);
  if (shell == "fish") PrintFish(out);
  return 0;
}

}  // namespace skua::command
