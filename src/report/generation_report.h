// generation.xml: what was done for each module, as a JUnit suite with a case a module. Passed = a
// suite was written; skipped = nothing had to be or could be done; error = the module could not be
// imported, or Skua failed on it. The reason's code is the type.
#pragma once

#include "report/junit.h"
#include "report/reporter.h"

namespace skua::report {

class GenerationReport final : public Reporter {
 public:
  explicit GenerationReport(JunitOptions options = {}) : options_(options) {}
  std::string_view file_name() const override { return "generation.xml"; }
  std::string Render(const model::RunOutcome& outcome) const override {
    return RenderParts(outcome).front();
  }
  std::vector<std::string> RenderParts(const model::RunOutcome& outcome) const override;

 private:
  JunitOptions options_;
};

}  // namespace skua::report
