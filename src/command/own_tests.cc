#include "command/own_tests.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/files.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

bool IsWithin(const std::string& path, const std::string& folder) {
  return folder == "." || path == folder || path.starts_with(folder + "/");
}

bool IsInFolderOfTests(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() || std::ranges::any_of(folder, [](const fs::path& part) {
           return part == "tests" || part == "test";
         });
}

std::string TopLevelOf(const std::string& name) { return name.substr(0, name.find('.')); }

// The words of a list as TOML or an ini-file writes it.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::string_view(" \t\r\n,\"'[]").find(c) == std::string_view::npos) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// The value behind "testpaths =": up to the bracket that closes it, or with the indented lines
// that follow.
std::string_view ValueIn(std::string_view text) {
  constexpr std::string_view kName = "testpaths";
  for (auto at = text.find(kName); at != std::string_view::npos; at = text.find(kName, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const auto equals = text.find_first_not_of(" \t", at + kName.size());
    if (equals == std::string_view::npos || text[equals] != '=') continue;
    const std::string_view rest = text.substr(equals + 1);
    const auto begin = rest.find_first_not_of(" \t");
    if (begin != std::string_view::npos && rest[begin] == '[')
      return rest.substr(0, rest.find(']'));
    auto end = rest.find('\n');
    while (end != std::string_view::npos && end + 1 < rest.size() &&
           (rest[end + 1] == ' ' || rest[end + 1] == '\t')) {
      end = rest.find('\n', end + 1);
    }
    return rest.substr(0, end);
  }
  return {};
}

}  // namespace

std::vector<std::string> TestPathsIn(const fs::path& root) {
  for (const char* name : {"pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini",
                           "pyproject.toml", "tox.ini", "setup.cfg"}) {
    const std::optional<std::string> text = base::ReadFileIfThere(root / name);
    if (!text) continue;
    if (std::vector<std::string> words = WordsOf(ValueIn(*text)); !words.empty()) return words;
  }
  return {};
}

std::vector<std::string> OwnTestsOf(const config::Config& config, const Survey& survey,
                                    const std::vector<model::ModuleId>& modules) {
  std::set<std::string> packages;
  for (const model::ModuleId& module : modules) packages.insert(TopLevelOf(module.name));
  const std::vector<std::string> paths = TestPathsIn(config.project.root);
  const auto is_collected = [&](const std::string& path) {
    if (!config.existing_tests.empty()) {
      return std::ranges::find(survey.existing_tests, path) != survey.existing_tests.end();
    }
    if (paths.empty()) return IsInFolderOfTests(path);
    return std::ranges::any_of(paths, [&](const std::string& folder) {
      return IsWithin(path, fs::path(folder).lexically_normal().generic_string());
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
