#include "base/own_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/secret_values.h"

namespace skua::base {

std::vector<std::string> KeepSecrets() {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  std::vector<std::string> names, secrets;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    char* const value = std::strchr(*entry, '=');
    if (value == nullptr || !IsSecretName({*entry, value})) continue;
    names.emplace_back(*entry, value);
    for (std::string& secret : SecretsUnderName(value + 1)) secrets.push_back(std::move(secret));
    // /proc/PID/environ shows this memory.
    std::memset(value + 1, 0, std::strlen(value + 1));
  }
  for (const std::string& name : names) unsetenv(name.c_str());
  return secrets;
}

}  // namespace skua::base
