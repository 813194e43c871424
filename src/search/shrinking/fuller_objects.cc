#include "search/shrinking/fuller_objects.h"

#include <algorithm>

#include "search/making/slice.h"
#include "search/making/test_edits.h"
#include "search/shrinking/plainer_values.h"
#include "search/shrinking/plainness.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;

constexpr std::size_t kMostKept = 3;  // of one constructor

bool MakesObject(const model::Subject& subject, const Statement& statement) {
  return statement.kind == StatementKind::kCall &&
         subject.callables[statement.target].kind == model::CallableKind::kConstructor;
}

// Statement `call` and the arguments of it alone.
TestCase PartOf(const model::Subject& subject, const TestCase& test, std::size_t call) {
  TestCase part = test;
  part.statements.resize(call + 1);
  std::vector<bool> kept = OperandSliceOf(subject, part, call);
  kept[call] = true;
  model::KeepStatements(part, kept);
  return part;
}

}  // namespace

bool FullerObjects::IsNatural(const TestCase& made) const {
  return std::all_of(made.statements.begin(), made.statements.end() - 1, [&](const Statement& it) {
    if (IsText(it)) {
      return !it.text.empty() && (vocabulary_ == nullptr || vocabulary_->IsNatural(it.text));
    }
    return it.kind != StatementKind::kNone && it.kind <= StatementKind::kEnumMember;
  });
}

void FullerObjects::Learn(const TestCase& test) {
  for (std::size_t call = 0; call < test.size(); ++call) {
    const Statement& statement = test.statements[call];
    if (!MakesObject(*subject_, statement) || IsMadeOfNothing(*subject_, test, call)) continue;
    TestCase part = PartOf(*subject_, test, call);
    std::vector<TestCase>& known = made_[statement.target];
    if (!IsNatural(part) || std::ranges::find(known, part) != known.end()) continue;
    const auto place =
        std::ranges::find_if(known, [&](const TestCase& other) { return IsPlainer(part, other); });
    known.insert(place, std::move(part));
    if (known.size() > kMostKept) known.pop_back();
  }
}

std::vector<TestCase> FullerObjects::Versions(const TestCase& test, std::size_t call) const {
  std::vector<TestCase> versions;
  if (!MakesObject(*subject_, test.statements[call]) || !IsMadeOfNothing(*subject_, test, call)) {
    return versions;
  }
  const auto known = made_.find(test.statements[call].target);
  if (known == made_.end()) return versions;
  TestCase without = test;
  without.statements[call].operands.clear();
  without.statements[call].parameters.clear();
  RemoveOrphans(test, without, /*calls_too=*/false);
  const std::size_t first = call - (test.size() - without.size());
  std::vector<Statement> scratch;
  for (const TestCase& part : known->second) {
    TestCase& version = versions.emplace_back(without);
    const auto moved = [&](Statement statement) {
      for (model::VariableIndex& operand : statement.operands) {
        operand = static_cast<model::VariableIndex>(operand + first);
      }
      return statement;
    };
    {
      const Opening opening(version, first, scratch);
      for (std::size_t i = 0; i + 1 < part.size(); ++i) {
        AppendStatement(version, moved(part.statements[i]));
      }
    }
    version.statements[first + part.size() - 1] = moved(part.statements.back());
  }
  return versions;
}

}  // namespace skua::search
