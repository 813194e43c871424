#include "workspace/source_paths.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sstream>
#include <vector>

#include "base/files.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kSourceFolders = {"src",     "lib",    "source",
                                                            "sources", "python", "py"};
constexpr std::array<std::string_view, 6> kScriptFolders = {"bin",       "ci",      "data",
                                                            "notebooks", "scripts", "tools"};
constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

constexpr std::size_t kMostRead = 4 << 20;  // bytes of a file

// Adds the first name in each `import a.b` and `from a.b import c` of a file.
void AddImportedTops(const fs::path& file, std::set<std::string>& tops) {
  // A file that does not exist, or is too long, names no package.
  std::error_code ignored;
  std::istringstream in(
      base::ReadUntrusted(fs::weakly_canonical(file, ignored), kMostRead).value_or(""));
  std::string line;
  while (std::getline(in, line)) {
    std::string_view rest = line;
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (rest.starts_with("from ")) {
      rest.remove_prefix(5);
    } else if (rest.starts_with("import ")) {
      rest.remove_prefix(7);
    } else {
      continue;
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    rest = rest.substr(0, rest.find_first_of(". ,;\r"));
    if (!rest.empty()) tops.emplace(rest);  // empty: a relative import
  }
}

// Collects up to `limit` Python files below `folder`, in a fixed order.
void CollectFiles(const fs::path& folder, std::size_t limit, std::vector<fs::path>& files) {
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::end(it);
       it.increment(error)) {
    entries.push_back(*it);
  }
  std::sort(entries.begin(), entries.end());
  for (const auto& entry : entries) {
    if (files.size() >= limit) return;
    if (entry.path().extension() == ".py") files.push_back(entry.path());
    const bool real_folder = entry.is_directory(error) && !entry.is_symlink(error);
    if (real_folder && IsImportable(entry.path().filename().string())) {
      CollectFiles(entry.path(), limit, files);
    }
  }
}

std::set<std::string> ImportedTops(const std::vector<fs::path>& files) {
  std::set<std::string> tops;
  for (const fs::path& file : files) AddImportedTops(file, tops);
  return tops;
}

// Returns whether tests in the usual folders import a module with this name.
bool TestsImport(const fs::path& root, const std::string& name) {
  constexpr std::size_t kFilesToAsk = 200;
  std::vector<fs::path> files;
  std::error_code error;
  for (auto it = fs::directory_iterator(root, error); !error && it != fs::end(it);
       it.increment(error)) {
    const fs::path& path = it->path();
    if (path.extension() == ".py" && path.stem().string().starts_with("test")) {
      files.push_back(path);
    }
  }
  for (const char* folder : {"tests", "test"}) CollectFiles(root / folder, kFilesToAsk, files);
  return ImportedTops(files).contains(name);
}

bool IsNamespacePackage(const fs::path& root, const fs::path& at, bool by_default) {
  constexpr std::size_t kFilesToAsk = 40;
  const fs::path folder = root / at;
  const std::string name = folder.filename().string();
  if (!IsImportable(name)) return false;
  std::vector<fs::path> files;
  CollectFiles(folder, kFilesToAsk, files);
  const std::set<std::string> tops = ImportedTops(files);
  if (tops.contains(name)) return true;
  std::error_code error;
  const bool import_each_other = std::ranges::any_of(tops, [&](const std::string& top) {
    return fs::exists(folder / (top + ".py"), error) || fs::is_directory(folder / top, error);
  });
  if (!import_each_other) return by_default;
  // The files may mean modules of the standard library with the same names.
  return TestsImport(root, at.begin()->string());
}

}  // namespace

bool IsImportable(std::string_view part) {
  if (part.empty() || std::isdigit(static_cast<unsigned char>(part[0]))) return false;
  const bool letters = std::all_of(part.begin(), part.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c >= 0x80;  // Python knows which others are letters
  });
  return letters && std::find(kKeywords.begin(), kKeywords.end(), part) == kKeywords.end();
}

bool IsSourceFolder(std::string_view name) {
  return std::find(kSourceFolders.begin(), kSourceFolders.end(), name) != kSourceFolders.end();
}

bool IsScriptFolder(std::string_view name) {
  return std::find(kScriptFolders.begin(), kScriptFolders.end(), name) != kScriptFolders.end();
}

bool HasInit(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "__init__.py", error);
}

std::string SourcePathOf(const fs::path& root, const std::string& folder,
                         bool namespace_by_default) {
  fs::path at = folder;
  while (!at.empty()) {
    const fs::path above = at.parent_path();
    const bool in_package = HasInit(root / at) || (!above.empty() && HasInit(root / above));
    if (!in_package) {
      const std::string name = at.filename().string();
      const bool by_default = namespace_by_default && at == fs::path(folder);
      if (IsSourceFolder(name) || !IsNamespacePackage(root, at, by_default)) break;
    }
    at = above;
  }
  return at.generic_string();
}

}  // namespace skua::workspace
