// Which part of a run this process has: what --shard says, and what CI systems tell each of the
// machines that they start for one job.
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
  std::filesystem::path status_file;  // to be touched, to say that the share is taken; may be empty
};

// `text`: "2/4", 1-based; "auto": GitLab, CircleCI, Bazel, Slurm or Kubernetes say it; "auto/4": of
// so many, for Kubernetes, which tells the index alone. `environment` gives nullptr for what is not
// set. Throws base::Error for all that is no part of a whole: an index without a total, too.
FoundShard FindShard(std::string_view text,
                     const std::function<const char*(const char*)>& environment);

}  // namespace skua::command
