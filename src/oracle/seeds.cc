#include "oracle/seeds.h"

#include "oracle/assertion_builder.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::Verdict;

bool Ended(const SeenTwice& seen) {
  const Verdict verdict = seen.first.verdict;
  return EndsAlike(seen.first, seen.second) &&
         (verdict == Verdict::kPassed || verdict == Verdict::kRaised);
}

// Without statement `seed`, which nothing uses.
Observation Without(Observation seen, std::size_t seed) {
  seen.statements.erase(seen.statements.begin() + static_cast<std::ptrdiff_t>(seed));
  for (model::StatementObservation& statement : seen.statements) {
    for (auto& change : statement.changes) {
      if (change.variable > seed) --change.variable;
    }
  }
  return seen;
}

bool SameValues(const Observation& a, const Observation& b) {
  if (a.statements.size() != b.statements.size() || !EndsAlike(a, b) ||
      a.exception.message != b.exception.message) {
    return false;
  }
  for (std::size_t i = 0; i < a.statements.size(); ++i) {
    const auto& changes = a.statements[i].changes;
    const auto& others = b.statements[i].changes;
    if (!(a.statements[i].result == b.statements[i].result) || changes.size() != others.size()) {
      return false;
    }
    for (std::size_t c = 0; c < changes.size(); ++c) {
      if (changes[c].variable != others[c].variable || !(changes[c].value == others[c].value)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::optional<std::size_t> SeedOf(const model::TestCase& test, const model::Subject& subject) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (test.statements[i].kind != model::StatementKind::kCall) continue;
    const model::Callable& callee = subject.callables[test.statements[i].target];
    if (callee.kind == model::CallableKind::kEnvironment && callee.name == "seed") return i;
  }
  return std::nullopt;
}

bool ShowsNoSeed(const SeenTwice& with, const SeenTwice& without, std::size_t seed) {
  if (!Ended(with) || !Ended(without) || with.first.statements.size() <= seed) return false;
  std::size_t unstable = 0;  // what differs in both ways differs for another reason
  return SameValues(Without(Agreed(with.first, with.second, unstable), seed),
                    Agreed(without.first, without.second, unstable));
}

}  // namespace skua::oracle
