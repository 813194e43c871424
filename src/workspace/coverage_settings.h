// The project's settings for coverage.py that decide what is measured: `source`, `include`, `omit`,
// `exclude_lines` and `exclude_also`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/coverage_exclusions.h"

namespace skua::workspace {

struct CoverageSettings {
  std::string file;                 // file in the root with the settings; empty: none
  std::vector<std::string> source;  // folders and importable names; empty: all
  // Globs as in SourceSelection.
  std::vector<std::string> include, omit;
  model::CoverageExclusions exclusions;
};

// Reads the first file that coverage.py would use: .coveragerc, setup.cfg, tox.ini or
// pyproject.toml. Ignores a file that does not parse, since coverage.py reports it.
CoverageSettings ReadCoverageSettings(const std::filesystem::path& root);

}  // namespace skua::workspace
