#include "command/project/ci_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/pattern.h"

namespace skua::command {

// Defined in a file that ci_templates.cmake generates from ci-templates/.
extern const std::string_view kGitHubWorkflow, kGitHubWorkflowShards, kJenkinsfile,
    kJenkinsfileShards, kGitLabCi, kGitLabCiShards;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoOrigin = "OWNER/skua";

struct CiSystem {
  std::string_view name;
  std::string_view file;          // where the system looks
  std::string_view other_prefix;  // of a file beside that
  std::string_view other_suffix;
  const std::string_view& text;         // for one machine
  const std::string_view& shards_text;  // for several
};

constexpr std::array<CiSystem, 3> kSystems = {{
    {"github", ".github/workflows/skua.yml", ".github/workflows/skua", ".yml", kGitHubWorkflow,
     kGitHubWorkflowShards},
    {"jenkins", "Jenkinsfile", "Jenkinsfile.skua", "", kJenkinsfile, kJenkinsfileShards},
    {"gitlab", ".gitlab-ci.yml", ".gitlab/skua", ".yml", kGitLabCi, kGitLabCiShards},
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

// What tells a project's jobs from those of another one in the same repository: "-services-api";
// empty at the top.
std::string LabelOf(const fs::path& folder) {
  std::string label = Plain(folder);
  if (label == ".") return {};
  std::ranges::replace_if(
      label, [](char c) { return c == '/' || c == '+' || c == '@'; }, '-');
  return '-' + label;
}

// Texts of the templates, which work as they are, and their replacements.
using Replacements = std::vector<std::pair<std::string_view, std::string>>;

Replacements ReplacementsFor(const CiProject& project) {
  const std::string folder = Plain(project.folder);
  const std::string label = LabelOf(project.folder);
  Replacements replacements = {
      {"./", folder == "." ? "./" : folder + '/'},
      {"tests/generated", Plain(project.tests)},
      {"build/skua", Plain(project.reports)},
      {".skua", Plain(project.state)},
      {"name: Skua\n", label.empty() ? "name: Skua\n" : fmt::format("name: Skua ({})\n", folder)},
      {"\nskua", "\nskua" + label},
      {"job: skua", "job: skua" + label},
      {"key: skua", "key: skua" + label},
      {".on-changes", ".on-changes" + label},
      {" skua=" SKUA_VERSION, " skua=" + project.version},
      {"v" SKUA_VERSION, 'v' + project.version},
      {"skua_testgen-" SKUA_VERSION, "skua_testgen-" + project.version},
      {" shards=1", fmt::format(" shards={}", project.shards)},
      {" shards=2", fmt::format(" shards={}", project.shards)},
      {"2  # machines", fmt::format("{}  # machines", project.shards)},
      {"2  // machines", fmt::format("{}  // machines", project.shards)},
  };
  if (!project.origin.empty()) replacements.emplace_back(kNoOrigin, project.origin);
  if (!project.python.empty()) {
    replacements.emplace_back("\"3.12\"", '"' + project.python + '"');
    replacements.emplace_back("python:3.12", "python:" + project.python);
    replacements.emplace_back(" python=3.12", " python=" + project.python);
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

// What a pipeline's own line says that it was filled in with; none: others wrote the file.
std::optional<CiProject> ReadProject(const std::string& text) {
  static const base::Pattern kLine(
      R"re(\n(?:#|//) project=(\S+) tests=(\S+) reports=(\S+) state=(\S+) python=([\d.]+) shards=(\d{1,3}) )re"
      R"re(from=(\S+) skua=(\S+)\n)re");
  constexpr std::size_t kHead = 2000;  // characters that are searched for the line
  const std::string head = text.substr(0, kHead);
  const auto match = kLine.Search(head);
  if (!match) return std::nullopt;
  return CiProject{.folder = fs::path(match->at(1)).lexically_normal().parent_path(),
                   .tests = match->at(2),
                   .reports = match->at(3),
                   .state = match->at(4),
                   .python = match->at(5),
                   .shards = static_cast<unsigned>(std::stoul(match->at(6))),
                   .origin = match->at(7),
                   .version = match->at(8)};
}

}  // namespace

fs::path RepositoryOf(const fs::path& folder) {
  std::error_code error;
  for (fs::path above = folder;; above = above.parent_path()) {
    if (fs::exists(above / ".git", error)) return above;
    if (above == above.parent_path()) return folder;
  }
}

CiPlace CiPlaceFor(std::string_view system, const fs::path& repository, const fs::path& folder) {
  const CiSystem& found = SystemOf(system);
  const std::string label = LabelOf(folder);
  const fs::path beside =
      fmt::format("{}{}{}", found.other_prefix,
                  label.empty() && system == "github" ? "-tests" : label, found.other_suffix);
  for (const fs::path& file : {fs::path(found.file), beside}) {
    CiPlace place{file, file == beside && system == "gitlab" ? std::string(found.file) : ""};
    if (!fs::exists(fs::symlink_status(repository / file))) return place;
    const std::string text = base::ReadFileIfThere(repository / file).value_or("");
    const std::optional<CiProject> project = ReadProject(text);
    const bool is_own = project && LabelOf(project->folder) == label;
    if (is_own && CiTextFor(system, *project) == text) {
      if (project->origin != kNoOrigin) place.origin = project->origin;
      return place;
    }
    if (is_own || file == beside) {
      throw base::Error(
          fmt::format("{} was edited and stays as it is; skua init --ci {} --stdout prints what "
                      "belongs into it",
                      (repository / file).string(), system));
    }
  }
  return {};  // both places return or throw
}

std::string CiTextFor(std::string_view system, const CiProject& project) {
  const CiSystem& found = SystemOf(system);
  return FillIn(project.shards > 1 ? found.shards_text : found.text, ReplacementsFor(project));
}

}  // namespace skua::command
