// Reads files in the format of Python's configparser, as far as tools' settings use it.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace skua::workspace {

// Values by key (in lower case) by section. Values on several lines are joined by line breaks, with
// each line trimmed.
using IniFile = std::map<std::string, std::map<std::string, std::string>>;

// Ignores lines outside of sections and other invalid lines.
IniFile ParseIni(std::string_view text);

}  // namespace skua::workspace
