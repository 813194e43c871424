#include "workspace/environment_stamp.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/hash.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

// Adds the folder's modification time, which changes when a package is installed or removed.
void AddFolder(const fs::path& folder, std::string& text) {
  struct stat info;
  if (stat(folder.c_str(), &info) != 0) return;
  text += fmt::format("{} {}.{}\n", folder.string(), info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

}  // namespace

std::string EnvironmentStamp(const fs::path& interpreter) {
  std::error_code error;
  std::string text = fs::weakly_canonical(interpreter, error).string() + "\n";
  AddFolder(interpreter, text);
  // A virtual environment has its packages beside the link to its interpreter; packages of the
  // system or of one user are elsewhere.
  const fs::path prefix = interpreter.parent_path().parent_path();
  std::vector<fs::path> libraries = {prefix / "lib"};
  if (prefix == "/usr") libraries.emplace_back("/usr/local/lib");
  if (const char* home = std::getenv("HOME")) libraries.push_back(fs::path(home) / ".local/lib");
  std::vector<fs::path> folders;
  for (const fs::path& library : libraries) {
    for (auto it = fs::directory_iterator(library, error); !error && it != fs::end(it);
         it.increment(error)) {
      if (it->path().filename().string().starts_with("python")) folders.push_back(it->path());
    }
  }
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    AddFolder(folder / "site-packages", text);
    AddFolder(folder / "dist-packages", text);  // Debian's name for it
  }
  return base::HashHex(text);
}

}  // namespace skua::workspace
