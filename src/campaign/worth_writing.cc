#include "campaign/worth_writing.h"

#include <algorithm>
#include <span>

#include "model/internal_callable.h"
#include "render/test_body.h"

namespace skua::campaign {
namespace {

// Whether it states only that something is None, empty or of a class.
bool IsHollow(const model::Assertion& assertion) {
  using model::AssertionKind, model::ValueKind;
  const model::Value& expected = assertion.expected;
  if (assertion.kind == AssertionKind::kIsInstance) return true;
  if (assertion.kind == AssertionKind::kLength) return expected.integer == 0;
  if (assertion.kind != AssertionKind::kEquals) return false;
  return expected.kind == ValueKind::kNone ||
         (ValueKind::kStr <= expected.kind && expected.kind <= ValueKind::kDict &&
          expected.text.empty() && expected.items.empty());
}

}  // namespace

model::Suite WorthWriting(model::Suite suite, const model::Subject& subject) {
  std::erase_if(suite, [&](const model::GeneratedTest& test) {
    const bool is_new = test.name.empty();
    if (!is_new || test.is_finding) return false;
    if (!test.exception && test.assertions.empty()) return true;
    const auto is_internal = [&](const model::Statement& call) {
      return call.kind == model::StatementKind::kCall &&
             model::IsInternal(subject.callables[call.target]);
    };
    const std::size_t act = render::ActOf(subject, test);
    if (!test.exception) {
      return is_internal(test.test.statements[act]) &&
             std::ranges::all_of(test.assertions, IsHollow);
    }
    const auto before = std::span(test.test.statements).first(act);
    return std::ranges::any_of(before, is_internal) && !is_internal(test.test.statements[act]);
  });
  return suite;
}

}  // namespace skua::campaign
