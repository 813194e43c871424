#include "command/project/init.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/pattern.h"
#include "command/project/ci_file.h"
#include "config/load.h"
#include "config/option_value.h"
#include "config/schema.h"
#include "config/yaml_reader.h"
#include "state/state_folder.h"
#include "workspace/module_finder.h"
#include "workspace/pytest_settings.h"
#include "workspace/source_paths.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCommentColumn = 36;
constexpr std::size_t kMostSources = 8;  // with more, lists none and leaves them to discovery
constexpr std::size_t kMostTests = 8;    // most listed folders and files of tests
constexpr std::string_view kSchema = ".skua/skua.schema.json";  // the path in the modeline
constexpr std::string_view kCodeQuality = "code-quality";       // a report format
constexpr std::array<std::string_view, 3> kVendored = {"_vendor", "_vendored", "vendor"};

// Returns the option's default in YAML.
std::string DefaultOf(std::string_view name) {
  const config::Option& option = *config::FindOption(name);
  return config::FormatValue(option, option.get(config::Config{}));
}

// Returns `name` in [project] or [tool.poetry]. Reads line by line, without a full TOML parser.
std::string NameInPyproject(const fs::path& root) {
  static const base::Pattern kTable(R"re(\s*\[([^\]]*)\]\s*(#.*)?)re");
  static const base::Pattern kName(R"re(\s*name\s*=\s*["']([^"']+)["']\s*(#.*)?)re");
  const std::string text = base::ReadFileIfThere(root / "pyproject.toml").value_or("");
  std::string table;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string line = text.substr(start, end - start);
    start = end + 1;
    if (line.ends_with('\r')) line.pop_back();
    constexpr std::size_t kLongestLine = 400;
    if (line.size() > kLongestLine) continue;
    if (const auto match = kTable.Match(line)) table = match->at(1);
    const bool names_project = table == "project" || table == "tool.poetry";
    if (const auto match = kName.Match(line); match && names_project) return match->at(1);
  }
  return {};
}

bool IsBelow(const fs::path& folder, const fs::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

// Returns the usual package of a project with this name: "my_app" for "My-App".
std::string PackageNamed(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) {
    return c == '-' || c == '.' ? '_' : static_cast<char>(std::tolower(c));
  });
  return name;
}

// Returns whether one of these folders contains the package or file named after the project. If so,
// other code is not installed, but serves developers.
bool HoldProject(const std::vector<fs::path>& folders, const fs::path& root,
                 const std::string& name) {
  if (name.empty()) return false;
  return std::ranges::any_of(folders, [&](const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(root / folder / name, ignored) ||
           fs::exists(root / folder / (name + ".py"), ignored);
  });
}

// Returns the package, namespace package or file at the top of a source folder that contains the
// module.
std::string SourceOf(const fs::path& module, const std::vector<fs::path>& source_folders) {
  fs::path longest;
  for (const fs::path& folder : source_folders) {
    if (IsBelow(folder, module) && folder.native().size() > longest.native().size()) {
      longest = folder;
    }
  }
  const fs::path inside = module.lexically_relative(longest.empty() ? "." : longest);
  return (longest / *inside.begin()).generic_string();
}

// Returns the folder named "tests" or "test" that contains the file, or the file.
std::string TestsAround(const fs::path& file) {
  fs::path folder;
  for (const fs::path& part : file) {
    folder /= part;
    if (part == "tests" || part == "test") break;
  }
  return folder.generic_string();
}

// Returns the folders and files of the project's own tests that pytest collects by default.
std::vector<std::string> ExistingTests(const fs::path& root, const fs::path& generated) {
  std::vector<fs::path> collected;
  for (const std::string& path : workspace::TestPathsIn(root)) {
    collected.push_back((fs::path(path) / "").lexically_normal().parent_path());
  }
  std::set<std::string> existing;
  for (const model::ModuleId& test : workspace::FindTestFiles(root, generated, base::Log())) {
    const auto around = std::ranges::find_if(
        collected, [&](const fs::path& path) { return IsBelow(path, test.path); });
    if (around != collected.end() && !around->empty()) {
      existing.insert(around->generic_string());
    } else if (around != collected.end() || collected.empty()) {
      existing.insert(TestsAround(test.path));
    }
  }
  if (existing.size() > kMostTests) return {};
  return {existing.begin(), existing.end()};
}

std::string Entry(std::string_view text, std::string_view comment) {
  const std::string padded = fmt::format("{:<{}}", text, kCommentColumn);
  return fmt::format("{}{}# {}\n", padded, padded.size() > kCommentColumn ? "  " : "", comment);
}

std::string List(const std::vector<std::string>& items) {
  std::vector<std::string> quoted;
  for (const std::string& item : items) quoted.push_back(config::QuoteForYaml(item));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

// Returns the root-relative path of an interpreter in the project; empty without one.
std::string ProjectInterpreter(const InitOptions& options) {
  if (!options.interpreter) return {};
  const fs::path relative = options.interpreter->path.lexically_relative(options.root);
  if (relative.empty() || *relative.begin() == "..") return {};
  return relative.generic_string();
}

std::string Described(const std::optional<InitInterpreter>& interpreter,
                      const std::string& project_path) {
  if (!interpreter) return "no interpreter";
  return fmt::format("interpreter {} ({}, {})",
                     project_path.empty() ? interpreter->path.string() : project_path,
                     interpreter->version,
                     interpreter->pytest_version ? "pytest " + *interpreter->pytest_version
                                                 : std::string("no pytest"));
}

std::string Described(const ProjectLayout& layout) {
  const bool is_file = layout.sources.front().ends_with(".py");
  const std::string kind = layout.sources.size() > 1 ? "" : is_file ? "module " : "package ";
  const std::string modules =
      is_file && layout.modules == 1
          ? ""
          : fmt::format(" ({} {})", layout.modules, layout.modules == 1 ? "module" : "modules");
  const bool many = layout.sources.size() > kMostSources;
  const std::string tests = layout.tests_folder.empty()
                                ? fmt::format("{}", fmt::join(layout.existing_tests, ", "))
                                : layout.tests_folder + "/";
  return kind +
         (many ? fmt::format("{} packages and files", layout.sources.size())
               : fmt::format("{}", fmt::join(layout.sources, ", "))) +
         modules + (tests.empty() ? "" : ", tests in " + tests);
}

// Returns the minor version: "3.12" for "3.12.4".
std::string MinorOf(const std::string& version) {
  const std::size_t first = version.find('.');
  return first == version.npos ? "" : version.substr(0, version.find('.', first + 1));
}

// `text` is that of the skua.yml to be written; empty: the existing one stays.
config::Config ConfigInForce(const InitOptions& options, const std::string& text) {
  if (text.empty()) return config::Load({}, {options.root, false}).config;
  config::Config config;
  config.project.root = options.root;
  for (const config::Setting& setting : config::ReadYaml(text, "skua.yml").settings) {
    setting.option->set(config, setting.value);
  }
  return config;
}

CiProject CiProjectOf(const InitOptions& options, const fs::path& repository,
                      const config::Config& config, const std::string& origin) {
  const auto place = [&](const std::string& path) {
    return (config.project.root / path).lexically_relative(repository);
  };
  CiProject project;
  project.folder = options.root.lexically_relative(repository);
  project.tests = place(config.output.tests);
  project.reports = place(config.output.reports);
  project.state = place(config.output.state);
  project.python = options.interpreter ? MinorOf(options.interpreter->version) : "";
  project.shards = options.shards;
  project.origin = origin;
  return project;
}

// Returns whether the CI system needs a report, not written by default, to show findings beside the
// source.
bool NeedsCodeQuality(std::string_view ci) { return ci == "gitlab"; }

std::string NextForPipeline(const InitOptions& options, const CiPlace& place,
                            const config::Config& config) {
  std::string before;
  if (place.origin.empty()) {
    before = "put the owner of Skua's repository for OWNER, as --from does; then ";
  }
  const std::vector<std::string>& formats = config.reports.formats;
  if (NeedsCodeQuality(options.ci) && std::ranges::count(formats, kCodeQuality) == 0) {
    before += fmt::format(
        "add {} to reports.formats in skua.yml, which shows findings in merge requests; then ",
        kCodeQuality);
  }
  if (!place.include_in.empty()) {
    before += fmt::format("add 'include: [{{local: {}}}]' to {}; then ",
                          place.file.generic_string(), place.include_in);
  }
  if (place.file.filename().string().starts_with("Jenkinsfile.")) {
    before += fmt::format("make a job with the script path {}; then ", place.file.generic_string());
  }
  return fmt::format("Next       {}commit and push it\n", before);
}

// Returns the folder for generated tests.
std::string GeneratedIn(const ProjectLayout& layout) {
  return (layout.tests_folder.empty() ? "tests" : layout.tests_folder) + "/generated";
}

}  // namespace

ProjectLayout LookAt(const fs::path& root) {
  workspace::SourceSelection selection;
  selection.root = root;
  workspace::FoundModules found = workspace::FindModules(selection, base::Log());
  std::vector<fs::path> source_folders;
  for (const fs::path& folder : found.source_paths) {
    const fs::path relative = folder.lexically_relative(root);
    if (relative != ".") source_folders.push_back(relative);
  }

  ProjectLayout layout;
  layout.name = NameInPyproject(root);
  const std::string package = PackageNamed(layout.name);
  if (HoldProject({"."}, root, package)) {
    std::erase_if(found.modules, [&](const model::ModuleId& module) {
      const std::string top = fs::path(module.path).begin()->string();
      return workspace::IsScriptFolder(top) && top != package;
    });
  }
  if (HoldProject(source_folders, root, package)) {
    std::erase_if(found.modules, [&](const model::ModuleId& module) {
      return std::ranges::none_of(source_folders, [&](const fs::path& folder) {
        return IsBelow(folder, fs::path(module.path));
      });
    });
  }
  std::set<std::string> sources;
  std::set<std::string> exclude;
  for (const model::ModuleId& module : found.modules) {
    const fs::path path = module.path;
    sources.insert(SourceOf(path, source_folders));
    const auto vendored = std::ranges::find_if(path, [](const fs::path& part) {
      return std::ranges::count(kVendored, part.string()) > 0;
    });
    if (vendored == path.end()) {
      ++layout.modules;
    } else {
      exclude.insert(fmt::format("**/{}/**", vendored->string()));
    }
  }
  layout.sources.assign(sources.begin(), sources.end());
  layout.exclude.assign(exclude.begin(), exclude.end());
  // Checks the named folders again, which may be read differently: without an __init__.py a named
  // folder is a source folder, a discovered one a namespace package.
  selection.sources = layout.sources;
  layout.names_sources = layout.sources.size() <= kMostSources &&
                         workspace::FindModules(selection, base::Log()).modules == found.modules;
  for (const char* name : {"tests", "test"}) {
    if (layout.tests_folder.empty() && fs::is_directory(root / name)) layout.tests_folder = name;
  }
  layout.existing_tests = ExistingTests(root, GeneratedIn(layout));
  return layout;
}

std::string ConfigFor(const ProjectLayout& layout, const InitOptions& options) {
  const std::string tests = GeneratedIn(layout);
  const std::string interpreter = ProjectInterpreter(options);

  std::string text = fmt::format(
      "# yaml-language-server: $schema={}\n"
      "# What Skua tests{}, with what and for how long. Every line is optional.\n"
      "# In force: skua config show. What else can be set: skua config schema.\n"
      "version: 1\n",
      kSchema, layout.name.empty() ? "" : " in " + layout.name);
  text += "\nproject:\n";
  text += layout.names_sources
              ? Entry("  source: " + List(layout.sources), "packages, folders or files to test")
              : Entry("  # source: [src/package]", "packages, folders or files; unset: all found");
  text += layout.exclude.empty()
              ? Entry("  # exclude: [\"**/_vendor/**\"]", "globs of what not to test")
              : Entry("  exclude: " + List(layout.exclude), "globs of what not to test");
  text += "\npython:\n";
  text += interpreter.empty() ? Entry("  # interpreter: .venv/bin/python",
                                      "unset: $VIRTUAL_ENV, .venv, venv or python3")
                              : Entry("  interpreter: " + config::QuoteForYaml(interpreter),
                                      "the one with the project's dependencies");
  text += "\noutput:\n";
  text += Entry("  tests: " + tests, "commit these");
  text += Entry("  reports: " + DefaultOf("output.reports"), "upload these");
  text += Entry("  state: " + DefaultOf("output.state"), "keep this between runs, out of git");
  if (NeedsCodeQuality(options.ci)) {
    std::vector<std::string> formats = config::Config().reports.formats;
    formats.emplace_back(kCodeQuality);
    text += "\nreports:\n";
    text += Entry("  formats: " + List(formats), "the last one: for merge requests");
  }
  if (!layout.existing_tests.empty()) {
    text += '\n' + Entry("existing_tests: " + List(layout.existing_tests),
                         "what these cover is searched for last");
  }
  text += '\n' + Entry("budget: " + DefaultOf("budget.total"), "wall clock for everything");
  return text;
}

// Returns false where the file has the text already.
static bool WriteIfOther(const fs::path& file, const std::string& text) {
  if (base::ReadFileIfThere(file) == text) return false;
  base::WriteFileAtomically(file, text);
  return true;
}

static std::string NextForProject(const InitOptions& options) {
  const bool ready = options.interpreter && options.interpreter->pytest_version;
  return ready ? fmt::format("Next       skua run        (uses up to {}; try --budget 30s)\n",
                             DefaultOf("budget.total"))
               : "Next       skua doctor     (says what a run needs and how to get it)\n";
}

int Init(const InitOptions& options, std::ostream& out) {
  const fs::path file = options.root / "skua.yml";
  const bool is_there = fs::exists(fs::symlink_status(file));
  const bool keeps = is_there && !options.force;
  if (keeps && options.ci.empty()) {
    throw base::Error(
        fmt::format("{} is there already; skua init --force replaces it", file.string()));
  }
  const fs::path repository = RepositoryOf(options.root);
  CiPlace place;
  if (!options.ci.empty() && !options.to_stdout) {
    place = CiPlaceFor(options.ci, repository, options.root.lexically_relative(repository));
  }
  if (!options.origin.empty()) place.origin = options.origin;

  const ProjectLayout layout = LookAt(options.root);
  if (layout.modules == 0 && !keeps) {
    throw base::Error(
        fmt::format("there are no Python modules to test in {}; call skua init where they are, or "
                    "name them in project.source of a skua.yml",
                    options.root.string()));
  }
  const std::string text = keeps ? "" : ConfigFor(layout, options);
  config::Config config;
  std::string pipeline_text;
  if (!options.ci.empty()) {
    config = ConfigInForce(options, text);
    pipeline_text = CiTextFor(options.ci, CiProjectOf(options, repository, config, place.origin));
  }
  if (options.to_stdout) {
    out << pipeline_text;
    return 0;
  }

  if (!keeps) {
    base::WriteFileAtomically(file, text);
    fs::create_directories((options.root / kSchema).parent_path());
    RefreshSchema(options.root);
    state::HideFromGit((options.root / kSchema).parent_path());
    out << fmt::format("Found      {}, {}\n", Described(layout),
                       Described(options.interpreter, ProjectInterpreter(options)));
  }
  out << (keeps ? "Kept       skua.yml\n" : "Wrote      skua.yml\n");
  if (options.ci.empty()) {
    out << NextForProject(options);
    return 0;
  }
  const fs::path pipeline = repository / place.file;
  out << (WriteIfOther(pipeline, pipeline_text) ? "Wrote      " : "Kept       ")
      << pipeline.lexically_relative(options.root).generic_string() << '\n'
      << NextForPipeline(options, place, config);
  return 0;
}

void RefreshSchema(const fs::path& root) {
  const fs::path file = root / kSchema;
  if (!fs::is_directory(file.parent_path())) return;
  WriteIfOther(file, config::JsonSchema());
}

}  // namespace skua::command
