// The commands of the command line, and their help, laid out for 80 columns.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "config/command_line.h"
#include "config/option.h"

namespace skua::config {

struct CommandInfo {
  Command command;
  std::string_view name;     // "run", "config show"
  std::string_view operand;  // "[MODULE…]"; empty: no operand
  std::string_view operand_doc;
  std::string_view summary;  // a phrase
  std::string_view about;    // one or two more sentences; may be empty
  unsigned groups;           // accepted flags: FlagGroup values joined by or
  bool reads_config = true;  // accepts --config
  std::span<const std::string_view> examples = {};

  bool Takes(const Option& option) const {
    return (groups & static_cast<unsigned>(option.group)) != 0;
  }
};

inline constexpr std::array<std::string_view, 3> kCiSystems = {"github", "jenkins", "gitlab"};
inline constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh", "fish"};
inline constexpr std::array<std::string_view, 3> kPlanFormats = {"text", "json", "github-matrix"};
inline constexpr unsigned kMostShards = 200;  // GitLab runs at most 200 instances of a job

// A flag that belongs to one command.
struct OwnFlag {
  Command command;
  std::string_view flag;     // "--ci"
  std::string_view operand;  // "SYSTEM"; empty: no operand
  std::string_view doc;
  std::span<const std::string_view> choices = {};  // of the operand; empty: any string
  std::string_view sets = {};  // the option that the flag sets, "budget.total"; empty: none
};

std::span<const CommandInfo> Commands();
std::span<const OwnFlag> OwnFlags();

std::string MainHelp();
std::string HelpOf(const CommandInfo& command);

}  // namespace skua::config
