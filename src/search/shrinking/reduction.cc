#include "search/shrinking/reduction.h"

#include <algorithm>

namespace skua::search {

using model::TestCase;

namespace {

constexpr int kMaxPasses = 3;

}  // namespace

bool Reduction::Propose(TestCase& candidate) {
  while (pass_ < kMaxPasses) {
    while (phase_ != Phase::kDone) {
      candidate = test_;
      if (Step(candidate)) return true;
    }
    if (!pass_gained_) return false;
    ++pass_;
    phase_ = Phase::kUnused;
    pass_gained_ = false;
  }
  return false;
}

void Reduction::Accept(const TestCase& candidate) {
  test_ = candidate;
  pass_gained_ = true;
  // Removal moves statements to the front only, so none that is still to be looked at is left out.
  statement_ = std::min(statement_, test_.size());
}

bool Reduction::Step(TestCase& candidate) {
  if (phase_ == Phase::kUnused) {
    phase_ = Phase::kStatements;
    statement_ = test_.size();
    RemoveUnused(candidate);
    return candidate.size() < test_.size();
  }
  if (statement_ == 0) {
    phase_ = Phase::kDone;
    return false;
  }
  if (--statement_ < environment_->PrefixOf(test_)) return false;
  RemoveWithDependents(candidate, statement_);
  return candidate.size() > 0;
}

}  // namespace skua::search
