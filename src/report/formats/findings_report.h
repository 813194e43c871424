// Findings and behaviour changes at their places in the source: as SARIF 2.1.0 (findings.sarif, for
// code scanning) and as GitLab's code quality report (code-quality.json). Includes findings of
// modules that this run did not touch, since readers take a missing finding for a fixed one.
#pragma once

#include <string>

#include "model/outcome.h"

namespace skua::report {

// `prefix`: path from the repository's top to the project, "" or "services/api/".
std::string RenderSarif(const model::RunOutcome& outcome, const std::string& prefix);
std::string RenderCodeQuality(const model::RunOutcome& outcome, const std::string& prefix);

}  // namespace skua::report
