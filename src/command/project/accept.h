// `skua accept`: accepts intended behaviour changes. Runs nothing.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "config/config.h"

namespace skua::command {

struct AcceptOptions {
  std::vector<std::string> words;  // modules, files or tests; empty: lists open changes
  bool all = false;
};

// Removes the tests of the changes from their files, and the changes from the state. Throws
// base::Error, and changes nothing, if a word names no open change.
int Accept(const config::Config& config, const AcceptOptions& options, std::ostream& out);

}  // namespace skua::command
