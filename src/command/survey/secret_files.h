// The secrets in files that are hidden from code under test. Outputs mask them, as the code may
// find copies.
#pragma once

#include <filesystem>
#include <span>

#include "base/secrets.h"

namespace skua::command {

// Adds the secrets in the well-known files of the user's home, in .env files of the folders around
// the project, and in `hidden`: see worker::SecretsIn. Skips large files, and stops after many.
void AddSecretsOf(const std::filesystem::path& project_root,
                  std::span<const std::filesystem::path> hidden, base::Secrets& secrets);

}  // namespace skua::command
