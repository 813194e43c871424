// Arcuri (2018), "Test suite generation with the Many Independent Objective (MIO) algorithm". Each
// target has a population of its own, of the tests that came nearest to it. Step by step a test is
// made at random or is sampled from the population of a target and mutated; it joins the population
// of every target for which it is good enough. Targets whose sampling leads nowhere are sampled
// ever less often. Over the search the number of tests for each target falls, as does the
// probability of random tests, and the number of mutations that one sampled test gets rises:
// exploration turns into exploitation.
//
// The steps of a generation are executed in one batch. So there is a number of lines of descent
// side by side, each a (1+1) evolutionary algorithm on what it sampled.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "search/algorithms/algorithms.h"
#include "search/evaluation/individual.h"
#include "search/evaluation/targets.h"
#include "search/varying/local_search.h"
#include "search/varying/variation.h"

namespace skua::search {
namespace {

using model::GoalIndex;
using model::TestCase;

using SharedIndividual = std::shared_ptr<const Individual>;

class MioSearch {
 public:
  MioSearch(Evaluator& evaluator, base::Rng& rng)
      : evaluator_(evaluator),
        options_(evaluator.options()),
        rng_(rng),
        variation_(evaluator, rng),
        local_search_(evaluator),
        fitness_(evaluator.goals()),
        targets_(evaluator.goals(), Targets::Selection::kAll),
        populations_(evaluator.goals().size()) {
    UpdateTargets();
  }

  void Run(std::span<const TestCase> seeds) {
    phase_ = options_.mio_exploration;
    batch_.assign(seeds.begin(), seeds.end());
    lines_.resize(batch_.size());
    if (!batch_.empty()) EvaluateBatch();
    lines_.assign(options_.population, {});
    batch_.resize(options_.population);
    while (!evaluator_.Finished()) {
      evaluator_.CountGeneration();
      UpdatePhase();
      for (std::size_t i = 0; i < batch_.size(); ++i) MakeStep(lines_[i], batch_[i]);
      EvaluateBatch();
      SearchLocally();
    }
  }

 private:
  struct Member {
    SharedIndividual individual;
    double fitness = 0;
    bool operator<(const Member& other) const {
      return std::pair(fitness, individual->test.size()) <
             std::pair(other.fitness, other.individual->test.size());
    }
  };
  // The tests that came nearest to one target.
  struct TargetPopulation {
    std::vector<Member> members;  // the best first
    uint32_t sampled = 0;         // times since the best member last changed
  };
  // A line of descent: a sampled test and the mutations made one after the other.
  struct Line {
    SharedIndividual parent;  // null for a random test
    GoalIndex goal = 0;       // the goal for which the test was sampled
    std::size_t mutations_left = 0;
    OperatorSet operators;
  };

  void UpdatePhase() {
    const std::size_t before = phase_.tests_per_target;
    phase_ = MioPhaseAt(options_, evaluator_.Progress());
    if (phase_.tests_per_target >= before) return;
    for (TargetPopulation& population : populations_) Trim(population);
  }

  void Trim(TargetPopulation& population) const {
    if (population.members.size() > phase_.tests_per_target) {
      population.members.resize(phase_.tests_per_target);
    }
  }

  void MakeStep(Line& line, TestCase& test) {
    const bool goes_on = line.parent != nullptr && line.mutations_left > 0 &&
                         !evaluator_.archive().IsCovered(line.goal);
    if (!goes_on) Sample(line);
    if (line.parent == nullptr) {
      line.operators = variation_.MakeNew(test);
      return;
    }
    --line.mutations_left;
    test = line.parent->test;
    line.operators = variation_.Mutate(test, *line.parent);
  }

  // Feedback-directed sampling: samples from the target that was sampled least since it last got
  // better.
  void Sample(Line& line) {
    line.parent = nullptr;
    if (rng_.Chance(phase_.random_test_probability)) return;
    const GoalIndex goal = LeastSampled();
    if (goal == model::kNoIndex) return;
    ++populations_[goal].sampled;
    line.parent = rng_.Pick(populations_[goal].members).individual;
    line.goal = goal;
    line.mutations_left = phase_.mutations;
  }

  // Chooses at random among equals; kNoIndex when no target has been reached.
  GoalIndex LeastSampled() {
    uint32_t least = std::numeric_limits<uint32_t>::max();
    candidates_.clear();
    for (uint32_t target = 0; target < targets_.size(); ++target) {
      const TargetPopulation& population = populations_[targets_[target]];
      if (population.members.empty() || population.sampled > least) continue;
      if (population.sampled < least) candidates_.clear();
      least = population.sampled;
      candidates_.push_back(targets_[target]);
    }
    return candidates_.empty() ? model::kNoIndex : rng_.Pick(candidates_);
  }

  void EvaluateBatch() {
    evaluator_.Evaluate(batch_);
    UpdateTargets();
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      Line& line = lines_[i];
      model::Trace& trace = evaluator_.mutable_traces()[i];
      double reward = evaluator_.HasGained(i) ? kCoveredReward : 0;
      if (IsViable(trace)) {
        offspring_.Take(batch_[i], trace, evaluator_.hints()[i]);
        FillRow(offspring_);
        const bool replaces =
            line.parent != nullptr && line.mutations_left > 0 && IsNoWorse(offspring_, line);
        if (JoinPopulations(replaces ? &line.parent : nullptr)) {
          evaluator_.RewardNearer(offspring_.test);
          reward += kNearerReward;
        }
      }
      variation_.Credit(line.operators, reward);
    }
    variation_.EndGeneration();
  }

  void UpdateTargets() {
    if (landscape_ == evaluator_.landscape()) return;
    landscape_ = evaluator_.landscape();
    targets_.Update(
        {evaluator_.settled(), evaluator_.reached(), evaluator_.entered(), evaluator_.taken()});
    for (GoalIndex goal = 0; goal < populations_.size(); ++goal) {
      if (evaluator_.archive().IsCovered(goal)) populations_[goal].members.clear();
    }
  }

  void FillRow(Individual& individual) {
    fitness_.Load(individual.code_objects, individual.predicates);
    targets_.FillRow(fitness_, individual.code_objects, individual.row);
  }

  // Returns whether the offspring is at least as good as its parent for the goal of its line.
  bool IsNoWorse(const Individual& offspring, const Line& line) {
    const auto fitness_of = [&](const Individual& individual) {
      fitness_.Load(individual.code_objects, individual.predicates);
      return fitness_.Of(line.goal);
    };
    return fitness_of(offspring) <= fitness_of(*line.parent);
  }

  // Puts offspring_ wherever it is good enough, and into `line` if that is given. Returns whether
  // it is the best of a population now.
  bool JoinPopulations(SharedIndividual* line) {
    SharedIndividual shared;
    const auto share = [&]() -> const SharedIndividual& {
      if (!shared) shared = std::make_shared<const Individual>(offspring_);
      return shared;
    };
    bool is_best = false;
    for (const FitnessEntry& entry : offspring_.row) {
      TargetPopulation& population = populations_[targets_[entry.target]];
      auto& members = population.members;
      const bool is_better = members.empty() || entry.fitness < members.front().fitness;
      if (members.size() >= phase_.tests_per_target) {
        const Member& worst = members.back();
        if (std::pair(entry.fitness, offspring_.test.size()) >=
            std::pair(worst.fitness, worst.individual->test.size())) {
          continue;
        }
        members.pop_back();
      }
      const Member member{share(), entry.fitness};
      members.insert(std::upper_bound(members.begin(), members.end(), member), member);
      if (is_better) population.sampled = 0;
      is_best = is_best || is_better;
    }
    if (line != nullptr) *line = share();
    return is_best;
  }

  void SearchLocally() {
    if (!local_search_.HasBudget() || !variation_.WantsLocalSearch()) return;
    const GoalIndex goal = LeastSampled();
    if (goal == model::kNoIndex) return;
    const Individual& best = *populations_[goal].members.front().individual;
    if (!local_search_.IsPromising(best, goal)) return;
    const uint64_t before = local_search_.tests();
    offspring_ = best;
    const bool success = local_search_.Improve(offspring_, goal);
    variation_.Charge(Operator::kLocalSearch, static_cast<double>(local_search_.tests() - before));
    UpdateTargets();
    if (!success) return;
    OperatorSet operators;
    operators.Add(Operator::kLocalSearch);
    variation_.Credit(operators,
                      evaluator_.archive().IsCovered(goal) ? kCoveredReward : kNearerReward);
    FillRow(offspring_);
    JoinPopulations(nullptr);
  }

  Evaluator& evaluator_;
  const SearchOptions& options_;
  base::Rng& rng_;
  Variation variation_;
  LocalSearch local_search_;
  Fitness fitness_;
  Targets targets_;
  std::vector<TargetPopulation> populations_;  // by goal
  SearchOptions::MioPhase phase_{};
  uint64_t landscape_ = UINT64_MAX;

  std::vector<Line> lines_;
  std::vector<TestCase> batch_;  // parallel to the lines
  Individual offspring_;
  std::vector<GoalIndex> candidates_;
};

}  // namespace

SearchOptions::MioPhase MioPhaseAt(const SearchOptions& options, double progress) {
  const double focus = options.mio_focus_at;
  const double share = focus > 0 ? std::min(1.0, progress / focus) : 1;
  const auto between = [share](double from, double to) { return from + (to - from) * share; };
  const auto rounded = [&](std::size_t from, std::size_t to) {
    const double value = between(static_cast<double>(from), static_cast<double>(to));
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(value)));
  };
  const SearchOptions::MioPhase& from = options.mio_exploration;
  const SearchOptions::MioPhase& to = options.mio_exploitation;
  return {rounded(from.tests_per_target, to.tests_per_target),
          between(from.random_test_probability, to.random_test_probability),
          rounded(from.mutations, to.mutations)};
}

void Mio(Evaluator& evaluator, std::span<const TestCase> seeds, base::Rng& rng) {
  MioSearch(evaluator, rng).Run(seeds);
}

}  // namespace skua::search
