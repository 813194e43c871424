#include "search/varying/mutant_candidates.h"

#include <optional>
#include <utility>

#include "search/making/observing_calls.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Statement;
using model::TestCase;

namespace {

constexpr std::size_t kHintTries = 3;  // for each hint: the operand itself, and one beside it
constexpr double kHint = 0.4;
constexpr double kMove = 0.5;
constexpr double kFreshCall = 0.15;
constexpr double kObserve = 0.3;

}  // namespace

MutantCandidates::MutantCandidates(const GoalSet& goals, const SearchOptions& options,
                                   Knowledge& knowledge, base::Rng& rng)
    : subject_(goals.subject()),
      options_(options),
      knowledge_(knowledge),
      rng_(rng),
      environment_(subject_),
      mutation_(subject_, options, knowledge.primitives(), knowledge.types(), knowledge.factory()),
      neighbourhood_(subject_, knowledge.constants().alphabet() + "aA0 _-.") {}

void MutantCandidates::List(std::span<const MutantParent> parents,
                            model::CodeObjectIndex code_object, std::size_t count,
                            bool with_boundaries, std::vector<TestCase>& tests) {
  tests.clear();
  known_.clear();
  if (with_boundaries) ProposeBoundaries(parents, count, tests);
  for (std::size_t attempts = 2 * count; tests.size() < count && attempts > 0; --attempts) {
    Propose(Varied(parents, code_object), tests);
  }
}

void MutantCandidates::Propose(TestCase test, std::vector<TestCase>& tests) {
  if (test.size() == 0 || test.size() > options_.max_test_length) return;
  if (known_.insert(FingerprintOf(test)).second) tests.push_back(std::move(test));
}

// Proposes the variations likeliest to kill: values on the boundary and next to it, and a look at
// the objects.
void MutantCandidates::ProposeBoundaries(std::span<const MutantParent> parents, std::size_t count,
                                         std::vector<TestCase>& tests) {
  for (const MutantParent& parent : parents) {
    for (const OperandHint& hint : parent.hints) {
      for (std::size_t i = 0; i < kHintTries; ++i) {
        TestCase test = parent.test;
        if (ApplyHint(test, hint, rng_)) Propose(std::move(test), tests);
      }
    }
  }
  for (const MutantParent& parent : parents) {
    if (parent.raises) continue;
    for (Statement& call : ListObservingCalls(parent.test, knowledge_.types())) {
      if (tests.size() >= count) return;
      TestCase test = parent.test;
      test.statements.push_back(std::move(call));
      Propose(std::move(test), tests);
    }
  }
}

TestCase MutantCandidates::Varied(std::span<const MutantParent> parents,
                                  model::CodeObjectIndex code_object) {
  if (rng_.Chance(kFreshCall)) {
    TestCase fresh = FreshCall(code_object);
    if (fresh.size() > 0) return fresh;
  }
  const MutantParent& parent = rng_.Pick(parents);
  TestCase test = parent.test;
  bool changed =
      !parent.hints.empty() && rng_.Chance(kHint) && ApplyHint(test, rng_.Pick(parent.hints), rng_);
  if (!changed || rng_.Chance(0.5)) {
    changed = (rng_.Chance(kMove)
                   ? MoveValue(test, parent.nearness.distance)
                   : mutation_.Mutate(test, test.size() - (parent.raises ? 1 : 0), rng_)) ||
              changed;
  }
  if (!parent.raises && test.size() > 0 && (!changed || rng_.Chance(kObserve))) Observe(test);
  return test;
}

// Makes a new call, with other arguments, of a callable that runs the code object.
TestCase MutantCandidates::FreshCall(model::CodeObjectIndex code_object) {
  TestCase test;
  TestFactory& factory = knowledge_.factory();
  for (const model::CallableIndex callable : factory.callables()) {
    if (subject_.callables[callable].code_object != code_object) continue;
    factory.values().AppendCall(test, callable, std::nullopt, rng_, 0);
    factory.Normalise(test);
    break;
  }
  return test;
}

// Moves one value by a step of local search.
bool MutantCandidates::MoveValue(TestCase& test, double distance) {
  const std::size_t first = environment_.PrefixOf(test);
  const std::size_t start = rng_.Below(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    const std::size_t at = (start + i) % test.size();
    if (at < first || IsName(test, subject_, static_cast<model::VariableIndex>(at))) continue;
    neighbourhood_.List(test.statements[at], distance, 0, moves_);
    if (moves_.empty()) continue;
    test.statements[at] = rng_.Pick(moves_);
    return true;
  }
  return false;
}

void MutantCandidates::Observe(TestCase& test) {
  std::vector<Statement> calls = ListObservingCalls(test, knowledge_.types());
  if (!calls.empty()) test.statements.push_back(std::move(rng_.Pick(calls)));
}

}  // namespace skua::search
