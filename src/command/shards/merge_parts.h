// Reads the shards for `skua merge`, checks that they fit together, and joins their outcomes.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "command/shards/shard_stamp.h"
#include "config/config.h"
#include "model/outcome.h"
#include "state/state.h"

namespace skua::command {

struct MergePart {
  std::filesystem::path folder;  // laid out like the project's folder
  ShardStamp stamp;
  std::unique_ptr<base::ScratchFolder> copy;  // a copy of the state, if it cannot be read in place
  std::unique_ptr<state::State> state;
  model::RunOutcome outcome;
  std::string content;  // hash of its contents

  std::string Name() const;                  // "shard 2 of 4 (shards/2)"
  std::vector<std::string> Modules() const;  // its modules, by name
};

// Reads the shards, sorted by index; a shard given twice counts once. If `allow_missing`, `missing`
// gets missing shards. Throws base::Error for shards that do not make a whole.
std::vector<MergePart> ReadParts(const config::Config& config,
                                 const std::vector<std::filesystem::path>& folders,
                                 bool allow_missing, std::vector<unsigned>* missing);

// Joins outcomes. Modules of missing shards count as interrupted.
model::RunOutcome JoinOutcomes(const std::vector<MergePart>& parts);

}  // namespace skua::command
