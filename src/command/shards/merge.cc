#include "command/shards/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files.h"
#include "campaign/files/test_files.h"
#include "command/reporting/gates.h"
#include "command/reporting/report.h"
#include "command/reporting/report_record.h"
#include "command/shards/merge_parts.h"
#include "report/formats/ci_log.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

void CheckFolders(const config::Config& config) {
  for (const auto& [option, folder] : {std::pair("output.tests", config.output.tests),
                                       std::pair("output.state", config.output.state)}) {
    if (fs::path(folder).is_absolute()) {
      throw base::Error(fmt::format(
          "{} is {}, outside of the project: a shard's folder cannot hold it", option, folder));
    }
  }
}

// Changes to the project's folder of tests.
struct TestChanges {
  std::map<std::string, std::string> writes;  // texts by file
  std::vector<std::string> removals;
};

bool IsEdited(const fs::path& file) {
  const auto text = base::ReadFileIfThere(file);
  return text && !render::IsUnedited(*text);
}

void AddChangesOf(const MergePart& part, const config::Config& config, TestChanges& changes) {
  const campaign::TestFiles theirs(part.folder, config.output.tests);
  const campaign::TestFiles ours(config.project.root, config.output.tests);
  const std::vector<std::string> modules = part.Modules();
  const auto is_of_part = [&](const campaign::TestFiles::Written& written) {
    return std::ranges::binary_search(modules, written.header.module);
  };
  for (const campaign::TestFiles::Written& written : theirs.Unedited()) {
    if (!is_of_part(written)) continue;
    std::string text = base::ReadFile(part.folder / written.file);
    const fs::path target = config.project.root / written.file;
    if (IsEdited(target)) {
      throw base::Error(
          fmt::format("{} was edited here, and {} has another one: give the shards "
                      "the files that are here",
                      written.file, part.Name()));
    }
    changes.writes.emplace(written.file, std::move(text));
  }
  for (const std::string& file : part.outcome.files_written) {
    if (changes.writes.contains(file)) continue;
    throw base::Error(fmt::format(
        "{} wrote {}, which is not in its folder: its tests must be with it", part.Name(), file));
  }
  if (!fs::is_directory(part.folder / config.output.tests)) return;
  for (const campaign::TestFiles::Written& written : ours.Unedited()) {
    if (is_of_part(written) && !changes.writes.contains(written.file)) {
      changes.removals.push_back(written.file);
    }
  }
}

TestChanges TestChangesOf(const std::vector<MergePart>& parts, const config::Config& config) {
  TestChanges changes;
  for (const MergePart& part : parts) AddChangesOf(part, config, changes);
  // Tests of deleted modules are removed.
  const campaign::TestFiles ours(config.project.root, config.output.tests);
  for (const MergePart& part : parts) {
    for (const std::string& file : part.outcome.files_removed) {
      const auto header = ours.HeaderOf(file);
      if (header && header->unedited && !changes.writes.contains(file)) {
        changes.removals.push_back(file);
      }
    }
  }
  return changes;
}

void Apply(const TestChanges& changes, const std::vector<MergePart>& parts,
           const config::Config& config) {
  const campaign::TestFiles ours(config.project.root, config.output.tests);
  ours.RemoveLeftovers();
  for (const MergePart& part : parts) ours.TakeConftest({part.folder, config.output.tests});
  for (const auto& [file, text] : changes.writes) {
    if (base::ReadFileIfThere(config.project.root / file) != text) ours.Write(file, text);
  }
  for (const std::string& file : changes.removals) {
    if (ours.Exists(file)) ours.Remove(file);
  }
}

// Throws if a run ended here after the shards began, since merging would lose it.
void CheckOwnState(state::State& state, const fs::path& folder, const ShardStamp& shards) {
  const int64_t last = state.LastRun();
  if (last < shards.run) return;
  const auto here = ReadStamp(folder);
  const bool is_of_them = last == shards.run && here && here->run == shards.run &&
                          here->sources == shards.sources && here->settings == shards.settings &&
                          here->parts == shards.parts;
  if (is_of_them) return;
  throw base::Error(
      fmt::format("the state in {} knows of run {} already, which is not that of the shards: "
                  "remove it to take theirs instead",
                  folder.string(), last));
}

std::unique_ptr<report::CiLog> Ci(std::ostream& out, const base::Secrets& secrets) {
  return report::DetectCi(
      out, [](const char* name) -> const char* { return std::getenv(name); },
      [] { return static_cast<int64_t>(std::time(nullptr)); }, &secrets);
}

}  // namespace

int Merge(const config::Config& config, const MergeOptions& options,
          const report::ConsoleOptions& console_options, const base::Secrets& secrets,
          std::ostream& out) {
  CheckFolders(config);
  std::vector<unsigned> missing;
  const std::vector<MergePart> parts =
      ReadParts(config, options.folders, options.allow_missing, &missing);
  const ShardStamp& any = parts.front().stamp;
  const TestChanges changes = TestChangesOf(parts, config);

  const fs::path state_folder = config.project.root / config.output.state;
  const state::State::Opened opened = state::State::Open(state_folder);
  state::State& state = *opened.state;
  CheckOwnState(state, state_folder, any);

  report::Console console(out, console_options);
  if (opened.reason) console.Note(*opened.reason);
  if (!console_options.quiet) {
    out << fmt::format("Merged     {} of {} shards: {} modules\n", parts.size(), any.shard.total,
                       any.modules.size());
  }

  // After a kill, the stamp lets another merge do the rest.
  ShardStamp merged = any;
  merged.shard.index = 0;
  WriteStamp(state_folder, merged);
  Apply(changes, parts, config);
  std::vector<state::StatePart> states;
  for (const MergePart& part : parts) states.push_back({part.state.get(), part.Modules()});
  state.Join(any.run, states);

  model::RunOutcome outcome = JoinOutcomes(parts);
  RecordReport(state, any.run, outcome);
  RecallEarlier(state, outcome);
  outcome.failed_gates =
      FailedGates(config, outcome, any.changed_lines ? &*any.changed_lines : nullptr);
  RecordReport(state, any.run, outcome);
  const std::vector<std::string> reports = WriteReports(
      config, outcome, state, secrets, any.changed_lines ? &*any.changed_lines : nullptr);
  console.Close(outcome, {config.output.reports, reports});
  Ci(out, secrets)
      ->Close(outcome, CiViewOf(config, any.changed_lines ? &*any.changed_lines : nullptr));
  return ExitCodeOf(outcome);
}

}  // namespace skua::command
