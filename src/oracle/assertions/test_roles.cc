#include "oracle/assertions/test_roles.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/subject_calls.h"

namespace skua::oracle {
namespace {

using model::CallableKind;

const model::Callable& CalleeOf(const model::TestCase& test, const model::Subject& subject,
                                std::size_t i) {
  return subject.callables[test.statements[i].target];
}

// Returns whether the operator of a library's object runs code that the object was given.
bool RunsGivenCode(const model::Callable& callable) {
  static constexpr std::array<std::string_view, 9> kOperators = {
      "__call__",  "__enter__", "__exit__", "__aenter__", "__aexit__",
      "__await__", "__next__",  "__iter__", "__anext__"};
  return callable.kind == CallableKind::kOperator &&
         std::find(kOperators.begin(), kOperators.end(), callable.name) != kOperators.end();
}

}  // namespace

bool IsCall(const model::TestCase& test, std::size_t i) {
  return test.statements[i].kind == model::StatementKind::kCall;
}

bool IsPreparation(const model::TestCase& test, const model::Subject& subject, std::size_t i) {
  return CalleeOf(test, subject, i).kind == CallableKind::kEnvironment;
}

bool CallsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i) {
  if (!IsCall(test, i) || IsPreparation(test, subject, i)) return false;
  const model::Callable& callee = CalleeOf(test, subject, i);
  return callee.in_subject ||
         (RunsGivenCode(callee) && CallsSubject(test, subject, test.statements[i].operands[0]));
}

bool RunsSubject(const model::TestCase& test, const model::Subject& subject, std::size_t i) {
  if (CallsSubject(test, subject, i)) return true;
  const auto calls = [&](std::size_t k) {
    return IsCall(test, k) && !IsPreparation(test, subject, k);
  };
  if (!calls(i) || model::CallsSubject(subject, test)) return false;
  while (++i < test.size()) {
    if (calls(i)) return false;
  }
  return true;
}

bool HasNoValue(const model::TestCase& test, const model::Subject& subject, std::size_t i) {
  const model::Callable& callee = CalleeOf(test, subject, i);
  return callee.kind == CallableKind::kSetter || callee.kind == CallableKind::kDeleter ||
         callee.kind == CallableKind::kEnvironment ||
         (callee.kind == CallableKind::kOperator &&
          (callee.name == "__setitem__" || callee.name == "__delitem__"));
}

bool LeavesByException(const model::TestCase& test, const model::Subject& subject, std::size_t i) {
  const model::Callable& callee = CalleeOf(test, subject, i);
  return callee.kind == CallableKind::kOperator && test.statements[i].operands.size() == 2 &&
         (callee.name == "__exit__" || callee.name == "__aexit__");
}

}  // namespace skua::oracle
