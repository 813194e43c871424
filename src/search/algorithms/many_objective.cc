#include "search/algorithms/many_objective.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "search/probing/lazy_probing.h"

namespace skua::search {

using model::GoalIndex;
using model::TestCase;

namespace {

constexpr int kInitialGenerations = 4;   // the initial population may take as long as so many
constexpr int kProbedAgain = 5;          // generation
constexpr int kLocalSearchAttempts = 3;  // attempts to find a target for which local search is
                                         // promising

}  // namespace

ManyObjectivePopulation::ManyObjectivePopulation(Evaluator& evaluator, Targets::Selection selection,
                                                 base::Rng& rng)
    : evaluator_(evaluator),
      options_(evaluator.options()),
      rng_(rng),
      variation_(evaluator, rng),
      local_search_(evaluator),
      fitness_(evaluator.goals()),
      targets_(evaluator.goals(), selection),
      nearest_(evaluator.goals().size(), std::numeric_limits<double>::infinity()) {
  UpdateTargets();
}

void ManyObjectivePopulation::GenerateRandom(std::span<const TestCase> seeds) {
  offspring_.assign(seeds.begin(), seeds.end());
  while (offspring_.size() < options_.population) variation_.MakeRandom(offspring_.emplace_back());
  made_by_.assign(offspring_.size(), {});
}

void ManyObjectivePopulation::GenerateOffspring() {
  offspring_.resize(options_.population);
  made_by_.assign(offspring_.size(), {});
  for (std::size_t i = 0; i < offspring_.size(); i += 2) {
    const bool is_last = i + 1 == offspring_.size();
    if (population_.empty() || variation_.WantsNew()) {
      for (std::size_t j = i; j < std::min(i + 2, offspring_.size()); ++j) {
        made_by_[j] = variation_.MakeNew(offspring_[j]);
      }
      continue;
    }
    const Individual& a = Tournament();
    const Individual& b = Tournament();
    TestCase& second = is_last ? spare_ : offspring_[i + 1];
    const auto operators = variation_.MakeOffspring(a, b, offspring_[i], second);
    made_by_[i] = operators.first;
    if (!is_last) made_by_[i + 1] = operators.second;
  }
}

const Individual& ManyObjectivePopulation::Tournament() {
  const Individual* winner = &rng_.Pick(population_);
  for (std::size_t i = 1; i < options_.tournament_size; ++i) {
    const Individual& challenger = rng_.Pick(population_);
    if (challenger.rank < winner->rank ||
        (challenger.rank == winner->rank && challenger.secondary_score > winner->secondary_score)) {
      winner = &challenger;
    }
  }
  return *winner;
}

void ManyObjectivePopulation::EvaluateOffspring(std::size_t needed) {
  const Pacing& pacing = evaluator_.pacing();
  const base::Duration begin = pacing.searched();
  const int generations = population_.empty() ? kInitialGenerations : 1;
  const auto is_over = [&] {
    const std::optional<base::Duration> time = pacing.TimeForGeneration();
    return time && pacing.searched() - begin >= *time * generations;
  };
  bool is_progress = false;
  std::size_t done = 0;
  while (done < offspring_.size() && (done < needed || !is_over())) {
    const std::size_t portion = pacing.PortionOf(offspring_.size() - done);
    if (EvaluatePortion(done, portion)) is_progress = true;
    done += portion;
  }
  variation_.EndGeneration();
  generations_in_vain_ = is_progress ? 0 : generations_in_vain_ + 1;
}

bool ManyObjectivePopulation::EvaluatePortion(std::size_t first, std::size_t count) {
  evaluator_.Evaluate(std::span(offspring_).subspan(first, count));
  UpdateTargets();
  bool is_progress = false;
  for (std::size_t i = 0; i < count; ++i) {
    model::Trace& trace = evaluator_.mutable_traces()[i];
    double reward = evaluator_.HasGained(i) ? kCoveredReward : 0;
    if (IsViable(trace)) {
      Individual& individual = NewIndividual();
      individual.Take(offspring_[first + i], trace, evaluator_.hints()[i]);
      FillRow(individual);
      if (IsProgress(individual)) {
        evaluator_.RewardNearer(individual.test);
        reward += kNearerReward;
      }
    }
    variation_.Credit(made_by_[first + i], reward);
    is_progress = is_progress || reward > 0;
  }
  return is_progress;
}

void ManyObjectivePopulation::UpdateTargets() {
  if (landscape_ == evaluator_.landscape()) return;
  landscape_ = evaluator_.landscape();
  targets_.Update(
      {evaluator_.settled(), evaluator_.reached(), evaluator_.entered(), evaluator_.taken()});
  for (Individual& individual : population_) FillRow(individual);
}

void ManyObjectivePopulation::FillRow(Individual& individual) {
  fitness_.Load(individual.code_objects, individual.predicates);
  targets_.FillRow(fitness_, individual.code_objects, individual.row);
}

bool ManyObjectivePopulation::IsProgress(const Individual& individual) {
  bool nearer = false;
  for (const FitnessEntry& entry : individual.row) {
    const GoalIndex goal = targets_[entry.target];
    if (goal == model::kNoIndex || entry.fitness >= nearest_[goal]) continue;
    nearest_[goal] = entry.fitness;
    nearer = true;
  }
  return nearer;
}

// Reuses a dead individual for the sake of its buffers, if there is one.
Individual& ManyObjectivePopulation::NewIndividual() {
  if (dead_.empty()) return population_.emplace_back();
  population_.push_back(std::move(dead_.back()));
  dead_.pop_back();
  return population_.back();
}

void ManyObjectivePopulation::SelectSurvivors() {
  rows_.clear();
  for (const Individual& it : population_) rows_.push_back({it.row, it.test.size()});
  const auto fronts = ranking_.PreferenceSort(rows_, targets_.size(), options_.population);
  survivors_.clear();
  for (uint32_t rank = 0; rank < fronts.size(); ++rank) {
    const std::size_t room = options_.population - survivors_.size();
    if (room == 0) break;
    order_.assign(fronts[rank].begin(), fronts[rank].end());
    AssignSecondaryScores(order_);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      population_[order_[i]].rank = rank;
      population_[order_[i]].secondary_score = scores_[i];
    }
    if (order_.size() > room) {
      std::stable_sort(order_.begin(), order_.end(), [&](uint32_t x, uint32_t y) {
        return population_[x].secondary_score > population_[y].secondary_score;
      });
      order_.resize(room);
    }
    for (uint32_t index : order_) survivors_.push_back(std::move(population_[index]));
  }
  KeepBuffersOfTheDead();
  population_.swap(survivors_);
}

void ManyObjectivePopulation::AssignSecondaryScores(const Ranking::Front& front) {
  if (heuristic_ == SecondaryHeuristic::kCrowdingDistance) {
    return ranking_.SubvectorDominance(rows_, front, scores_);
  }
  proxies_.clear();
  for (uint32_t index : front) {
    proxies_.push_back(ProxiesOf(population_[index].test, population_[index].cost));
  }
  PerformanceHeuristic(proxies_, scores_);
}

void ManyObjectivePopulation::KeepBuffersOfTheDead() {
  for (Individual& individual : population_) {
    if (individual.test.statements.capacity() > 0) dead_.push_back(std::move(individual));
  }
}

const Individual* ManyObjectivePopulation::NearestTo(uint32_t target) const {
  const Individual* nearest = nullptr;
  double fitness = 0;
  for (const Individual& individual : population_) {
    const auto entry = std::ranges::lower_bound(individual.row, target, {}, &FitnessEntry::target);
    if (entry == individual.row.end() || entry->target != target) continue;
    if (nearest != nullptr && entry->fitness >= fitness) continue;
    nearest = &individual;
    fitness = entry->fitness;
  }
  return nearest;
}

void ManyObjectivePopulation::SearchLocally() {
  if (population_.empty() || targets_.size() == 0 || !local_search_.HasBudget() ||
      !variation_.WantsLocalSearch()) {
    return;
  }
  for (int i = 0; i < kLocalSearchAttempts; ++i) {
    const auto target = static_cast<uint32_t>(rng_.Below(targets_.size()));
    const GoalIndex goal = targets_[target];
    const Individual* nearest = NearestTo(target);
    if (nearest == nullptr || goal == model::kNoIndex ||
        !local_search_.IsPromising(*nearest, goal)) {
      continue;
    }
    const uint64_t before = local_search_.tests();
    Individual improved = *nearest;
    const bool success = local_search_.Improve(improved, goal);
    variation_.Charge(Operator::kLocalSearch, static_cast<double>(local_search_.tests() - before));
    UpdateTargets();
    if (!success) return;
    generations_in_vain_ = 0;
    OperatorSet operators;
    operators.Add(Operator::kLocalSearch);
    const bool covered = evaluator_.archive().IsCovered(goal);
    variation_.Credit(operators, covered ? kCoveredReward : kNearerReward);
    improved.rank = 0;
    NewIndividual() = std::move(improved);
    FillRow(population_.back());
    IsProgress(population_.back());
    return;
  }
}

void ManyObjectivePopulation::RestartWhenStuck() {
  if (options_.restart_after == 0 || generations_in_vain_ < options_.restart_after) return;
  const std::size_t size = population_.size();
  survivors_.clear();
  for (Individual& individual : population_) {
    if (!rng_.Chance(options_.restart_share)) survivors_.push_back(std::move(individual));
  }
  KeepBuffersOfTheDead();
  population_.swap(survivors_);
  offspring_.resize(size - population_.size());
  made_by_.assign(offspring_.size(), {});
  for (std::size_t i = 0; i < offspring_.size(); ++i) {
    made_by_[i] = variation_.MakeNew(offspring_[i]);
  }
  EvaluateOffspring();
  SelectSurvivors();
  ProbeOpenCallables();
  generations_in_vain_ = 0;
}

void ManyObjectivePopulation::ProbeOpenCallables() {
  offspring_.clear();
  for (TestCase& test : ProbeLazily(evaluator_, rng_)) {
    if (evaluator_.factory().EnsureCoveringCall(test, rng_)) offspring_.push_back(std::move(test));
  }
  made_by_.assign(offspring_.size(), {});
  EvaluateOffspring();
  SelectSurvivors();
}

void Evolve(Evaluator& evaluator, Targets::Selection selection, std::span<const TestCase> seeds,
            base::Rng& rng, const HeuristicChoice& choose) {
  ManyObjectivePopulation population(evaluator, selection, rng);
  population.Use(choose(false));
  population.GenerateRandom(seeds);
  population.EvaluateOffspring(seeds.size());
  population.SelectSurvivors();
  for (int generation = 0; !evaluator.Finished();) {
    evaluator.CountGeneration();
    population.GenerateOffspring();
    population.EvaluateOffspring();
    if (population.Use(choose(population.Stagnates()))) evaluator.NoteSwitch();
    population.SelectSurvivors();
    population.SearchLocally();
    population.RestartWhenStuck();
    // Classes of results are known by then, so that probes call closures.
    if (++generation == kProbedAgain) population.ProbeOpenCallables();
  }
}

}  // namespace skua::search
