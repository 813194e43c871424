#include "report/run_table.h"

#include <fmt/format.h>

#include "report/skipped.h"
#include "report/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;
using model::Reason;

bool IsTold(const ModuleOutcome& module) {
  if (IsTroubled(module) || !module.notes.empty()) return true;
  return module.change != model::Change::kDeleted &&
         module.reason.code != model::ReasonCode::kUnchanged;
}

// "71 → 96 %"
std::string BranchesOf(const ModuleOutcome& module) {
  if (module.covered.empty() && module.goals == 0) return "–";
  const std::string after = FormatShare(module.coverage_after());
  if (!module.coverage_before) return after;
  const std::string before = FormatShare(*module.coverage_before);
  return before.substr(0, before.find(' ')) + " → " + after;
}

// In a log the table has no limit, but a message may be pages long.
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
               {"mutants", true, 7},  // 7: how many of how many, of a hundred
               {"tests", true},
               {"time", true},
               {"note", false, 11}});  // 11: the code is never cut
  const SkippedModules skipped(outcome);
  for (const ModuleOutcome& module : outcome.modules) {
    if (!IsTold(module) || skipped.Contains(module)) continue;
    const bool was_run = module.used > base::Duration::zero();
    // What stays in place is what there is now.
    const bool kept = module.reason.code == model::ReasonCode::kNoGain && module.earlier;
    const ModuleOutcome& standing = kept ? *module.earlier : module;
    table.Add({{OneLine(module.module.name)},
               {std::string(model::NameOf(module.change))},
               {BranchesOf(module)},
               {MutationScore(standing)},
               {standing.suite.empty() && !was_run ? "–" : std::to_string(standing.suite.size())},
               {was_run ? FormatDuration(module.used) : "–"},
               NotesOf(module)});
  }
  return table.empty() ? "" : table.Render(options.width, options.color);
}

}  // namespace skua::report
