// `skua config show`, `schema` and `check`. Each returns the exit code.
#pragma once

#include <ostream>

#include "config/load.h"

namespace skua::command {

int ConfigShow(const config::LoadedConfig& loaded, std::ostream& out);

// Of skua.yml, or of what --suite or --report name.
int ConfigSchema(const config::Invocation& invocation, std::ostream& out);

// A wrong configuration does not get here: loading it throws, which is exit code 2.
int ConfigCheck(const config::LoadedConfig& loaded, std::ostream& out);

}  // namespace skua::command
