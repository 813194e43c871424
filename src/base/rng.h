// Random numbers that are the same on every machine for the same seed. The standard library
// guarantees this for its engines, not for its distributions, so the distributions are our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace skua::base {

class Rng {
 public:
  explicit Rng(uint64_t seed);
  // Makes an independent stream for `name` (a module, say), so that results do not depend on the
  // order of work.
  Rng(uint64_t seed, std::string_view name);

  uint64_t Next();                             // xoshiro256** (Blackman, Vigna)
  uint64_t Below(uint64_t bound);              // in [0, bound); REQUIRES: bound > 0
  int64_t Between(int64_t low, int64_t high);  // in [low, high]; REQUIRES: low <= high
  double Real();                               // in [0, 1)
  bool Chance(double probability) { return Real() < probability; }
  double Gaussian();  // mean 0, deviation about 1; arithmetic only, no libm

  template <typename Container>
  auto& Pick(Container& items) {  // REQUIRES: items are not empty
    return items[static_cast<std::size_t>(Below(items.size()))];
  }
  // Returns an index with probability proportional to its weight. REQUIRES: the sum is positive.
  std::size_t Weighted(std::span<const double> weights);

  template <typename T>
  void Shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[Below(i)]);
  }

 private:
  uint64_t state_[4];
};

}  // namespace skua::base
