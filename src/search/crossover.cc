#include "search/crossover.h"

#include <algorithm>
#include <utility>

namespace skua::search {

using model::Statement;
using model::TestCase;
using model::VariableIndex;

namespace {

constexpr VariableIndex kNotAdopted = 0xffff;
constexpr double kReuse = 0.5;

}  // namespace

std::pair<std::size_t, std::size_t> Crossover::Cross(TestCase& a, TestCase& b, base::Rng& rng) {
  if (a.size() < 2 || b.size() < 2) return {a.size(), b.size()};
  const double point = rng.Real();
  const auto cut = [&](const TestCase& test) {
    return 1 + static_cast<std::size_t>(point * static_cast<double>(test.size() - 1));
  };
  const std::size_t cut_a = cut(a), cut_b = cut(b);
  other_.statements.assign(a.statements.begin(), a.statements.end());
  a.statements.resize(cut_a);
  AppendTail(a, b, cut_b, rng);
  b.statements.resize(cut_b);
  AppendTail(b, other_, cut_a, rng);
  return {cut_a, cut_b};
}

void Crossover::AppendTail(TestCase& test, const TestCase& donor, std::size_t cut, base::Rng& rng) {
  adopted_.assign(donor.size(), kNotAdopted);
  for (std::size_t i = cut; i < donor.size() && test.size() < max_test_length_; ++i) {
    if (adopted_[i] != kNotAdopted) continue;
    Statement statement = donor.statements[i];
    for (VariableIndex& operand : statement.operands) {
      operand = Adopt(test, donor, operand, rng);
    }
    test.statements.push_back(std::move(statement));
    adopted_[i] = static_cast<VariableIndex>(test.size() - 1);
  }
}

VariableIndex Crossover::Adopt(TestCase& test, const TestCase& donor, VariableIndex variable,
                               base::Rng& rng) {
  if (adopted_[variable] != kNotAdopted) return adopted_[variable];
  if (rng.Chance(kReuse)) {
    const Shape shape = types_.ShapeOf(donor.statements[variable]);
    const std::size_t start = rng.Below(test.size());
    for (std::size_t i = 0; i < test.size(); ++i) {
      const std::size_t candidate = (start + i) % test.size();
      if (types_.CanReplace(shape, types_.ShapeOf(test.statements[candidate]))) {
        return adopted_[variable] = static_cast<VariableIndex>(candidate);
      }
    }
  }
  Statement statement = donor.statements[variable];
  for (VariableIndex& operand : statement.operands) operand = Adopt(test, donor, operand, rng);
  test.statements.push_back(std::move(statement));
  return adopted_[variable] = static_cast<VariableIndex>(test.size() - 1);
}

}  // namespace skua::search
