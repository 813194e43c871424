// `skua merge`: joins the shards of a run as if one machine had run it all. The result does not
// depend on the order of folders, and a second merge changes nothing.
#pragma once

#include <filesystem>
#include <ostream>
#include <vector>

#include "base/secrets.h"
#include "config/config.h"
#include "report/console/console.h"

namespace skua::command {

struct MergeOptions {
  // Each laid out like the project's folder, with tests and state.
  std::vector<std::filesystem::path> folders;
  bool allow_missing = false;
};

// Writes tests, state and reports into the folders of `config`. Returns the exit code: 1 if a gate
// failed. Throws base::Error, before writing anything, if shards are missing (unless allowed), do
// not belong together, or two differ with the same number.
int Merge(const config::Config& config, const MergeOptions& options,
          const report::ConsoleOptions& console, const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
