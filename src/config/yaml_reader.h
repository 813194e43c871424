// skua.yml as settings: every problem of the file is found in one pass, none is thrown.
// Knows the table of options and YAML; knows nothing of the file system.
#pragma once

#include <string>
#include <vector>

#include "config/option.h"

namespace skua::config {

struct YamlSettings {
  std::vector<Setting> settings;
  std::vector<std::string> problems;  // "skua.yml:12:5: …", in the order of the file
};

// `file_name` is how the file is called in origins and problems.
YamlSettings ReadYaml(const std::string& text, const std::string& file_name);

}  // namespace skua::config
