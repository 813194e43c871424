#include "search/polish/measure.h"

#include <algorithm>

#include "model/function_types.h"
#include "model/internal_callable.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"
#include "search/polish/plain_values.h"

namespace skua::search {

using model::Callable;
using model::CallableKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using Role = Use::Role;

namespace {

// Costs of what spans several values, in the units of Expectations::CostOf.
constexpr uint64_t kSharedByRoles = 4;  // one value for two parameters, or two equal elements
constexpr uint64_t kRepeatedInput = 4;  // the act gives what it was given
constexpr uint64_t kDefinedClass = 8;   // an object of a class that the test must define

bool IsOperator(const Callable& callable, std::string_view name) {
  return callable.kind == CallableKind::kOperator && callable.name == name;
}

bool AreEqual(const Statement& a, const Statement& b) {
  const auto number = [](const Statement& it) {
    return it.kind == StatementKind::kFloat ? it.real : static_cast<double>(it.integer);
  };
  const auto is_number = [](const Statement& it) {
    return it.kind == StatementKind::kFloat ||
           ((it.kind == StatementKind::kBool || it.kind == StatementKind::kInt) && it.text.empty());
  };
  if (is_number(a) && is_number(b)) return number(a) == number(b);
  return IsPrimitive(a.kind) && a.kind == b.kind && a.text == b.text && a.integer == b.integer &&
         a.real == b.real && a.imaginary == b.imaginary;
}

// How often a collection repeats a value among every `step`-th of its operands.
std::size_t Repeated(const TestCase& test, const Statement& collection, std::size_t step) {
  std::size_t repeated = 0;
  for (std::size_t a = 0; a < collection.operands.size(); a += step) {
    for (std::size_t b = 0; b < a; b += step) {
      const model::VariableIndex one = collection.operands[a], other = collection.operands[b];
      if (one == other || AreEqual(test.statements[one], test.statements[other])) {
        ++repeated;
        break;
      }
    }
  }
  return repeated;
}

std::size_t RepeatedKeys(const TestCase& test) {
  std::size_t repeated = 0;
  for (const Statement& it : test.statements) {
    const bool has_keys = it.kind == StatementKind::kSet || it.kind == StatementKind::kFrozenSet ||
                          it.kind == StatementKind::kDict;
    if (has_keys) repeated += Repeated(test, it, it.kind == StatementKind::kDict ? 2 : 1);
  }
  return repeated;
}

// Whether the value tells its role from another: True or None is the same in most roles.
bool TellsRoles(const Statement& value) {
  return (value.kind == StatementKind::kInt || value.kind == StatementKind::kFloat ||
          IsText(value)) &&
         OddityOf(value) > 0;
}

// How many roles share a value with another: parameters of one call, elements of one list.
std::size_t SharedRoles(const TestCase& test, const Statement& user) {
  const bool is_list = user.kind == StatementKind::kList || user.kind == StatementKind::kTuple;
  if (user.kind != StatementKind::kCall && !is_list) return 0;
  std::size_t shared = 0;
  for (std::size_t a = 1; a < user.operands.size(); ++a) {
    const Statement& one = test.statements[user.operands[a]];
    if (!TellsRoles(one)) continue;
    const auto last = user.operands.begin() + static_cast<std::ptrdiff_t>(a);
    shared += std::any_of(user.operands.begin(), last, [&](model::VariableIndex other) {
      return AreEqual(one, test.statements[other]);
    });
  }
  return shared;
}

}  // namespace

Outcome OutcomeOf(const TestCase& test, const model::Observation& seen) {
  Outcome outcome;
  if (test.statements.empty()) return outcome;
  const Statement& act = test.statements.back();
  outcome.misses_file = seen.verdict == model::Verdict::kRaised &&
                        seen.exception.type_name == "builtins:FileNotFoundError";
  const bool has_result = seen.verdict == model::Verdict::kPassed &&
                          act.kind == StatementKind::kCall && seen.statements.size() == test.size();
  if (!has_result) return outcome;
  const model::Value& result = seen.statements.back().result;
  outcome.is_function = !model::FunctionTypeOf(result).empty();
  const bool is_plain = result.kind == model::ValueKind::kInt ||
                        result.kind == model::ValueKind::kFloat ||
                        result.kind == model::ValueKind::kStr;
  outcome.repeats_input = is_plain && std::ranges::any_of(act.operands, [&](auto operand) {
                            const Statement& input = test.statements[operand];
                            return TellsRoles(input) && AreEqual(input, StatementOf(result));
                          });
  return outcome;
}

// The terms of the measure, the first the heaviest.
struct Terms {
  const Readers& readers;
  const TestCase& test;
  const Outcome& outcome;
  // Out: the values as they are compared. Natural texts are all alike there.
  std::vector<Statement>& values;
  uint64_t contradictions = 0, hollow = 0, unexpected = 0;

  // Private acts: a reader asks what a caller sees of them.
  uint64_t PrivateActs() const {
    return static_cast<uint64_t>(std::ranges::count_if(test.statements, [&](const Statement& it) {
      return it.kind == StatementKind::kCall &&
             model::IsInternal(readers.subject.callables[it.target]);
    }));
  }

  // Values: the costs of all of them, and what they hide together.
  void CountValues() {
    const UseMap uses(readers.subject, readers.types, test);
    for (std::size_t i = 0; i < test.size(); ++i) {
      uint64_t most = 0;
      bool says_nothing = false;
      for (const Use& use : uses.Of(i)) {
        const uint64_t cost = readers.expectations.CostOf(test, i, use);
        contradictions += cost / Expectations::kContradicts;
        const uint64_t rest = cost % Expectations::kContradicts;
        says_nothing = says_nothing || rest >= Expectations::kSaysNothing;
        most = std::max(most, rest % Expectations::kSaysNothing);
      }
      hollow += says_nothing ? 1 : 0;
      if (IsText(values[i]) && most < Expectations::kOddText) values[i].text.clear();
      unexpected += most + kSharedByRoles * SharedRoles(test, test.statements[i]) +
                    (DefinesClass(test.statements[i]) ? kDefinedClass : 0);
    }
    contradictions += RepeatedKeys(test);
    if (!test.statements.empty()) CountAct();
  }

  bool DefinesClass(const Statement& it) const {
    if (it.kind != StatementKind::kCall) return false;
    const Callable& callable = readers.subject.callables[it.target];
    return callable.kind == CallableKind::kConstructor && callable.class_index != model::kNoIndex &&
           !readers.subject.classes[callable.class_index].definition.empty();
  }

  // Counts what the act hides: what a hash is, whether == looks at more than the identity, what a
  // function does that it gives, and which folder the missing file was looked for in.
  void CountAct() {
    const Statement& act = test.statements.back();
    contradictions += outcome.is_function ? 1 : 0;
    unexpected += outcome.repeats_input ? kRepeatedInput : 0;
    if (act.kind != StatementKind::kCall) return;
    const Callable& callable = readers.subject.callables[act.target];
    const bool compares_itself = callable.kind == CallableKind::kOperator &&
                                 act.operands.size() == 2 && act.operands[0] == act.operands[1];
    const bool names_file =
        outcome.misses_file && std::ranges::any_of(act.operands, [&](model::VariableIndex operand) {
          return test.statements[operand].kind == StatementKind::kStr;
        });
    for (const bool hides : {compares_itself, IsOperator(callable, "__hash__"), names_file}) {
      contradictions += hides ? 1 : 0;
    }
  }

  uint64_t Calls() const {
    return static_cast<uint64_t>(
        std::ranges::count(test.statements, StatementKind::kCall, &Statement::kind));
  }
  uint64_t Parts() const {
    uint64_t parts = test.size();
    for (const Statement& it : test.statements) parts += it.operands.size();
    return parts;
  }
  uint64_t Oddity() const {
    uint64_t oddity = 0;
    for (const Statement& it : values) oddity += OddityOf(it);
    return oddity;
  }
};

Measure::Measure(const Readers& readers, const TestCase& test, const Outcome& outcome)
    : values_(test.statements) {
  Terms terms{readers, test, outcome, values_};
  terms.CountValues();
  terms_ = {terms.PrivateActs(), terms.contradictions, terms.hollow,  terms.Calls(),
            terms.unexpected,    terms.Parts(),        terms.Oddity()};
}

bool Measure::operator<(const Measure& other) const {
  if (terms_ != other.terms_) return terms_ < other.terms_;
  for (std::size_t i = 0; i < std::min(values_.size(), other.values_.size()); ++i) {
    const Statement &a = values_[i], &b = other.values_[i];
    if (a.kind != b.kind) return a.kind < b.kind;
    if (const auto order = CompareSizes(a, b); order != 0) return order < 0;
  }
  return false;
}

}  // namespace skua::search
