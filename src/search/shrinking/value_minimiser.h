// Makes the values in tests small and plain: shorter texts of plain letters, rounder and smaller
// numbers, fewer elements and optional arguments, None where it is allowed, one value in place of
// two; with a vocabulary, texts that a person would have typed. A callback says what a test must go
// on doing. The method is delta debugging (Zeller and
// Hildebrandt 2002), on all values together and then on each; deterministic unless the deadline
// cuts it short.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/vocabulary.h"
#include "search/evaluation/archived_test.h"
#include "search/goals/behaviour.h"
#include "search/goals/goal_set.h"

namespace skua::search {

// Judges candidates: for each, whether it can take the place of test `test`. The callback should
// say the same of the same candidate each time. The first candidate that will do is taken, so those
// behind it need not be judged.
using Keeps =
    std::function<std::vector<bool>(std::size_t test, std::span<const model::TestCase> candidates)>;

struct ValueMinimiserOptions {
  std::size_t max_candidates = 400;  // for one test
  std::size_t batch = 12;            // candidates that are asked about together
  // Texts that are not natural become natural where they can; those that are stay as they are,
  // unless all values of the test can be the plainest. Borrowed; null: only plainness counts.
  const model::Vocabulary* vocabulary = nullptr;
  // What says something does not become None, 0 or empty, nor is an object made of nothing that was
  // made of something: a test of what is empty shows little.
  bool keeps_substance = false;
  // Where natural texts are refused at the end, texts that are only plain are tried.
  bool tries_unnatural = true;
  // Only exchanges texts that are not natural. REQUIRES: a vocabulary.
  bool only_texts = false;
  // The suite of which these tests are a part: what it passes, and how it makes objects, is usual.
  // Borrowed; empty: they are all of it.
  std::span<const model::TestCase> suite = {};
};

// `confirms`, unless it is null, is asked at the end about each test that changed; where it refuses
// what became of a test, it is asked about steps on the way there, and a test of which it refuses
// all stays as it was. (Its deadline should be later than this one's.) ENSURES: the result
// has, for each test, that test as it was, or a version that is plainer by IsPlainer(), has more
// natural texts or passes what is meant, and does what must be kept. The versions are well-formed
// for the subject when the tests are. Applied to its own result it changes nothing, if neither the
// deadline nor max_candidates stopped it.
std::vector<model::TestCase> MinimiseValues(const model::Subject& subject,
                                            std::vector<model::TestCase> tests, const Keeps& keeps,
                                            const Keeps& confirms, const base::Deadline& deadline,
                                            const ValueMinimiserOptions& options = {});

// The part of a Keeps callback that looks after goals: a candidate must end as the test does, with
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
