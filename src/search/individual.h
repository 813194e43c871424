// A test that was executed, with what of its trace the search still needs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "search/operand_feedback.h"
#include "search/ranking.h"

namespace skua::search {

// Only such tests live on: of others nobody knows what they would do next time.
inline bool IsViable(const model::Trace& trace) {
  return trace.verdict == model::Verdict::kPassed || trace.verdict == model::Verdict::kRaised;
}

struct Individual {
  model::TestCase test;
  bool raises = false;  // its last statement does
  std::vector<OperandHint> hints;
  // What fitness is made of, for goals that become targets later.
  std::vector<model::CodeObjectIndex> code_objects;
  std::vector<model::PredicateDistance> predicates;

  std::vector<FitnessEntry> row;
  uint32_t rank = 0;
  double crowding_distance = 0;

  // Swaps with what an evaluation left behind, so that both keep their buffers.
  void Take(model::TestCase& executed, model::Trace& trace, std::vector<OperandHint>& seen) {
    std::swap(test, executed);
    std::swap(code_objects, trace.code_objects);
    std::swap(predicates, trace.predicates);
    std::swap(hints, seen);
    raises = trace.verdict == model::Verdict::kRaised;
  }
};

}  // namespace skua::search
