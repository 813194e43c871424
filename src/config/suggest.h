// "did you mean": finds the known name nearest to what was written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skua::config {

// The number of insertions, deletions, substitutions and swaps of neighbours that turn one into the
// other (Damerau-Levenshtein, optimal string alignment).
std::size_t EditDistance(std::string_view left, std::string_view right);

// The known name nearest to `name`, if it is near enough for a typing error; else empty.
std::string_view Nearest(std::string_view name, std::span<const std::string_view> known);

// "; did you mean 'budget'?" or, when nothing is near, `otherwise`.
std::string DidYouMean(std::string_view name, std::span<const std::string_view> known,
                       std::string_view otherwise = "");

}  // namespace skua::config
