// Lines that the project excludes from coverage by its settings for coverage.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace skua::model {

struct CoverageExclusions {
  std::vector<std::string> patterns;  // Python's regular expressions, which may match several lines
  bool with_default = true;           // also excludes what coverage.py excludes by default

  bool operator==(const CoverageExclusions&) const = default;
  // Returns whether the settings differ from coverage.py's default.
  bool empty() const { return patterns.empty() && with_default; }
};

// {"patterns": […], "with_default": true}, for the programs that run in the project's Python.
nlohmann::json ToJson(const CoverageExclusions& exclusions);

}  // namespace skua::model
