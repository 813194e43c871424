#include "model/outcome.h"

#include <algorithm>

namespace skua::model {

std::string_view NameOf(Change change) {
  switch (change) {
    case Change::kNew:
      return "new";
    case Change::kModified:
      return "modified";
    case Change::kAffected:
      return "affected";
    case Change::kUnchanged:
      return "unchanged";
    case Change::kDeleted:
      return "deleted";
    case Change::kRenamed:
      return "renamed";
  }
  return "";
}

std::size_t ModuleOutcome::covered_goals() const {
  const auto end = covered.begin() + static_cast<std::ptrdiff_t>(std::min(goals, covered.size()));
  return static_cast<std::size_t>(std::count(covered.begin(), end, true));
}

double ModuleOutcome::coverage_after() const {
  if (goals == 0) return 1;
  return static_cast<double>(covered_goals()) / static_cast<double>(goals);
}

const ModuleOutcome& Latest(const ModuleOutcome& module) {
  return module.lines.empty() && module.earlier ? *module.earlier : module;
}

}  // namespace skua::model
