#include "search/varying/crossover.h"

#include <algorithm>
#include <utility>

#include "search/making/test_edits.h"

namespace skua::search {

using model::Statement;
using model::TestCase;
using model::VariableIndex;

namespace {

constexpr VariableIndex kNotAdopted = 0xffff;
constexpr double kReuse = 0.5;

}  // namespace

std::pair<std::size_t, std::size_t> Crossover::Cross(TestCase& a, TestCase& b, base::Rng& rng) {
  const auto first = [&](const TestCase& test) {
    return std::max<std::size_t>(1, environment_.PrefixOf(test));
  };
  if (a.size() <= first(a) || b.size() <= first(b)) return {a.size(), b.size()};
  const double point = rng.Real();
  const auto cut = [&](const TestCase& test) {
    return first(test) +
           static_cast<std::size_t>(point * static_cast<double>(test.size() - first(test)));
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
    AdoptOperands(test, donor, statement, rng);
    test.statements.push_back(std::move(statement));
    adopted_[i] = static_cast<VariableIndex>(test.size() - 1);
  }
  environment_.Normalise(test);
}

void Crossover::AdoptOperands(TestCase& test, const TestCase& donor, Statement& statement,
                              base::Rng& rng) {
  const bool has_names =
      IsTypedDict(types_.subject(), statement) || IsEnvironment(types_.subject(), statement);
  for (std::size_t i = 0; i < statement.operands.size(); ++i) {
    VariableIndex& operand = statement.operands[i];
    operand = Adopt(test, donor, operand, has_names && i % 2 == 0, rng);
  }
}

VariableIndex Crossover::Adopt(TestCase& test, const TestCase& donor, VariableIndex variable,
                               bool exact, base::Rng& rng) {
  const Statement& wanted = donor.statements[variable];
  if (adopted_[variable] != kNotAdopted &&
      (!exact || test.statements[adopted_[variable]].text == wanted.text)) {
    return adopted_[variable];
  }
  if (!exact && rng.Chance(kReuse)) {
    const Shape shape = types_.ShapeOf(wanted);
    const std::size_t start = rng.Below(test.size());
    for (std::size_t i = 0; i < test.size(); ++i) {
      const std::size_t candidate = (start + i) % test.size();
      if (types_.CanReplace(shape, types_.ShapeOf(test.statements[candidate]))) {
        return adopted_[variable] = static_cast<VariableIndex>(candidate);
      }
    }
  }
  Statement statement = wanted;
  AdoptOperands(test, donor, statement, rng);
  test.statements.push_back(std::move(statement));
  return adopted_[variable] = static_cast<VariableIndex>(test.size() - 1);
}

}  // namespace skua::search
