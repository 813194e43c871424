// The shards for `skua merge`: reads them, checks them against each other, and joins their
// outcomes.
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
  std::unique_ptr<base::ScratchFolder>
      copy;  // a copy from which `state` is read, if it cannot be read in place
  std::unique_ptr<state::State> state;
  model::RunOutcome outcome;
  std::string content;  // hash of its contents

  std::string Name() const;                  // "shard 2 of 4 (shards/2)"
  std::vector<std::string> Modules() const;  // the modules that it had, by name
};

// Reads the shards, sorted by index; the same shard given twice counts once. Missing shards are
// listed in `missing` when that is allowed. Throws base::Error for shards that do not make a whole.
std::vector<MergePart> ReadParts(const config::Config& config,
                                 const std::vector<std::filesystem::path>& folders,
                                 bool allow_missing, std::vector<unsigned>* missing);

// Joins outcomes. Modules of missing shards count as interrupted.
model::RunOutcome JoinOutcomes(const std::vector<MergePart>& parts);

}  // namespace skua::command
