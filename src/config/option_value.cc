#include "config/option_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/pattern.h"
#include "config/suggest.h"

namespace skua::config {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::string_view kDurationPattern =
    "^(?=.*[1-9])([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,6}s)?([0-9]{1,6}ms)?$";
constexpr std::string_view kSizePattern = "^([1-9][0-9]{0,8}) ?(B|kB|KB|KiB|MB|MiB|GB|GiB)$";
// Longest string that is matched with a regular expression.
constexpr std::size_t kLongestText = 64;

struct SizeUnit {
  std::string_view name;
  uint64_t bytes;
};
constexpr SizeUnit kSizeUnits[] = {
    {"GiB", 1ull << 30}, {"MiB", 1ull << 20}, {"KiB", 1ull << 10}, {"GB", 1'000'000'000},
    {"MB", 1'000'000},   {"kB", 1000},        {"KB", 1000},        {"B", 1},
};

std::optional<base::Pattern::Groups> Match(std::string_view text, std::string_view pattern) {
  if (text.size() > kLongestText) return std::nullopt;
  return base::Pattern(pattern).Match(text);
}

// Returns the whole of `text` as a number; nullopt if it is not a number or exceeds the type's
// range.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<OptionValue> ParseDuration(std::string_view text) {
  const auto match = Match(text, kDurationPattern);
  if (!match) return std::nullopt;
  const base::Duration units[] = {hours(1), minutes(1), seconds(1), milliseconds(1)};
  base::Duration total{};
  for (std::size_t i = 0; i < std::size(units); ++i) {
    const std::string& part = match->at(i + 1);
    int64_t count = 0;
    std::from_chars(part.data(), part.data() + part.size(), count);  // stops at the unit
    total += count * units[i];
  }
  return total;
}

std::optional<OptionValue> ParseSize(std::string_view text) {
  const auto match = Match(text, kSizePattern);
  if (!match) return std::nullopt;
  const auto unit = std::ranges::find(kSizeUnits, match->at(2), &SizeUnit::name);
  return *ParseNumber<uint64_t>(match->at(1)) * unit->bytes;
}

template <typename Number>
std::optional<OptionValue> ParseWithin(const Limits& limits, std::string_view text) {
  const std::optional<Number> number = ParseNumber<Number>(text);
  if (!number) return std::nullopt;
  const double value = static_cast<double>(*number);
  // False for NaN, too.
  if (!(value >= limits.lowest && value <= limits.highest)) return std::nullopt;
  return *number;
}

std::optional<OptionValue> ParseList(const Option& option, std::string_view text) {
  std::vector<std::string> items;
  while (true) {
    const std::size_t comma = text.find(',');
    items.emplace_back(text.substr(0, comma));
    const bool known =
        option.choices.empty() || std::ranges::count(option.choices, items.back()) > 0;
    if (items.back().empty() || !known) return std::nullopt;
    if (comma == text.npos) return items;
    text.remove_prefix(comma + 1);
  }
}

std::string FormatSize(uint64_t bytes) {
  const SizeUnit* largest = &kSizeUnits[std::size(kSizeUnits) - 1];
  for (const SizeUnit& unit : kSizeUnits) {
    if (bytes % unit.bytes == 0 && unit.bytes > largest->bytes) largest = &unit;
  }
  return fmt::format("{}{}", bytes / largest->bytes, largest->name);
}

// Returns whether YAML 1.2 (core schema) or 1.1 would read the text as something other than a
// string.
bool LooksLikeOtherType(std::string_view text) {
  static const base::Pattern kOther(
      "~|null|true|false|yes|no|on|off|y|n|[-+]?\\.?[0-9][-+.0-9_a-fox:]*|[-+]?\\.(inf|nan)",
      base::Pattern::Letters::kInAnyCase);
  return text.size() <= kLongestText && kOther.Matches(text);
}

}  // namespace

std::string_view PatternOf(OptionType type) {
  return type == OptionType::kDuration ? kDurationPattern : kSizePattern;
}

std::optional<OptionValue> ParseValue(const Option& option, std::string_view text) {
  switch (option.type) {
    case OptionType::kBoolean:
      if (text == "true") return true;
      if (text == "false") return false;
      return std::nullopt;
    case OptionType::kInteger:
      return ParseWithin<uint64_t>(option.limits, text);
    case OptionType::kNumber:
      return ParseWithin<double>(option.limits, text);
    case OptionType::kText:
    case OptionType::kPath:
    case OptionType::kProgram:
      if (text.empty()) return std::nullopt;
      return std::string(text);
    case OptionType::kChoice:
      if (std::ranges::count(option.choices, text) == 0) return std::nullopt;
      return std::string(text);
    case OptionType::kDuration:
      return ParseDuration(text);
    case OptionType::kSize:
      return ParseSize(text);
    default:
      return ParseList(option, text);
  }
}

std::string Expectation(const Option& option) {
  const auto [lowest, highest] = option.limits;
  switch (option.type) {
    case OptionType::kBoolean:
      return "true or false";
    case OptionType::kInteger:
      if (lowest == highest) return fmt::format("{}", lowest);
      return fmt::format("an integer from {} to {:.0f}", lowest, highest);
    case OptionType::kNumber:
      return fmt::format("a number from {} to {}", lowest, highest);
    case OptionType::kText:
      return "a text";
    case OptionType::kPath:
      return "a path";
    case OptionType::kProgram:
      return "a program's path or name";
    case OptionType::kChoice:
      return fmt::format("{} or {}",
                         fmt::join(option.choices.first(option.choices.size() - 1), ", "),
                         option.choices.back());
    case OptionType::kDuration:
      return "a duration such as 90s, 5m or 1h10m";
    case OptionType::kSize:
      return "a size such as 512MiB or 2GB";
    case OptionType::kList:
      return "a list of strings";
    case OptionType::kPairList:
      return "a list of pairs, each a string or a list of two strings";
    case OptionType::kChoiceList:
      return fmt::format("one or more of {}", fmt::join(option.choices, ", "));
  }
  return {};
}

std::string Complaint(const Option& option, std::string_view text) {
  constexpr std::size_t kShown = 60;
  const std::string_view shown = text.substr(0, kShown);
  return fmt::format("expected {}, not '{}{}'{}", Expectation(option), shown,
                     shown.size() < text.size() ? "…" : "", DidYouMean(text, option.choices));
}

std::string FormatDuration(base::Duration duration) {
  const auto total = std::chrono::duration_cast<milliseconds>(duration);
  const auto part = [](auto count, std::string_view unit) {
    return count == 0 ? std::string() : fmt::format("{}{}", count, unit);
  };
  const std::string text = part(total / hours(1), "h") + part(total % hours(1) / minutes(1), "m") +
                           part(total % minutes(1) / seconds(1), "s") +
                           part((total % seconds(1)).count(), "ms");
  return text.empty() ? "0s" : text;
}

std::string QuoteForYaml(std::string_view text) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=";
  const bool plain = !text.empty() && text.find_first_not_of(kPlain) == text.npos &&
                     text.front() != '-' && text.front() != '=' && !LooksLikeOtherType(text);
  if (plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string FormatValue(const Option& option, const OptionValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  switch (option.type) {
    case OptionType::kBoolean:
      return std::get<bool>(value) ? "true" : "false";
    case OptionType::kInteger:
      return fmt::format("{}", std::get<uint64_t>(value));
    case OptionType::kNumber:
      return fmt::format("{}", std::get<double>(value));
    case OptionType::kText:
    case OptionType::kPath:
    case OptionType::kProgram:
    case OptionType::kChoice:
      return QuoteForYaml(std::get<std::string>(value));
    case OptionType::kDuration:
      return FormatDuration(std::get<base::Duration>(value));
    case OptionType::kSize:
      return FormatSize(std::get<uint64_t>(value));
    default: {
      std::vector<std::string> items;
      for (const std::string& item : std::get<std::vector<std::string>>(value)) {
        items.push_back(QuoteForYaml(item));
      }
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
  }
}

}  // namespace skua::config
