// The part of ConcreteArguments that invents texts, from the operands of comparisons and from the
// methods that were called.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "search/probing/concrete_arguments.h"

namespace skua::search {

using model::LazyUse;
using model::StatementKind;
using model::Value;
using model::ValueKind;
using Part = LazyUse::Part;

namespace {

constexpr unsigned kDeepestText = 4;
constexpr std::size_t kMostParts = 8;

// Methods whose result is the same text, more or less.
constexpr auto kSame = std::to_array<std::string_view>(
    {"casefold", "expandtabs", "format", "lower", "lstrip", "removeprefix", "removesuffix",
     "replace", "rstrip", "strip", "swapcase", "title", "upper"});
// Methods that ask what characters a text consists of, each with a text for which it is true.
constexpr auto kConsistsOf =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"isalnum", "a1"},
                                                                  {"isalpha", "a"},
                                                                  {"isascii", "a"},
                                                                  {"isdecimal", "1"},
                                                                  {"isdigit", "1"},
                                                                  {"isidentifier", "name"},
                                                                  {"islower", "a"},
                                                                  {"isnumeric", "1"},
                                                                  {"isspace", " "},
                                                                  {"istitle", "Title"},
                                                                  {"isupper", "A"}});

bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string ConcreteArguments::TextOf(Use use, unsigned depth, base::Rng& rng) const {
  const LazyUse& it = uses_[use];
  if (it.given.kind == ValueKind::kStr) return it.given.text;
  if (IsFalse(use)) return "";
  if (Did(use, LazyUse::kAsInteger | LazyUse::kAsFloat | LazyUse::kArithmetic)) {
    return it.given.kind == ValueKind::kInt ? std::to_string(it.given.integer) : "1";
  }
  // Takes the longest text that a method asks for: one text can often please both `startswith` and
  // `split`.
  std::optional<std::string> best;
  if (depth < kDeepestText) {
    for (Use method : PartsOf(use, Part::kAttribute)) {
      auto text = TextForMethod(method, depth + 1, rng);
      if (text && (!best || text->size() > best->size())) best = std::move(text);
    }
  }
  if (best) return *best;
  std::vector<const Value*> met;
  for (const Value& operand : it.operands) {
    if (operand.kind == ValueKind::kStr) met.push_back(&operand);
  }
  if (!met.empty()) return rng.Pick(met)->text;
  return primitives_.Make(StatementKind::kStr, rng).text;
}

// A text for which the method's result can be used as it was; nothing when any text will do.
std::optional<std::string> ConcreteArguments::TextForMethod(Use method, unsigned depth,
                                                            base::Rng& rng) const {
  const LazyUse& it = uses_[method];
  const auto results = PartsOf(method, Part::kResult);
  const auto operand = std::find_if(it.operands.begin(), it.operands.end(), [](const Value& value) {
    return value.kind == ValueKind::kStr;
  });
  const bool has_operand = operand != it.operands.end();
  if (!results.empty() && IsFalse(results[0])) return std::nullopt;
  for (const auto& [name, text] : kConsistsOf) {
    if (it.name == name) return std::string(text);
  }
  if (IsOneOf(it.name, {"startswith", "endswith", "find", "index", "count", "rfind", "rindex"})) {
    return has_operand ? std::optional(operand->text) : std::nullopt;
  }
  if (results.empty()) return std::nullopt;
  if (std::find(kSame.begin(), kSame.end(), it.name) != kSame.end()) {
    return TextOf(results[0], depth, rng);
  }
  if (IsOneOf(it.name, {"split", "rsplit", "splitlines", "partition", "rpartition"})) {
    const std::string separator = it.name == "splitlines" ? "\n"
                                  : has_operand           ? operand->text
                                                          : " ";
    std::vector<std::string> parts = TextsOfParts(results[0], depth, rng);
    if (it.name.ends_with("partition")) {  // before, separator, after
      if (parts.size() > 1) parts.erase(parts.begin() + 1);
      parts.resize(2, "a");
    }
    return fmt::format("{}", fmt::join(parts, separator));
  }
  return std::nullopt;
}

std::vector<std::string> ConcreteArguments::TextsOfParts(Use list, unsigned depth,
                                                         base::Rng& rng) const {
  std::vector<std::string> parts;
  for (Use element : PartsOf(list, Part::kElement)) parts.push_back(TextOf(element, depth, rng));
  for (Use item : PartsOf(list, Part::kItem)) {
    const int64_t place = uses_[item].key.integer;
    if (place < 0 || place >= static_cast<int64_t>(kMostParts)) continue;
    const auto at = static_cast<std::size_t>(place);
    if (parts.size() <= at) parts.resize(at + 1, "a");
    parts[at] = TextOf(item, depth, rng);
  }
  return parts;
}

}  // namespace skua::search
