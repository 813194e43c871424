// What other processes may learn of this one, whose user they share.
#pragma once

#include <string>
#include <vector>

namespace skua::base {

// Lets no process without privileges read this one's memory, descriptors or environment, and
// removes from its environment what by its name is a secret: neither it nor what it starts needs
// any. Returns the secrets, as secret_values.h tells them. To be called first, while there is one
// thread.
std::vector<std::string> KeepSecrets();

}  // namespace skua::base
