#include "command/shards/shard_stamp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "command/shards/shard_environment.h"
#include "config/option.h"
#include "config/option_value.h"
#include "record/place.h"
#include "report/outcome/outcome_json.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using model::Change;
using nlohmann::json;

constexpr const char* kFormat = "skua-shard";
constexpr int kFormatVersion = 1;

fs::path FileIn(const fs::path& state_folder) { return state_folder / "shard.json"; }

std::string HashOfSources(const std::vector<workspace::SourceModule>& sources) {
  std::string text;
  for (const workspace::SourceModule& source : sources) {
    text += fmt::format("{}\n{}\n{}\n", source.module.name, source.module.path,
                        source.scan.fingerprint);
  }
  return base::HashHex(text);
}

// Returns whether an option decides which tests are generated and is the same on all machines,
// unlike folders and cores. Excludes a git ref, which may move meanwhile; its differences show in
// the parts.
bool IsSetting(const config::Option& option) {
  constexpr std::array<std::string_view, 5> kSections = {"budget", "budget.suite_time", "search",
                                                         "oracle", "sandbox"};
  constexpr std::array<std::string_view, 6> kOthers = {"output.style", "output.tests",
                                                       "findings",     "on_behaviour_change",
                                                       "call.all",     "call.changed"};
  return (std::ranges::count(kSections, option.section()) > 0 && option.name != "budget.jobs") ||
         std::ranges::count(kOthers, option.name) > 0;
}

std::string HashOfSettings(const config::Config& config) {
  std::string text;
  for (const config::Option& option : config::Options()) {
    if (!IsSetting(option)) continue;
    text += fmt::format("{}: {}\n", option.name, FormatValue(option, option.get(config)));
  }
  for (const std::string& module : config.call.only) text += fmt::format("only: {}\n", module);
  return base::HashHex(text);
}

std::string HashOfParts(const std::vector<plan::ShardPart>& parts) {
  std::string text;
  for (const plan::ShardPart& part : parts) {
    text += fmt::format("{}\n", part.cost.count());
    for (const auto* modules : {&part.modules, &part.others}) {
      for (const std::string& module : *modules) text += fmt::format(" {}\n", module);
    }
  }
  return base::HashHex(text);
}

constexpr Change kChanges[] = {Change::kNew,       Change::kModified, Change::kAffected,
                               Change::kUnchanged, Change::kDeleted,  Change::kRenamed};

Change ChangeNamed(std::string_view name) {
  const auto found =
      std::ranges::find(kChanges, name, [](Change change) { return NameOf(change); });
  return found == std::end(kChanges) ? Change::kNew : *found;
}

json ToJson(const workspace::ChangedLines& changed) {
  json files = json::object();
  for (const auto& [file, ranges] : changed) {
    json& list = files[file] = json::array();
    for (const workspace::LineRange& range : ranges) list.push_back({range.first, range.last});
  }
  return files;
}

json ToJson(const ShardStamp& stamp) {
  json modules = json::array();
  for (const ShardStamp::Module& module : stamp.modules) {
    modules.push_back({module.module.name, module.module.path, module.fingerprint,
                       model::NameOf(module.change), module.shard});
  }
  json object = {{"format", kFormat},          {"format_version", kFormatVersion},
                 {"version", stamp.version},   {"index", stamp.shard.index},
                 {"total", stamp.shard.total}, {"run", stamp.run},
                 {"sources", stamp.sources},   {"settings", stamp.settings},
                 {"parts", stamp.parts},       {"modules", std::move(modules)}};
  if (stamp.changed_lines) object["changed_lines"] = ToJson(*stamp.changed_lines);
  return object;
}

ShardStamp FromJson(const json& object) {
  if (object.at("format") != kFormat || object.at("format_version") != kFormatVersion) {
    throw base::Error("it is of another version of Skua");
  }
  ShardStamp stamp;
  stamp.version = object.at("version").get<std::string>();
  stamp.shard = {object.at("index").get<unsigned>(), object.at("total").get<unsigned>()};
  stamp.run = object.at("run").get<int64_t>();
  stamp.sources = object.at("sources").get<std::string>();
  stamp.settings = object.at("settings").get<std::string>();
  stamp.parts = object.at("parts").get<std::string>();
  for (const json& module : object.at("modules")) {
    stamp.modules.push_back({{module.at(0).get<std::string>(), module.at(1).get<std::string>()},
                             module.at(2).get<std::string>(),
                             ChangeNamed(module.at(3).get<std::string>()),
                             module.at(4).get<unsigned>()});
  }
  if (object.contains("changed_lines")) {
    workspace::ChangedLines& changed = stamp.changed_lines.emplace();
    for (const auto& [file, ranges] : object.at("changed_lines").items()) {
      for (const json& range : ranges) {
        changed[file].push_back({range.at(0).get<uint32_t>(), range.at(1).get<uint32_t>()});
      }
    }
  }
  return stamp;
}

}  // namespace

std::optional<model::Shard> ShardOf(const config::Config& config) {
  if (config.call.shard.empty()) return std::nullopt;
  const FoundShard found = FindShard(
      config.call.shard, [](const char* name) -> const char* { return std::getenv(name); });
  if (!found.status_file.empty()) base::WriteFileAtomically(found.status_file, "");
  return found.shard;
}

plan::CostOptions CostOptionsOf(const config::Config& config) {
  return {config.budget.minimum, config.budget.total.value_or(base::Duration::zero())};
}

ShardStamp TakePart(const config::Config& config, const model::Shard& shard, Survey& survey) {
  const std::vector<plan::ShardPart> parts =
      plan::Balance(survey.plan, shard.total, CostOptionsOf(config));
  std::map<std::string_view, unsigned> owners;
  for (unsigned i = 0; i < shard.total; ++i) {
    for (const std::string& module : parts[i].modules) owners.emplace(module, i + 1);
    for (const std::string& module : parts[i].others) owners.emplace(module, i + 1);
  }

  ShardStamp stamp;
  stamp.version = SKUA_VERSION;
  stamp.shard = shard;
  stamp.sources = HashOfSources(survey.sources);
  stamp.settings = HashOfSettings(config);
  stamp.parts = HashOfParts(parts);
  for (const auto* modules : {&survey.plan.run, &survey.plan.skipped}) {
    for (const plan::PlannedModule& module : *modules) {
      stamp.modules.push_back(
          {module.module, module.fingerprint, module.change, owners.at(module.module.name)});
    }
  }
  std::ranges::sort(stamp.modules, {}, &ShardStamp::Module::module);
  stamp.changed_lines = survey.changed_lines;
  plan::Restrict(parts[shard.index - 1], survey.plan);
  return stamp;
}

void WriteStamp(const fs::path& state_folder, const ShardStamp& stamp) {
  base::WriteFileAtomically(FileIn(state_folder), report::JsonText(ToJson(stamp)) + "\n");
}

void RemoveStamp(const fs::path& state_folder) {
  std::error_code ignored;
  fs::remove(FileIn(state_folder), ignored);
}

std::optional<ShardStamp> ReadStamp(const fs::path& state_folder) {
  const fs::path file = FileIn(state_folder);
  const auto text = base::ReadFileIfThere(file);
  if (!text) return std::nullopt;
  try {
    return FromJson(record::ParseStored(*text));
  } catch (const std::exception& error) {
    throw base::Error(fmt::format("{} cannot be read: {}", file.string(), error.what()));
  }
}

}  // namespace skua::command
