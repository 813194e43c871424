#include "command/shards/merge_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "command/reporting/report_record.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using model::ModuleOutcome;
using model::RunOutcome;

std::string HashOfContent(state::State& state) {
  std::string text;
  for (const state::StoredReport& report : state.ReportsOfLastRun()) {
    text += fmt::format("{}\n{}\n", report.module, report.json);
  }
  return base::HashHex(text);
}

bool IsSame(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

// Reads a folder; nullopt without a shard in it.
std::optional<MergePart> ReadPart(const config::Config& config, const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw base::Error(fmt::format("there is no folder {}", folder.string()));
  }
  const fs::path state_folder = folder / config.output.state;
  auto stamp = ReadStamp(state_folder);
  if (!stamp) return std::nullopt;
  if (stamp->shard.index == 0) {
    throw base::Error(
        fmt::format("{} holds shards that are merged already, not one of them", folder.string()));
  }
  MergePart part{folder, *std::move(stamp), nullptr, nullptr, {}, {}};
  fs::path from = state_folder;
  if (IsSame(state_folder, config.project.root / config.output.state)) {
    part.copy = std::make_unique<base::ScratchFolder>();
    from = part.copy->path();
    fs::copy_file(state_folder / "state.db", from / "state.db");
  }
  state::State::Opened opened = state::State::Open(from, state::State::Access::kRead);
  if (opened.reason) {
    throw base::Error(fmt::format("the state of {} cannot be read: {}: {}", part.Name(),
                                  model::EntryOf(opened.reason->code).title,
                                  opened.reason->detail));
  }
  part.state = std::move(opened.state);
  if (part.state->LastRun() != part.stamp.run) {
    throw base::Error(
        fmt::format("the state of {} does not hold run {}, which it says it is of: was the file "
                    "state.db left out?",
                    part.Name(), part.stamp.run));
  }
  part.outcome = RecallLastRun(*part.state);
  part.content = HashOfContent(*part.state);
  return part;
}

// Throws if two shards cannot be parts of one run.
void CheckTogether(const MergePart& a, const MergePart& b) {
  const ShardStamp& one = a.stamp;
  const ShardStamp& other = b.stamp;
  const auto refuse = [&](std::string_view why) {
    throw base::Error(fmt::format("{} and {} do not belong together: {}", a.Name(), b.Name(), why));
  };
  if (one.version != other.version) {
    refuse(fmt::format("Skua {} made the one and {} the other", one.version, other.version));
  }
  if (one.shard.total != other.shard.total) refuse("they are not of the same number of shards");
  if (one.sources != other.sources) refuse("they were made from different sources");
  if (one.settings != other.settings) {
    refuse("their budget, seed or other settings differ");
  }
  if (one.parts != other.parts || one.run != other.run || one.modules != other.modules) {
    refuse("they began with different states; give all shards the same one, or none");
  }
}

std::string MissingText(const std::vector<unsigned>& missing, unsigned total) {
  return fmt::format("shard{} {} of {} {} missing", missing.size() == 1 ? "" : "s",
                     fmt::join(missing, ", "), total, missing.size() == 1 ? "is" : "are");
}

void AddMissing(const std::vector<MergePart>& parts, RunOutcome& outcome) {
  std::set<unsigned> present;
  for (const MergePart& part : parts) present.insert(part.stamp.shard.index);
  for (const ShardStamp::Module& module : parts.front().stamp.modules) {
    if (present.contains(module.shard)) continue;
    ModuleOutcome& passed_over = outcome.modules.emplace_back();
    passed_over.module = module.module;
    passed_over.fingerprint = module.fingerprint;
    passed_over.change = module.change;
    passed_over.reason = {model::ReasonCode::kInterrupted,
                          MissingText({module.shard}, parts.front().stamp.shard.total)};
  }
}

template <typename T>
void SortUnique(std::vector<T>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

std::string MergePart::Name() const {
  return fmt::format("shard {} of {} ({})", stamp.shard.index, stamp.shard.total, folder.string());
}

std::vector<std::string> MergePart::Modules() const {
  std::vector<std::string> names;
  for (const ShardStamp::Module& module : stamp.modules) {
    if (module.shard == stamp.shard.index) names.push_back(module.module.name);
  }
  return names;
}

std::vector<MergePart> ReadParts(const config::Config& config, const std::vector<fs::path>& folders,
                                 bool allow_missing, std::vector<unsigned>* missing) {
  std::vector<MergePart> parts;
  for (const fs::path& folder : folders) {
    auto part = ReadPart(config, folder);
    if (!part && allow_missing) continue;
    if (!part) {
      throw base::Error(
          fmt::format("{} holds no shard: {} is not there", folder.string(),
                      (fs::path(config.output.state) / "shard.json").generic_string()));
    }
    if (!parts.empty()) CheckTogether(parts.front(), *part);
    const auto same = std::ranges::find(parts, part->stamp.shard.index,
                                        [](const MergePart& p) { return p.stamp.shard.index; });
    if (same == parts.end()) {
      parts.push_back(*std::move(part));
    } else if (same->content != part->content) {
      throw base::Error(
          fmt::format("{} and {} have the same number and differ: pass only one of them",
                      same->Name(), part->folder.string()));
    }
  }
  if (parts.empty()) throw base::Error("none of the folders holds a shard");
  std::ranges::sort(parts, {}, [](const MergePart& part) { return part.stamp.shard.index; });
  const unsigned total = parts.front().stamp.shard.total;
  auto next = parts.begin();
  for (unsigned index = 1; index <= total; ++index) {
    if (next != parts.end() && next->stamp.shard.index == index) {
      ++next;
    } else {
      missing->push_back(index);
    }
  }
  if (!missing->empty() && !allow_missing) {
    throw base::Error(
        fmt::format("{}; --allow-missing merges the others", MissingText(*missing, total)));
  }
  return parts;
}

RunOutcome JoinOutcomes(const std::vector<MergePart>& parts) {
  RunOutcome joined;
  joined.started_unix_seconds = parts.front().outcome.started_unix_seconds;
  joined.jobs = 0;
  for (const MergePart& part : parts) {
    const RunOutcome& outcome = part.outcome;
    joined.modules.insert(joined.modules.end(), outcome.modules.begin(), outcome.modules.end());
    for (const model::Reason& note : outcome.notes) {
      const bool is_known = std::ranges::any_of(joined.notes, [&](const model::Reason& known) {
        return known.code == note.code && known.detail == note.detail;
      });
      if (!is_known) joined.notes.push_back(note);
    }
    // Keeps the weakest sandbox of all shards.
    if (outcome.sandbox && (!joined.sandbox || outcome.sandbox->grade < joined.sandbox->grade)) {
      joined.sandbox = outcome.sandbox;
    }
    joined.budget = std::max(joined.budget, outcome.budget);
    joined.used = std::max(joined.used, outcome.used);
    for (model::Slice slice : outcome.timeline) {
      slice.job += joined.jobs;  // each machine counts its jobs from 0
      joined.timeline.push_back(std::move(slice));
    }
    joined.jobs += outcome.jobs;
    joined.interrupted |= outcome.interrupted;
    joined.started_unix_seconds =
        std::min(joined.started_unix_seconds, outcome.started_unix_seconds);
    std::ranges::copy(outcome.files_written, std::back_inserter(joined.files_written));
    std::ranges::copy(outcome.files_removed, std::back_inserter(joined.files_removed));
  }
  AddMissing(parts, joined);
  std::ranges::sort(joined.modules, {}, &ModuleOutcome::module);
  std::ranges::stable_sort(joined.timeline, {}, &model::Slice::start);
  SortUnique(joined.files_written);
  SortUnique(joined.files_removed);
  return joined;
}

}  // namespace skua::command
