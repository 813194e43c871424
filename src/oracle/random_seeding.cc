#include "oracle/random_seeding.h"

#include <algorithm>

namespace skua::oracle {

std::optional<std::size_t> SeedOf(const model::TestCase& test, const model::Subject& subject) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (test.statements[i].kind != model::StatementKind::kCall) continue;
    const model::Callable& callee = subject.callables[test.statements[i].target];
    if (callee.kind != model::CallableKind::kEnvironment || callee.name != "seed") continue;
    const bool is_taken = std::ranges::any_of(test.statements, [&](const model::Statement& s) {
      return std::ranges::count(s.operands, static_cast<model::VariableIndex>(i)) > 0;
    });
    if (is_taken) return std::nullopt;
    return i;
  }
  return std::nullopt;
}

void RemoveSeed(model::TestCase& test, std::size_t seed) {
  model::RemoveWithDependents(test, seed);
}

void RemoveSeed(model::Observation& seen, std::size_t seed) {
  if (seed >= seen.statements.size()) return;
  seen.statements.erase(seen.statements.begin() + static_cast<std::ptrdiff_t>(seed));
  const auto renumber = [seed](model::StatementObservation& statement) {
    for (auto& change : statement.changes) {
      if (change.variable > seed) --change.variable;
    }
  };
  std::ranges::for_each(seen.statements, renumber);
  renumber(seen.raising);
}

}  // namespace skua::oracle
