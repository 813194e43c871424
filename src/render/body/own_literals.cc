#include "render/body/own_literals.h"

#include <algorithm>
#include <vector>

#include "render/body/usage.h"

namespace skua::render {
namespace {

using model::GeneratedTest;
using model::Statement;
using model::StatementKind;
using model::VariableIndex;

constexpr std::size_t kLongestText = 40;  // in characters; a longer string may have a name

bool IsComparedWith(const model::Subject& subject, const GeneratedTest& test, std::size_t i) {
  return std::any_of(
      test.test.statements.begin(), test.test.statements.end(), [&](const Statement& s) {
        return s.kind == StatementKind::kCall &&
               subject.callables[s.target].kind == model::CallableKind::kOperator &&
               std::find(s.operands.begin(), s.operands.end(), i) != s.operands.end();
      });
}

}  // namespace

GeneratedTest WithOwnLiterals(const model::Subject& subject, const GeneratedTest& test) {
  const Usage usage(subject, test);
  const std::vector<Statement>& statements = test.test.statements;
  const auto may_be_copied = [&](std::size_t i) {
    const Statement& s = statements[i];
    return s.kind <= StatementKind::kBytes && s.text.size() <= kLongestText && usage.uses(i) > 1 &&
           usage.asserted(i) == 0 && !usage.IsReceiver(i) && !IsComparedWith(subject, test, i);
  };
  GeneratedTest result = test;
  result.test.statements.clear();
  std::vector<VariableIndex> renumbered(statements.size());
  std::vector<bool> is_used(statements.size(), false);
  const auto add = [&](Statement statement) {
    result.test.statements.push_back(std::move(statement));
    return static_cast<VariableIndex>(result.test.size() - 1);
  };
  for (std::size_t i = 0; i < statements.size(); ++i) {
    Statement statement = statements[i];
    for (VariableIndex& operand : statement.operands) {
      const bool copy = is_used[operand] && may_be_copied(operand);
      is_used[operand] = true;
      operand = copy ? add(statements[operand]) : renumbered[operand];
    }
    renumbered[i] = add(std::move(statement));
  }
  for (model::Assertion& assertion : result.assertions) {
    assertion.after_statement = renumbered[assertion.after_statement];
    if (IsOfVariable(assertion)) assertion.variable = renumbered[assertion.variable];
  }
  return result;
}

}  // namespace skua::render
