// Reads skua.yml as settings. Collects all problems of the file in one pass instead of throwing.
// Knows the table of options and YAML, but not the file system.
#pragma once

#include <string>
#include <vector>

#include "config/option.h"

namespace skua::config {

struct YamlSettings {
  std::vector<Setting> settings;
  std::vector<std::string> problems;  // "skua.yml:12:5: …", in the file's order
};

// `file_name` is used in origins and problems.
YamlSettings ReadYaml(const std::string& text, const std::string& file_name);

}  // namespace skua::config
