#include "command/survey/secret_files.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/secret_values.h"
#include "worker/file_view.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = std::size_t{64} << 10;  // bytes of a file
constexpr std::size_t kMostFiles = 200;
constexpr std::size_t kMostValues = 2000;
constexpr std::size_t kMostInFolder = 50;
constexpr int kFoldersAround = 4;

constexpr const char* kInHome[] = {".env",
                                   ".netrc",
                                   ".git-credentials",
                                   ".npmrc",
                                   ".pypirc",
                                   ".vault-token",
                                   ".ssh",
                                   ".aws",
                                   ".docker",
                                   ".kube",
                                   ".config/gh/hosts.yml",
                                   ".config/gcloud/application_default_credentials.json"};
// The files to read in a folder; in .ssh all but public keys.
struct FolderFiles {
  std::string_view folder;
  std::string_view file;
};
constexpr FolderFiles kFolderFiles[] = {
    {".git", "config"},      {".git", "credentials"},
    {".hg", "hgrc"},         {".aws", "config"},
    {".aws", "credentials"}, {".docker", "config.json"},
    {".kube", "config"},     {".azure", "msal_token_cache.json"},
};
// Files with these endings list settings with example values.
constexpr std::string_view kPatterns[] = {".example", ".sample", ".template", ".dist", ".defaults"};

bool IsPattern(const fs::path& file) {
  const std::string name = file.filename().string();
  return std::ranges::any_of(kPatterns, [&](std::string_view end) { return name.ends_with(end); });
}

bool IsPublic(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".pub") || name.starts_with("known_hosts") || name == "config" ||
         name.starts_with("authorized_keys");
}

class Reading {
 public:
  explicit Reading(base::Secrets& secrets) : secrets_(secrets) {}

  void Read(const fs::path& path) {
    std::error_code missing;
    if (!fs::is_directory(path, missing)) {
      if (!IsPattern(path)) ReadFile(path);
      return;
    }
    const std::string name = path.filename().string();
    for (const auto& [folder, file] : kFolderFiles) {
      if (name == folder) ReadFile(path / file);
    }
    if (name == ".ssh") ReadKeys(path);
    if (!worker::IsSecretByName(name)) ReadAll(path);
  }

 private:
  // Reads all files, since the configuration hides the folder.
  void ReadAll(const fs::path& folder) {
    std::error_code error;
    for (auto it = fs::recursive_directory_iterator(folder, error);
         !error && it != fs::end(it) && files_ < kMostFiles; it.increment(error)) {
      ReadFile(it->path());
    }
  }

  void ReadKeys(const fs::path& folder) {
    std::error_code error;
    std::size_t seen = 0;
    for (auto it = fs::directory_iterator(folder, error);
         !error && it != fs::end(it) && seen < kMostInFolder; it.increment(error), ++seen) {
      if (!IsPublic(it->path())) ReadFile(it->path());
    }
  }

  void ReadFile(const fs::path& file) {
    if (files_ == kMostFiles || values_ == kMostValues) return;
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kLargest) return;
    const auto text = base::ReadUntrusted(file, kLargest);
    if (!text) return;
    ++files_;
    for (const std::string& value : base::SecretsInText(*text)) {
      if (values_ == kMostValues) return;
      secrets_.Add(value);
      ++values_;
    }
  }

  base::Secrets& secrets_;
  std::size_t files_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

void AddSecretsOf(const fs::path& project_root, std::span<const fs::path> hidden,
                  base::Secrets& secrets) {
  Reading reading(secrets);
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    for (const char* file : kInHome) reading.Read(fs::path(home) / file);
  }
  fs::path folder = project_root;
  for (int around = 0; around < kFoldersAround && folder.has_relative_path(); ++around) {
    folder = folder.parent_path();
    for (const char* file : {".env", ".env.local"}) reading.Read(folder / file);
  }
  for (const fs::path& file : hidden) reading.Read(file);
}

}  // namespace skua::command
