#include "search/evaluation/awkwardness.h"

#include <algorithm>

#include "model/internal_callable.h"
#include "model/subject_calls.h"

namespace skua::search {
namespace {

// A test of what is public is preferred even if it makes two objects more, with their arguments.
constexpr double kInternalCall = 6;
// A unit test that never calls its unit is hard to place, but better than none.
constexpr double kDetour = 6;
// An exception is worth a test where it is the point, which is then a goal of its own.
constexpr double kException = 3;
// More than any tests without one cost together, so that it is chosen for what no other covers.
constexpr double kAccident = 1000;

}  // namespace

double DetourOf(const model::Subject& subject, const model::TestCase& test) {
  return model::CallsSubject(subject, test) ? 0 : kDetour;
}

double AwkwardnessOf(const model::Subject& subject, const model::TestCase& test, Ending ending) {
  const bool is_internal =
      std::any_of(test.statements.begin(), test.statements.end(), [&](const auto& it) {
        return it.kind == model::StatementKind::kCall &&
               model::IsInternal(subject.callables[it.target]);
      });
  const double of_ending = ending == Ending::kAccident ? kAccident
                           : ending == Ending::kRaises ? kException
                                                       : 0;
  return (is_internal ? kInternalCall : 0) + DetourOf(subject, test) + of_ending;
}

}  // namespace skua::search
