// Finds secret values: values under names such as TOKEN or PASSWORD, and random-looking values in
// files that hold credentials. Common values, such as plain words, paths and addresses without a
// password, are not secret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::base {

// Returns whether a variable or setting with this name holds a secret: "GITHUB_TOKEN",
// "db_password".
bool IsSecretName(std::string_view name);

// Returns the secrets in the value of a variable with a secret name: the whole value, or the
// password of an address.
std::vector<std::string> SecretsUnderName(std::string_view value);

// Returns the secrets in a file of credentials or settings: .env, .netrc, INI, JSON, YAML, keys.
std::vector<std::string> SecretsInText(std::string_view text);

}  // namespace skua::base
