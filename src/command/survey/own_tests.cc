#include "command/survey/own_tests.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "workspace/pytest_settings.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

bool IsInFolderOfTests(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() || std::ranges::any_of(folder, [](const fs::path& part) {
           return part == "tests" || part == "test";
         });
}

std::string TopLevelOf(const std::string& name) { return name.substr(0, name.find('.')); }

}  // namespace

std::vector<std::string> OwnTestsOf(const config::Config& config, const Survey& survey,
                                    const std::vector<model::ModuleId>& modules) {
  std::set<std::string> packages;
  for (const model::ModuleId& module : modules) packages.insert(TopLevelOf(module.name));
  const std::vector<std::string> paths = workspace::TestPathsIn(config.project.root);
  const auto is_collected = [&](const std::string& path) {
    if (!config.existing_tests.empty()) {
      return std::ranges::find(survey.existing_tests, path) != survey.existing_tests.end();
    }
    if (paths.empty()) return IsInFolderOfTests(path);
    return std::ranges::any_of(paths, [&](const std::string& folder) {
      return base::IsWithin(path, fs::path(folder).lexically_normal().generic_string());
    });
  };
  std::vector<std::string> own;
  for (const workspace::SourceModule& test : survey.tests) {
    const bool imports = std::ranges::any_of(
        test.scan.imports, [&](const auto& name) { return packages.contains(TopLevelOf(name)); });
    if (imports && is_collected(test.module.path)) own.push_back(test.module.path);
  }
  std::set<std::string> direct;
  for (const model::ModuleId& module : modules) {
    for (std::string& file : workspace::TestFilesOf(module, survey.tests, survey.tests.size())) {
      direct.insert(std::move(file));
    }
  }
  std::ranges::stable_partition(own,
                                [&](const std::string& file) { return direct.contains(file); });
  return own;
}

}  // namespace skua::command
