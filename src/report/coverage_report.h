// coverage.xml (Cobertura) and coverage.lcov: the lines of all modules and the branches at them, in
// the form that coverage.py writes and the readers of CI systems accept. In a module that was never
// measured, no line counts as executed.
//
// Lines and branches are counted as coverage.py does, so there are fewer branches than Skua's
// goals: two for each line with a branch, for the whole condition of its statement, and none in
// expressions.
#pragma once

#include <string>
#include <utility>

#include "report/reporter.h"

namespace skua::report {

class CoberturaReport final : public Reporter {
 public:
  // `prefix`: from the top of the repository to the project, "" or "services/api/".
  explicit CoberturaReport(std::string prefix) : prefix_(std::move(prefix)) {}
  std::string_view file_name() const override { return "coverage.xml"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::string prefix_;
};

class LcovReport final : public Reporter {
 public:
  explicit LcovReport(std::string prefix) : prefix_(std::move(prefix)) {}
  std::string_view file_name() const override { return "coverage.lcov"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::string prefix_;
};

}  // namespace skua::report
