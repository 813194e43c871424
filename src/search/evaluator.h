// What every algorithm does with the tests it makes: execute them in one batch, cut those that
// raise behind the statement that raised, offer them to the archive, retire what cannot help any
// more, and learn from what was seen. Owns what is learned, and the factory that draws on it.
#pragma once

#include <span>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "model/executor.h"
#include "search/adaptive_weights.h"
#include "search/archive.h"
#include "search/constant_pool.h"
#include "search/goal_set.h"
#include "search/metered_executor.h"
#include "search/object_pool.h"
#include "search/operand_feedback.h"
#include "search/pacer.h"
#include "search/primitives.h"
#include "search/search.h"
#include "search/test_factory.h"
#include "search/troubles.h"
#include "search/type_guesses.h"
#include "search/type_system.h"

namespace skua::search {

// Rewards, for AdaptiveWeights: of a test that covered a goal, and of one that came nearer to one
// than any before it.
inline constexpr double kCoveredReward = 1;
inline constexpr double kNearerReward = 0.1;

class Evaluator {
 public:
  // Borrows all, which outlive it, but `pool` and `later`: see Search. Without `pacer`, the
  // deadline alone bounds its time.
  Evaluator(const model::Subject& subject, model::Executor& executor, const SearchOptions& options,
            const base::Deadline& deadline, Pacer* pacer = nullptr,
            std::span<const model::TestCase> pool = {},
            std::span<const model::GoalIndex> later = {});
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // No goal is left, the deadline has come, the generations are used up, or nothing new has come
  // for so many tests that the time is better spent on another module (SearchOptions::stagnation).
  // Sleeps here while the pacer has it suspended.
  bool Finished();
  // The part of the search that is over, in generations or else in the time granted so far: from 0
  // to 1; 0 when it is bounded by neither.
  double Progress() const;
  void CountGeneration();

  // ENSURES: traces() and hints() stand beside the tests. Returns whether a goal was newly covered.
  bool Evaluate(std::span<model::TestCase> tests);
  // Executes tests with lazy arguments: nothing is archived, and it is for the caller to learn.
  const std::vector<model::Trace>& Probe(std::span<const model::TestCase> tests);
  const std::vector<model::Trace>& traces() const { return traces_; }
  std::vector<model::Trace>& mutable_traces() { return traces_; }  // to take their buffers
  std::vector<std::vector<OperandHint>>& hints() { return hints_; }
  // Whether test `i` of the last batch was among those that covered a goal for the first time.
  bool HasGained(std::size_t i) const { return gained_[i]; }

  // `test`, of the last batch, came nearer to a goal than any before it.
  void RewardNearer(const model::TestCase& test);

  // By goal: whether it is covered, or not yet to be looked for.
  const std::vector<bool>& settled() const {
    return later_.empty() ? archive_.covered() : settled_;
  }

  // Changes when settled() does or a code object is entered for the first time.
  uint64_t landscape() const { return landscape_; }
  const std::vector<bool>& entered() const { return entered_; }  // by code object
  uint64_t executed_tests() const { return executor_.tests(); }

  SearchResult Result() const;

  const SearchOptions& options() const { return options_; }
  const GoalSet& goals() const { return goals_; }
  const Archive& archive() const { return archive_; }
  const ConstantPool& constants() const { return constants_; }
  const Primitives& primitives() const { return primitives_; }
  const TypeSystem& types() const { return types_; }
  TypeGuesses& guesses() { return guesses_; }
  TestFactory& factory() { return factory_; }

 private:
  template <typename Visitor>
  void VisitPredicatesAt(model::GoalIndex goal, Visitor visit);
  template <typename Visitor>
  void VisitCalls(const model::TestCase& test, Visitor visit) const;
  void LearnFrom(const model::TestCase& test, const model::Trace& trace,
                 std::vector<OperandHint>& hints);
  void RewardNewCoverage(std::span<const model::TestCase> tests);
  void LearnCallers(const model::TestCase& test, const model::Trace& trace);
  void WeighCallables();
  void RetireCovered();
  bool HasStagnated(double least_tests) const;
  // Notes what was covered; takes up the goals for later when they are all that is open.
  void Settle();
  void TakeUpLater();
  // So far, without the time asleep.
  base::Duration Searched() const;
  // Whether it may go on.
  bool Suspend(base::Duration searched);
  void NoteGain();

  const model::Subject& subject_;
  MeteredExecutor executor_;
  const SearchOptions& options_;
  const base::Deadline& deadline_;
  GoalSet goals_;
  Archive archive_;
  Suspects suspects_;
  ConstantPool constants_;
  Primitives primitives_;
  TypeSystem types_;
  TypeGuesses guesses_;
  ObjectPool pool_;
  TestFactory factory_;
  AdaptiveWeights callables_;
  std::vector<double> callable_factors_;
  // By code object that tests do not call themselves: the calls of a test that got there, the
  // fewest that did.
  std::vector<std::vector<model::CallableIndex>> callers_;
  std::vector<model::CallableIndex> called_;

  std::vector<model::Trace> traces_, probed_;
  std::vector<std::vector<OperandHint>> hints_;
  std::vector<bool> gained_;             // beside traces_
  std::vector<uint32_t> open_goals_at_;  // by predicate: of it and of what depends on it
  std::vector<bool> leads_somewhere_;    // by predicate: open_goals_at_ > 0
  std::vector<model::PredicateIndex> retired_;
  std::vector<model::PredicateIndex> visited_;
  std::vector<bool> entered_;
  uint64_t landscape_ = 0;
  std::vector<model::GoalIndex> later_;  // empty once they are looked for
  std::vector<bool> settled_;            // while there are some

  Pacer* pacer_;
  base::TimePoint start_;
  base::Duration asleep_{};  // since then
  base::Duration last_gain_{};
  std::vector<model::GainPoint> discovery_;
  uint64_t tests_at_last_gain_ = 0;
  uint64_t generations_ = 0;
};

}  // namespace skua::search
