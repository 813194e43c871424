// The table of options, from which the YAML reader, the JSON Schema, `config show`, the flags and
// their help are made.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config.h"

namespace skua::config {

// std::monostate: an optional field that is not set.
using OptionValue = std::variant<std::monostate, bool, uint64_t, double, std::string,
                                 base::Duration, std::vector<std::string>>;

enum class OptionType : uint8_t {
  kBoolean,   // bool
  kInteger,   // uint64_t, within `limits`
  kNumber,    // double, within `limits`
  kText,      // std::string
  kPath,      // std::string; a flag's value is relative to the working folder
  kProgram,   // std::string; a path if it has a '/', else a name for PATH
  kChoice,    // std::string, one of `choices`
  kDuration,  // base::Duration, more than zero
  kSize,      // uint64_t bytes, more than zero
  kList,      // std::vector<std::string>
  kPairList,  // std::vector<std::string>: strings, or lists of two, which become "first -> second"
  kChoiceList,  // std::vector<std::string>, each one of `choices`
};

// The section of the help that lists a flag, and, as a bit of a mask, the commands that accept it.
enum class FlagGroup : uint16_t {
  kNone = 0,
  kRoot = 1,
  kProject = 2,
  kBudget = 4,
  kWhat = 8,
  kSearch = 16,
  kConsole = 32,
  kReports = 64,
  kGates = 128,
  kShard = 256,
};

struct Limits {
  double lowest = 0;
  double highest = static_cast<double>(std::numeric_limits<uint32_t>::max());
};

struct Option {
  std::string_view
      name;  // its place in skua.yml, "budget.jobs"; "call.quiet" for options without one
  OptionType type;
  OptionValue (*get)(const Config&);
  void (*set)(Config&, OptionValue);  // REQUIRES: a value of the alternative for `type`
  std::string_view doc;               // a phrase in lower case, without a full stop
  FlagGroup group = FlagGroup::kNone;
  std::string_view flag = {};     // "--jobs"; empty: no flag
  std::string_view letter = {};   // "-j"
  std::string_view operand = {};  // "N", shown in the help
  Limits limits = {};
  std::span<const std::string_view> choices = {};

  bool in_file() const { return !name.starts_with("call."); }
  std::string_view section() const;  // "budget"; empty for a key at the top
  std::string_view key() const;      // "jobs"
};

// A mapping in skua.yml, perhaps inside another one: "budget.suite_time".
struct Section {
  std::string_view name;
  std::string_view doc;
  std::string_view shorthand = {};  // the option that `name: value` sets: "budget.total"

  std::string_view parent() const;  // "budget"; empty for a mapping at the top
  std::string_view key() const;     // "suite_time"
};

// A value of an option, and what set it.
struct Setting {
  const Option* option;
  OptionValue value;
  std::string origin;                     // "skua.yml:12:5", "--budget", "NO_COLOR"
  std::vector<std::string> item_origins;  // for a list in a file: one place for each item
};

// Returns the options in the order of a well-written skua.yml.
std::span<const Option> Options();
std::span<const Section> Sections();

const Option* FindOption(std::string_view name);    // null if unknown
const Section* FindSection(std::string_view name);  // null if unknown

}  // namespace skua::config
