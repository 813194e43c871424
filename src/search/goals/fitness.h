// How close a test came to a goal (Lukasczyk et al., §3.5.2): approach level + normalised branch
// distance for a branch, 0 or 1 for a code object. Smaller is closer, 0 is covered.
//
// A trace is sparse; Load() spreads it over arrays that are stamped rather than cleared, so that a
// goal's fitness costs a few look-ups and allocates nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/trace.h"
#include "search/goals/goal_set.h"

namespace skua::search {

// ν(x) = x / (x + 1); 1 for infinity.
double Normalise(double distance);

// Approach level and the branch distance there, which is not normalised: normalised, large
// distances hardly differ.
struct Closeness {
  double level = 0;
  double distance = 0;
  auto operator<=>(const Closeness&) const = default;
};

class Fitness {
 public:
  // Borrows the goals, which outlive it.
  explicit Fitness(const GoalSet& goals);

  // Takes the trace that all other methods are about from now on. Copies what it needs.
  void Load(std::span<const model::CodeObjectIndex> code_objects,
            std::span<const model::PredicateDistance> predicates);

  bool Enters(model::CodeObjectIndex code_object) const { return entered_[code_object] == stamp_; }
  // For a branch whose code object was entered but whose ancestors were not executed, the approach
  // level is the number of levels above it + 1; it is one more when the code object was not
  // entered. A block that was begun and left by an exception is a step away.
  // Coupled branches follow ⊕ of Cling §3.2.1: how far the callee's is once the caller's was taken.
  // Before, how far the caller's is, and more than the callee's could ever be. (The paper adds 1,
  // by which a test that comes near the call site may seem nearer than one that gets into it.)
  // Another criterion's goal is as far as the nearest of its branches, or the boundary between
  // these; 1 where a test can only be told to have entered the code object.
  Closeness ClosenessTo(model::GoalIndex goal) const;
  double Of(model::GoalIndex goal) const {
    const Closeness closeness = ClosenessTo(goal);
    return closeness.level + Normalise(closeness.distance);
  }
  // Returns how far a test that covers a goal is from ending as the code means to: the more
  // predicates it executed, the nearer; 0.5 at most, and never 0.
  double Unfinished() const { return 0.5 / (1 + static_cast<double>(executed_)); }
  // Returns the unexplored part of the code object: from 1 (not entered, or no predicate executed)
  // down to 0.5 (all executed).
  double Unexplored(model::CodeObjectIndex code_object) const;

 private:
  struct Distances {
    uint64_t stamp = 0;
    double to_true = 0;
    double to_false = 0;
  };
  Closeness ClosenessToBranch(Branch branch) const;
  Closeness ClosenessToCriterion(const model::CriterionGoal& goal) const;
  // Returns whether every predicate that decides about reaching `p` took the outcome that leads
  // there.
  bool Begins(model::PredicateIndex p) const;
  bool Executed(model::PredicateIndex p) const { return distances_[p].stamp == stamp_; }
  double DistanceTo(Branch branch) const {
    const Distances& distances = distances_[branch.predicate];
    return branch.outcome ? distances.to_true : distances.to_false;
  }

  const GoalSet& goals_;
  uint64_t stamp_ = 0;
  std::size_t executed_ = 0;  // predicates
  std::vector<uint64_t> entered_;
  std::vector<Distances> distances_;
};

}  // namespace skua::search
