// Parses and formats the value of an option, and describes valid values in messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/option.h"

namespace skua::config {

// Returns the regular expression (ECMAScript) of a kDuration or kSize value, for the reader and the
// schema. It excludes zero and overflow.
std::string_view PatternOf(OptionType type);

// Returns the value that `text` denotes, or nullopt. Commas separate items of lists.
std::optional<OptionValue> ParseValue(const Option& option, std::string_view text);

// Describes valid values: "a duration such as 90s, 5m or 1h10m", "an integer from 0 to 1024",
// "dynamosa or random".
std::string Expectation(const Option& option);

// Describes an invalid value: "expected a duration such as …, not '5x'", with the nearest choice if
// there is one.
std::string Complaint(const Option& option, std::string_view text);

// Formats a value as YAML: 1h10m, 512MiB, [a, "b: c"]. Empty for an optional that is not set.
std::string FormatValue(const Option& option, const OptionValue& value);

std::string FormatDuration(base::Duration duration);
// Adds quotes if YAML would read the text as anything but this string.
std::string QuoteForYaml(std::string_view text);

}  // namespace skua::config
