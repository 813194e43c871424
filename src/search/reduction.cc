#include "search/reduction.h"

#include <algorithm>

#include "search/test_edits.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::TestCase;

namespace {

constexpr int kMaxPasses = 3;

bool IsText(const Statement& statement) {
  return statement.kind == StatementKind::kStr || statement.kind == StatementKind::kBytes;
}

bool IsFixedTuple(const model::Subject& subject, const Statement& statement) {
  return statement.kind == StatementKind::kTuple &&
         subject.types[statement.type].kind == model::TypeKind::kTuple;
}

bool HalveText(Statement& statement, bool keep_first) {
  std::size_t middle = statement.text.size() / 2;
  const auto continues = [&](std::size_t at) {  // inside a character of several bytes
    return statement.kind == StatementKind::kStr && at < statement.text.size() &&
           (static_cast<unsigned char>(statement.text[at]) & 0xC0) == 0x80;
  };
  while (continues(middle)) ++middle;
  if (middle == statement.text.size()) return false;
  statement.text = keep_first ? statement.text.substr(0, middle) : statement.text.substr(middle);
  return true;
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
    StartPass();
  }
  return false;
}

void Reduction::Accept(const TestCase& candidate) {
  test_ = candidate;
  pass_gained_ = true;
  // Statements only move to the front, so none that is still to be looked at is left out.
  statement_ = std::min(statement_, test_.size());
  part_ = kFromTheEnd;
}

void Reduction::StartPass() {
  phase_ = Phase::kUnused;
  pass_gained_ = false;
}

void Reduction::StartPhase(Phase phase) {
  phase_ = phase;
  statement_ = test_.size();
  part_ = kFromTheEnd;
}

bool Reduction::Step(TestCase& candidate) {
  switch (phase_) {
    case Phase::kUnused:
      StartPhase(Phase::kStatements);
      RemoveUnused(candidate);
      return candidate.size() < test_.size();
    case Phase::kStatements:
      if (statement_ == 0) {
        StartPhase(Phase::kParts);
        return false;
      }
      if (--statement_ < environment_->PrefixOf(test_)) return false;
      RemoveWithDependents(candidate, statement_);
      return candidate.size() > 0;
    case Phase::kParts:
      if (statement_ == 0) {
        phase_ = Phase::kDone;
        return false;
      }
      return StepPart(candidate);
    case Phase::kDone:
      break;
  }
  return false;
}

bool Reduction::StepPart(TestCase& candidate) {
  Statement& statement = candidate.statements[statement_ - 1];
  part_ = std::min(part_, PartsOf(candidate, statement_ - 1));
  if (part_ == 0) {
    --statement_;
    part_ = kFromTheEnd;
    return false;
  }
  --part_;
  if (IsText(statement)) return HalveText(statement, part_ == 0);
  if (statement.kind == StatementKind::kCall) {
    const model::Callable& callable = subject_->callables[statement.target];
    if (!IsOptional(callable.parameters[statement.parameters[part_]])) return false;
    RemoveArgument(statement, callable, part_);
  } else {
    const std::size_t step = statement.kind == StatementKind::kDict ? 2 : 1;
    if (IsRequiredKey(candidate, statement, part_ * step)) return false;
    const auto first = statement.operands.begin() + static_cast<std::ptrdiff_t>(part_ * step);
    statement.operands.erase(first, first + static_cast<std::ptrdiff_t>(step));
  }
  RemoveUnused(candidate);
  return true;
}

std::size_t Reduction::PartsOf(const TestCase& test, std::size_t index) const {
  const Statement& statement = test.statements[index];
  switch (statement.kind) {
    case StatementKind::kStr:
    case StatementKind::kBytes: {
      const auto variable = static_cast<model::VariableIndex>(index);
      return statement.text.size() > 1 && !IsName(test, *subject_, variable) ? 2 : 0;
    }
    case StatementKind::kCall:
      return statement.parameters.size();
    case StatementKind::kDict:
      return statement.operands.size() / 2;
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
      return IsFixedTuple(*subject_, statement) ? 0 : statement.operands.size();
    default:
      return 0;
  }
}

bool Reduction::IsRequiredKey(const TestCase& test, const Statement& dict,
                              std::size_t place) const {
  if (!IsTypedDict(*subject_, dict)) return false;
  const model::Type& type = subject_->types[dict.type];
  const auto end = type.names.begin() + static_cast<std::ptrdiff_t>(type.required_names);
  return std::find(type.names.begin(), end, test.statements[dict.operands[place]].text) != end;
}

}  // namespace skua::search
