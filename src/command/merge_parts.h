// The shards that `skua merge` is given: read, checked against each other, and their outcomes
// joined.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "command/shard_stamp.h"
#include "config/config.h"
#include "model/outcome.h"
#include "state/state.h"

namespace skua::command {

struct MergePart {
  std::filesystem::path folder;  // as the project's
  ShardStamp stamp;
  std::unique_ptr<base::ScratchFolder>
      copy;  // that `state` is read from, if it must not be in place
  std::unique_ptr<state::State> state;
  model::RunOutcome outcome;
  std::string content;  // hash of what it found

  std::string Name() const;                  // "shard 2 of 4 (shards/2)"
  std::vector<std::string> Modules() const;  // its own, by name
};

// By their index, each once: the same one may be given twice. What is missing is told in `missing`
// when that is allowed. Throws base::Error for what does not make a whole.
std::vector<MergePart> ReadParts(const config::Config& config,
                                 const std::vector<std::filesystem::path>& folders,
                                 bool allow_missing, std::vector<unsigned>* missing);

// Modules of shards that are missing are told as interrupted.
model::RunOutcome JoinOutcomes(const std::vector<MergePart>& parts);

}  // namespace skua::command
