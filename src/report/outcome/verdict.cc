#include "report/outcome/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/outcome/coverage.h"
#include "report/outcome/outcome_json.h"
#include "report/outcome/text.h"
#include "report/outcome/wording.h"

namespace skua::report {

std::string_view VerdictOf(const model::RunOutcome& outcome) {
  if (!outcome.failed_gates) return "not judged";
  return outcome.failed_gates->empty() ? "passed" : "failed";
}

std::string_view HeadlineOf(const model::RunOutcome& outcome) {
  const std::string_view verdict = VerdictOf(outcome);
  if (verdict != "passed") return verdict;
  const Coverage coverage = CoverageOf(outcome);
  if (coverage.modules > 0 && coverage.measured() == 0) return "nothing tested";
  const auto is_wrong = [](const model::Reason& note) {
    return model::EntryOf(note.code).is_error;
  };
  const bool asks = std::ranges::any_of(outcome.modules, IsTroubled) ||
                    std::ranges::any_of(outcome.pairs, IsTroubled) ||
                    std::ranges::any_of(outcome.notes, is_wrong);
  return asks ? "to review" : verdict;
}

std::string GistOf(const model::RunOutcome& outcome) {
  const RunSummary summary = SummaryOf(outcome);
  std::string gist = Count(summary.tests_generated, "test") + " written";
  if (summary.tests_kept > 0) gist += fmt::format(", {} kept", summary.tests_kept);
  if (summary.behaviour_changes > 0) {
    gist += ", " + Count(summary.behaviour_changes, "behaviour change");
  }
  if (summary.findings > 0) gist += ", " + Count(summary.findings, "finding");
  return gist;
}

}  // namespace skua::report
