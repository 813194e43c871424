#include "command/ci_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/error.h"

namespace skua::command {

// Defined in a file that ci_templates.cmake generates from ci-templates/.
extern const std::string_view kGitHubWorkflow, kGitHubWorkflowShards, kJenkinsfile,
    kJenkinsfileShards, kGitLabCi, kGitLabCiShards;

namespace {

namespace fs = std::filesystem;

struct CiSystem {
  std::string_view name;
  std::string_view file;
  const std::string_view& text;         // for one machine
  const std::string_view& shards_text;  // for several
};

constexpr std::array<CiSystem, 3> kSystems = {{
    {"github", ".github/workflows/skua.yml", kGitHubWorkflow, kGitHubWorkflowShards},
    {"jenkins", "Jenkinsfile", kJenkinsfile, kJenkinsfileShards},
    {"gitlab", ".gitlab-ci.yml", kGitLabCi, kGitLabCiShards},
}};

const CiSystem& SystemOf(std::string_view name) {
  return *std::ranges::find(kSystems, name, &CiSystem::name);
}

// A path for YAML, Groovy, shell commands and lists of globs. A path with characters that have a
// meaning in one of them is refused, rather than quoted in four ways.
std::string Plain(const fs::path& path) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-@";
  const std::string text = path.lexically_normal().generic_string();
  if (text.find_first_not_of(kPlain) != text.npos || text.starts_with('-')) {
    throw base::Error(fmt::format(
        "'{}' is no name for a pipeline: only letters, digits and . _ + - @ can be written there; "
        "rename the folder, or set another one under output: in skua.yml",
        text));
  }
  if (path.is_absolute() || text.starts_with("..")) {
    throw base::Error(
        fmt::format("{} lies outside of the repository: a pipeline cannot keep it", text));
  }
  return text;
}

// Texts of the templates, which work as they are, and their replacements.
using Replacements = std::vector<std::pair<std::string_view, std::string>>;

Replacements ReplacementsFor(const CiProject& project) {
  const std::string folder = Plain(project.folder);
  Replacements replacements = {
      {"./", folder == "." ? "./" : folder + '/'},
      {"tests/generated", Plain(project.tests)},
      {"build/skua", Plain(project.reports)},
      {".skua", Plain(project.state)},
      {"2  # machines", fmt::format("{}  # machines", project.shards)},
      {"2  // machines", fmt::format("{}  // machines", project.shards)},
  };
  if (!project.origin.empty()) replacements.emplace_back("OWNER/skua", project.origin);
  if (!project.python.empty()) {
    replacements.emplace_back("\"3.12\"", '"' + project.python + '"');
    replacements.emplace_back("python:3.12", "python:" + project.python);
  }
  return replacements;
}

// Replaces in one pass, so that inserted text is not replaced again.
std::string FillIn(std::string_view text, const Replacements& replacements) {
  std::string filled;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(
        replacements, [&](const auto& each) { return text.starts_with(each.first); });
    if (found == replacements.end()) {
      filled += text.front();
      text.remove_prefix(1);
    } else {
      filled += found->second;
      text.remove_prefix(found->first.size());
    }
  }
  return filled;
}

}  // namespace

fs::path RepositoryOf(const fs::path& folder) {
  std::error_code error;
  for (fs::path above = folder;; above = above.parent_path()) {
    if (fs::exists(above / ".git", error)) return above;
    if (above == above.parent_path()) return folder;
  }
}

fs::path CiFileOf(std::string_view system) { return SystemOf(system).file; }

std::string CiTextFor(std::string_view system, const CiProject& project) {
  const CiSystem& found = SystemOf(system);
  return FillIn(project.shards > 1 ? found.shards_text : found.text, ReplacementsFor(project));
}

}  // namespace skua::command
