#include "command/reporting/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "command/reporting/report_record.h"
#include "report/formats/reporter.h"
#include "report/formats/source_view.h"
#include "state/state_folder.h"
#include "workspace/changed_function.h"
#include "workspace/git_base.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// Returns the path from the repository's top to `root`: "services/api/"; empty at the top, and
// without a repository.
std::string PrefixInRepository(const fs::path& root) {
  for (fs::path folder = root;; folder = folder.parent_path()) {
    std::error_code ignored;
    if (fs::exists(folder / ".git", ignored)) {
      const std::string prefix = root.lexically_relative(folder).generic_string();
      return prefix == "." ? "" : prefix + "/";
    }
    if (folder == folder.parent_path()) return "";
  }
}

// Longest wait for git: a page without links is better than a late one.
constexpr base::Duration kGitTime = std::chrono::seconds(1);

constexpr std::size_t kLargestSource = std::size_t{4} << 20;  // bytes

// Returns where CI systems or hosts show the sources, and the changed lines.
report::SourceView SourcesOf(const config::Config& config, const std::string& prefix,
                             const workspace::ChangedLines* changed) {
  const base::SteadyClock clock;
  const auto [remote, commit] =
      workspace::RemoteAndCommitOf(config.project.root, base::Deadline(clock).Within(kGitTime));
  report::SourceView sources;
  sources.url = report::SourceUrl([](const char* name) { return std::getenv(name); },
                                  {remote, commit}, prefix);
  if (changed == nullptr) return sources;
  for (const auto& [path, ranges] : *changed) {
    for (const workspace::LineRange& range : ranges) {
      sources.changed[path].emplace_back(range.first, range.last);
    }
  }
  return sources;
}

report::ReportContext ReportContextOf(const config::Config& config, state::State& state,
                                      const workspace::ChangedLines* changed) {
  report::ReportContext context;
  context.root = config.project.root;
  context.prefix = PrefixInRepository(config.project.root);
  context.folder = config.output.reports;
  context.junit_family = config.reports.junit_family == "xunit2" ? report::JunitFamily::kXunit2
                                                                 : report::JunitFamily::kLegacy;
  context.history = state.History();
  if (std::ranges::find(config.reports.formats, "html") != config.reports.formats.end()) {
    context.sources = SourcesOf(config, context.prefix, changed);
  }
  return context;
}

bool Holds(const fs::path& folder, const fs::path& other) {
  const fs::path inside = other.lexically_normal().lexically_relative(folder.lexically_normal());
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace

report::CiView CiViewOf(const config::Config& config, const workspace::ChangedLines* changed) {
  report::CiView view;
  view.prefix = PrefixInRepository(config.project.root);
  const bool is_inside = !fs::path(config.output.reports).is_absolute();
  view.reports = (is_inside ? view.prefix : "") + config.output.reports;
  view.behaviour_changes_fail = config.on_behaviour_change == "fail";
  if (changed != nullptr) {
    view.is_of_change = [changed](const std::string& path, uint32_t line) {
      const auto ranges = changed->find(path);
      return ranges != changed->end() && workspace::IsWithin(line, ranges->second);
    };
    view.changed_line = [changed, root = config.project.root](const std::string& path,
                                                              uint32_t line) {
      const auto ranges = changed->find(path);
      if (ranges == changed->end()) return line;
      const auto source = base::ReadUntrusted(root / path, kLargestSource);
      return source ? workspace::FirstChangeOf(*source, line, ranges->second) : line;
    };
  }
  return view;
}

std::vector<std::string> WriteReports(const config::Config& config,
                                      const model::RunOutcome& outcome, state::State& state,
                                      const base::Secrets& secrets,
                                      const workspace::ChangedLines* changed) {
  const fs::path folder = config.project.root / config.output.reports;
  const auto reporters =
      report::MakeReporters(config.reports.formats, ReportContextOf(config, state, changed));
  // Tests are committed, even if the folder of reports contains them.
  const bool may_hide = !Holds(folder, config.project.root / config.output.tests);
  std::error_code ignored;
  if (!reporters.empty() && may_hide && !fs::exists(folder, ignored)) state::HideFromGit(folder);
  return report::WriteReports(reporters, outcome, folder, secrets);
}

int Report(const config::Config& config, const base::Secrets& secrets, std::ostream& out) {
  const fs::path folder = config.project.root / config.output.state;
  if (!fs::exists(folder)) {
    throw base::Error(fmt::format("there is no state in {}: do `skua run` first", folder.string()));
  }
  const state::State::Opened opened = state::State::Open(folder, state::State::Access::kRead);
  const model::RunOutcome outcome = RecallLastRun(*opened.state);
  for (const std::string& file : WriteReports(config, outcome, *opened.state, secrets)) {
    out << (fs::path(config.output.reports) / file).generic_string() << '\n';
  }
  return 0;
}

}  // namespace skua::command
