// Hides the memory and the environment of this process from other processes of the same user.
#pragma once

#include <string>
#include <vector>

namespace skua::base {

// Forbids processes without privileges to read this process's memory, descriptors and environment,
// and removes variables with secret names from the environment. Returns the secrets, as
// secret_values.h finds them. REQUIRES: the process has one thread.
std::vector<std::string> KeepSecrets();

}  // namespace skua::base
