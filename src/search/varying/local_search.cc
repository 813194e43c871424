#include "search/varying/local_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace skua::search {

using model::GoalIndex;
using model::Statement;
using model::TestCase;

namespace {

constexpr std::size_t kMovesTogether = 96;
constexpr uint64_t kMostTests = 4000;  // for one goal in one call
constexpr std::size_t kFarText = 16;

// Returns the characters to try in strings: those of the subject come first.
std::string Characters(const ConstantPool& constants) {
  std::string characters = constants.alphabet();
  for (char c = ' '; c <= '~'; ++c) {
    if (characters.find(c) == std::string::npos) characters += c;
  }
  return characters;
}

}  // namespace

LocalSearch::LocalSearch(Evaluator& evaluator)
    : evaluator_(evaluator),
      fitness_(evaluator.goals()),
      neighbourhood_(evaluator.goals().subject(), Characters(evaluator.knowledge().constants())),
      tried_(evaluator.goals().size(), Closeness{std::numeric_limits<double>::infinity(), 0}) {}

bool LocalSearch::HasBudget() const {
  return static_cast<double>(tests_) <
         evaluator_.options().local_search_share * static_cast<double>(evaluator_.executed_tests());
}

Closeness LocalSearch::ClosenessOf(const Individual& individual, GoalIndex goal) {
  fitness_.Load(individual.code_objects, individual.predicates);
  return fitness_.ClosenessTo(goal);
}

bool LocalSearch::IsPromising(const Individual& individual, GoalIndex goal) {
  if (evaluator_.archive().IsCovered(goal)) return false;
  const Closeness closeness = ClosenessOf(individual, goal);
  return std::isfinite(closeness.distance) && closeness.distance > 0 && closeness < tried_[goal];
}

bool LocalSearch::Improve(Individual& individual, GoalIndex goal) {
  Progress progress{&individual, goal, ClosenessOf(individual, goal), tests_ + kMostTests};
  const Closeness before = progress.closeness;
  const std::vector<std::size_t> influential = FindInfluential(progress);
  for (bool moved = true; moved && !IsOver(progress);) {
    moved = false;
    for (const std::size_t statement : influential) {
      place_ = 0;
      while (!IsOver(progress) && Step(progress, statement)) moved = true;
    }
  }
  tried_[goal] = progress.closeness;
  return progress.closeness < before;
}

bool LocalSearch::IsOver(const Progress& progress) const {
  return progress.closeness == Closeness{} || tests_ >= progress.end ||
         evaluator_.archive().IsCovered(progress.goal) || evaluator_.Finished();
}

std::vector<std::size_t> LocalSearch::FindInfluential(Progress& progress) {
  batch_size_ = 0;
  std::vector<std::size_t> statements;  // parallel to the batch
  for (std::size_t i = progress.nearest->test.size(); i > 0; --i) {
    neighbourhood_.List(progress.nearest->test.statements[i - 1], progress.closeness.distance, 0,
                        moves_);
    if (moves_.empty()) continue;
    Statement far = progress.nearest->test.statements[i - 1];
    const bool is_text =
        far.kind == model::StatementKind::kStr || far.kind == model::StatementKind::kBytes;
    // A single character may leave an edit distance as it is; many characters do not.
    if (is_text) far.text.append(kFarText, '~');
    for (const Statement* move : {&moves_[0], &moves_[moves_.size() / 2], &far}) {
      if (move == &far && !is_text) continue;
      AddCandidate(progress, i - 1, *move);
      statements.push_back(i - 1);
    }
  }
  const Closeness before = progress.closeness;
  Try(progress);
  std::vector<std::size_t> influential;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (closenesses_[i] == before) continue;
    if (influential.empty() || influential.back() != statements[i]) {
      influential.push_back(statements[i]);
    }
  }
  return influential;
}

bool LocalSearch::Step(Progress& progress, std::size_t index) {
  if (index >= progress.nearest->test.size())
    return false;  // the test raises earlier now and was
                   // cut
  const Statement before = progress.nearest->test.statements[index];
  neighbourhood_.List(before, progress.closeness.distance, place_, moves_);
  for (std::size_t first = 0; first < moves_.size() && !IsOver(progress); first += kMovesTogether) {
    batch_size_ = 0;
    const std::size_t end = std::min(first + kMovesTogether, moves_.size());
    for (std::size_t i = first; i < end; ++i) AddCandidate(progress, index, moves_[i]);
    if (!Try(progress)) continue;
    if (index >= progress.nearest->test.size()) return false;
    const std::string& text = progress.nearest->test.statements[index].text;
    const auto [a, b] =
        std::mismatch(text.begin(), text.end(), before.text.begin(), before.text.end());
    place_ = static_cast<std::size_t>(a - text.begin()) + 1;
    return true;
  }
  return false;
}

void LocalSearch::AddCandidate(const Progress& progress, std::size_t statement,
                               const Statement& move) {
  if (batch_size_ == batch_.size()) batch_.emplace_back();
  TestCase& test = batch_[batch_size_++];
  test = progress.nearest->test;
  test.statements[statement] = move;
}

bool LocalSearch::Try(Progress& progress) {
  if (batch_size_ == 0) return false;
  evaluator_.Evaluate({batch_.data(), batch_size_});
  tests_ += batch_size_;
  closenesses_.assign(batch_size_, {std::numeric_limits<double>::infinity(), 0});
  std::size_t best = batch_size_;
  for (std::size_t i = 0; i < batch_size_; ++i) {
    const model::Trace& trace = evaluator_.traces()[i];
    if (!IsViable(trace)) continue;
    fitness_.Load(trace.code_objects, trace.predicates);
    closenesses_[i] = fitness_.ClosenessTo(progress.goal);
    if (closenesses_[i] < progress.closeness) {
      progress.closeness = closenesses_[i];
      best = i;
    }
  }
  if (best == batch_size_) return false;
  progress.nearest->Take(batch_[best], evaluator_.mutable_traces()[best], evaluator_.hints()[best]);
  return true;
}

}  // namespace skua::search
