#include "report/formats/markdown_report.h"

#include <fmt/format.h>

#include <vector>

#include "report/outcome/coverage.h"
#include "report/outcome/coverage_split.h"
#include "report/outcome/outcome_json.h"
#include "report/outcome/remark.h"
#include "report/outcome/skipped.h"
#include "report/outcome/text.h"
#include "report/outcome/verdict.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;

constexpr std::size_t kLongestCell = 300;  // bytes in a cell or an item
constexpr std::size_t kRemarksTold = 50;   // remarks of one kind
constexpr std::size_t kRoomForRest = 200;  // bytes for a line that counts omitted entries

// Returns one line of plain text, with markup, table ends and mentions escaped.
std::string Plain(std::string_view text) {
  std::string out;
  for (const char c : FitWidth(OneLine(text), kLongestCell)) {
    if (std::string_view("\\`*_[]|~").find(c) != std::string_view::npos) {
      out += '\\';
      out += c;
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '@') {
      out += "&#64;";
    } else {
      out += c;
    }
  }
  return out;
}

// Returns a line of code, or plain text if a backtick in it would end the code.
std::string Code(std::string_view text) {
  const std::string line = FitWidth(OneLine(text), kLongestCell);
  return line.empty() || line.find('`') != line.npos ? Plain(line) : fmt::format("`{}`", line);
}

std::string Head(const model::RunOutcome& outcome) {
  const RunSummary summary = SummaryOf(outcome);
  std::string text = fmt::format("## Skua: {}\n\n", HeadlineOf(outcome));
  if (outcome.failed_gates) {
    for (const std::string& gate : *outcome.failed_gates) {
      text += fmt::format("- **Failed**: {}\n", Plain(gate));
    }
    if (!outcome.failed_gates->empty()) text += '\n';
  }
  text += fmt::format("{} changed, {} written, branch coverage **{}**",
                      Count(summary.modules_changed, "module"),
                      Count(summary.tests_generated, "test"), Describe(summary.coverage));
  if (summary.behaviour_changes > 0) {
    text += fmt::format(", **{}**", Count(summary.behaviour_changes, "behaviour change"));
  }
  if (summary.findings > 0) text += fmt::format(", **{}**", Count(summary.findings, "finding"));
  text += fmt::format(". {} on {}", FormatDuration(outcome.used), Count(outcome.jobs, "core"));
  if (outcome.budget > base::Duration::zero()) {
    text += fmt::format(", of a budget of {}", FormatDuration(outcome.budget));
  }
  text += ".\n";
  if (const CoverageSplit split = SplitOf(outcome); split.is_known()) {
    text += fmt::format("\nCovered: {}.\n", Describe(split));
  }
  if (outcome.interrupted) text += "\nThe run was interrupted; what was done until then is kept.\n";
  for (const model::Reason& note : outcome.notes) {
    text += fmt::format("\n{} {}\n", model::EntryOf(note.code).id, Plain(Describe(note)));
  }
  return text;
}

std::string PlaceOfRemark(const Remark& remark) {
  return Plain(remark.line == 0 ? remark.path : fmt::format("{}:{}", remark.path, remark.line));
}

std::string RemarkList(const std::vector<Remark>& remarks, bool behaviour_changes) {
  std::string text;
  std::size_t count = 0;
  for (const Remark& remark : remarks) {
    if ((remark.kind == Remark::Kind::kBehaviourChange) != behaviour_changes) continue;
    if (count++ < kRemarksTold) {
      const std::string command = CommandOf(remark);
      text += fmt::format("- {} ({}){}{}\n", Plain(remark.text), PlaceOfRemark(remark),
                          command.empty() ? "" : ", shown by " + Code(command),
                          remark.age.empty() ? "" : ", " + Plain(remark.age));
    }
  }
  if (count == 0) return "";
  if (count > kRemarksTold) text += fmt::format("- and {} more\n", count - kRemarksTold);
  return fmt::format("\n### {}\n\n{}", behaviour_changes ? "Behaviour changes" : "Findings", text);
}

std::string MarkdownRow(const ModuleOutcome& module) {
  std::string notes;
  const auto add = [&](const model::Reason& reason) {
    if (reason.code == model::ReasonCode::kNone) return;
    notes += fmt::format("{}{} {}", notes.empty() ? "" : "; ", model::EntryOf(reason.code).id,
                         Describe(reason));
  };
  add(module.reason);
  for (const model::Reason& note : module.notes) add(note);
  const bool was_run = module.used > base::Duration::zero();
  const std::optional<double> share = MeasuredShare(module);
  const ModuleOutcome& standing = StandingOf(module);
  return fmt::format(
      "| {} | {} | {} | {} | {} | {} | {} | {} |\n", Plain(module.module.name),
      model::NameOf(module.change),
      module.goals.coverage_before ? FormatShare(*module.goals.coverage_before) : "–",
      share ? FormatShare(*share) : "–", Plain(MutationScore(standing)),
      standing.written.suite.size(), was_run ? FormatDuration(module.used) : "–", Plain(notes));
}

}  // namespace

std::string MarkdownSummary(const model::RunOutcome& outcome, std::size_t limit) {
  const std::vector<Remark> remarks = RemarksOfRun(outcome);
  std::string text = Head(outcome);
  for (const std::string& section : {RemarkList(remarks, true), RemarkList(remarks, false)}) {
    if (text.size() + section.size() + kRoomForRest <= limit) text += section;
  }
  std::string table =
      "\n| module | change | before | branches | mutants | tests | time | note |\n"
      "|---|---|---:|---:|---:|---:|---:|---|\n";
  std::size_t told = 0;
  std::size_t left = 0;
  const SkippedModules skipped(outcome);
  for (const ModuleOutcome& module : outcome.modules) {
    if (!IsTold(module) || skipped.Contains(module)) continue;
    const std::string row = MarkdownRow(module);
    if (text.size() + table.size() + row.size() + kRoomForRest > limit) {
      ++left;
    } else {
      table += row;
      ++told;
    }
  }
  if (told > 0) text += table;
  for (const std::string& line : skipped.Lines()) text += fmt::format("\n{}\n", Plain(line));
  if (left > 0) text += fmt::format("\n{} more in report.json.\n", Count(left, "module"));
  return text;
}

}  // namespace skua::report
