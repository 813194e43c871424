#include "report/formats/ci_github.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <vector>

#include "report/formats/markdown_report.h"
#include "report/outcome/coverage.h"
#include "report/outcome/outcome_json.h"
#include "report/outcome/remark.h"
#include "report/outcome/text.h"

namespace skua::report {
namespace {

constexpr std::size_t kAnnotations = 10;       // GitHub shows at most 10 of each kind
constexpr std::size_t kLongestMessage = 2000;  // bytes
// GitHub accepts 1 MiB for all summaries of a step.
constexpr std::size_t kSummaryLimit = (1 << 20) - 1024;

std::string Escaped(std::string_view text, std::string_view characters) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || characters.find(c) != std::string_view::npos) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string Annotation(const Remark& remark, const CiView& view) {
  std::string message = remark.text;
  if (!remark.details.empty()) message += "\n" + remark.details;
  if (const std::string command = CommandOf(remark); !command.empty()) {
    message += "\nShown by " + command;
  }
  if (!remark.age.empty()) message += ", " + remark.age;
  const bool is_change = remark.kind == Remark::Kind::kBehaviourChange;
  const bool fails = view.behaviour_changes_fail && is_change;
  const uint32_t line =
      is_change && view.changed_line ? view.changed_line(remark.path, remark.line) : remark.line;
  return fmt::format("::{} file={},line={},title={}::{}\n", fails ? "error" : "warning",
                     GithubProperty(view.prefix + remark.path), std::max(line, 1u),
                     GithubProperty(fmt::format("Skua: {}", TitleOf(remark.kind))),
                     GithubData(XmlText(message, kLongestMessage)));
}

}  // namespace

std::string GithubData(std::string_view text) { return Escaped(text, ""); }
std::string GithubProperty(std::string_view text) { return Escaped(text, ":,"); }

std::string GithubAnnotations(const model::RunOutcome& outcome, const CiView& view) {
  const std::vector<Remark> remarks = RemarksOfRun(outcome);
  std::string text;
  if (outcome.failed_gates) {
    for (const std::string& gate : *outcome.failed_gates) {
      text += fmt::format("::error title=Skua::{}\n", GithubData(gate));
    }
  }
  for (const bool changes : {true, false}) {
    std::size_t count = 0;
    for (const Remark& remark : remarks) {
      if ((remark.kind == Remark::Kind::kBehaviourChange) != changes) continue;
      // Annotations show findings at changed lines; the report shows the others.
      if (!changes && view.is_of_change && !view.is_of_change(remark.path, remark.line)) continue;
      if (count++ < kAnnotations) text += Annotation(remark, view);
    }
    if (count <= kAnnotations) continue;
    text += fmt::format("::notice title=Skua::{} more {} in the report\n", count - kAnnotations,
                        changes ? "behaviour changes" : "findings");
  }
  return text;
}

std::string GithubOutputs(const model::RunOutcome& outcome, const CiView& view,
                          std::string_view delimiter) {
  const RunSummary summary = SummaryOf(outcome);
  const std::optional<double> share = summary.coverage.share();
  return fmt::format(
      "version={}\nmodules-changed={}\ntests-generated={}\nbranch-coverage={}\n"
      "behaviour-changes={}\nfindings={}\nreports<<{}\n{}\n{}\n",
      SKUA_VERSION, summary.modules_changed, summary.tests_generated,
      share ? fmt::format("{:.1f}", *share * 100) : "unknown", summary.behaviour_changes,
      summary.findings, delimiter, view.reports, delimiter);
}

void GithubLog::Begin(std::string_view title) {
  out_ << "::group::" << GithubData(title) << '\n' << std::flush;
}

void GithubLog::End() { out_ << "::endgroup::\n" << std::flush; }

void GithubLog::Close(const model::RunOutcome& outcome, const CiView& view) {
  const bool is_whole = outcome.shard.total == 1;
  if (is_whole) out_ << GithubAnnotations(outcome, view) << std::flush;
  std::random_device random;
  const std::string delimiter =
      fmt::format("end-{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
  Append(output_, GithubOutputs(outcome, view, delimiter));
  if (is_whole) Append(summary_, MarkdownSummary(outcome, kSummaryLimit));
}

// Appends, since other steps write to these files, too.
void GithubLog::Append(const std::filesystem::path& file, std::string_view text) {
  if (file.empty()) return;
  std::ofstream stream(file, std::ios::app | std::ios::binary);
  stream << (secrets_ == nullptr ? std::string(text) : secrets_->Masked(text)) << std::flush;
  if (stream) return;
  out_ << "::warning title=Skua::" << GithubData(file.string() + " cannot be written") << '\n';
}

}  // namespace skua::report
