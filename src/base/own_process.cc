#include "base/own_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace skua::base {
namespace {

constexpr std::string_view kSecretWords[] = {
    "TOKEN",      "SECRET",      "PASSWORD",  "PASSWD",     "CREDENTIAL",  "API_KEY",
    "ACCESS_KEY", "PRIVATE_KEY", "AUTH_SOCK", "PASSPHRASE", "DATABASE_URL"};

bool IsSecret(std::string name) {
  for (char& letter : name) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return std::ranges::any_of(
      kSecretWords, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace

void KeepSecrets() {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  std::vector<std::string> secrets;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    char* const value = std::strchr(*entry, '=');
    if (value == nullptr || !IsSecret(std::string(*entry, value))) continue;
    secrets.emplace_back(*entry, value);
    // The kernel shows this very memory as /proc/PID/environ.
    std::memset(value + 1, 0, std::strlen(value + 1));
  }
  for (const std::string& name : secrets) unsetenv(name.c_str());
}

}  // namespace skua::base
