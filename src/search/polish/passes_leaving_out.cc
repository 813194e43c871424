#include <algorithm>
#include <utility>

#include "search/making/primitives.h"
#include "search/polish/edits.h"
#include "search/polish/passes.h"

namespace skua::search {

using model::StatementKind;
using model::TestCase;

namespace {

// The optional arguments of a call, or the elements of a collection, or answers of a function.
std::vector<std::size_t> FreeParts(const Look& look) {
  if (look.statement().kind == StatementKind::kCall) {
    return OptionalArguments(look.subject(), look.statement());
  }
  const bool has_parts =
      model::IsCollection(look.statement().kind) || look.statement().kind == StatementKind::kLambda;
  if (!has_parts) return {};
  return FreeElements(look.subject(), look.test, look.place);
}

}  // namespace

void LeaveOutStatements(const Look& look, Proposals& proposals) {
  if (look.is_act()) {
    TestCase used = look.test;
    model::RemoveUnused(used);
    if (used.size() < look.test.size()) proposals.push_back({std::move(used)});
  }
  // With the statement goes what uses it, and what only these needed.
  const std::vector<unsigned> before = UsesIn(look.test);
  for (const bool calls_too : {true, false}) {
    std::vector<bool> kept(look.test.size(), true);
    std::vector<unsigned> uses = before;
    kept[look.place] = false;
    for (std::size_t i = look.place + 1; i < look.test.size(); ++i) {
      kept[i] = std::ranges::all_of(look.test.statements[i].operands,
                                    [&](model::VariableIndex operand) { return kept[operand]; });
    }
    for (std::size_t i = look.test.size(); i-- > 0;) {
      const bool may_go = calls_too || look.test.statements[i].kind != StatementKind::kCall;
      if (may_go && before[i] > 0 && uses[i] == 0) kept[i] = false;
      if (kept[i]) continue;
      for (const model::VariableIndex operand : look.test.statements[i].operands) --uses[operand];
    }
    // Without its act it is another test.
    if (!kept.back() && look.test.statements.back().kind == StatementKind::kCall) continue;
    if (std::ranges::find(kept, true) == kept.end()) continue;
    for (std::size_t i = 0; i < look.environment.PrefixOf(look.test); ++i) kept[i] = true;
    TestCase version = look.test;
    model::KeepStatements(version, kept);
    proposals.push_back({std::move(version)});
  }
}

void LeaveOutParts(const Look& look, Proposals& proposals) {
  const std::vector<std::size_t> parts = FreeParts(look);
  ForEachChunk(parts.size(), [&](std::size_t first, std::size_t last) {
    for (const bool calls_too : {true, false}) {
      proposals.push_back({WithoutParts(look.subject(), look.test, look.place,
                                        {parts.data() + first, last - first}, calls_too)});
    }
  });
}

}  // namespace skua::search
