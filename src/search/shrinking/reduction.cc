#include "search/shrinking/reduction.h"

#include <algorithm>
#include <vector>

#include "search/making/primitives.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {

using model::TestCase;

namespace {

constexpr int kMaxPasses = 3;

bool IsWritten(const model::Statement& value) {
  return IsCollection(value.kind)
             ? !value.operands.empty()
             : IsPrimitive(value.kind) && value.kind != model::StatementKind::kNone;
}

// The optional arguments of a call, or the elements of a collection, or answers of a function,
// where there are several. A value that is the only argument stays: what is made without any is
// often empty, and shows little.
std::vector<std::size_t> FreeParts(const model::Subject& subject, const TestCase& test,
                                   std::size_t index) {
  const model::Statement& statement = test.statements[index];
  if (statement.kind == model::StatementKind::kCall) {
    const bool is_only = statement.parameters.size() == 1;
    if (is_only && IsWritten(test.statements[statement.operands.back()])) return {};
    return OptionalArguments(subject, statement);
  }
  if (!IsCollection(statement.kind) && statement.kind != model::StatementKind::kLambda) return {};
  std::vector<std::size_t> elements = FreeElements(subject, test, index);
  if (elements.size() < 2) elements.clear();
  return elements;
}

// The number of arguments and elements of all statements together.
std::size_t CountOperands(const TestCase& test) {
  std::size_t count = 0;
  for (const model::Statement& statement : test.statements) count += statement.operands.size();
  return count;
}

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
  // What only a part needed stood before it.
  if (phase_ == Phase::kParts) statement_ -= std::min(statement_, test_.size() - candidate.size());
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
  if (phase_ == Phase::kParts) return StepOfParts(candidate);
  if (statement_ == 0) {
    const bool leaves_out = subject_ != nullptr && CountOperands(test_) > above_;
    phase_ = leaves_out ? Phase::kParts : Phase::kDone;
    statement_ = test_.size();
    return false;
  }
  if (--statement_ < environment_->PrefixOf(test_)) return false;
  RemoveWithDependents(candidate, statement_);
  return candidate.size() > 0;
}

bool Reduction::StepOfParts(TestCase& candidate) {
  if (statement_ <= environment_->PrefixOf(test_)) {
    phase_ = Phase::kDone;
    return false;
  }
  const std::size_t index = statement_ - 1;
  const std::vector<std::size_t> parts = FreeParts(*subject_, test_, index);
  parts_left_ = std::min(parts_left_, parts.size());
  if (parts_left_ == 0) {
    parts_left_ = kAllParts;
    --statement_;
    return false;
  }
  const std::size_t part = parts[--parts_left_];
  if (test_.statements[index].kind == model::StatementKind::kCall) {
    MakePlainest(*subject_, {index, part}, candidate);
  } else {
    EraseElements(candidate.statements[index], {&part, 1});
  }
  RemoveOrphans(test_, candidate, /*calls_too=*/true);
  return true;
}

}  // namespace skua::search
