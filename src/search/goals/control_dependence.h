// Which outcome of which predicate decides whether a predicate is reached.
//
// Control dependence as defined by Ferrante, Ottenstein and Warren (1987): node n depends on the
// edge a→b when n post-dominates b but not, strictly, a. Post-dominators are the dominators of the
// reversed control-flow graph. Two things are added to the textbook: code that cannot reach the
// exit (an endless loop) gets an edge to it from where it is entered, and dependence on an edge
// that no predicate decides (into an `except` clause, say) counts as dependence on what that node
// depends on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/subject.h"

namespace skua::search {

using model::Branch;

class ControlDependence {
 public:
  explicit ControlDependence(const model::Subject& subject);

  // Returns the branches on which the predicate directly depends, ascending. Empty if entering its
  // code object alone decides. May hold branches of the predicate itself (a loop).
  std::span<const Branch> ParentsOf(model::PredicateIndex predicate) const;
  // Returns whether a test can reach the predicate once it enters its code object.
  bool IsRoot(model::PredicateIndex predicate) const { return is_root_[predicate]; }

  // A branch above a predicate, with the number of control dependences between them.
  struct Ancestor {
    Branch branch;
    uint32_t level = 1;
  };
  // All branches above the predicate by breadth-first search, nearest first, without its own
  // branches.
  std::span<const Ancestor> AncestorsOf(model::PredicateIndex predicate) const;

 private:
  // Rows of different length in one vector: row i is [starts[i], starts[i + 1]).
  template <typename T>
  struct Rows {
    std::vector<T> items;
    std::vector<uint32_t> starts{0};
    std::span<const T> operator[](std::size_t row) const {
      return {items.data() + starts[row], items.data() + starts[row + 1]};
    }
    void CloseRow() { starts.push_back(static_cast<uint32_t>(items.size())); }
  };

  void FindAncestors(model::PredicateIndex predicate, std::vector<bool>& seen);

  std::vector<bool> is_root_;
  Rows<Branch> parents_;
  Rows<Ancestor> ancestors_;
};

}  // namespace skua::search
