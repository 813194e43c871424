// Lines of functions. A line is covered when its statement was begun, which some branch tells or
// the entry of its code object. Goals are numbered by Subject::lines.
#include "search/goals/criteria.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;

void AddLines(const model::Subject& subject, Criterion criterion,
              const CriterionEntry::ChangedLines* only, std::vector<CriterionGoal>& goals) {
  for (uint32_t i = 0; i < subject.lines.size(); ++i) {
    const model::SourceLine& line = subject.lines[i];
    if (only != nullptr && !model::IsWithin(line.line, *only)) continue;
    goals.push_back({.criterion = criterion,
                     .code_object = line.code_object,
                     .of = i,
                     .near = line.shown_by,
                     .is_shown_by_near = true});
  }
}

}  // namespace

template <>
CriterionEntry EntryOf<Criterion::kLine>() {
  return {Criterion::kLine,
          [](const model::Subject& subject, const CriterionEntry::ChangedLines* /*changed*/,
             std::vector<CriterionGoal>& goals) {
            AddLines(subject, Criterion::kLine, nullptr, goals);
          },
          [](const model::Subject& subject) { return FinderOfShown(subject, Criterion::kLine); }};
}

template <>
CriterionEntry EntryOf<Criterion::kChangedLines>() {
  return {Criterion::kChangedLines,
          [](const model::Subject& subject, const CriterionEntry::ChangedLines* changed,
             std::vector<CriterionGoal>& goals) {
            AddLines(subject, Criterion::kChangedLines, changed, goals);
          },
          [](const model::Subject& subject) {
            return FinderOfShown(subject, Criterion::kChangedLines);
          }};
}

}  // namespace skua::search
