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

std::size_t GoalCoverage::covered_count() const {
  const auto end = covered.begin() + static_cast<std::ptrdiff_t>(std::min(count, covered.size()));
  return static_cast<std::size_t>(std::count(covered.begin(), end, true));
}

const ModuleOutcome& Latest(const ModuleOutcome& module) {
  return module.lines.hits.empty() && module.earlier ? *module.earlier : module;
}

}  // namespace skua::model
