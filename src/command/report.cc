#include "command/report.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "command/report_record.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// From the top of the repository that holds `root`: "services/api/"; empty at the top, and where
// there is no repository.
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

}  // namespace

report::ReportContext ReportContextOf(const config::Config& config, state::State& state) {
  report::ReportContext context;
  context.root = config.project.root;
  context.prefix = PrefixInRepository(config.project.root);
  context.folder = config.output.reports;
  context.junit_family = config.reports.junit_family == "xunit2" ? report::JunitFamily::kXunit2
                                                                 : report::JunitFamily::kLegacy;
  context.history = state.History();
  return context;
}

report::CiPlaces CiPlacesOf(const config::Config& config) {
  const std::string prefix = PrefixInRepository(config.project.root);
  const bool is_inside = !fs::path(config.output.reports).is_absolute();
  return {prefix, is_inside ? prefix + config.output.reports : config.output.reports};
}

int Report(const config::Config& config, std::ostream& out) {
  const fs::path folder = config.project.root / config.output.state;
  if (!fs::exists(folder)) {
    throw base::Error(fmt::format("there is no state in {}: do `skua run` first", folder.string()));
  }
  const state::State::Opened opened = state::State::Open(folder, state::State::Access::kRead);
  const model::RunOutcome outcome = RecallLastRun(*opened.state);
  const report::ReportContext context = ReportContextOf(config, *opened.state);
  const fs::path target = config.project.root / config.output.reports;
  for (const std::string& file :
       WriteReports(report::MakeReporters(config.reports.formats, context), outcome, target)) {
    out << (fs::path(config.output.reports) / file).generic_string() << '\n';
  }
  return 0;
}

}  // namespace skua::command
