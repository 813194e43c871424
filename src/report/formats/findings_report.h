// Findings and behaviour changes at their places in the source: as SARIF 2.1.0 (findings.sarif, for
// code scanning) and as GitLab's code quality report (code-quality.json). Findings are listed as
// long as they exist, also those of modules that this run did not touch: a reader takes what is
// missing from the file for mended.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// `prefix`: from the top of the repository to the project, "" or "services/api/".
std::string RenderSarif(const model::RunOutcome& outcome, const std::string& prefix);
std::string RenderCodeQuality(const model::RunOutcome& outcome, const std::string& prefix);

}  // namespace skua::report
