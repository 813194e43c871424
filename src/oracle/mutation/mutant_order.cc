#include "oracle/mutation/mutant_order.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace skua::oracle {
namespace {

// Returns the numbers 0 … count - 1 in the order of the van der Corput sequence: 0, 4, 2, 6, 1, 5,
// 3, 7.
std::vector<std::size_t> Spread(std::size_t count) {
  std::vector<std::size_t> order;
  const std::size_t places = std::bit_ceil(count);
  for (std::size_t i = 0; i < places; ++i) {
    std::size_t reversed = 0;
    for (std::size_t bit = 1; bit < places; bit <<= 1) {
      reversed = (reversed << 1) | ((i & bit) != 0 ? 1 : 0);
    }
    if (reversed < count) order.push_back(reversed);
  }
  return order;
}

}  // namespace

std::vector<model::MutantIndex> EvenOrder(const std::vector<model::Mutant>& mutants,
                                          const std::vector<model::MutantIndex>& chosen) {
  std::map<model::CodeObjectIndex, std::vector<model::MutantIndex>> groups;
  for (const model::MutantIndex mutant : chosen) {
    groups[mutants[mutant].code_object].push_back(mutant);
  }
  std::size_t largest = 0;
  for (auto& [code_object, group] : groups) {
    std::vector<model::MutantIndex> spread;
    for (const std::size_t i : Spread(group.size())) spread.push_back(group[i]);
    group = std::move(spread);
    largest = std::max(largest, group.size());
  }
  std::vector<model::MutantIndex> order;
  for (std::size_t round = 0; round < largest; ++round) {
    for (const auto& [code_object, group] : groups) {
      if (round < group.size()) order.push_back(group[round]);
    }
  }
  return order;
}

void LikelyKillers::CountKill(const model::Mutant& mutant, std::size_t test) {
  ++kills_[mutant.code_object][test];
}

void LikelyKillers::Sort(const model::Mutant& mutant, std::vector<std::size_t>& tests) const {
  const auto known = kills_.find(mutant.code_object);
  const auto kills_of = [&](std::size_t test) -> uint32_t {
    if (known == kills_.end()) return 0;
    const auto kills = known->second.find(test);
    return kills == known->second.end() ? 0 : kills->second;
  };
  std::ranges::sort(tests, {}, [&](std::size_t test) {
    const bool is_about_it = tests_[test].calls == mutant.code_object;
    return std::tuple(-static_cast<int64_t>(kills_of(test)), !is_about_it,
                      tests_[test].executed_probes, test);
  });
}

}  // namespace skua::oracle
