#include "search/evaluation/awkwardness.h"

#include <algorithm>
#include <cstddef>

#include "model/internal_callable.h"
#include "model/subject_calls.h"
#include "model/type_fit.h"

namespace skua::search {
namespace {

// A test of what is public is preferred even if it makes two objects more, with their arguments.
constexpr double kInternalCall = 6;
// A unit test that never calls its unit is hard to place, but better than none.
constexpr double kDetour = 6;
// A value of the declared type is preferred even if it takes a list with its items.
constexpr double kMistyped = 8;
// An exception is worth a test where it is the point, which is then a goal of its own.
constexpr double kException = 3;
// More than any tests without one cost together, so that it is chosen for what no other covers.
constexpr double kAccident = 1000;

bool IsOfSequences(const model::Subject& subject, const model::Type& type) {
  using model::TypeKind;
  if (type.kind == TypeKind::kUnion) {
    return !type.arguments.empty() &&
           std::ranges::all_of(type.arguments, [&](model::TypeIndex one) {
             return subject.types[one].kind == TypeKind::kNone ||
                    IsOfSequences(subject, subject.types[one]);
           });
  }
  return type.kind >= TypeKind::kList && type.kind <= TypeKind::kTupleOf;
}

bool IsMistyped(const model::Subject& subject, const model::TestCase& test, std::size_t value,
                const model::Parameter& parameter) {
  if (model::FitOfArgument(test, subject, value, parameter) == model::Fit::kContradicts) {
    return true;
  }
  const model::StatementKind kind = test.statements[value].kind;
  return (kind == model::StatementKind::kStr || kind == model::StatementKind::kBytes) &&
         IsOfSequences(subject, subject.types[parameter.type]);
}

}  // namespace

double MistypingOf(const model::Subject& subject, const model::TestCase& test) {
  std::size_t mistyped = 0;
  for (const model::Statement& call : test.statements) {
    if (call.kind != model::StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[call.target];
    if (!callable.in_subject) continue;
    const std::size_t first = call.operands.size() - call.parameters.size();
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const model::Parameter& parameter = callable.parameters[call.parameters[a]];
      mistyped += IsMistyped(subject, test, call.operands[first + a], parameter) ? 1 : 0;
    }
  }
  return kMistyped * static_cast<double>(mistyped);
}

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
  return (is_internal ? kInternalCall : 0) + DetourOf(subject, test) + MistypingOf(subject, test) +
         of_ending;
}

}  // namespace skua::search
