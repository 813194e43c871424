// Functions and methods, each of which a test has to enter, itself or by way of others (Rojas et
// al., "Combining multiple coverage criteria in search-based unit test generation"). Goals are
// numbered by code object.
#include "search/goals/criteria.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;

void AddMethods(const model::Subject& subject, const CriterionEntry::ChangedLines* /*changed*/,
                std::vector<CriterionGoal>& goals) {
  for (uint32_t c = 0; c < subject.code_objects.size(); ++c) {
    if (subject.code_objects[c].kind != model::CodeObjectKind::kFunction) continue;
    goals.push_back(
        {.criterion = Criterion::kMethod, .code_object = c, .of = c, .is_shown_by_near = true});
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kMethod>() {
  return {Criterion::kMethod, AddMethods,
          [](const model::Subject& subject) { return FinderOfShown(subject, Criterion::kMethod); }};
}

}  // namespace skua::search
