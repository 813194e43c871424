#include "base/bisect.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace skua::base {
namespace {

using Places = std::vector<std::size_t>;

Places Together(const Places& a, const Places& b) {
  Places both;
  std::ranges::merge(a, b, std::back_inserter(both));
  return both;
}

// Returns the places in `things` that break the working set `sound` when added to it.
Places Breaking(const Places& sound, const Places& things, const Works& works) {
  if (things.empty() || works(Together(sound, things))) return {};
  if (things.size() == 1) return things;
  const auto middle = things.begin() + static_cast<std::ptrdiff_t>(things.size() / 2);
  const Places first(things.begin(), middle);
  Places breaking = Breaking(sound, first, works);
  Places sound_first;
  std::ranges::set_difference(first, breaking, std::back_inserter(sound_first));
  const Places more = Breaking(Together(sound, sound_first), Places(middle, things.end()), works);
  breaking.insert(breaking.end(), more.begin(), more.end());
  return breaking;
}

}  // namespace

std::vector<std::size_t> FindBreaking(std::size_t count, const Works& works) {
  Places all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return Breaking({}, all, works);
}

}  // namespace skua::base
