// The stamp that each of several machines leaves beside its state. By it `skua merge` can tell
// whether the parts that it gets belong together and are complete.
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
  std::string settings;  // hash of the settings in skua.yml and flags that decide how tests are
                         // generated, with the seed
  std::string parts;     // hash of who has what; given equal sources and settings it depends on the
                         // state
  std::vector<Module> modules;  // of all shards, by name
  // The lines that differ from the git ref with which the run was compared, if it was.
  std::optional<workspace::ChangedLines> changed_lines;
};

// The shard that the configuration asks for; absent: this run is the whole. Touches the file that
// the CI system wants touched. Throws base::Error for anything that is no part of a whole.
std::optional<model::Shard> ShardOf(const config::Config& config);

plan::CostOptions CostOptionsOf(const config::Config& config);

// Leaves in survey.plan only the shard's modules. The stamp's run has no number yet.
ShardStamp TakePart(const config::Config& config, const model::Shard& shard, Survey& survey);

// Writes the stamp into the folder of the state. A run of the whole leaves no stamp.
void WriteStamp(const std::filesystem::path& state_folder, const ShardStamp& stamp);
void RemoveStamp(const std::filesystem::path& state_folder);
// Nothing when there is none. Throws base::Error when it cannot be read.
std::optional<ShardStamp> ReadStamp(const std::filesystem::path& state_folder);

}  // namespace skua::command
