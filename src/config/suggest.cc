#include "config/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace skua::config {

std::size_t EditDistance(std::string_view left, std::string_view right) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> table((left.size() + 1) * width);
  const auto cell = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        cell(i, j) = i + j;
        continue;
      }
      const bool same = left[i - 1] == right[j - 1];
      cell(i, j) =
          std::min({cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) cell(i, j) = std::min(cell(i, j), cell(i - 2, j - 2) + 1);
    }
  }
  return cell(left.size(), right.size());
}

std::string_view Nearest(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t kLongestName = 64;  // longer names are not typing errors
  if (name.size() > kLongestName) return {};
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = EditDistance(name, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string DidYouMean(std::string_view name, std::span<const std::string_view> known,
                       std::string_view otherwise) {
  const std::string_view nearest = Nearest(name, known);
  if (nearest.empty()) return std::string(otherwise);
  return fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace skua::config
