// What every algorithm does with the tests it makes: execute them in one batch, cut those that
// raise behind the statement that raised, offer them to the archive, retire what cannot help any
// more, and learn from what was seen. Owns what is learned, and the factory that draws on it.
#pragma once

#include <span>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "model/executor.h"
#include "search/archive.h"
#include "search/constant_pool.h"
#include "search/goal_set.h"
#include "search/operand_feedback.h"
#include "search/primitives.h"
#include "search/search.h"
#include "search/test_factory.h"
#include "search/type_guesses.h"
#include "search/type_system.h"

namespace skua::search {

class Evaluator {
 public:
  // Borrows all, which outlive it.
  Evaluator(const model::Subject& subject, model::Executor& executor, const SearchOptions& options,
            const base::Deadline& deadline);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // No goal is left, the deadline has come, or the generations are used up.
  bool Finished() const;
  void CountGeneration() { ++generations_; }

  // ENSURES: traces() and hints() stand beside the tests. Returns whether a goal was newly covered.
  bool Evaluate(std::vector<model::TestCase>& tests);
  const std::vector<model::Trace>& traces() const { return traces_; }
  std::vector<model::Trace>& mutable_traces() { return traces_; }  // to take their buffers
  std::vector<std::vector<OperandHint>>& hints() { return hints_; }

  SearchResult Result() const;

  const SearchOptions& options() const { return options_; }
  const GoalSet& goals() const { return goals_; }
  const Archive& archive() const { return archive_; }
  const Primitives& primitives() const { return primitives_; }
  const TypeSystem& types() const { return types_; }
  TestFactory& factory() { return factory_; }

 private:
  template <typename Visitor>
  void VisitPredicatesAt(model::GoalIndex goal, Visitor visit);
  void LearnFrom(const model::TestCase& test, const model::Trace& trace,
                 std::vector<OperandHint>& hints);
  void RewardNewCoverage(std::span<const model::TestCase> tests);
  void RetireCovered();

  const model::Subject& subject_;
  model::Executor& executor_;
  const SearchOptions& options_;
  const base::Deadline& deadline_;
  GoalSet goals_;
  Archive archive_;
  ConstantPool constants_;
  Primitives primitives_;
  TypeSystem types_;
  TypeGuesses guesses_;
  TestFactory factory_;

  std::vector<model::Trace> traces_;
  std::vector<std::vector<OperandHint>> hints_;
  std::vector<uint32_t> open_goals_at_;  // by predicate: of it and of what depends on it
  std::vector<bool> leads_somewhere_;    // by predicate: open_goals_at_ > 0
  std::vector<model::PredicateIndex> retired_;
  std::vector<model::PredicateIndex> visited_;

  base::TimePoint start_;
  base::Duration last_gain_{};
  uint64_t generations_ = 0;
  uint64_t executed_tests_ = 0;
  uint64_t nanoseconds_ = 0;
};

}  // namespace skua::search
