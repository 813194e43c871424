// `skua merge`: joins the shards of a run as if one machine had run it all. Neither the order of
// the folders nor a second merge makes a difference.
#pragma once

#include <filesystem>
#include <ostream>
#include <vector>

#include "base/secrets.h"
#include "config/config.h"
#include "report/console/console.h"

namespace skua::command {

struct MergeOptions {
  std::vector<std::filesystem::path> folders;  // each like the project's folder, with tests and
                                               // state in it
  bool allow_missing = false;
};

// Writes tests, state and reports into the folders of `config`. Returns the exit code: 1 when a
// gate failed. Throws base::Error, before anything is written, when shards are missing (unless
// allowed), do not belong together, or differ from another shard of the same number.
int Merge(const config::Config& config, const MergeOptions& options,
          const report::ConsoleOptions& console, const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
