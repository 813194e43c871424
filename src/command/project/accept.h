// `skua accept`: behaviour changes that are meant. Runs nothing.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "config/config.h"

namespace skua::command {

struct AcceptOptions {
  std::vector<std::string> words;  // modules, files or tests; empty: those that are open are listed
  bool all = false;
};

// Removes the tests of the changes from their files, and the changes from the state. Throws
// base::Error, and changes nothing, when a word names no open change.
int Accept(const config::Config& config, const AcceptOptions& options, std::ostream& out);

}  // namespace skua::command
