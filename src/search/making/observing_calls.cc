#include "search/making/observing_calls.h"

#include <algorithm>

#include "search/making/environment_statements.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Callable;
using model::CallableKind;
using model::Statement;
using model::TestCase;

namespace {

constexpr std::size_t kMostObjects = 3;

bool Observes(const Callable& callable) {
  return callable.kind != CallableKind::kSetter && callable.kind != CallableKind::kDeleter &&
         std::all_of(callable.parameters.begin(), callable.parameters.end(), IsOptional);
}

}  // namespace

std::vector<Statement> ListObservingCalls(const TestCase& test, const TypeSystem& types) {
  const model::Subject& subject = types.subject();
  std::vector<Statement> calls;
  std::size_t objects = 0;
  for (std::size_t i = test.size(); i-- > 0 && objects < kMostObjects;) {
    const Statement& object = test.statements[i];
    const model::ClassIndex is_of = types.ClassOf(object);
    if (object.kind != model::StatementKind::kCall || is_of == model::kNoIndex ||
        IsEnvironment(subject, object) || !subject.classes[is_of].in_subject) {
      continue;
    }
    ++objects;
    for (const model::CallableIndex member : types.MembersOf(is_of)) {
      const Callable& callable = subject.callables[member];
      if (!Observes(callable) || callable.is_protected) continue;
      Statement& call = calls.emplace_back();
      call.kind = model::StatementKind::kCall;
      call.target = member;
      call.type = callable.result;
      call.operands = {static_cast<model::VariableIndex>(i)};
    }
  }
  return calls;
}

}  // namespace skua::search
