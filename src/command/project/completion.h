// `skua completion SHELL`: a script that asks the binary, by the hidden command __complete, for
// candidates at the cursor. They come from the tables by which the command line is parsed.
#pragma once

#include <ostream>
#include <string_view>
#include <vector>

namespace skua::command {

inline constexpr std::string_view kComplete = "__complete";

// Both return the exit code. REQUIRES: `shell` is one of config::kShells.
int Completion(std::string_view shell, std::ostream& out);
// `words` follow "skua", up to the one at the cursor, which may be empty.
int Complete(std::vector<std::string_view> words, std::ostream& out);

}  // namespace skua::command
