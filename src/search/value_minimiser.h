// Makes the values in tests small and plain: shorter texts of plain letters, rounder and smaller
// numbers, fewer elements and optional arguments, None where it is allowed, the same value instead
// of two. What a test must go on doing is for a callback to say. Delta debugging (Zeller and
// Hildebrandt 2002) on the values together, then on each; deterministic unless the deadline cuts it
// short.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/behaviour.h"
#include "search/goal_set.h"
#include "search/search.h"

namespace skua::search {

// For each candidate whether it will do in the place of test `test`. It should say the same of the
// same candidate each time. The first that will do is taken: those behind it need not be judged.
using Keeps =
    std::function<std::vector<bool>(std::size_t test, std::span<const model::TestCase> candidates)>;

struct ValueMinimiserOptions {
  std::size_t max_candidates = 400;  // of one test
  std::size_t batch = 12;            // candidates that are asked about together
};

// `confirms`, unless it is null, is asked once at the end about each test that changed: one that it
// refuses stays as it was. (Let its deadline be later than this one's.)
// ENSURES: beside each test one that is as it was, or plainer by IsPlainer() and kept. Well-formed
// for the subject when the tests are. Applied to its own result it changes nothing, if neither the
// deadline nor max_candidates stopped it.
std::vector<model::TestCase> MinimiseValues(const model::Subject& subject,
                                            std::vector<model::TestCase> tests, const Keeps& keeps,
                                            const Keeps& confirms, const base::Deadline& deadline,
                                            const ValueMinimiserOptions& options = {});

// The part of a Keeps that looks after the goals: a candidate must end as the test does, with the
// same type of exception at its end, cover its goals, and not reach outside.
class KeepsGoals {
 public:
  // Runs the tests once, in fresh children, to see what they do. One that does not show its goals
  // then, keeps nothing but itself. Borrows all but the tests. REQUIRES: no predicate of `executor`
  // is retired.
  KeepsGoals(const model::Subject& subject, model::Executor& executor,
             std::span<const ArchivedTest> tests, const base::Deadline& deadline);
  KeepsGoals(const KeepsGoals&) = delete;
  KeepsGoals& operator=(const KeepsGoals&) = delete;

  // kShared is for trying, kFresh for confirming. What the deadline did not reach is refused.
  std::vector<bool> Ask(std::size_t test, std::span<const model::TestCase> candidates,
                        model::Isolation isolation);

 private:
  model::Executor& executor_;
  const base::Deadline& deadline_;
  GoalSet goals_;
  std::vector<Behaviour> before_;  // beside the tests, and
  std::vector<Goals> kept_for_;
  std::vector<model::Trace> traces_;
};

}  // namespace skua::search
