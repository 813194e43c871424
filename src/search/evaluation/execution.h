// Executes the tests of a search by the batch and offers them to the archive. Knows nothing of how
// tests are made, nor of how long the search may go on.
#pragma once

#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "search/evaluation/archive.h"
#include "search/evaluation/metered_executor.h"
#include "search/evaluation/troubles.h"
#include "search/goals/goal_set.h"
#include "search/goals/open_predicates.h"

namespace skua::search {

// Invariant: the executor has retired exactly the predicates that are not open; none where fast
// tests are preferred, because a faster test is found by the goals that it covers once more.
class Execution {
 public:
  // Borrows goals, executor and deadline, which outlive it.
  Execution(const GoalSet& goals, model::Executor& executor, const base::Deadline& deadline,
            SearchOptions::Preference preference);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  // Cuts tests that raise after the statement that raised, and notes those that end badly.
  // ENSURES: traces() stand beside the tests.
  void Execute(std::span<model::TestCase> tests);
  // Offers the tests of the last batch to the archive. Returns whether a goal was newly covered.
  bool UpdateArchive(std::span<const model::TestCase> tests);
  // Executes tests with lazy arguments, which are kept out of the archive and of traces().
  const std::vector<model::Trace>& Probe(std::span<const model::TestCase> tests);

  const std::vector<model::Trace>& traces() const { return traces_; }
  std::vector<model::Trace>& mutable_traces() { return traces_; }  // to take their buffers
  // Returns for each trace whether its test was among the first that cover a goal.
  const std::vector<bool>& gained() const { return gained_; }
  const std::vector<bool>& open_predicates() const { return open_predicates_.are_open(); }
  const Archive& archive() const { return archive_; }
  const std::vector<Suspect>& suspects() const { return suspects_.noted(); }
  const MeteredExecutor& executor() const { return executor_; }
  MeteredExecutor& executor() { return executor_; }

 private:
  void Retire();

  const GoalSet& goals_;
  const base::Deadline& deadline_;
  SearchOptions::Preference preference_;
  MeteredExecutor executor_;
  Archive archive_;
  OpenPredicates open_predicates_;
  Suspects suspects_;
  std::vector<model::Trace> traces_, probed_;
  std::vector<bool> gained_;
};

}  // namespace skua::search
