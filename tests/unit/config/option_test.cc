#include "config/option.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/log.h"
#include "config/option_value.h"

namespace skua::config {
namespace {

TEST(OptionTable, NamesFlagsAndLettersAreUnique) {
  std::set<std::string_view> names, flags;
  for (const Option& option : Options()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    for (const std::string_view flag : {option.flag, option.letter}) {
      if (!flag.empty()) {
        EXPECT_TRUE(flags.insert(flag).second) << flag;
      }
    }
  }
}

TEST(OptionTable, EveryOptionStandsInAKnownSectionAndSaysWhatItIs) {
  for (const Option& option : Options()) {
    EXPECT_FALSE(option.doc.empty()) << option.name;
    EXPECT_NE(option.doc.back(), '.') << option.name;
    if (option.in_file() && !option.section().empty()) {
      EXPECT_NE(FindSection(option.section()), nullptr) << option.name;
    }
    if (!option.in_file()) {
      EXPECT_FALSE(option.flag.empty()) << option.name;
    }
    EXPECT_EQ(option.flag.empty(), option.group == FlagGroup::kNone) << option.name;
    const bool takes_value = !option.flag.empty() && option.type != OptionType::kBoolean;
    EXPECT_EQ(takes_value, !option.operand.empty()) << option.name;
  }
}

TEST(OptionTable, SectionsShorthandsAreOptions) {
  for (const Section& section : Sections()) {
    if (!section.shorthand.empty()) {
      EXPECT_NE(FindOption(section.shorthand), nullptr) << section.name;
    }
  }
}

TEST(OptionTable, EveryDefaultCanBeWrittenAndReadBack) {
  for (const Option& option : Options()) {
    const OptionValue value = option.get(Config{});
    const bool is_unset = std::holds_alternative<std::monostate>(value) ||
                          value == OptionValue("") ||
                          value == OptionValue(std::vector<std::string>{});
    if (is_unset) continue;
    std::string text = FormatValue(option, value);
    // A flag takes a list without YAML's brackets and blanks.
    if (std::holds_alternative<std::vector<std::string>>(value)) {
      std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == ' '; });
    }
    EXPECT_EQ(ParseValue(option, text), value) << option.name;
  }
}

TEST(OptionTable, WhatIsSetIsWhatIsGot) {
  const struct {
    std::string_view name;
    OptionValue value;
  } cases[] = {
      {"project.root", "/somewhere"},
      {"project.source", std::vector<std::string>{"a", "b"}},
      {"project.respect_gitignore", false},
      {"project.respect_coverage", false},
      {"python.interpreter", "python3.12"},
      {"budget.total", base::Duration(std::chrono::seconds(90))},
      {"budget.total", std::monostate()},
      {"budget.suite_time.folder", base::Duration(std::chrono::seconds(30))},
      {"budget.jobs", uint64_t{3}},
      {"search.seed", uint64_t{7}},
      {"search.pool", 0.5},
      {"sandbox.memory", uint64_t{1} << 40},
      {"fail_under", 80.5},
      {"call.color", "always"},
      {"call.debug", std::vector<std::string>{"stats"}},
  };
  for (const auto& [name, value] : cases) {
    const Option* option = FindOption(name);
    ASSERT_NE(option, nullptr) << name;
    Config config;
    option->set(config, value);
    EXPECT_EQ(option->get(config), value) << name;
  }
}

// Stands for a value of any type, to find out how many fields an aggregate has.
struct Anything {
  template <typename T>
  operator T() const;
};

template <typename T, typename... Values>
consteval std::size_t FieldsOf() {
  if constexpr (requires { T{Values{}..., Anything{}}; }) {
    return FieldsOf<T, Values..., Anything>();
  } else {
    return sizeof...(Values);
  }
}

OptionValue AnotherThan(const OptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  if (const auto* number = std::get_if<double>(&value)) return *number + 1;
  if (const auto* number = std::get_if<uint64_t>(&value)) return *number + 1;
  if (std::holds_alternative<std::vector<std::string>>(value)) {
    return std::vector<std::string>{"another"};
  }
  return "another";
}

// The struct's initialiser is the one place of a default, and the row the one way to the field.
TEST(OptionTable, EveryRowOfTheSearchHasAFieldOfItsOwn) {
  std::vector<model::SearchOptions> changed;
  for (const Option& option : Options()) {
    if (option.section() != "search") continue;
    Config config;
    OptionValue value = option.get(config);
    const bool is_unset = std::holds_alternative<std::monostate>(value);
    if (is_unset && !option.choices.empty()) value = std::string(option.choices.back());
    if (std::holds_alternative<std::monostate>(value) ||
        std::holds_alternative<base::Duration>(value)) {
      continue;  // not of model::SearchOptions
    }
    option.set(config, is_unset ? value : AnotherThan(value));
    const model::SearchOptions& options = config.search;
    if (options == model::SearchOptions{}) continue;
    EXPECT_EQ(std::ranges::count(changed, options), 0) << option.name;
    changed.push_back(options);
  }
  EXPECT_FALSE(changed.empty());
}

TEST(OptionTable, EveryOptionOfTheOracleIsARow) {
  std::size_t rows = 1;  // `findings` stands at the top of the file
  for (const Option& option : Options()) rows += option.section() == "oracle" ? 1 : 0;
  EXPECT_EQ(rows, FieldsOf<model::OracleOptions>());
}

TEST(OptionTable, NamesEnumeratorsInTheirOrder) {
  const Option& findings = *FindOption("findings");
  Config config;
  EXPECT_EQ(findings.get(config), OptionValue("ranked"));
  findings.set(config, "all");
  EXPECT_EQ(config.oracle.findings, model::OracleOptions::Findings::kAll);
  findings.set(config, "none");
  EXPECT_EQ(config.oracle.findings, model::OracleOptions::Findings::kNone);
}

TEST(LogTopics, AreTheOnesOfTheLog) {
  Config config;
  EXPECT_EQ(LogTopics(config), 0u);
  config.call.debug = {"explain", "protocol"};
  const base::Log log(LogTopics(config));
  EXPECT_TRUE(log.Wants(base::Topic::kExplain));
  EXPECT_FALSE(log.Wants(base::Topic::kStats));
  EXPECT_TRUE(log.Wants(base::Topic::kProtocol));
}

}  // namespace
}  // namespace skua::config
