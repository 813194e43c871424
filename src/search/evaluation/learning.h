// What a search learns from the tests that it executes: constants and types, which guesses are
// right, how arguments relate to operands, and which callables are worth calling.
#pragma once

#include <span>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "search/evaluation/adaptive_weights.h"
#include "search/evaluation/operand_feedback.h"
#include "search/goals/goal_set.h"
#include "search/making/knowledge.h"
#include "search/search_options.h"

namespace skua::search {

// Rewards, for AdaptiveWeights: for a test that covered a goal, and for one that came nearer to a
// goal than any before it.
inline constexpr double kCoveredReward = 1;
inline constexpr double kNearerReward = 0.1;

// Invariant: what was learned depends on the tests and traces seen and on their order, never on
// time.
class Learning {
 public:
  // Borrows the goals and the options, which outlive it. `makers`: see Knowledge.
  Learning(const GoalSet& goals, const SearchOptions& options,
           std::span<const model::TestCase> makers);

  // Learns from executed tests, each cut after the statement that raised. Operands are only looked
  // at for `open_predicates`. Returns whether a code object was entered or, of a pair, a
  // branch taken for the first time.
  // ENSURES: hints() stand beside the tests that were run.
  bool LearnFrom(std::span<const model::TestCase> tests, std::span<const model::Trace> traces,
                 const std::vector<bool>& open_predicates);
  // Returns whether a test that it learned from last had a call that did not end.
  bool met_endless() const { return met_endless_; }
  // Rewards the tests for which `gained` holds, which covered a goal.
  void RewardGains(std::span<const model::TestCase> tests, const std::vector<bool>& gained);
  // Rewards a test that came nearer to a goal than any before it.
  void RewardNearer(const model::TestCase& test);
  // Lets past rewards count less. Once a generation.
  void Discount() { callables_.Discount(); }
  // Tells the factory how likely each callable is, by what it paid and by whether it leads to goals
  // that are not settled.
  void WeighCallables(const std::vector<bool>& settled);

  Knowledge& knowledge() { return knowledge_; }
  std::vector<std::vector<OperandHint>>& hints() { return hints_; }
  const std::vector<bool>& entered() const { return entered_; }  // by code object
  const std::vector<bool>& taken() const { return taken_; }      // see Landscape

 private:
  template <typename Visitor>
  void VisitCalls(const model::TestCase& test, Visitor visit) const;
  void LearnTypes(const model::TestCase& test, const model::Trace& trace);
  bool LearnCallers(const model::TestCase& test, const model::Trace& trace);
  bool LearnTaken(const model::Trace& trace);

  const GoalSet& goals_;
  const model::Subject& subject_;
  Knowledge knowledge_;
  AdaptiveWeights callables_;
  std::vector<uint32_t> endless_;  // by callable: how many of its calls did not end
  bool met_endless_ = false;
  std::vector<double> callable_factors_;
  // By code object that tests do not call themselves: the calls of the test that got there with the
  // fewest calls.
  std::vector<std::vector<model::CallableIndex>> callers_;
  std::vector<model::CallableIndex> called_;
  std::vector<std::vector<OperandHint>> hints_;
  std::vector<bool> entered_;
  std::vector<bool> taken_;
};

}  // namespace skua::search
