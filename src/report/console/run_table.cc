#include "report/console/run_table.h"

#include <fmt/format.h>

#include "report/outcome/coverage.h"
#include "report/outcome/skipped.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;
using model::Reason;

// Coverage before and after: "71 → 96 %".
std::string BranchesOf(const ModuleOutcome& module) {
  const std::optional<double> share = MeasuredShare(module);
  if (!share && !module.goals.coverage_before) return "–";
  const std::string after = share ? FormatShare(*share) : "–";
  if (!module.goals.coverage_before) return after;
  const std::string before = FormatShare(*module.goals.coverage_before);
  return before.substr(0, before.find(' ')) + " → " + after;
}

// A table in a log has no limit, but a message may be pages long.
constexpr std::size_t kLongestNote = 300;

std::string NoteOf(const Reason& reason) {
  return fmt::format("{} {}", model::EntryOf(reason.code).id,
                     FitWidth(OneLine(Describe(reason)), kLongestNote));
}

Cell NotesOf(const ModuleOutcome& module) {
  std::string text;
  const auto add = [&](const std::string& note) { text += (text.empty() ? "" : "; ") + note; };
  if (module.reason.code != model::ReasonCode::kNone) add(NoteOf(module.reason));
  if (const std::size_t changes = module.behaviour_changes.size(); changes > 0) {
    add(fmt::format("{} behaviour change{}", changes, changes == 1 ? "" : "s"));
  }
  if (!module.findings.empty()) {
    add(fmt::format("{} finding{}", module.findings.size(),
                    module.findings.size() == 1 ? "" : "s"));
  }
  for (const Reason& note : module.notes) add(NoteOf(note));
  const bool is_error =
      module.reason.code != model::ReasonCode::kNone && model::EntryOf(module.reason.code).is_error;
  return {text, is_error ? Style::kRed : text.empty() ? Style::kPlain : Style::kYellow};
}

}  // namespace

std::string RunTable(const model::RunOutcome& outcome, const ConsoleOptions& options) {
  Table table({{"module", false, 16, Cut::kStart},
               {"change"},
               {"branches", true},
               {"mutants", true, 7},  // 7: fits two numbers up to a hundred
               {"tests", true},
               {"time", true},
               {"note", false, 11}});  // 11: fits the reason's code
  const SkippedModules skipped(outcome);
  for (const ModuleOutcome& module : outcome.modules) {
    if (!IsTold(module) || skipped.Contains(module)) continue;
    const bool was_run = module.used > base::Duration::zero();
    const ModuleOutcome& standing = StandingOf(module);
    table.Add({{OneLine(module.module.name)},
               {std::string(model::NameOf(module.change))},
               {BranchesOf(module)},
               {MutationScore(standing)},
               {standing.written.suite.empty() && !was_run
                    ? "–"
                    : std::to_string(standing.written.suite.size())},
               {was_run ? FormatDuration(module.used) : "–"},
               NotesOf(module)});
  }
  return table.empty() ? "" : table.Render(options.width, options.color);
}

std::string PairTable(const model::RunOutcome& outcome, const ConsoleOptions& options) {
  Table table({{"caller -> callee", false, 16, Cut::kStart},
               {"change"},
               {"coupled", true},  // covered coupled branches of all
               {"mutants", true, 7},
               {"tests", true},
               {"time", true},
               {"note", false, 11}});
  for (const ModuleOutcome& pair : outcome.pairs) {
    const bool was_run = pair.used > base::Duration::zero();
    if (!was_run && pair.reason.code == model::ReasonCode::kUnchanged) continue;
    const model::GoalCoverage& goals = pair.goals;
    table.Add(
        {{OneLine(pair.module.name)},
         {std::string(model::NameOf(pair.change))},
         {goals.covered.empty() ? "–"
                                : fmt::format("{} of {}", goals.covered_count(), goals.count)},
         {MutationScore(pair)},
         {pair.written.suite.empty() && !was_run ? "–" : std::to_string(pair.written.suite.size())},
         {was_run ? FormatDuration(pair.used) : "–"},
         NotesOf(pair)});
  }
  return table.empty() ? "" : table.Render(options.width, options.color);
}

}  // namespace skua::report
