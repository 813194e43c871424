// The text of an option's value: reads it, writes it, and describes what was expected.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/option.h"

namespace skua::config {

// The form of a kDuration or kSize value as a regular expression (ECMAScript), which the reader and
// the schema both use. Both forms exclude zero and overflow.
std::string_view PatternOf(OptionType type);

// The value that `text` stands for; nothing when there is none. Items of lists are separated by
// commas.
std::optional<OptionValue> ParseValue(const Option& option, std::string_view text);

// "a duration such as 90s, 5m or 1h10m", "an integer from 0 to 1024", "dynamosa or random".
std::string Expectation(const Option& option);

// "expected a duration such as …, not '5x'", with the nearest choice if there is one.
std::string Complaint(const Option& option, std::string_view text);

// As YAML writes it: 1h10m, 512MiB, [a, "b: c"]. Empty for an optional that is not set.
std::string FormatValue(const Option& option, const OptionValue& value);

std::string FormatDuration(base::Duration duration);
// Adds quotes when YAML would read the text as something else than this string.
std::string QuoteForYaml(std::string_view text);

}  // namespace skua::config
