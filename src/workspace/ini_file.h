// Reads files in the format of Python's configparser, as far as settings of tools use it.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace skua::workspace {

// Values by key (in lower case) by section. The lines of a value that goes over several lines are
// joined by line breaks, without what surrounds them.
using IniFile = std::map<std::string, std::map<std::string, std::string>>;

// Reads what it can: lines that are no part of a section are passed over.
IniFile ParseIni(std::string_view text);

}  // namespace skua::workspace
