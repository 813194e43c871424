#include "search/shrinking/passed_kinds.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "model/vocabulary.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;

namespace {

constexpr std::size_t kFew = 4;  // of which nothing is learnt

}  // namespace

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
          case StatementKind::kCall:
            ++counts.makers[value.target];
            [[fallthrough]];
          default:
            ++counts.others;
        }
      }
    }
  }
}

StatementKind PassedKinds::UsualFor(std::string_view name) const {
  if (model::Vocabulary::IsNumber(name)) return StatementKind::kInt;
  const auto found = counts_.find(name);
  if (found == counts_.end()) return StatementKind::kNone;
  const Counts& counts = found->second;
  const std::size_t all = counts.All();
  if (all < kFew) return StatementKind::kNone;
  if (3 * counts.numbers > 2 * all) return StatementKind::kInt;
  return 3 * counts.texts > 2 * all ? StatementKind::kStr : StatementKind::kNone;
}

std::vector<model::CallableIndex> PassedKinds::UsualMakersFor(std::string_view name) const {
  const auto found = counts_.find(name);
  if (found == counts_.end() || model::Vocabulary::IsNumber(name)) return {};
  const auto& [numbers, texts, others, by_maker] = found->second;
  std::size_t objects = 0;
  std::vector<std::pair<std::size_t, model::CallableIndex>> makers;
  for (const auto& [maker, count] : by_maker) {
    objects += count;
    makers.emplace_back(count, maker);
  }
  if (objects < kFew || objects < 2 * std::max(numbers, texts)) return {};
  std::ranges::stable_sort(makers, std::ranges::greater(), &decltype(makers)::value_type::first);
  std::vector<model::CallableIndex> usual;
  for (const auto& [count, maker] : makers) usual.push_back(maker);
  return usual;
}

}  // namespace skua::search
