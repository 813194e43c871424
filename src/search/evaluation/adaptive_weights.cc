#include "search/evaluation/adaptive_weights.h"

#include <algorithm>

namespace skua::search {
namespace {

constexpr double kDiscount = 0.98;
constexpr double kPriorUses = 50;  // an arm begins as if it had so many average uses
constexpr double kNothing = 1e-9;

}  // namespace

void AdaptiveWeights::Discount() {
  const auto discount = [](Account& account) {
    account.uses *= kDiscount;
    account.reward *= kDiscount;
  };
  for (Account& arm : arms_) discount(arm);
  discount(all_);
}

double AdaptiveWeights::FactorOf(std::size_t arm) const {
  if (!adaptive_ || all_.reward < kNothing || all_.uses < kNothing) return 1;
  const double average = all_.reward / all_.uses;
  const Account& own = arms_[arm];
  const double mean = (own.reward + kPriorUses * average) / (own.uses + kPriorUses);
  return std::clamp(mean / average, kLeast, kMost);
}

double AdaptiveWeights::Scale(std::size_t arm, double probability) const {
  const double scaled = probability * FactorOf(arm);
  const double sum = scaled + 1 - probability;
  return sum > 0 ? scaled / sum : probability;
}

}  // namespace skua::search
