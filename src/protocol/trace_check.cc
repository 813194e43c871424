#include "protocol/trace_check.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "protocol/trace_limits.h"
#include "protocol/wire.h"

namespace skua::protocol {
namespace {

using model::LazyUse;
using model::Trace;
using model::Verdict;

void Require(bool holds, const char* what) {
  if (!holds) throw WireError(what);
}

// Returns whether the indices ascend and all are below `size`.
template <typename List, typename Index = std::identity>
bool Ascends(const List& list, std::size_t size, Index index = {}) {
  return std::ranges::adjacent_find(list, std::greater_equal<>(), index) == list.end() &&
         (list.empty() || std::invoke(index, list.back()) < size);
}

void CheckVerdict(const Trace& trace, std::size_t statements) {
  const std::size_t executed = trace.executed_statements;
  switch (trace.verdict) {
    case Verdict::kPassed:
      return Require(executed == statements, "a test that passed, but not all of it");
    case Verdict::kRaised:
    case Verdict::kOutOfMemory:
      return Require(executed < statements, "an exception after a test's end");
    case Verdict::kTimedOut:
      return Require(executed <= statements, "more statements than the test has");
    case Verdict::kCrashed:
    case Verdict::kNotRun:
      break;
  }
  throw WireError("a verdict that no worker can tell");
}

// Throws for a primitive that the extension never sends. trace_frame.h has rejected other kinds.
void CheckOperand(const model::Value& value) {
  Require(value.text.size() <= kLongestOperand, "an operand too long");
  if (value.kind == model::ValueKind::kBool) {
    Require(value.text.empty() && (value.integer == 0 || value.integer == 1), "half a truth");
  }
  if (value.kind != model::ValueKind::kInt || value.text.empty()) return;
  const std::string_view digits = std::string_view(value.text).substr(value.text[0] == '-' ? 1 : 0);
  Require(!digits.empty() && digits.find_first_not_of("0123456789") == digits.npos,
          "an int without digits");
}

void CheckLazyUses(const Trace& trace, const model::TestCase& test, const model::Subject& subject) {
  constexpr uint32_t kOperations = 2 * LazyUse::kClassAsked - 1;
  constexpr uint32_t kBuiltins = 2 * LazyUse::kType - 1;
  for (std::size_t i = 0; i < trace.lazy_uses.size(); ++i) {
    const LazyUse& use = trace.lazy_uses[i];
    if (use.part == LazyUse::Part::kArgument) {
      Require(use.parent == model::kNoIndex, "a lazy argument that is part of something");
      Require(use.variable < test.size() &&
                  test.statements[use.variable].kind == model::StatementKind::kLazy,
              "a lazy argument that the test does not have");
    } else {
      Require(use.part <= LazyUse::Part::kResult, "an unknown part of a lazy argument");
      Require(use.parent < i, "a part of a lazy argument before the whole");
    }
    Require((use.operations & ~kOperations) == 0, "an unknown operation");
    Require((use.builtins & ~kBuiltins) == 0, "an unknown builtin type");
    Require(std::ranges::all_of(use.classes,
                                [&](auto index) { return index < subject.classes.size(); }),
            "a class that the subject does not have");
    CheckOperand(use.key);
    CheckOperand(use.given);
    std::ranges::for_each(use.operands, CheckOperand);
  }
}

}  // namespace

void CheckTrace(const Trace& trace, const model::TestCase& test, const model::Subject& subject) {
  CheckVerdict(trace, test.size());
  Require(trace.nanoseconds <= kMostNanoseconds, "a test that took more than a day");
  Require(Ascends(trace.code_objects, subject.code_objects.size()),
          "code objects that the subject does not have");
  const auto called = std::ranges::count_if(trace.code_objects, [&](auto index) {
    return subject.code_objects[index].kind != model::CodeObjectKind::kComprehension;
  });
  Require(trace.cost.calls >= static_cast<uint64_t>(called), "fewer calls than were entered");
  Require(
      Ascends(trace.predicates, subject.predicates.size(), &model::PredicateDistance::predicate),
      "predicates that the subject does not have");
  for (const model::PredicateDistance& distance : trace.predicates) {
    // False for NaN, too.
    Require(distance.to_true >= 0 && distance.to_false >= 0, "a distance that is none");
  }
  for (const model::OperandPair& pair : trace.operands) {
    Require(pair.predicate < subject.predicates.size(), "operands of no predicate");
    CheckOperand(pair.left);
    CheckOperand(pair.right);
  }
  Require(trace.result_classes.size() == trace.executed_statements, "a result of no statement");
  Require(std::ranges::all_of(trace.result_classes,
                              [&](model::ClassIndex index) {
                                return index == model::kNoIndex || index < subject.classes.size();
                              }),
          "a result of an unknown class");
  Require(trace.result_values.size() == trace.executed_statements, "a value of no statement");
  Require(std::ranges::all_of(trace.result_values,
                              [](model::ValueClass value) {
                                return static_cast<std::size_t>(value) < model::kValueClasses;
                              }),
          "a value like no other");
  CheckLazyUses(trace, test, subject);
}

}  // namespace skua::protocol
