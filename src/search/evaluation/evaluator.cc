#include "search/evaluation/evaluator.h"

#include <algorithm>

#include "search/evaluation/performance.h"

namespace skua::search {

using model::GoalIndex;
using model::TestCase;

namespace {

// The number of generations after which callables are weighed anew by how they paid.
constexpr uint64_t kWeighingInterval = 20;

// Means of a search without progress for long, the cheapest first.
enum Means : std::size_t { kProtectedHelpers, kOtherTypes, kLongerTests, kCount };
// The probabilities, once it has turned to other types, of a value of any type whatever the
// annotation says, and of leaving an optional parameter out.
constexpr double kWrongType = 0.15;
constexpr double kSkipOptional = 0.4;
// The factors by which tests may be longer, and collections larger, once it has turned to that.
constexpr std::size_t kLonger = 2;
constexpr std::size_t kLarger = 4;

}  // namespace

Evaluator::Evaluator(const model::Subject& subject, model::Executor& executor,
                     const SearchOptions& options, const base::Deadline& deadline, Pacer* pacer,
                     std::span<const TestCase> pool, std::span<const GoalIndex> later,
                     std::span<const GoalIndex> standing)
    : options_(options),
      goals_(subject, standing),
      execution_(goals_, executor, deadline, PreferenceOf(options)),
      learning_(goals_, options_, pool),
      pacing_(options_, deadline, execution_.archive(), execution_.executor(), pacer),
      later_(later.begin(), later.end()) {
  Settle();
  if (!later_.empty()) factory().WeighCallables(settled());
}

bool Evaluator::Finished() {
  if (!later_.empty() && pacing_.IsTimeForLater()) TakeUpLater();
  if (means_ < Means::kCount && pacing_.IsTimeForOtherMeans(means_)) TurnToOtherMeans();
  return pacing_.Finished();
}

void Evaluator::TurnToOtherMeans() {
  switch (static_cast<Means>(means_++)) {
    case Means::kProtectedHelpers:
      learning_.WeighCallables(settled());
      factory().AdmitProtected();
      learning_.WeighCallables(settled());
      break;
    case Means::kOtherTypes:
      options_.wrong_type_probability = std::max(options_.wrong_type_probability, kWrongType);
      options_.skip_optional_probability =
          std::min(options_.skip_optional_probability, kSkipOptional);
      break;
    case Means::kLongerTests:
      options_.max_test_length *= kLonger;
      options_.max_collection_size *= kLarger;
      options_.max_string_length *= kLarger;
      break;
    case Means::kCount:
      break;
  }
}

void Evaluator::Settle() {
  if (later_.empty()) return;
  settled_ = archive().covered();
  for (const GoalIndex goal : later_) settled_[goal] = true;
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (!settled_[goal] && goals_.IsReachable(goal) && goals_.IsSought(goal)) return;
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
  const bool gains = execution_.UpdateArchive(tests);
  // A call that does not end costs as much as thousands of others: its weight falls at once.
  if (!gains && learning_.met_endless()) learning_.WeighCallables(settled());
  if (!gains) return false;
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
  result.tests_time = archive().kept().time;
  result.seconds = archive().Seconds();
  result.suspects = execution_.suspects();
  result.displaced_accidents = archive().DisplacedAccidents();
  result.covered = archive().reached();
  result.executed_tests = executed_tests();
  result.generations = pacing_.generations();
  result.switches = pacing_.switches();
  result.last_gain = pacing_.last_gain();
  result.discovery = pacing_.discovery();
  result.duration = pacing_.searched();
  result.execution_time = execution_.executor().running();
  result.confirming_time = execution_.executor().confirming();
  result.waiting_time = execution_.executor().waiting();
  return result;
}

}  // namespace skua::search
