#include "oracle/sleeping.h"

#include <algorithm>
#include <utility>

namespace skua::oracle {
namespace {

// surroundings.py and virtual_clock.py of skua_runtime/world know both names.
constexpr const char* kSparing = "skip_sleep";
constexpr const char* kWaiting = "time.sleep";

auto Sparing(const model::Subject& subject) {
  return std::ranges::find_if(subject.callables, [](const model::Callable& callable) {
    return callable.kind == model::CallableKind::kEnvironment && callable.name == kSparing;
  });
}

}  // namespace

bool CanBeSparedWaiting(const model::Observation& seen, const model::Subject& subject) {
  return seen.side_effect == kWaiting && Sparing(subject) != subject.callables.end();
}

void SpareWaiting(model::TestCase& test, const model::Subject& subject) {
  const auto callable = Sparing(subject);
  model::Statement sparing;
  sparing.kind = model::StatementKind::kCall;
  sparing.target = static_cast<uint32_t>(callable - subject.callables.begin());
  sparing.type = callable->result;
  for (model::Statement& statement : test.statements) {
    for (model::VariableIndex& operand : statement.operands) ++operand;
  }
  test.statements.insert(test.statements.begin(), std::move(sparing));
}

}  // namespace skua::oracle
