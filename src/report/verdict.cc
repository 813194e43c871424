#include "report/verdict.h"

#include "report/outcome_json.h"
#include "report/text.h"

namespace skua::report {

std::string_view VerdictOf(const model::RunOutcome& outcome) {
  if (!outcome.failed_gates) return "not judged";
  return outcome.failed_gates->empty() ? "passed" : "failed";
}

std::string GistOf(const model::RunOutcome& outcome) {
  const RunSummary summary = SummaryOf(outcome);
  std::string gist = Count(summary.tests_generated, "test") + " written";
  if (summary.behaviour_changes > 0) {
    gist += ", " + Count(summary.behaviour_changes, "behaviour change");
  }
  if (summary.findings > 0) gist += ", " + Count(summary.findings, "finding");
  return gist;
}

}  // namespace skua::report
