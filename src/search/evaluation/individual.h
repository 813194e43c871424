// An executed test, with the parts of its trace that the search still needs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "search/evaluation/operand_feedback.h"
#include "search/evaluation/ranking.h"

namespace skua::search {

// Returns whether the test may survive. A test that did not end well may do anything next time.
inline bool IsViable(const model::Trace& trace) {
  return trace.verdict == model::Verdict::kPassed || trace.verdict == model::Verdict::kRaised;
}

struct Individual {
  model::TestCase test;
  bool raises = false;  // in its last statement
  std::vector<OperandHint> hints;
  // The parts of the trace from which fitness is computed, kept for goals that become targets
  // later.
  std::vector<model::CodeObjectIndex> code_objects;
  std::vector<model::PredicateDistance> predicates;
  model::ExecutionCost cost;

  std::vector<FitnessEntry> row;
  uint32_t rank = 0;
  double secondary_score = 0;  // among those of its rank: the greater is better

  // Swaps its contents with those of an evaluation, so that both keep their buffers.
  void Take(model::TestCase& executed, model::Trace& trace, std::vector<OperandHint>& seen) {
    std::swap(test, executed);
    std::swap(code_objects, trace.code_objects);
    std::swap(predicates, trace.predicates);
    std::swap(hints, seen);
    cost = trace.cost;
    raises = trace.verdict == model::Verdict::kRaised;
  }
};

}  // namespace skua::search
