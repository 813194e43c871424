#include "campaign/worth_writing.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "model/internal_callable.h"
#include "render/body/test_body.h"

namespace skua::campaign {

using model::GeneratedTest;

namespace {

bool IsCall(const model::Statement& it) { return it.kind == model::StatementKind::kCall; }

// The call whose result the assertion states as a whole; null where it states another value.
const model::Statement* CallStatedBy(const model::Assertion& it, const GeneratedTest& test) {
  const bool is_whole = it.kind <= model::AssertionKind::kText && it.attribute.empty();
  if (!is_whole || !IsCall(test.test.statements[it.variable])) return nullptr;
  return &test.test.statements[it.variable];
}

// What the tests of a suite tell together.
struct Knowledge {
  Knowledge(const model::Suite& suite, const model::Subject& tested) : subject(tested) {
    for (const GeneratedTest& test : suite) {
      for (const model::Assertion& it : test.assertions) {
        const model::Statement* call = CallStatedBy(it, test);
        const bool is_value = it.expected.kind != model::ValueKind::kNone;
        if (call != nullptr && is_value) give_values.insert(call->target);
      }
    }
  }

  const model::Subject& subject;
  std::set<model::CallableIndex> give_values = {};  // of which tests state more than None
  const bool has_public = std::ranges::any_of(subject.callables, [](const model::Callable& it) {
    return it.in_subject && !model::IsInternal(it);
  });
};

struct Judged {
  const Knowledge& known;
  const GeneratedTest& test;

  const model::Callable& CalledBy(const model::Statement& call) const {
    return known.subject.callables[call.target];
  }
};

bool CallsInternal(const Judged& judged) {
  return judged.known.has_public &&
         std::ranges::any_of(judged.test.test.statements, [&](const model::Statement& it) {
           return IsCall(it) && judged.CalledBy(it).is_protected;
         });
}

// An operator refuses operands on purpose, and by Python's own error.
bool ExpectsBareError(const Judged& judged) {
  const auto& exception = judged.test.exception;
  if (!exception || exception->is_explicit || exception->is_documented) return false;
  const bool is_type_error = exception->type_name == "builtins:TypeError";
  if (!is_type_error && exception->type_name != "builtins:AttributeError") return false;
  const std::size_t act = render::ActOf(judged.known.subject, judged.test);
  const model::Callable& called = judged.CalledBy(judged.test.test.statements[act]);
  const std::string name = exception->type_name.substr(exception->type_name.find(':') + 1);
  return called.kind != model::CallableKind::kOperator &&
         std::ranges::count(called.declared_exceptions, name) == 0;
}

bool StatesNoValue(const Judged& judged) {
  const auto is_hollow = [&](const model::Assertion& it) {
    if (it.kind == model::AssertionKind::kIsInstance || it.kind == model::AssertionKind::kLength) {
      return true;
    }
    const bool is_none =
        it.kind == model::AssertionKind::kEquals && it.expected.kind == model::ValueKind::kNone;
    const model::Statement* call = CallStatedBy(it, judged.test);
    return is_none && call != nullptr && !judged.known.give_values.contains(call->target);
  };
  return !judged.test.exception && std::ranges::all_of(judged.test.assertions, is_hollow);
}

// The first that applies is told.
constexpr struct {
  GuardReason reason;
  bool (*applies)(const Judged& judged);
} kReasons[] = {
    {{"internal", "it calls what is internal to the module"}, CallsInternal},
    {{"bare", "it expects an error of Python's own that the code neither raises nor documents"},
     ExpectsBareError},
    {{"hollow", "it states no value, only a class, a length or that there is none"}, StatesNoValue},
};

bool CannotFail(const GeneratedTest& test) { return !test.exception && test.assertions.empty(); }

}  // namespace

SplitSuite SplitByWorth(model::Suite suite, const model::Subject& subject, bool writes_guards) {
  SplitSuite split;
  const Knowledge known(suite, subject);
  for (GeneratedTest& test : suite) {
    const bool is_judged = test.name.empty() && !test.is_finding;
    if (is_judged && CannotFail(test)) continue;
    const auto* row = std::end(kReasons);
    if (is_judged && !writes_guards) {
      row = std::ranges::find_if(kReasons, [&](const auto& it) {
        return it.applies({known, test});
      });
    }
    if (row == std::end(kReasons)) {
      split.worth.push_back(std::move(test));
    } else {
      split.guards.push_back(std::move(test));
      split.reasons.push_back(&row->reason);
    }
  }
  return split;
}

}  // namespace skua::campaign
