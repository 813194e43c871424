// The project's settings for coverage.py, as far as they say what counts: `source`, `include`,
// `omit`, `exclude_lines` and `exclude_also`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/coverage_exclusions.h"

namespace skua::workspace {

struct CoverageSettings {
  std::string file;                 // in the root, that has them; empty: there are none
  std::vector<std::string> source;  // folders and importable names; empty: all
  // Globs as SourceSelection has them.
  std::vector<std::string> include, omit;
  model::CoverageExclusions exclusions;
};

// Reads the first file that coverage.py would take: .coveragerc, setup.cfg, tox.ini or
// pyproject.toml. A file that does not parse says nothing, since coverage.py will complain of it.
CoverageSettings ReadCoverageSettings(const std::filesystem::path& root);

}  // namespace skua::workspace
