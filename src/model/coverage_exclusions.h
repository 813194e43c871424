// Lines that the project excludes from coverage by its settings for coverage.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace skua::model {

struct CoverageExclusions {
  std::vector<std::string> patterns;  // Python's regular expressions; each may match several lines
  bool with_default = true;           // what coverage.py excludes without settings is excluded, too

  bool operator==(const CoverageExclusions&) const = default;
  // Returns whether the settings differ from coverage.py's default.
  bool empty() const { return patterns.empty() && with_default; }
};

// {"patterns": […], "with_default": true}, as the programs that run in the project's Python read
// it.
nlohmann::json ToJson(const CoverageExclusions& exclusions);

}  // namespace skua::model
