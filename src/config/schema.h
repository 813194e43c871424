// The JSON Schema (draft-07) of skua.yml, for editors and linters; made from the table of options.
#pragma once

#include <string>

namespace skua::config {

std::string JsonSchema();

}  // namespace skua::config
