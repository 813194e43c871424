#include "search/shrinking/far_fetched.h"

#include <algorithm>

#include "model/internal_callable.h"
#include "search/shrinking/meant_values.h"

namespace skua::search {
namespace {

bool CallsInternal(const model::Subject& subject, const model::Statement& statement) {
  return statement.kind == model::StatementKind::kCall &&
         model::IsInternal(subject.callables[statement.target]);
}

// Whether the last call is of something that raises a TypeError by name: it checks what it is
// given.
bool ChecksTypes(const model::Subject& subject, const model::TestCase& test) {
  const model::Statement& act = test.statements.back();
  return act.kind == model::StatementKind::kCall &&
         std::ranges::count(subject.callables[act.target].declared_exceptions, "TypeError") > 0;
}

}  // namespace

FarFetched::FarFetched(const model::Subject& subject, std::span<const model::TestCase> suite)
    : subject_(subject), types_(subject), passed_(subject, suite) {
  for (const model::TestCase& test : suite) {
    for (const model::Statement& statement : test.statements) {
      if (CallsInternal(subject, statement)) internal_.insert(statement.target);
    }
  }
}

bool FarFetched::Is(const model::TestCase& test) const {
  const auto is_left_alone = [&](const model::Statement& statement) {
    return CallsInternal(subject_, statement) && !internal_.contains(statement.target);
  };
  return std::ranges::any_of(test.statements, is_left_alone) ||
         (!ChecksTypes(subject_, test) && PassesOtherKinds(subject_, types_, passed_, test));
}

}  // namespace skua::search
