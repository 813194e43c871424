// Ranking for many objectives: preference criterion, non-dominated fronts, and crowding by
// subvector dominance (Panichella et al. 2015, 2018a; Köppen and Yoshida 2007).
//
// A test enters few of a module's code objects, and for the targets of all others it is as far away
// as can be. So its fitness is kept as a sparse row: (target, fitness) for the targets that it came
// any nearer to; a target that is not in the row has the worst fitness there is. The cost of
// comparing two tests depends on the lengths of their rows, not on the number of targets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace skua::search {

struct FitnessEntry {
  uint32_t target = 0;
  double fitness = 0;  // smaller is better; any value is better than none
};

// The part of a test that ranking reads. Targets are ascending.
struct FitnessRow {
  std::span<const FitnessEntry> entries;
  std::size_t length = 0;  // number of statements; the shorter of equals is preferred
};

// In how many targets each of two tests is strictly better than the other.
struct Advantage {
  uint32_t of_first = 0;
  uint32_t of_second = 0;
};
Advantage Compare(std::span<const FitnessEntry> first, std::span<const FitnessEntry> second);
// Returns whether the first is better in at least one target and worse in none.
bool Dominates(std::span<const FitnessEntry> first, std::span<const FitnessEntry> second);

class Ranking {
 public:
  using Front = std::vector<uint32_t>;  // indices of rows

  // Front 0 holds a best test for each target. Then follow non-dominated fronts of the rest, until
  // at least `wanted` tests are ranked. The result is valid until the next call.
  std::span<const Front> PreferenceSort(std::span<const FitnessRow> rows, uint32_t targets,
                                        std::size_t wanted);

  // Returns for each test of the front, in its order, the least number of targets in which it is
  // better than another one of the front; infinite for a front of one. Larger is less crowded.
  void SubvectorDominance(std::span<const FitnessRow> rows, const Front& front,
                          std::vector<double>& distances);

 private:
  Front& NewFront();
  // Moves the tests that no other of `remaining` dominates to a new front.
  void PeelFront(std::span<const FitnessRow> rows);

  std::vector<Front> fronts_;  // the first `used_` ones count; the others keep their buffers
  std::size_t used_ = 0;
  std::vector<uint32_t> preferred_;  // by target
  std::vector<double> best_;         // by target: fitness of the preferred
  std::vector<bool> is_ranked_;
  std::vector<uint64_t> signatures_;  // by row: a bit for each of its targets, modulo 64
  Front remaining_, dominated_;
  std::vector<uint32_t> least_;  // for SubvectorDominance
};

}  // namespace skua::search
