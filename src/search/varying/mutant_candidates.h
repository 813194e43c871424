// Varies tests that come near a mutant so that some may notice it: values on the boundary of its
// predicates and next to it, calls that look at objects, other arguments, other statements. Knows
// nothing of running mutants or judging tests.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/evaluation/operand_feedback.h"
#include "search/goals/goal_set.h"
#include "search/goals/weak_distance.h"
#include "search/making/environment_statements.h"
#include "search/making/knowledge.h"
#include "search/search_options.h"
#include "search/varying/mutation.h"
#include "search/varying/neighbourhood.h"

namespace skua::search {

// A test that is varied towards a mutant.
struct MutantParent {
  model::TestCase test;
  bool raises = false;  // in its last statement
  Nearness nearness;
  std::vector<OperandHint> hints;
};

// Invariant: the tests of a list differ from one another, and none is longer than the limit.
class MutantCandidates {
 public:
  // Borrows all, which outlive it.
  MutantCandidates(const GoalSet& goals, const SearchOptions& options, Knowledge& knowledge,
                   base::Rng& rng);

  // Replaces `tests` by about `count` variations of the parents towards a mutant in the code
  // object; there are fewer when no others are found. The parents' order is from the nearest on.
  // With `with_boundaries`, the variations that are likeliest to kill come first. REQUIRES:
  // parents.
  void List(std::span<const MutantParent> parents, model::CodeObjectIndex code_object,
            std::size_t count, bool with_boundaries, std::vector<model::TestCase>& tests);

 private:
  void Propose(model::TestCase test, std::vector<model::TestCase>& tests);
  void ProposeBoundaries(std::span<const MutantParent> parents, std::size_t count,
                         std::vector<model::TestCase>& tests);
  model::TestCase Varied(std::span<const MutantParent> parents, model::CodeObjectIndex code_object);
  model::TestCase FreshCall(model::CodeObjectIndex code_object);
  bool MoveValue(model::TestCase& test, double distance);
  void Observe(model::TestCase& test);

  const model::Subject& subject_;
  const SearchOptions& options_;
  Knowledge& knowledge_;
  base::Rng& rng_;
  Environment environment_;
  Mutation mutation_;
  Neighbourhood neighbourhood_;
  std::unordered_set<uint64_t> known_;  // fingerprints; only ever asked, never walked
  std::vector<model::Statement> moves_;
};

}  // namespace skua::search
