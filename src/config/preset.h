// Presets of `search.preset`: values for several options that apply where neither the file nor a
// flag sets them.
#pragma once

#include <string_view>
#include <vector>

#include "config/option.h"

namespace skua::config {

// Returns no settings for "default". REQUIRES: `preset` is one of the option's choices.
std::vector<Setting> SettingsOf(std::string_view preset);

}  // namespace skua::config
