// What every algorithm sees of a search: it hands in batches of tests and learns what came of them,
// what is still to be covered and when to stop. Execution, Learning and Pacing do the work; the
// Evaluator passes on what one of them must know of the others, and decides which goals are looked
// for now.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "search/evaluation/execution.h"
#include "search/evaluation/learning.h"
#include "search/evaluation/pacing.h"
#include "search/evaluation/search_result.h"
#include "search/goals/goal_set.h"
#include "search/making/knowledge.h"
#include "search/search_options.h"

namespace skua::search {

// Invariant: goals for later are looked for only when no other goal is open, or when nothing has
// come of the open ones for long.
class Evaluator {
 public:
  // Borrows all, which outlive it, but the last three: see Search. Without `pacer`, the
  // deadline alone bounds its time.
  Evaluator(const model::Subject& subject, model::Executor& executor, const SearchOptions& options,
            const base::Deadline& deadline, Pacer* pacer = nullptr,
            std::span<const model::TestCase> pool = {},
            std::span<const model::GoalIndex> later = {},
            std::span<const model::GoalIndex> standing = {});
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Returns whether no goal is left, the deadline has come, the generations are used up, or so many
  // tests brought nothing new that another module gains more by the time
  // (SearchOptions::stagnation). Sleeps while the pacer suspends the search.
  bool Finished();
  double Progress() const { return pacing_.Progress(); }  // see Pacing
  void CountGeneration();
  const Pacing& pacing() const { return pacing_; }
  // The algorithm goes on by another heuristic.
  void NoteSwitch() { pacing_.NoteSwitch(); }

  // ENSURES: traces() and hints() stand beside the tests. Returns whether a goal was newly covered
  // or reached.
  bool Evaluate(std::span<model::TestCase> tests);
  // Executes tests with lazy arguments: nothing is archived, and it is for the caller to learn.
  const std::vector<model::Trace>& Probe(std::span<const model::TestCase> tests) {
    return execution_.Probe(tests);
  }
  const std::vector<model::Trace>& traces() const { return execution_.traces(); }
  std::vector<model::Trace>& mutable_traces() { return execution_.mutable_traces(); }
  std::vector<std::vector<OperandHint>>& hints() { return learning_.hints(); }
  // Returns whether test `i` of the last batch was among those that covered a goal for the first
  // time.
  bool HasGained(std::size_t i) const { return execution_.gained()[i]; }
  // Rewards `test`, one of the last batch, which came nearer to a goal than any test before it.
  void RewardNearer(const model::TestCase& test) { learning_.RewardNearer(test); }

  // By goal: whether it is covered, or not yet to be looked for.
  const std::vector<bool>& settled() const {
    return later_.empty() ? archive().covered() : settled_;
  }
  // By goal: whether a test reaches it, though one that is worth more may still be looked for.
  const std::vector<bool>& reached() const { return archive().reached(); }
  const std::vector<bool>& entered() const { return learning_.entered(); }  // by code object
  const std::vector<bool>& taken() const { return learning_.taken(); }      // see Landscape
  // Changes when settled(), reached(), entered() or taken() does.
  uint64_t landscape() const { return landscape_; }
  uint64_t executed_tests() const { return execution_.executor().tests(); }

  SearchResult Result() const;

  const SearchOptions& options() const { return options_; }
  const GoalSet& goals() const { return goals_; }
  const Archive& archive() const { return execution_.archive(); }
  Knowledge& knowledge() { return learning_.knowledge(); }
  TestFactory& factory() { return knowledge().factory(); }

 private:
  // Notes what was covered; takes up the goals for later when they are all that is open.
  void Settle();
  void TakeUpLater();
  // A search that has got nowhere for long goes on by other means, one after the other.
  void TurnToOtherMeans();

  SearchOptions options_;  // other means change it; all else refers to it
  GoalSet goals_;
  Execution execution_;
  Learning learning_;
  Pacing pacing_;
  std::vector<model::GoalIndex> later_;  // empty once they are looked for
  std::vector<bool> settled_;            // kept while there are goals for later
  uint64_t landscape_ = 0;
  std::size_t means_ = 0;  // how many of the other means are in use
};

}  // namespace skua::search
