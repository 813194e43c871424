#include "model/outcome.h"

#include <algorithm>
#include <string_view>

namespace skua::model {
namespace {

constexpr std::string_view kAfterCall = "after ";  // no Python expression begins so

}  // namespace

std::string_view NameOf(Change change) {
  static constexpr std::string_view kNames[] = {"new",       "modified", "affected",
                                                "unchanged", "deleted",  "renamed"};
  return kNames[static_cast<std::size_t>(change)];
}

bool IsLookedAtAfterCall(const BehaviourChange& change) {
  return change.call.starts_with(kAfterCall);
}

std::string DescribeChange(const BehaviourChange& change) {
  if (change.call.empty()) return change.test + " fails: " + change.message;
  constexpr std::string_view kRaises = "raises ";
  const std::string before = change.expected.starts_with(kRaises)
                                 ? "raised " + change.expected.substr(kRaises.size())
                             : change.expected == "no exception" ? "raised nothing"
                             : IsLookedAtAfterCall(change)       ? "was " + change.expected
                                                                 : "gave " + change.expected;
  return change.call + " " + before + ", now " + change.actual;
}

std::size_t GoalCoverage::covered_count() const {
  const auto end = covered.begin() + static_cast<std::ptrdiff_t>(std::min(count, covered.size()));
  return static_cast<std::size_t>(std::count(covered.begin(), end, true));
}

const ModuleOutcome& Latest(const ModuleOutcome& module) {
  return module.lines.hits.empty() && module.earlier ? *module.earlier : module;
}

}  // namespace skua::model
