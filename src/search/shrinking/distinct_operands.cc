#include "search/shrinking/distinct_operands.h"

#include <utility>

namespace skua::search {

using model::CallableKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

bool ComparesWithItself(const model::Subject& subject, const TestCase& test) {
  if (test.size() == 0) return false;
  const Statement& act = test.statements.back();
  if (act.kind != StatementKind::kCall || act.operands.size() != 2 ||
      act.operands[0] != act.operands[1] ||
      subject.callables[act.target].kind != CallableKind::kOperator) {
    return false;
  }
  const Statement& maker = test.statements[act.operands[0]];
  return maker.kind == StatementKind::kCall &&
         subject.callables[maker.target].kind == CallableKind::kConstructor;
}

TestCase WithSecondOperand(const TestCase& test) {
  TestCase changed = test;
  Statement act = std::move(changed.statements.back());
  changed.statements.back() = changed.statements[act.operands[0]];
  act.operands[1] = static_cast<VariableIndex>(changed.size() - 1);
  changed.statements.push_back(std::move(act));
  return changed;
}

}  // namespace skua::search
