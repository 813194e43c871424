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

double ModuleOutcome::coverage_after() const {
  if (goals == 0) return 1;
  return static_cast<double>(std::count(covered.begin(), covered.end(), true)) /
         static_cast<double>(goals);
}

}  // namespace skua::model
