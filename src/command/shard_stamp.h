// What one machine of several leaves beside its state, so that `skua merge` can tell whether the
// parts that it is given belong together and are all there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "plan/shards.h"
#include "workspace/changed_lines.h"

namespace skua::command {

struct ShardStamp {
  struct Module {
    model::ModuleId module;
    std::string fingerprint;
    model::Change change = model::Change::kNew;
    unsigned shard = 0;  // whose it is
    bool operator==(const Module&) const = default;
  };

  std::string version;  // of Skua
  model::Shard shard;   // index 0: all of them, merged
  int64_t run = 0;      // its number in the state
  std::string sources;  // hash of the modules and their code,
  std::string
      settings;       // of what skua.yml and flags say on how tests are generated, seed included,
  std::string parts;  // and of who has what: of the state, given the same sources and settings
  std::vector<Module> modules;  // of all shards, by name
  // What differs from the git ref that the run was compared with, if it was with one.
  std::optional<workspace::ChangedLines> changed_lines;
};

// As the configuration says; absent: this run is the whole. Touches the file that the CI system
// wants touched. Throws base::Error for what is no part of a whole.
std::optional<model::Shard> ShardOf(const config::Config& config);

plan::CostOptions CostOptionsOf(const config::Config& config);

// Leaves in survey.plan what the shard has. Its run has no number yet.
ShardStamp TakePart(const config::Config& config, const model::Shard& shard, Survey& survey);

// In the folder of the state. A run of the whole leaves none.
void WriteStamp(const std::filesystem::path& state_folder, const ShardStamp& stamp);
void RemoveStamp(const std::filesystem::path& state_folder);
// Nothing when there is none. Throws base::Error when it cannot be read.
std::optional<ShardStamp> ReadStamp(const std::filesystem::path& state_folder);

}  // namespace skua::command
