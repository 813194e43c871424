// Finds out which part of a run this process has, from --shard and from the variables by which CI
// systems number the machines of a job.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "model/outcome.h"

namespace skua::command {

struct FoundShard {
  model::Shard shard;
  std::string origin;                 // "--shard", "CI_NODE_INDEX"
  std::filesystem::path status_file;  // a file to touch as a sign that the share was taken; may be
                                      // empty
};

// `text` is "2/4" (from 1 on); or "auto", where GitLab, CircleCI, Bazel, Slurm or Kubernetes tell
// it; or "auto/4" with the total, for Kubernetes, which only tells the index. `environment` gives
// nullptr for a variable that is not set. Throws base::Error for anything that is no part of a
// whole, such as an index without a total.
FoundShard FindShard(std::string_view text,
                     const std::function<const char*(const char*)>& environment);

}  // namespace skua::command
