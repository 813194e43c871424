#include "base/secret_values.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace skua::base {
namespace {

constexpr std::string_view kSecretWords[] = {
    "TOKEN",      "SECRET",    "PASSWORD",   "PASSWD",       "CREDENTIAL", "API_KEY", "APIKEY",
    "ACCESS_KEY", "AUTH_SOCK", "PASSPHRASE", "DATABASE_URL", "_KEY",       "JWT"};
constexpr std::string_view kPlaceholders[] = {"CHANGEME",    "CHANGE-ME", "CHANGE_ME", "EXAMPLE",
                                              "PLACEHOLDER", "YOUR-",     "YOUR_",     "REPLACE"};
constexpr std::string_view kSpace = " \t\r";
constexpr std::size_t kShortest = 8;         // bytes, for a value with a secret name
constexpr std::size_t kShortestPhrase = 16;  // bytes, for letters alone or digits alone
constexpr std::size_t kShortestRandom = 20;  // bytes, for a value without a name
constexpr std::size_t kLongest = 4096;

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string InCapitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) {
    if (IsLower(c)) c = static_cast<char>(c - 'a' + 'A');
    if (c == '-' || c == '.') c = '_';
  }
  return capitals;
}

std::string_view Trimmed(std::string_view text, std::string_view letters) {
  const std::size_t begin = text.find_first_not_of(letters);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(letters) + 1 - begin);
}

bool IsPath(std::string_view value) {
  if (!value.starts_with('/')) return value.starts_with("./") || value.starts_with("~/");
  std::error_code ignored;
  const std::filesystem::path path(value);
  return std::filesystem::exists(path, ignored) ||
         (path.has_parent_path() && path.parent_path() != "/" &&
          std::filesystem::exists(path.parent_path(), ignored));
}

std::size_t Distinct(std::string_view value) {
  return std::set<char>(value.begin(), value.end()).size();
}

bool IsPlaceholder(std::string_view value) {
  if (value.starts_with('$') || value.starts_with('<') || value.starts_with('{')) return true;
  std::string capitals(value);
  for (char& c : capitals) {
    if (IsLower(c)) c = static_cast<char>(c - 'a' + 'A');
  }
  return std::ranges::any_of(kPlaceholders, [&](std::string_view word) {
    return capitals.find(word) != std::string::npos;
  });
}

// Returns whether a value with a secret name is unusual enough to be searched for in texts.
bool IsTelling(std::string_view value) {
  if (value.size() < kShortest || value.size() > kLongest) return false;
  if (Distinct(value) < 5 || IsPath(value) || IsPlaceholder(value)) return false;
  const bool is_word = std::ranges::all_of(value, [](char c) { return IsLower(c) || IsUpper(c); });
  const bool is_number = std::ranges::all_of(value, [](char c) { return IsDigit(c) || c == '.'; });
  return (!is_word && !is_number) || value.size() >= kShortestPhrase;
}

bool LooksRandom(std::string_view value) {
  if (value.size() < kShortestRandom || !IsTelling(value)) return false;
  const bool is_one_word = std::ranges::all_of(value, [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) ||
           std::string_view("+/=_-.~").find(c) != std::string_view::npos;
  });
  const bool has_lower = std::ranges::any_of(value, IsLower);
  const bool has_upper = std::ranges::any_of(value, IsUpper);
  const auto digits = std::ranges::count_if(value, IsDigit);
  return is_one_word && (has_lower || has_upper) && Distinct(value) >= 10 &&
         digits >= (has_lower && has_upper ? 2 : 3);
}

// Returns the password in "scheme://user:password@host", or an empty string.
std::string_view PasswordIn(std::string_view text) {
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos) return {};
  std::string_view address = text.substr(scheme + 3);
  address = address.substr(0, address.find_first_of("/?# \t\"'"));
  const std::size_t host = address.rfind('@');
  const std::size_t password = address.find(':');
  if (host == std::string_view::npos || password >= host) return {};
  return address.substr(password + 1, host - password - 1);
}

void AddIf(bool is_secret, std::string_view value, std::vector<std::string>& secrets) {
  if (is_secret) secrets.emplace_back(value);
}

// Finds "password x" of .netrc anywhere in the line.
void AddFromNetrc(std::string_view line, std::vector<std::string>& secrets) {
  constexpr std::string_view kPassword = "password ";
  const std::size_t at = line.find(kPassword);
  if (at == std::string_view::npos || (at > 0 && kSpace.find(line[at - 1]) == kSpace.npos)) return;
  const std::string_view rest = Trimmed(line.substr(at + kPassword.size()), kSpace);
  const std::string_view value = rest.substr(0, rest.find_first_of(kSpace));
  AddIf(IsTelling(value), value, secrets);
}

void AddFromLine(std::string_view line, std::vector<std::string>& secrets) {
  constexpr std::string_view kAround = " \t\r\"',";
  const std::string_view password = PasswordIn(line);
  AddIf(IsTelling(password), password, secrets);
  AddFromNetrc(line, secrets);
  // A name may hold colons: //registry.example.org/:_authToken=…
  std::size_t sign = line.find('=');
  if (sign == std::string_view::npos) sign = line.find(':');
  if (sign != std::string_view::npos && IsSecretName(Trimmed(line.substr(0, sign), kAround))) {
    for (std::string& value : SecretsUnderName(Trimmed(line.substr(sign + 1), kAround))) {
      secrets.push_back(std::move(value));
    }
  }
  const std::string_view value = sign == std::string_view::npos ? line : line.substr(sign + 1);
  for (std::string_view rest = value; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(" \t\r\"',;:{}[]"), rest.size());
    AddIf(LooksRandom(rest.substr(0, end)), rest.substr(0, end), secrets);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

bool IsSecretName(std::string_view name) {
  const std::string capitals = InCapitals(name);
  return std::ranges::any_of(kSecretWords, [&](std::string_view word) {
    return capitals.find(word) != std::string::npos;
  });
}

std::vector<std::string> SecretsUnderName(std::string_view value) {
  const bool is_address = value.find("://") != std::string_view::npos;
  const std::string_view secret = is_address ? PasswordIn(value) : value;
  if (!IsTelling(secret)) return {};
  return {std::string(secret)};
}

std::vector<std::string> SecretsInText(std::string_view text) {
  std::vector<std::string> secrets;
  const std::string_view whole = Trimmed(text, " \t\r\n");
  // A file that consists of one word is a secret.
  const bool is_word = whole.find_first_of(" \t\r\n=:") == std::string_view::npos;
  AddIf(is_word && IsTelling(whole), whole, secrets);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trimmed(text.substr(0, end), kSpace);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with('#') && !line.starts_with(';')) AddFromLine(line, secrets);
  }
  return secrets;
}

}  // namespace skua::base
