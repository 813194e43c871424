// The secrets in files that code under test is kept from. What it comes by all the same, as in a
// copy of such a file, is kept out of all outputs by them.
#pragma once

#include <filesystem>
#include <span>

#include "base/secrets.h"

namespace skua::command {

// Adds the secrets in the well-known files of the user's home, in .env files of the folders around
// the project, and in `hidden`: see worker::SecretsIn. Large files and the many are not read.
void AddSecretsOf(const std::filesystem::path& project_root,
                  std::span<const std::filesystem::path> hidden, base::Secrets& secrets);

}  // namespace skua::command
