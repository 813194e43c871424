#include "command/survey/find_existing_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// Returns a path without "./" and trailing slashes: "tests/unit" for "./tests/unit/".
std::string Normalised(const std::string& path) {
  std::string normal = fs::path(path).lexically_normal().generic_string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

// Adds the conftest.py files of the folder and of those above it, whose fixtures the tests use.
void AddConftests(const fs::path& root, fs::path folder, std::set<std::string>& files) {
  for (;; folder = folder.parent_path()) {
    const fs::path file = folder / "conftest.py";
    std::error_code ignored;
    if (fs::exists(root / file, ignored)) files.insert(file.generic_string());
    if (folder.empty()) return;
  }
}

}  // namespace

void FindExistingTests(const config::Config& config, Survey& survey) {
  if (config.existing_tests.empty()) return;
  const fs::path& root = config.project.root;
  std::set<std::string> conftests;
  std::string contents;
  for (const std::string& named : config.existing_tests) {
    if (!fs::exists(root / named)) {
      throw base::Error(fmt::format("existing_tests: there is no {}", named));
    }
  }
  for (const workspace::SourceModule& test : survey.tests) {
    const std::string& path = test.module.path;
    if (std::ranges::none_of(config.existing_tests, [&](const std::string& named) {
          return base::IsWithin(path, Normalised(named));
        })) {
      continue;
    }
    survey.existing_tests.push_back(path);
    contents += fmt::format("{} {}\n", path, test.scan.fingerprint);
    AddConftests(root, fs::path(path).parent_path(), conftests);
  }
  for (const std::string& file : conftests) {
    contents += fmt::format("{} {}\n", file,
                            base::HashHex(base::ReadFileIfThere(root / file).value_or("")));
  }
  survey.existing_tests_stamp = base::HashHex(contents);
}

campaign::ExistingTests ExistingTestsOf(const plan::PlannedModule& module, const Survey& survey) {
  campaign::ExistingTests existing;
  if (survey.existing_tests.empty()) return existing;
  existing.files = survey.existing_tests;
  const std::vector<std::string> importers =
      workspace::TestFilesOf(module.module, survey.tests, survey.tests.size());
  std::ranges::stable_sort(existing.files, {}, [&](const std::string& file) {
    return std::ranges::find(importers, file) - importers.begin();
  });
  existing.key = module.fingerprint + survey.existing_tests_stamp;
  const auto known = survey.state->LastExistingTests(module.module.name);
  if (known && known->key == existing.key) existing.known = known->json;
  return existing;
}

}  // namespace skua::command
