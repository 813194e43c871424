// The project's modules at a git ref, for `--base REF`, and the commit that is checked out. The
// only user of the git command.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "workspace/changed_lines.h"
#include "workspace/module_finder.h"
#include "workspace/module_scan.h"

namespace skua::workspace {

// `cache`, as ScanModules left it for the working tree, saves reading unchanged files. Throws
// base::Error if git is missing, the root is not in a checkout, or the ref is unknown.
std::vector<SourceModule> ModulesAtRef(const SourceSelection& selection, const std::string& ref,
                                       const Scanner& scanner, const model::ScanCache& cache,
                                       const base::Log& log, const base::Deadline& deadline);

// Returns the changed lines of Python files below `root` in their present version, without files
// that git does not know. Throws like ModulesAtRef.
ChangedLines LinesChangedSince(const std::filesystem::path& root, const std::string& ref,
                               const base::Deadline& deadline);

// Returns the abbreviated name of the commit that is checked out; empty without git or a checkout,
// or if one of these files (relative to the root) differs from it.
std::string CheckedOutCommit(const std::filesystem::path& root,
                             const std::vector<SourceModule>& sources,
                             const base::Deadline& deadline);

// The remote "origin" and the full name of the checked out commit; each may be empty.
struct RemoteAndCommit {
  std::string remote;
  std::string commit;
};
RemoteAndCommit RemoteAndCommitOf(const std::filesystem::path& root,
                                  const base::Deadline& deadline);

}  // namespace skua::workspace
