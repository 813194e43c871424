// Presets of `search.preset`: values that several options have together where nobody set them.
#pragma once

#include <string_view>
#include <vector>

#include "config/option.h"

namespace skua::config {

// None for "default", whose values are those of the fields. REQUIRES: one of the option's choices.
std::vector<Setting> SettingsOf(std::string_view preset);

}  // namespace skua::config
