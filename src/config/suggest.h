// Finds the known name nearest to a misspelt one, for "did you mean".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skua::config {

// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one
// string into the other (Damerau-Levenshtein, optimal string alignment).
std::size_t EditDistance(std::string_view left, std::string_view right);

// Returns the known name nearest to `name`, if near enough for a typing error; else an empty
// string.
std::string_view Nearest(std::string_view name, std::span<const std::string_view> known);

// Returns "; did you mean 'budget'?" or, if no name is near, `otherwise`.
std::string DidYouMean(std::string_view name, std::span<const std::string_view> known,
                       std::string_view otherwise = "");

}  // namespace skua::config
