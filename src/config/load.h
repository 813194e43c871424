// Loads the configuration: the nearest skua.yml, then the flags, checked against the file system.
// All problems of the file are reported at once.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "config/command_line.h"
#include "config/config.h"

namespace skua::config {

struct LoadedConfig {
  Config config;
  std::optional<std::filesystem::path> file;        // absolute; nullopt: no file
  std::map<std::string_view, std::string> origins;  // by option name; a default has none

  std::string OriginOf(std::string_view option) const;  // "skua.yml:12:5", "--jobs", "default"
};

// The parts of the process's environment that matter.
struct Surroundings {
  std::filesystem::path working_folder;
  bool no_color = false;  // whether NO_COLOR is set and not empty

  // Throws base::Error if the working folder was removed.
  static Surroundings OfThisProcess();
};

// Throws base::Error with one line for each problem: "skua.yml:12:5: …".
LoadedConfig Load(const Invocation& invocation, const Surroundings& surroundings);

}  // namespace skua::config
