// Shows the settings in force as YAML that can be loaded again, with the origin of each in a
// comment.
#pragma once

#include <string>

#include "config/load.h"

namespace skua::config {

std::string ShowConfig(const LoadedConfig& loaded);

}  // namespace skua::config
