// Findings and behaviour changes at their places in the source: as SARIF 2.1.0 (findings.sarif, for
// code scanning) and as GitLab's code quality report (code-quality.json). Findings are listed as
// long as they exist, also those of modules that this run did not touch: a reader takes what is
// missing from the file for mended.
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
