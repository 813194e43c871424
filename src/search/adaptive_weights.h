// What has paid lately: for each arm (an operator, a callable) a discounted mean of the rewards it
// brought for each use, and from it a factor for the arm's prior probability. Adaptive pursuit in
// the sense of Thierens (2005), with a floor and a ceiling, so that nothing starves and nothing
// takes all; an arm that was hardly used counts as the average. No randomness of its own.
#pragma once

#include <cstddef>
#include <vector>

namespace skua::search {

class AdaptiveWeights {
 public:
  static constexpr double kLeast = 0.25;
  static constexpr double kMost = 4;

  // `adaptive`: false makes every factor 1.
  AdaptiveWeights(std::size_t arms, bool adaptive) : arms_(arms), adaptive_(adaptive) {}

  void Use(std::size_t arm, double count = 1) {
    arms_[arm].uses += count;
    all_.uses += count;
  }
  // For an arm that was used before.
  void Reward(std::size_t arm, double reward) {
    arms_[arm].reward += reward;
    all_.reward += reward;
  }
  // What was before counts less from now on. Once a generation.
  void Discount();

  // 1 for what pays as the average, more for what pays better; from kLeast to kMost.
  double FactorOf(std::size_t arm) const;
  // `probability` with its odds multiplied by the factor; 0 and 1 stay what they are.
  double Scale(std::size_t arm, double probability) const;

 private:
  struct Account {
    double uses = 0;
    double reward = 0;
  };
  std::vector<Account> arms_;
  Account all_;
  bool adaptive_;
};

}  // namespace skua::search
