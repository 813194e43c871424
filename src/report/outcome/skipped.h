// Modules with nothing to report but a reason that many share: a project's first run does not reach
// most modules, or finds nothing to call in them. Tables omit them, and lines below count them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

class SkippedModules {
 public:
  // Borrows `run`.
  explicit SkippedModules(const model::RunOutcome& run);

  bool Contains(const model::ModuleOutcome& module) const;
  // Returns "60 modules: SKUA-N202 no budget left (parcel.codes, parcel.label, parcel.rates and 57
  // more)".
  std::vector<std::string> Lines() const;

 private:
  std::map<model::ReasonCode, std::vector<std::string>> names_;
};

}  // namespace skua::report
