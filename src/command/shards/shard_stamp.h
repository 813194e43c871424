// The stamp that each of several machines leaves beside its state, by which `skua merge` checks
// that the parts belong together and are complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command/survey/survey.h"
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
    unsigned shard = 0;  // the shard that has the module
    bool operator==(const Module&) const = default;
  };

  std::string version;   // of Skua
  model::Shard shard;    // index 0: all shards, merged
  int64_t run = 0;       // its number in the state
  std::string sources;   // hash of the modules and their code
  std::string settings;  // hash of the seed and of the settings that decide how tests are generated
  // Hash of the division of modules; given equal sources and settings it depends on the state.
  std::string parts;
  std::vector<Module> modules;  // of all shards, by name
  // The lines that differ from the run's git ref, if any.
  std::optional<workspace::ChangedLines> changed_lines;
};

// Returns the shard that the configuration asks for; nullopt: the whole run. Touches the status
// file of the CI system. Throws base::Error if it is not part of a whole.
std::optional<model::Shard> ShardOf(const config::Config& config);

plan::CostOptions CostOptionsOf(const config::Config& config);

// Restricts survey.plan to the shard's modules. The stamp's run has no number yet.
ShardStamp TakePart(const config::Config& config, const model::Shard& shard, Survey& survey);

// Writes the stamp into the folder of the state. A whole run leaves no stamp.
void WriteStamp(const std::filesystem::path& state_folder, const ShardStamp& stamp);
void RemoveStamp(const std::filesystem::path& state_folder);
// Returns nullopt without a stamp. Throws base::Error if it cannot be read.
std::optional<ShardStamp> ReadStamp(const std::filesystem::path& state_folder);

}  // namespace skua::command
