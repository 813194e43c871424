// Reads skua.yml as settings. All problems of the file are found in one pass, and none is thrown.
// It knows the table of options and YAML, but nothing of the file system.
#pragma once

#include <string>
#include <vector>

#include "config/option.h"

namespace skua::config {

struct YamlSettings {
  std::vector<Setting> settings;
  std::vector<std::string> problems;  // "skua.yml:12:5: …", in the order of the file
};

// `file_name` names the file in origins and problems.
YamlSettings ReadYaml(const std::string& text, const std::string& file_name);

}  // namespace skua::config
