// `skua config show`, `schema` and `check`. Each returns the exit code.
#pragma once

#include <ostream>

#include "config/load.h"

namespace skua::command {

int ConfigShow(const config::LoadedConfig& loaded, std::ostream& out);

// Prints the schema of skua.yml, or of suites (--suite) or reports (--report).
int ConfigSchema(const config::Invocation& invocation, std::ostream& out);

// Reports that the configuration is valid. For an invalid one loading throws, with exit code 2.
int ConfigCheck(const config::LoadedConfig& loaded, std::ostream& out);

}  // namespace skua::command
