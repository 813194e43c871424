// The project's modules as they were at a git ref, for `--base REF`, and the commit that is checked
// out. Only user of the git command.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "workspace/changed_lines.h"
#include "workspace/module_finder.h"
#include "workspace/module_scan.h"

namespace skua::workspace {

// `cache`, as ScanModules left it for the working tree, saves reading what is the same in both.
// Throws base::Error when git is missing, the root is in no checkout, or the ref is unknown.
std::vector<SourceModule> ModulesAtRef(const SourceSelection& selection, const std::string& ref,
                                       const Scanner& scanner, const model::ScanCache& cache,
                                       const base::Log& log, const base::Deadline& deadline);

// The changed lines of Python files below `root`, as the files are now; files that git does not
// know are left out. Throws as above.
ChangedLines LinesChangedSince(const std::filesystem::path& root, const std::string& ref,
                               const base::Deadline& deadline);

// The abbreviated name of the commit that is checked out; empty where there is no git or checkout,
// or one of these files (relative to the root) differs from it.
std::string CheckedOutCommit(const std::filesystem::path& root,
                             const std::vector<SourceModule>& sources,
                             const base::Deadline& deadline);

// The remote "origin" and the full name of the commit that is checked out; each empty where there
// is none.
struct RemoteAndCommit {
  std::string remote;
  std::string commit;
};
RemoteAndCommit RemoteAndCommitOf(const std::filesystem::path& root,
                                  const base::Deadline& deadline);

}  // namespace skua::workspace
