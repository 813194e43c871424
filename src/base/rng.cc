#include "base/rng.h"

#include <bit>
#include <cassert>

#include "base/hash.h"

namespace skua::base {
namespace {

uint64_t SplitMix(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(uint64_t seed) {
  for (uint64_t& word : state_) word = SplitMix(seed);
}

Rng::Rng(uint64_t seed, std::string_view name) : Rng(seed ^ Hash64(name)) {}

uint64_t Rng::Next() {
  const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Rng::Below(uint64_t bound) {
  assert(bound > 0);
  // Smaller numbers are rejected, so that all results are equally likely.
  const uint64_t threshold = (0 - bound) % bound;
  uint64_t value = Next();
  while (value < threshold) value = Next();
  return value % bound;
}

int64_t Rng::Between(int64_t low, int64_t high) {
  assert(low <= high);
  const uint64_t width = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  const uint64_t offset = width == 0 ? Next() : Below(width);
  return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
}

double Rng::Real() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

double Rng::Gaussian() {
  double sum = -6.0;  // the sum of twelve uniform numbers has variance 1 (Irwin, Hall)
  for (int i = 0; i < 12; ++i) sum += Real();
  return sum;
}

std::size_t Rng::Weighted(std::span<const double> weights) {
  double sum = 0;
  for (double weight : weights) sum += weight;
  assert(sum > 0);
  double point = Real() * sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] > 0 && point < weights[i]) return i;
    point -= weights[i];
  }
  for (std::size_t i = weights.size(); i > 0;
       --i) {  // after rounding errors: the last index with a positive weight
    if (weights[i - 1] > 0) return i - 1;
  }
  return 0;
}

}  // namespace skua::base
