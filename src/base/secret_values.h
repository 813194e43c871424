// Which values are secret: those under the names that tokens and passwords have, and what looks
// random in files that hold credentials. Values that may stand anywhere, such as plain words,
// paths and addresses without a password, are none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::base {

// Whether a variable or setting of this name holds a secret: "GITHUB_TOKEN", "db_password".
bool IsSecretName(std::string_view name);

// The secrets in a value that has such a name: itself, or the password of an address.
std::vector<std::string> SecretsUnderName(std::string_view value);

// The secrets in a file of credentials or settings: .env, .netrc, INI, JSON, YAML, keys.
std::vector<std::string> SecretsInText(std::string_view text);

}  // namespace skua::base
