#include "search/evaluation/evaluator.h"

#include "search/evaluation/performance.h"

namespace skua::search {

using model::GoalIndex;
using model::TestCase;

namespace {

// After so many generations callables are weighed anew by how they paid.
constexpr uint64_t kWeighingInterval = 20;

}  // namespace

Evaluator::Evaluator(const model::Subject& subject, model::Executor& executor,
                     const SearchOptions& options, const base::Deadline& deadline, Pacer* pacer,
                     std::span<const TestCase> pool, std::span<const GoalIndex> later,
                     std::span<const GoalIndex> standing)
    : options_(options),
      goals_(subject, standing),
      execution_(goals_, executor, deadline, PreferenceOf(options)),
      learning_(goals_, options, pool),
      pacing_(options, deadline, execution_.archive(), execution_.executor(), pacer),
      later_(later.begin(), later.end()) {
  Settle();
  if (!later_.empty()) factory().WeighCallables(settled());
}

bool Evaluator::Finished() {
  if (!later_.empty() && pacing_.IsTimeForLater()) TakeUpLater();
  return pacing_.Finished();
}

void Evaluator::Settle() {
  if (later_.empty()) return;
  settled_ = archive().covered();
  for (const GoalIndex goal : later_) settled_[goal] = true;
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (!settled_[goal] && goals_.IsReachable(goal)) return;
  }
  TakeUpLater();
}

void Evaluator::TakeUpLater() {
  later_.clear();
  ++landscape_;
  pacing_.BeginAnew();
  learning_.WeighCallables(settled());
}

void Evaluator::CountGeneration() {
  learning_.Discount();
  pacing_.CountGeneration();
  if (pacing_.generations() % kWeighingInterval == 0) learning_.WeighCallables(settled());
}

bool Evaluator::Evaluate(std::span<TestCase> tests) {
  execution_.Execute(tests);
  if (learning_.LearnFrom(tests, execution_.traces(), execution_.open_predicates())) ++landscape_;
  if (!execution_.UpdateArchive(tests)) return false;
  Settle();
  ++landscape_;
  pacing_.NoteGain();
  learning_.RewardGains(tests, execution_.gained());
  learning_.WeighCallables(settled());
  return true;
}

SearchResult Evaluator::Result() const {
  SearchResult result;
  result.tests = archive().Tests();
  result.suspects = execution_.suspects();
  result.covered = archive().covered();
  result.executed_tests = executed_tests();
  result.generations = pacing_.generations();
  result.last_gain = pacing_.last_gain();
  result.discovery = pacing_.discovery();
  result.duration = pacing_.searched();
  result.execution_time = execution_.executor().running();
  result.confirming_time = execution_.executor().confirming();
  result.waiting_time = execution_.executor().waiting();
  return result;
}

}  // namespace skua::search
