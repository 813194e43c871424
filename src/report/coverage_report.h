// coverage.xml (Cobertura) and coverage.lcov: the lines of all modules and the branches at them, in
// the form that coverage.py gives them and the readers of CI systems take. Of a module that was
// never measured, none are executed.
//
// Lines and branches are those that coverage.py counts, and fewer than Skua's goals: two a line,
// for a statement's whole condition, and none in expressions.
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
