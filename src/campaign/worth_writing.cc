#include "campaign/worth_writing.h"

#include <algorithm>
#include <span>

#include "model/internal_callable.h"
#include "render/body/test_body.h"

namespace skua::campaign {

model::Suite WorthWriting(model::Suite suite, const model::Subject& subject) {
  std::erase_if(suite, [&](const model::GeneratedTest& test) {
    const bool is_new = test.name.empty();
    if (!is_new || test.is_finding) return false;
    if (!test.exception) return test.assertions.empty();
    const auto is_internal = [&](const model::Statement& call) {
      return call.kind == model::StatementKind::kCall &&
             model::IsInternal(subject.callables[call.target]);
    };
    const std::size_t act = render::ActOf(subject, test);
    const auto before = std::span(test.test.statements).first(act);
    return std::ranges::any_of(before, is_internal) && !is_internal(test.test.statements[act]);
  });
  return suite;
}

}  // namespace skua::campaign
