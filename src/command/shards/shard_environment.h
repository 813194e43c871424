// Finds this process's part of a run from --shard and the variables by which CI systems number
// machines.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "model/outcome.h"

namespace skua::command {

struct FoundShard {
  model::Shard shard;
  std::string origin;  // "--shard", "CI_NODE_INDEX"
  // A file to touch, which shows that the share was taken; may be empty.
  std::filesystem::path status_file;
};

// `text` is "2/4" (from 1 on); or "auto", for GitLab, CircleCI, Bazel, Slurm or Kubernetes; or
// "auto/4" with the total, for Kubernetes, which only has the index. `environment` returns nullptr
// for an unset variable. Throws base::Error for anything else, such as an index without a total.
FoundShard FindShard(std::string_view text,
                     const std::function<const char*(const char*)>& environment);

}  // namespace skua::command
