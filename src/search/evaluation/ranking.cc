#include "search/evaluation/ranking.h"

#include <algorithm>
#include <limits>

namespace skua::search {

namespace {

constexpr uint32_t kAll = std::numeric_limits<uint32_t>::max();

// Compares as Compare() does, but stops when both have at least `enough` advantages.
Advantage CompareUpTo(std::span<const FitnessEntry> first, std::span<const FitnessEntry> second,
                      Advantage enough) {
  Advantage advantage;
  auto a = first.begin();
  auto b = second.begin();
  while (a != first.end() && b != second.end()) {
    if (a->target == b->target) {
      advantage.of_first += a->fitness < b->fitness;
      advantage.of_second += b->fitness < a->fitness;
      ++a, ++b;
    } else if (a->target < b->target) {
      do ++advantage.of_first, ++a;
      while (a != first.end() && a->target < b->target);
    } else {
      do ++advantage.of_second, ++b;
      while (b != second.end() && b->target < a->target);
    }
    if (advantage.of_first >= enough.of_first && advantage.of_second >= enough.of_second) {
      return advantage;
    }
  }
  advantage.of_first += static_cast<uint32_t>(first.end() - a);
  advantage.of_second += static_cast<uint32_t>(second.end() - b);
  return advantage;
}

}  // namespace

Advantage Compare(std::span<const FitnessEntry> first, std::span<const FitnessEntry> second) {
  return CompareUpTo(first, second, {kAll, kAll});
}

bool Dominates(std::span<const FitnessEntry> first, std::span<const FitnessEntry> second) {
  if (second.size() > first.size()) return false;
  bool better = first.size() > second.size();
  auto a = first.begin();
  for (const FitnessEntry& entry : second) {
    while (a != first.end() && a->target < entry.target) ++a;
    if (a == first.end() || a->target != entry.target || a->fitness > entry.fitness) return false;
    better = better || a->fitness < entry.fitness;
  }
  return better;
}

Ranking::Front& Ranking::NewFront() {
  if (used_ == fronts_.size()) fronts_.emplace_back();
  fronts_[used_].clear();
  return fronts_[used_++];
}

std::span<const Ranking::Front> Ranking::PreferenceSort(std::span<const FitnessRow> rows,
                                                        uint32_t targets, std::size_t wanted) {
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  used_ = 0;
  preferred_.assign(targets, kNone);
  is_ranked_.assign(rows.size(), false);
  signatures_.assign(rows.size(), 0);

  best_.resize(targets);
  for (uint32_t i = 0; i < rows.size(); ++i) {
    for (const FitnessEntry& entry : rows[i].entries) {
      signatures_[i] |= 1ull << (entry.target % 64);
      uint32_t& holder = preferred_[entry.target];
      if (holder == kNone || entry.fitness < best_[entry.target] ||
          (entry.fitness == best_[entry.target] && rows[i].length < rows[holder].length)) {
        holder = i;
        best_[entry.target] = entry.fitness;
      }
    }
  }
  Front& first = NewFront();
  for (uint32_t holder : preferred_) {
    if (holder != kNone && !is_ranked_[holder]) {
      is_ranked_[holder] = true;
      first.push_back(holder);
    }
  }
  std::size_t ranked = first.size();
  remaining_.clear();
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (!is_ranked_[i]) remaining_.push_back(i);
  }
  while (ranked < wanted && !remaining_.empty()) {
    PeelFront(rows);
    ranked += fronts_[used_ - 1].size();
  }
  return {fronts_.data(), used_};
}

void Ranking::PeelFront(std::span<const FitnessRow> rows) {
  Front& front = NewFront();
  dominated_.clear();
  for (uint32_t candidate : remaining_) {
    const bool is_dominated =
        std::any_of(remaining_.begin(), remaining_.end(), [&](uint32_t other) {
          return (signatures_[candidate] & ~signatures_[other]) == 0 && other != candidate &&
                 Dominates(rows[other].entries, rows[candidate].entries);
        });
    (is_dominated ? dominated_ : front).push_back(candidate);
  }
  remaining_.swap(dominated_);
}

void Ranking::SubvectorDominance(std::span<const FitnessRow> rows, const Front& front,
                                 std::vector<double>& distances) {
  least_.assign(front.size(), kAll);
  for (std::size_t i = 0; i < front.size(); ++i) {
    for (std::size_t j = i + 1; j < front.size(); ++j) {
      const Advantage advantage =
          CompareUpTo(rows[front[i]].entries, rows[front[j]].entries, {least_[i], least_[j]});
      least_[i] = std::min(least_[i], advantage.of_first);
      least_[j] = std::min(least_[j], advantage.of_second);
    }
  }
  distances.assign(least_.begin(), least_.end());
  if (front.size() == 1) distances[0] = std::numeric_limits<double>::infinity();
}

}  // namespace skua::search
