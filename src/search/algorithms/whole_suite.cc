// Fraser and Arcuri (2013), "Whole Test Suite Generation", with an archive (Rojas et al. 2017). An
// individual is a suite, and its fitness is how close it is to covering everything at once; goals
// that the archive has covered are no longer asked for. Suites are crossed by exchanging tests and
// mutated by mutating some of their tests and adding new ones (Lukasczyk et al., §3.3); a pair of
// offspring replaces its parents unless the parents are better.
//
// Suites share the tests that they have in common, so that only new tests are executed: those of a
// generation in one batch.
#include <algorithm>
#include <memory>

#include "search/algorithms/algorithms.h"
#include "search/evaluation/individual.h"
#include "search/evaluation/suite_fitness.h"
#include "search/goals/fitness.h"
#include "search/varying/local_search.h"
#include "search/varying/variation.h"

namespace skua::search {
namespace {

using model::GoalIndex;
using model::TestCase;

using SharedIndividual = std::shared_ptr<const Individual>;

struct Suite {
  std::vector<SharedIndividual> tests;
  double fitness = 0;
  std::size_t length = 0;  // statements of all tests

  bool IsBetterThan(const Suite& other) const {
    return std::pair(fitness, length) < std::pair(other.fitness, other.length);
  }
};

class SuiteEvolution {
 public:
  SuiteEvolution(Evaluator& evaluator, base::Rng& rng)
      : evaluator_(evaluator),
        options_(evaluator.options()),
        rng_(rng),
        variation_(evaluator, rng),
        local_search_(evaluator),
        distance_(evaluator.goals()),
        fitness_(evaluator.goals()) {}

  void Run(std::span<const TestCase> seeds) {
    GenerateRandomSuites(seeds);
    population_.swap(offspring_);
    while (!evaluator_.Finished()) {
      evaluator_.CountGeneration();
      GenerateOffspring();
      SelectSurvivors();
      SearchLocally();
      RestartWhenStuck();
    }
  }

 private:
  // The new tests of the offspring, each with the suite it is for.
  struct NewTest {
    std::size_t suite = 0;
    OperatorSet operators;
  };
  TestCase& AddNewTest(std::size_t suite) {
    if (new_tests_.size() == batch_.size()) batch_.emplace_back();
    new_tests_.push_back({suite, {}});
    return batch_[new_tests_.size() - 1];
  }

  void GenerateRandomSuites(std::span<const TestCase> seeds) {
    offspring_.assign(options_.population, {});
    new_tests_.clear();
    for (std::size_t i = 0; i < seeds.size(); ++i) AddNewTest(i % offspring_.size()) = seeds[i];
    for (std::size_t i = 0; i < offspring_.size(); ++i) {
      const std::size_t size = 1 + rng_.Below(options_.initial_suite_size);
      for (std::size_t j = 0; j < size; ++j) variation_.MakeRandom(AddNewTest(i));
    }
    EvaluateOffspring();
  }

  void GenerateOffspring() {
    offspring_.assign(options_.population, {});
    parents_.clear();
    new_tests_.clear();
    for (std::size_t i = 0; i < offspring_.size(); i += 2) {
      parents_.push_back(Tournament());
      parents_.push_back(Tournament());
      const Suite& a = population_[parents_[i]];
      const Suite& b = population_[parents_[i + 1]];
      Suite spare;
      Suite& second = i + 1 < offspring_.size() ? offspring_[i + 1] : spare;
      offspring_[i].tests = a.tests;
      second.tests = b.tests;
      if (variation_.WantsCrossover()) Cross(offspring_[i], second);
      MutateSuite(i);
      if (i + 1 < offspring_.size()) MutateSuite(i + 1);
    }
    EvaluateOffspring();
  }

  std::size_t Tournament() {
    std::size_t winner = rng_.Below(population_.size());
    for (std::size_t i = 1; i < options_.tournament_size; ++i) {
      const std::size_t challenger = rng_.Below(population_.size());
      if (population_[challenger].IsBetterThan(population_[winner])) winner = challenger;
    }
    return winner;
  }

  // Single-point relative crossover: no offspring becomes longer than the longer parent.
  void Cross(Suite& a, Suite& b) {
    const double point = rng_.Real();
    const auto cut = [point](const Suite& suite) {
      return static_cast<std::ptrdiff_t>(point * static_cast<double>(suite.tests.size()));
    };
    std::vector<SharedIndividual> tail(a.tests.begin() + cut(a), a.tests.end());
    const auto cut_a = cut(a), cut_b = cut(b);
    a.tests.resize(static_cast<std::size_t>(cut_a));
    a.tests.insert(a.tests.end(), b.tests.begin() + cut_b, b.tests.end());
    b.tests.resize(static_cast<std::size_t>(cut_b));
    b.tests.insert(b.tests.end(), tail.begin(), tail.end());
  }

  // Mutates each test with probability 1/|T|; then adds a new test with probability σ, another with
  // σ², ….
  void MutateSuite(std::size_t index) {
    Suite& suite = offspring_[index];
    const std::size_t size = suite.tests.size();
    for (std::size_t i = 0; i < size; ++i) {
      if (rng_.Below(size) != 0) continue;
      TestCase& test = AddNewTest(index);
      test = suite.tests[i]->test;
      new_tests_.back().operators = variation_.Mutate(test, *suite.tests[i]);
      suite.tests[i] = nullptr;
    }
    std::erase(suite.tests, nullptr);
    double probability = options_.new_test_probability;
    for (std::size_t added = 0;
         size + added < options_.max_suite_size && (size + added == 0 || rng_.Chance(probability));
         ++added, probability *= options_.new_test_probability) {
      TestCase& test = AddNewTest(index);
      new_tests_.back().operators = variation_.MakeNew(test);
    }
  }

  // Executes the new tests and puts them into their suites.
  void EvaluateOffspring() {
    const bool gained = evaluator_.Evaluate({batch_.data(), new_tests_.size()});
    for (std::size_t i = 0; i < new_tests_.size(); ++i) {
      model::Trace& trace = evaluator_.mutable_traces()[i];
      variation_.Credit(new_tests_[i].operators, evaluator_.HasGained(i) ? kCoveredReward : 0);
      if (!IsViable(trace)) continue;
      auto individual = std::make_shared<Individual>();
      individual->Take(batch_[i], trace, evaluator_.hints()[i]);
      offspring_[new_tests_[i].suite].tests.push_back(std::move(individual));
    }
    variation_.EndGeneration();
    if (gained) generations_in_vain_ = 0;
    const std::size_t open = fitness_.open().size();
    fitness_.Update(evaluator_.settled());
    for (Suite& suite : offspring_) Assess(suite);
    if (!gained && fitness_.open().size() == open) return;
    for (Suite& suite : population_) Assess(suite);
  }

  void Assess(Suite& suite) {
    fitness_.Begin();
    suite.length = 0;
    for (const SharedIndividual& test : suite.tests) {
      fitness_.Add(*test);
      suite.length += test->test.size();
    }
    suite.fitness = fitness_.Value();
  }

  // Keeps the best of the parents, and the better pair of each family.
  void SelectSurvivors() {
    const std::size_t best = Best();
    survivors_.assign(1, population_[best]);
    for (std::size_t i = 0; i < offspring_.size(); i += 2) {
      const bool is_last = i + 1 == offspring_.size();
      Suite& first = offspring_[i];
      Suite& second = offspring_[is_last ? i : i + 1];
      const Suite& a = population_[parents_[i]];
      const Suite& b = population_[parents_[i + 1]];
      const Suite& offspring = second.IsBetterThan(first) ? second : first;
      const Suite& parent = b.IsBetterThan(a) ? b : a;
      const bool survive = !parent.IsBetterThan(offspring);
      survivors_.push_back(survive ? first : a);
      if (!is_last) survivors_.push_back(survive ? second : b);
    }
    survivors_.resize(options_.population);
    const double before = population_[best].fitness;
    population_.swap(survivors_);
    generations_in_vain_ = population_[Best()].fitness < before ? 0 : generations_in_vain_ + 1;
  }

  std::size_t Best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < population_.size(); ++i) {
      if (population_[i].IsBetterThan(population_[best])) best = i;
    }
    return best;
  }

  // Searches locally around the test of the best suite that is nearest to some goal.
  void SearchLocally() {
    if (!local_search_.HasBudget() || !variation_.WantsLocalSearch()) return;
    Suite& suite = population_[Best()];
    const auto open = fitness_.open();
    if (open.empty()) return;
    const GoalIndex goal = rng_.Pick(open);
    const Individual* nearest = nullptr;
    Closeness closeness;
    for (const SharedIndividual& test : suite.tests) {
      distance_.Load(test->code_objects, test->predicates);
      const Closeness own = distance_.ClosenessTo(goal);
      if (nearest != nullptr && own >= closeness) continue;
      nearest = test.get();
      closeness = own;
    }
    if (nearest == nullptr || !local_search_.IsPromising(*nearest, goal)) return;
    auto improved = std::make_shared<Individual>(*nearest);
    const uint64_t before = local_search_.tests();
    const bool success = local_search_.Improve(*improved, goal);
    variation_.Charge(Operator::kLocalSearch, static_cast<double>(local_search_.tests() - before));
    if (!success) return;
    OperatorSet operators;
    operators.Add(Operator::kLocalSearch);
    variation_.Credit(operators,
                      evaluator_.archive().IsCovered(goal) ? kCoveredReward : kNearerReward);
    if (suite.tests.size() < options_.max_suite_size) suite.tests.push_back(std::move(improved));
    fitness_.Update(evaluator_.settled());
    for (Suite& it : population_) Assess(it);
    generations_in_vain_ = 0;
  }

  void RestartWhenStuck() {
    if (options_.restart_after == 0 || generations_in_vain_ < options_.restart_after) return;
    GenerateRandomSuites({});
    for (std::size_t i = 0; i < population_.size(); ++i) {
      if (rng_.Chance(options_.restart_share)) population_[i] = std::move(offspring_[i]);
    }
    generations_in_vain_ = 0;
  }

  Evaluator& evaluator_;
  const SearchOptions& options_;
  base::Rng& rng_;
  Variation variation_;
  LocalSearch local_search_;
  Fitness distance_;
  SuiteFitness fitness_;

  std::vector<Suite> population_, offspring_, survivors_;
  std::vector<std::size_t> parents_;  // of offspring i: parents_[i & ~1] and the next
  std::vector<TestCase> batch_;       // the first new_tests_.size() count
  std::vector<NewTest> new_tests_;
  std::size_t generations_in_vain_ = 0;
};

}  // namespace

void WholeSuite(Evaluator& evaluator, std::span<const TestCase> seeds, base::Rng& rng) {
  SuiteEvolution(evaluator, rng).Run(seeds);
}

}  // namespace skua::search
