// `skua completion SHELL`: a script that completes commands, flags and their values, made from the
// tables that the command line is parsed by.
#pragma once

#include <ostream>
#include <string_view>

namespace skua::command {

// REQUIRES: `shell` is one of config::kShells. Returns the exit code.
int Completion(std::string_view shell, std::ostream& out);

}  // namespace skua::command
