#include "search/shrinking/passed_kinds.h"

#include "model/vocabulary.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;

PassedKinds::PassedKinds(const model::Subject& subject, std::span<const model::TestCase> tests) {
  for (const model::TestCase& test : tests) {
    for (const Statement& call : test.statements) {
      if (call.kind != StatementKind::kCall) continue;
      const model::Callable& callable = subject.callables[call.target];
      for (std::size_t a = 0; a < call.parameters.size(); ++a) {
        const model::Parameter& parameter = callable.parameters[call.parameters[a]];
        if (subject.types[parameter.type].kind != model::TypeKind::kAny) continue;
        Counts& counts = counts_[parameter.name];
        const Statement& value = test.statements[call.operands[FirstArgument(callable) + a]];
        switch (value.kind) {
          case StatementKind::kNone:  // is what may be left out, as often as not
            break;
          case StatementKind::kInt:
          case StatementKind::kFloat:
            ++counts.numbers;
            break;
          case StatementKind::kStr:
            ++counts.texts;
            break;
          default:
            ++counts.others;
        }
      }
    }
  }
}

StatementKind PassedKinds::UsualFor(std::string_view name) const {
  constexpr std::size_t kFew = 4;
  if (model::Vocabulary::IsNumber(name)) return StatementKind::kInt;
  const auto found = counts_.find(name);
  if (found == counts_.end()) return StatementKind::kNone;
  const auto [numbers, texts, others] = found->second;
  const std::size_t all = numbers + texts + others;
  if (all < kFew) return StatementKind::kNone;
  if (3 * numbers > 2 * all) return StatementKind::kInt;
  return 3 * texts > 2 * all ? StatementKind::kStr : StatementKind::kNone;
}

}  // namespace skua::search
