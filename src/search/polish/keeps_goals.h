// The part of what a test must keep that a search looks after: its goals and how it ends.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/evaluation/archived_test.h"
#include "search/goals/behaviour.h"
#include "search/goals/goal_set.h"

namespace skua::search {

// A candidate must end as the test does, with
// the same type of exception, cover the test's goals, and not reach outside.
class KeepsGoals {
 public:
  // Runs the tests once, in fresh children, to see what they do. A test that does not show its
  // goals then is kept only as it is. Borrows all but the tests. REQUIRES: no predicate of
  // `executor` is retired.
  KeepsGoals(const model::Subject& subject, model::Executor& executor,
             std::span<const ArchivedTest> tests, const base::Deadline& deadline);
  KeepsGoals(const KeepsGoals&) = delete;
  KeepsGoals& operator=(const KeepsGoals&) = delete;

  // Executes candidates for test `test`: kShared for trying, kFresh for confirming. Candidates that
  // the deadline did not reach are refused, and all that follow one that did not end.
  std::vector<bool> Ask(std::size_t test, std::span<const model::TestCase> candidates,
                        model::Isolation isolation);
  // Executes one candidate for each of these tests, in fresh children.
  std::vector<bool> AskForEach(std::span<const std::size_t> tests,
                               std::span<const model::TestCase> candidates);

 private:
  bool IsKept(std::size_t test, const model::TestCase& candidate, const model::Trace& trace) const;

  model::Executor& executor_;
  const base::Deadline& deadline_;
  GoalSet goals_;
  std::vector<Behaviour> before_;  // beside the tests, with
  std::vector<Goals> kept_for_;
  std::vector<bool> is_given_up_;  // since a candidate did not end
  std::vector<model::Trace> traces_;
};

}  // namespace skua::search
