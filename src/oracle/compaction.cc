#include "oracle/compaction.h"

#include <vector>

#include "oracle/assertions/test_roles.h"

namespace skua::oracle {
namespace {

using model::GeneratedTest;
using model::StatementKind;

// Returns whether a call with an unused result matters, because it acts on a variable in `needed`,
// which later statements use.
bool ActsOn(const model::Statement& call, const model::Callable& callee,
            const std::vector<bool>& needed) {
  const bool may_change =
      callee.kind == model::CallableKind::kMethod || callee.kind == model::CallableKind::kSetter ||
      callee.kind == model::CallableKind::kDeleter || callee.kind == model::CallableKind::kOperator;
  return may_change && callee.name != "__str__" && needed[call.operands[0]];
}

bool EndsEarly(const GeneratedTest& test) {
  return test.exception || test.verdict != model::Verdict::kPassed;
}

}  // namespace

void Compact(GeneratedTest& generated, const model::Subject& subject) {
  auto& statements = generated.test.statements;
  std::vector<bool> needed(statements.size(), false);
  for (const model::Assertion& a : generated.assertions) {
    needed[a.variable] = needed[a.after_statement] = true;
  }
  const bool ends_early = EndsEarly(generated);
  bool runs_later = false;
  for (std::size_t i = statements.size(); i-- > 0;) {
    const model::Statement& s = statements[i];
    if (s.kind == StatementKind::kCall) {
      const model::Callable& callee = subject.callables[s.target];
      const bool raises = ends_early && i + 1 == statements.size();
      const bool runs = raises || RunsSubject(generated.test, subject, i);
      runs_later = runs_later || runs;
      // An unused path has no effect.
      const bool prepares =
          runs_later && IsPreparation(generated.test, subject, i) && callee.name != "missing_file";
      if (runs || prepares || ActsOn(s, callee, needed)) needed[i] = true;
    }
    if (!needed[i]) continue;
    for (const model::VariableIndex operand : s.operands) needed[operand] = true;
  }
  const std::vector<model::VariableIndex> renumbered =
      model::KeepStatements(generated.test, needed);
  for (model::Assertion& a : generated.assertions) {
    a.variable = renumbered[a.variable];
    a.after_statement = renumbered[a.after_statement];
  }
}

}  // namespace skua::oracle
