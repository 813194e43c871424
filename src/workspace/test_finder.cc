#include "workspace/test_finder.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/files.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

// Most test files; a project with more generates them, or contains other projects.
constexpr std::size_t kMostFiles = 5000;
constexpr int kDeepest = 12;

bool IsTestFile(const fs::path& path) {
  const std::string stem = path.stem().string();
  return path.extension() == ".py" && (stem.starts_with("test_") || stem.ends_with("_test"));
}

bool HoldsNoSources(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (name.starts_with('.') || name == "__pycache__" || name == "node_modules" ||
      name == "site-packages" || name == "build" || name == "dist") {
    return true;
  }
  std::error_code error;
  return fs::exists(folder / "pyvenv.cfg", error);
}

// Returns the dotted name by which relative imports in the file are resolved.
std::string DottedNameOf(std::string_view path) {
  if (path.starts_with("src/")) path.remove_prefix(4);
  std::string name(path.substr(0, path.size() - 3));
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

// The relation of an import to the module.
enum class Relation { kNone, kPackage, kModule };

Relation RelationOf(std::string_view imported, std::string_view module) {
  const auto is_within = [](std::string_view inner, std::string_view outer) {
    return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '.';
  };
  if (imported == module || is_within(imported, module)) return Relation::kModule;
  return is_within(module, imported) ? Relation::kPackage : Relation::kNone;
}

}  // namespace

std::vector<model::ModuleId> FindTestFiles(const fs::path& root, const fs::path& generated,
                                           const base::Log& log) {
  const fs::path own = (root / generated).lexically_normal();
  std::vector<model::ModuleId> files;
  std::error_code error;
  auto it =
      fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && it != fs::end(it) && files.size() < kMostFiles; it.increment(error)) {
    std::error_code ignored;
    if (it->is_directory(ignored)) {
      if (it.depth() >= kDeepest || HoldsNoSources(it->path()) || it->path() == own) {
        it.disable_recursion_pending();
      }
    } else if (IsTestFile(it->path()) && it->is_regular_file(ignored) &&
               !(it->is_symlink(ignored) && base::LeadsOut(root, it->path()))) {
      const std::string path = it->path().lexically_relative(root).generic_string();
      files.push_back({DottedNameOf(path), path});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  log.Say(base::Topic::kExplain, "{} files of tests to learn from", files.size());
  return files;
}

std::vector<std::string> TestFilesOf(const model::ModuleId& module,
                                     const std::vector<SourceModule>& tests, std::size_t most) {
  std::vector<std::string> direct, by_package;
  for (const SourceModule& test : tests) {
    Relation closest = Relation::kNone;
    for (const std::string& imported : test.scan.imports) {
      closest = std::max(closest, RelationOf(imported, module.name));
    }
    if (closest == Relation::kModule) direct.push_back(test.module.path);
    if (closest == Relation::kPackage) by_package.push_back(test.module.path);
  }
  direct.insert(direct.end(), by_package.begin(), by_package.end());
  direct.resize(std::min(direct.size(), most));
  return direct;
}

}  // namespace skua::workspace
