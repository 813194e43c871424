#include "campaign/suite/worth_writing.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "model/internal_callable.h"
#include "render/body/test_body.h"

namespace skua::campaign {

using model::GeneratedTest;

namespace {

bool IsCall(const model::Statement& it) { return it.kind == model::StatementKind::kCall; }

struct Judged {
  const model::Subject& subject;
  bool has_public;  // whether the subject has a public callable
  const GeneratedTest& test;

  const model::Callable& CalledBy(const model::Statement& call) const {
    return subject.callables[call.target];
  }
};

bool CallsInternal(const Judged& judged) {
  return judged.has_public &&
         std::ranges::any_of(judged.test.test.statements, [&](const model::Statement& it) {
           return IsCall(it) && judged.CalledBy(it).is_protected;
         });
}

// An operator refuses operands on purpose, and by Python's own error.
bool ExpectsBareError(const Judged& judged) {
  const auto& exception = judged.test.exception;
  if (!exception || exception->is_explicit || exception->is_documented) return false;
  constexpr std::array<std::string_view, 3> kBare = {
      "builtins:TypeError", "builtins:AttributeError", "builtins:IndexError"};
  if (std::ranges::find(kBare, exception->type_name) == kBare.end()) return false;
  const std::size_t act = render::ActOf(judged.subject, judged.test);
  const model::Callable& called = judged.CalledBy(judged.test.test.statements[act]);
  const std::string name = exception->type_name.substr(exception->type_name.find(':') + 1);
  return called.kind != model::CallableKind::kOperator &&
         std::ranges::count(called.declared_exceptions, name) == 0;
}

// A constructor gives an object of its class, which is nothing to state.
bool StatesNothingOfAct(const Judged& judged) {
  const std::size_t act = render::ActOf(judged.subject, judged.test);
  const bool constructs =
      judged.CalledBy(judged.test.test.statements[act]).kind == model::CallableKind::kConstructor;
  return !judged.test.exception &&
         std::ranges::none_of(judged.test.assertions, [&](const model::Assertion& it) {
           const bool is_sure = constructs && it.kind == model::AssertionKind::kIsInstance &&
                                it.variable == act && it.attribute.empty();
           return it.after_statement >= act && !is_sure;
         });
}

// The first that applies is told.
constexpr struct {
  GuardReason reason;
  bool (*applies)(const Judged& judged);
} kReasons[] = {
    {{"internal", "it calls what is internal to the module"}, CallsInternal},
    {{"bare", "it expects an error of Python's own that the code neither raises nor documents"},
     ExpectsBareError},
    {{"silent", "nothing can be stated of what its last call does"}, StatesNothingOfAct},
};

bool CannotFail(const GeneratedTest& test) { return !test.exception && test.assertions.empty(); }

}  // namespace

SplitSuite SplitByWorth(model::Suite suite, const model::Subject& subject, bool writes_guards) {
  SplitSuite split;
  const bool has_public = std::ranges::any_of(subject.callables, [](const model::Callable& it) {
    return it.in_subject && !model::IsInternal(it);
  });
  for (GeneratedTest& test : suite) {
    const bool is_judged = test.name.empty() && !test.is_finding;
    if (is_judged && CannotFail(test)) continue;
    const auto* row = std::end(kReasons);
    if (is_judged && !writes_guards) {
      row = std::ranges::find_if(kReasons, [&](const auto& it) {
        return it.applies({subject, has_public, test});
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
