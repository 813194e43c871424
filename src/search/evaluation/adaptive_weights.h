// How well each arm (an operator, a callable) has paid lately: a discounted mean of the rewards
// that it brought for each use, and from it a factor for the arm's prior probability. This is
// adaptive pursuit in the sense of Thierens (2005), with a floor and a ceiling, so that no arm
// starves and none takes all; an arm that was hardly used counts as the average. There is no
// randomness in it.
#pragma once

#include <cstddef>
#include <vector>

namespace skua::search {

class AdaptiveWeights {
 public:
  static constexpr double kLeast = 0.25;
  static constexpr double kMost = 4;

  // Every factor is 1 if `adaptive` is false.
  AdaptiveWeights(std::size_t arms, bool adaptive) : arms_(arms), adaptive_(adaptive) {}

  void Use(std::size_t arm, double count = 1) {
    arms_[arm].uses += count;
    all_.uses += count;
  }
  // REQUIRES: the arm was used before.
  void Reward(std::size_t arm, double reward) {
    arms_[arm].reward += reward;
    all_.reward += reward;
  }
  // Lets uses and rewards so far count less from now on. Called once a generation.
  void Discount();

  // The factor is 1 for an arm that pays as the average and more for one that pays better; it lies
  // between kLeast and kMost.
  double FactorOf(std::size_t arm) const;
  // `probability` with its odds multiplied by the factor; probabilities of 0 and 1 stay what they
  // are.
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
