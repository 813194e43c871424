#include "search/making/slice.h"

#include <algorithm>

#include "search/making/environment_statements.h"
#include "search/making/primitives.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::TestCase;

namespace {

// Returns whether a later call may find `statement`'s variable changed.
bool IsMutable(const Statement& statement) {
  return !IsPrimitive(statement.kind) && statement.kind != StatementKind::kEnumMember &&
         statement.kind != StatementKind::kClass;
}

// Returns whether a call with `variable` as an argument may change something of the slice: the
// variable itself, an element of a collection, or the object of a bound method or a lambda.
bool LeadsInto(const TestCase& test, model::VariableIndex variable,
               const std::vector<bool>& slice) {
  const Statement& statement = test.statements[variable];
  if (!IsMutable(statement)) return false;
  if (slice[variable]) return true;
  return statement.kind != StatementKind::kCall &&
         std::any_of(statement.operands.begin(), statement.operands.end(),
                     [&](model::VariableIndex held) { return LeadsInto(test, held, slice); });
}

// Statement `last` and all changes of the surroundings before it.
std::vector<bool> BareSlice(const model::Subject& subject, const TestCase& test, std::size_t last) {
  std::vector<bool> slice(test.size(), false);
  for (std::size_t i = 0; i < last; ++i) slice[i] = IsEnvironment(subject, test.statements[i]);
  slice[last] = true;
  return slice;
}

}  // namespace

std::vector<bool> OperandSliceOf(const model::Subject& subject, const TestCase& test,
                                 std::size_t last) {
  std::vector<bool> slice = BareSlice(subject, test, last);
  for (std::size_t i = last + 1; i-- > 0;) {
    if (!slice[i]) continue;
    for (const model::VariableIndex operand : test.statements[i].operands) slice[operand] = true;
  }
  return slice;
}

std::vector<bool> SliceOf(const model::Subject& subject, const TestCase& test, std::size_t last) {
  std::vector<bool> slice = BareSlice(subject, test, last);
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = last + 1; i-- > 0;) {
      const Statement& statement = test.statements[i];
      const bool changes = statement.kind == StatementKind::kCall &&
                           std::any_of(statement.operands.begin(), statement.operands.end(),
                                       [&](model::VariableIndex operand) {
                                         return LeadsInto(test, operand, slice);
                                       });
      if (changes && !slice[i]) slice[i] = grew = true;
      if (!slice[i]) continue;
      for (model::VariableIndex operand : statement.operands) {
        if (!slice[operand]) slice[operand] = grew = true;
      }
    }
  }
  return slice;
}

}  // namespace skua::search
