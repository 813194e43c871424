// generation.xml: what was done for each module, as a JUnit suite with a case a module. Passed = a
// suite was written; skipped = nothing had to be or could be done; error = the module could not be
// imported, or Skua failed on it. The reason's code is the type.
#pragma once

#include "report/reporter.h"

namespace skua::report {

class GenerationReport final : public Reporter {
 public:
  std::string_view file_name() const override { return "generation.xml"; }
  std::string Render(const model::RunOutcome& outcome) const override;
};

}  // namespace skua::report
