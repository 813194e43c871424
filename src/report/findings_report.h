// What people should look at, at its place in the source: as SARIF 2.1.0 (findings.sarif, for code
// scanning) and as GitLab's code quality report (code-quality.json). Findings are told as long as
// they are there, also of modules that this run had no reason to touch: what a file leaves out
// counts as mended.
#pragma once

#include <string>
#include <utility>

#include "report/reporter.h"

namespace skua::report {

class SarifReport final : public Reporter {
 public:
  // `prefix`: from the top of the repository to the project, "" or "services/api/".
  explicit SarifReport(std::string prefix) : prefix_(std::move(prefix)) {}
  std::string_view file_name() const override { return "findings.sarif"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::string prefix_;
};

class CodeQualityReport final : public Reporter {
 public:
  explicit CodeQualityReport(std::string prefix) : prefix_(std::move(prefix)) {}
  std::string_view file_name() const override { return "code-quality.json"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::string prefix_;
};

}  // namespace skua::report
