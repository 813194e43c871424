// `skua completion SHELL`: a script that completes commands, flags and their values, made from the
// tables by which the command line is parsed.
#pragma once

#include <ostream>
#include <string_view>

namespace skua::command {

// REQUIRES: `shell` is one of config::kShells. Returns the exit code.
int Completion(std::string_view shell, std::ostream& out);

}  // namespace skua::command
