#include "command/project/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "config/command_table.h"
#include "model/reason.h"

namespace skua::command {
namespace {

using config::Command;
using config::CommandInfo;
using config::OptionType;
using Words = std::span<const std::string_view>;

// The scripts call the binary with the words up to the cursor, and read a line for each candidate,
// with its description after a tab, or one of these lines for names of files or folders.
constexpr std::string_view kFiles = ":files";
constexpr std::string_view kFolders = ":folders";

constexpr std::string_view kBash = R"(# bash completion for skua; made by: skua completion bash
_skua() {
  local line word=${COMP_WORDS[COMP_CWORD]}
  if [[ $word == = ]]; then word=; fi
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
      :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _skua skua
)";

constexpr std::string_view kZsh = R"(#compdef skua
# zsh completion for skua; made by: skua completion zsh
_skua() {
  local line
  local -a candidates
  for line in "${(@f)$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :files) compset -P '--*='; _files; return ;;
      :folders) compset -P '--*='; _files -/; return ;;
      ?*) candidates+=("${${line//:/\\:}/$'\t'/:}") ;;
    esac
  done
  _describe skua candidates
}
if [[ $funcstack[1] == _skua ]]; then _skua "$@"; else compdef _skua skua; fi
)";

constexpr std::string_view kFish = R"(# fish completion for skua; made by: skua completion fish
function __skua_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l flag (string match -r -- '^--[^=]+=' "$word")
  for line in ($words[1] __complete $words[2..] "$word" 2>/dev/null)
    switch $line
      case :files
        string replace -r '^' -- "$flag" (__fish_complete_path (string replace -- "$flag" '' "$word"))
      case :folders
        string replace -r '^' -- "$flag" \
          (__fish_complete_directories (string replace -- "$flag" '' "$word"))
      case '*'
        echo $line
    end
  end
end
complete -c skua -f -a '(__skua_complete)'
)";

// Writes the candidates that begin with a word.
class Candidates {
 public:
  Candidates(std::string_view word, std::ostream& out) : word_(word), out_(out) {}

  // Writes "--ci=" before each following candidate.
  void Prefix(std::string_view flag) {
    before_ = flag;
    word_.remove_prefix(flag.size());
  }
  void Add(std::string_view candidate, std::string_view doc = {}) {
    if (!candidate.starts_with(word_)) return;
    out_ << before_ << candidate;
    if (!doc.empty()) out_ << '\t' << doc;
    out_ << '\n';
  }
  void AddAll(Words words) {
    for (const std::string_view word : words) Add(word);
  }
  void AddFiles(std::string_view kind) { out_ << kind << '\n'; }

 private:
  std::string_view word_;
  std::string_view before_;
  std::ostream& out_;
};

// Calls `use` with each flag of the command: its name, its letter, its description, whether it
// takes a value, and a function that adds its possible values.
template <typename Use>
void ForEachFlag(const CommandInfo& command, const Use& use) {
  for (const config::Option& option : config::Options()) {
    if (!command.Takes(option) || option.flag.empty()) continue;
    use(option.flag, option.letter, option.doc, option.type != OptionType::kBoolean,
        [&](Candidates& values) {
          values.AddAll(option.choices);
          if (option.type == OptionType::kPath) values.AddFiles(kFolders);
          if (option.type == OptionType::kProgram) values.AddFiles(kFiles);
        });
  }
  if (command.reads_config) {
    use("--config", "-c", "read this file", true,
        [](Candidates& values) { values.AddFiles(kFiles); });
  }
  for (const config::OwnFlag& own : config::OwnFlags()) {
    if (own.command != command.command) continue;
    use(own.flag, "", own.doc, !own.operand.empty(),
        [&](Candidates& values) { values.AddAll(own.choices); });
  }
  use("--help", "-h", "say what the command does", false, [](Candidates&) {});
}

void AddOperands(Command command, Candidates& candidates) {
  switch (command) {
    case Command::kRun:
    case Command::kPlan:
    case Command::kAccept:
    case Command::kCheck:
      candidates.AddFiles(kFiles);
      break;
    case Command::kMerge:
      candidates.AddFiles(kFolders);
      break;
    case Command::kExplain:
      for (const model::ReasonEntry& entry : model::ReasonCatalogue()) {
        candidates.Add(entry.id, entry.title);
      }
      break;
    case Command::kCompletion:
      candidates.AddAll(config::kShells);
      break;
    default:
      break;
  }
}

// Adds commands of one word, and the first words of others ("config"), each once.
void AddFirstWords(Candidates& candidates) {
  std::string_view last;
  for (const CommandInfo& command : config::Commands()) {
    const std::string_view word = command.name.substr(0, command.name.find(' '));
    if (word == last) continue;
    candidates.Add(word, word == command.name ? command.summary : "see or check the configuration");
    last = word;
  }
}

void AddForCommand(const CommandInfo& command, std::string_view previous, std::string_view word,
                   Candidates& candidates) {
  const std::string_view assigned =
      word.starts_with("--") ? word.substr(0, word.find('=')) : std::string_view();
  const bool is_assigned = assigned.size() < word.size() && !assigned.empty();
  const std::string_view flag = is_assigned ? assigned : previous;
  bool is_value = false;
  ForEachFlag(command, [&](std::string_view name, std::string_view letter, std::string_view,
                           bool takes_value, const auto& add_values) {
    if (!takes_value || flag.empty() || (flag != name && flag != letter)) return;
    is_value = true;
    if (is_assigned) candidates.Prefix(word.substr(0, assigned.size() + 1));
    add_values(candidates);
  });
  if (is_value) return;
  if (!word.starts_with('-')) return AddOperands(command.command, candidates);
  ForEachFlag(command, [&](std::string_view name, std::string_view letter, std::string_view doc,
                           bool, const auto&) {
    candidates.Add(name, doc);
    if (word == "-" && !letter.empty()) candidates.Add(letter, doc);
  });
}

// Removes the second of the three words that bash makes of --ci=github.
void DropEqualsSign(std::vector<std::string_view>& words) {
  if (words.back() == "=") {
    words.back() = "";
  } else if (words.size() > 2 && words[words.size() - 2] == "=") {
    words.erase(words.end() - 2);
  }
}

}  // namespace

int Completion(std::string_view shell, std::ostream& out) {
  out << (shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish);
  return 0;
}

int Complete(std::vector<std::string_view> words, std::ostream& out) {
  if (words.empty()) words.emplace_back();
  DropEqualsSign(words);
  const std::string_view word = words.back();
  Candidates candidates(word, out);
  if (words.size() == 1 || (words.size() == 2 && words[0] == "help")) {
    AddFirstWords(candidates);
    if (words.size() == 2) return 0;
    candidates.Add("help", "say what a command does");
    candidates.Add("--help", "say what skua does");
    candidates.Add("--version", "print the version");
    return 0;
  }
  const std::string two_words = fmt::format("{} {}", words[0], words[1]);
  for (const CommandInfo& command : config::Commands()) {
    const bool is_first = command.name == words[0];
    if (is_first || (command.name == two_words && words.size() > 2)) {
      const std::size_t own = is_first ? 1 : 2;
      const std::string_view previous =
          words.size() > own + 1 ? words[words.size() - 2] : std::string_view();
      AddForCommand(command, previous, word, candidates);
    } else if (words.size() == 2 && command.name.starts_with(fmt::format("{} ", words[0]))) {
      candidates.Add(command.name.substr(words[0].size() + 1), command.summary);
    }
  }
  return 0;
}

}  // namespace skua::command
