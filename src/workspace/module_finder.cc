#include "workspace/module_finder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "workspace/glob.h"
#include "workspace/ignore_rules.h"
#include "workspace/source_paths.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

// Why a file is left out, and what a user can do to have it tested.
struct Why {
  std::string_view text;
  std::string_view remedy = "";
  bool by_name = false;
};
constexpr std::string_view kNameIt = "name it under project.source in skua.yml";
constexpr Why kBadName = {"its name cannot be imported",
                          "give it a name that an import statement can spell", true};
constexpr Why kLikeTest = {"it is named like a test, but holds none", kNameIt, true};
// Modules at the top that configure a tool or start the program.
constexpr std::array<std::string_view, 9> kToolScripts = {
    "conftest", "dodo", "fabfile", "manage", "noxfile", "setup", "tasks", "toxfile", "versioneer"};
// Folders at the top that are not part of the project's code.
constexpr std::array<std::string_view, 10> kSideFolders = {
    "benchmark", "benchmarks", "doc",     "docs", "example",
    "examples",  "sample",     "samples", "test", "tests"};

template <typename Names>
bool IsOneOf(std::string_view name, const Names& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool IsTestStem(std::string_view stem) {
  return stem.starts_with("test_") || stem.ends_with("_test") || stem == "conftest";
}

bool ImportsTestLibrary(std::string_view text) {
  static constexpr std::array<std::string_view, 3> kLibraries = {"unittest", "pytest",
                                                                 "django.test"};
  return std::ranges::any_of(kLibraries, [&](std::string_view library) {
    return text.find(fmt::format("import {}", library)) != std::string::npos ||
           text.find(fmt::format("from {}", library)) != std::string::npos;
  });
}

// Returns whether the file contains tests: Django and others name files of tests like this, but
// some programs name other files so.
bool HoldsTests(std::string_view stem, const fs::path& file) {
  return (stem == "tests" || stem == "test") &&
         ImportsTestLibrary(base::ReadFileIfThere(file).value_or(""));
}

// Returns whether a file with the name of a test contains other code.
bool IsNamedLikeTestOnly(const fs::path& file) {
  if (file.stem() == "conftest") return false;
  const std::string text = base::ReadUntrusted(file).value_or("");
  return text.find("def ") != std::string::npos && text.find("def test") == std::string::npos &&
         text.find("class Test") == std::string::npos && !ImportsTestLibrary(text);
}

std::string Join(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
}

std::string Dotted(const std::string& prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

// Returns "a.b" for "a/b"; nullopt if a part cannot be imported.
std::optional<std::string> DottedPath(std::string_view path) {
  std::string dotted;
  for (const std::string_view part : SplitPath(path)) {
    if (!IsImportable(part)) return std::nullopt;
    dotted = Dotted(dotted, part);
  }
  return dotted;
}

// The content of a folder by name, links last.
struct Listing {
  std::vector<std::string> folders;
  std::vector<std::string> modules;  // names of *.py files without the suffix
};

Listing List(const fs::path& folder) {
  Listing listing;
  std::vector<std::string> links;
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::end(it);
       it.increment(error)) {
    const fs::path name = it->path().filename();
    std::error_code ignored;
    if (name.extension() == ".py") {
      if (it->is_regular_file(ignored)) listing.modules.push_back(name.stem().string());
    } else if (it->is_directory(ignored)) {
      (it->is_symlink(ignored) ? links : listing.folders).push_back(name.string());
    }
  }
  std::sort(listing.folders.begin(), listing.folders.end());
  std::sort(links.begin(), links.end());
  listing.folders.insert(listing.folders.end(), links.begin(), links.end());
  std::sort(listing.modules.begin(), listing.modules.end());
  return listing;
}

bool LiesIn(const model::ModuleId& module, const std::string& place, const fs::path& root) {
  if (module.name == place || module.name.starts_with(place + ".")) return true;
  const std::string folder =
      (root / place).lexically_normal().lexically_relative(root).generic_string();
  return folder == "." || module.path.starts_with(folder.ends_with('/') ? folder : folder + "/");
}

// Keeps the modules within `places`, unless none is.
void KeepWithin(const std::vector<std::string>& places, const fs::path& root,
                std::vector<model::ModuleId>& modules) {
  const auto lies_outside = [&](const model::ModuleId& module) {
    return std::ranges::none_of(
        places, [&](const std::string& place) { return LiesIn(module, place, root); });
  };
  if (std::ranges::all_of(modules, lies_outside)) return;
  std::erase_if(modules, lies_outside);
}

class Finder {
 public:
  Finder(const SourceSelection& selection, const base::Log& log)
      : selection_(selection), log_(log) {
    for (const std::string& glob : selection.include) include_.AddRule("", glob);
    for (const std::string& glob : selection.exclude) exclude_.AddRule("", glob);
    if (selection.respect_gitignore) LoadOuterIgnoreRules();
  }

  FoundModules Find() {
    if (selection_.sources.empty()) Discover();
    for (const std::string& source : selection_.sources) AddSource(source);
    FollowLinks();
    FoundModules found;
    for (auto& [name, path] : modules_) found.modules.push_back({name, path});
    KeepWithin(selection_.within, selection_.root, found.modules);
    found.left_out = std::move(left_out_);
    for (const std::string& path : source_paths_) {
      found.source_paths.push_back(path.empty() ? selection_.root : selection_.root / path);
    }
    return found;
  }

 private:
  // Loads the ignore rules of the checkout above the root. Paths in ignore_ are relative to the
  // checkout's top, or to the root without a checkout.
  void LoadOuterIgnoreRules() {
    std::error_code error;
    fs::path top = selection_.root;
    while (!fs::exists(top / ".git", error)) {
      if (top == top.parent_path()) return;
      top = top.parent_path();
    }
    if (const auto text = base::ReadFileIfThere(top / ".git" / "info" / "exclude")) {
      ignore_.Add("", *text);
    }
    const std::string below = selection_.root.lexically_relative(top).generic_string();
    if (below == ".") return;
    std::string folder;
    for (const std::string_view part : SplitPath(below)) {
      LoadIgnoreFile(top / folder, folder);
      folder = Join(folder, part);
    }
    ignore_prefix_ = below;
  }

  void LoadIgnoreFile(const fs::path& folder, std::string_view path) {
    if (!selection_.respect_gitignore) return;
    std::error_code error;
    const fs::path file = folder / ".gitignore";
    if (fs::is_regular_file(file, error)) ignore_.Add(path, base::ReadFile(file));
  }

  std::string InCheckout(const std::string& path) const {
    if (ignore_prefix_.empty()) return path;
    return path.empty() ? ignore_prefix_ : ignore_prefix_ + "/" + path;
  }

  void Discover() {
    const std::size_t outer_rules = ignore_.size();
    LoadIgnoreFile(selection_.root, InCheckout(""));
    Visit(selection_.root);
    Listing top = List(selection_.root);
    // Searches src/ first: if a name exists twice, the module in src/ is used.
    std::stable_partition(top.folders.begin(), top.folders.end(),
                          [](const std::string& name) { return name == "src"; });
    std::erase_if(top.folders, [this](const std::string& name) {
      return SkipsSideFolder(name) || SkipsFolder(name);
    });
    const bool has_packages = std::ranges::any_of(top.folders, [this](const std::string& name) {
      return HasInit(selection_.root / name) || (IsSourceFolder(name) && HoldsPackages(name));
    });
    for (const std::string& name : top.folders) {
      const bool is_package = HasInit(selection_.root / name);
      if (!is_package && IsScriptFolder(name)) {
        Skip(name, {"a folder of scripts or data", kNameIt});
        continue;
      }
      if (has_packages && HoldsLooseFiles(name)) {
        Skip(name, {"files of no package, beside packages", kNameIt});
        continue;
      }
      source_path_ = SourcePathOf(selection_.root, name, /*namespace_by_default=*/true);
      if (source_path_.empty() && !IsImportable(name)) {
        SkipForName(name);
        continue;
      }
      Walk(name, source_path_.empty() ? name : "");
    }
    source_path_.clear();
    AddModules("", "", top);
    ignore_.Truncate(outer_rules);
  }

  void AddSource(const std::string& source) {
    fs::path path = fs::path(source).lexically_normal();
    if (path.is_absolute()) path = path.lexically_relative(selection_.root);
    if (!path.has_filename() && path.has_parent_path()) path = path.parent_path();
    if (path.empty() || path == ".") return Discover();
    if (*path.begin() == "..") {
      throw base::Error(fmt::format("the source '{}' lies outside the project's root {}", source,
                                    selection_.root.string()));
    }
    std::error_code error;
    if (!fs::exists(selection_.root / path, error)) {
      const auto named = FindDottedName(source);
      if (!named && !selection_.missing_sources_are_errors) return;
      if (!named) {
        throw base::Error(
            fmt::format("the source '{}' is not in {}: name a package, a folder or a file there",
                        source, selection_.root.string()));
      }
      source_path_ = named->first;
      path = named->second;
    } else {
      const bool is_folder = fs::is_directory(selection_.root / path, error);
      source_path_ =
          SourcePathOf(selection_.root, (is_folder ? path : path.parent_path()).generic_string(),
                       /*namespace_by_default=*/false);
    }
    AddNamed(source, path.generic_string());
  }

  // Searches a dotted name below the usual source folders; returns the source path, and the file or
  // folder.
  std::optional<std::pair<std::string, fs::path>> FindDottedName(const std::string& name) const {
    std::string relative = name;
    std::replace(relative.begin(), relative.end(), '.', '/');
    if (!DottedPath(relative)) return std::nullopt;
    std::error_code error;
    for (const std::string source_path : {"src", "lib", ""}) {
      for (const std::string_view ending : {"", ".py"}) {
        const fs::path path = fs::path(source_path) / fmt::format("{}{}", relative, ending);
        if (fs::exists(selection_.root / path, error)) return std::pair(source_path, path);
      }
    }
    return std::nullopt;
  }

  // REQUIRES: source_path_ is set for `path`, which exists.
  void AddNamed(const std::string& source, const std::string& path) {
    std::error_code error;
    const bool is_folder = fs::is_directory(selection_.root / path, error);
    if (!is_folder && !path.ends_with(".py")) {
      throw base::Error(fmt::format("the source '{}' is neither a folder nor a .py file", source));
    }
    const std::string folder = is_folder ? path : fs::path(path).parent_path().generic_string();
    const auto prefix = folder == source_path_
                            ? std::optional<std::string>("")
                            : DottedPath(std::string_view(folder).substr(
                                  source_path_.empty() ? 0 : source_path_.size() + 1));
    if (!prefix) {
      throw base::Error(fmt::format(
          "the source '{}' cannot be imported: a part of its path is no Python name", source));
    }
    if (!is_folder) {
      AddModule(folder, *prefix, fs::path(path).stem().string(), /*by_name=*/true);
      return;
    }
    WalkBelow(folder, *prefix);
  }

  // Walks a folder with the ignore rules of the folders above it.
  void WalkBelow(const std::string& folder, const std::string& prefix) {
    const std::size_t outer_rules = ignore_.size();
    LoadIgnoreFile(selection_.root, InCheckout(""));
    std::string above;
    for (const std::string_view part : SplitPath(folder)) {
      above = Join(above, part);
      if (above != folder) LoadIgnoreFile(selection_.root / above, InCheckout(above));
    }
    Walk(folder, prefix);
    ignore_.Truncate(outer_rules);
  }

  // Follows links to folders last: if a folder can be reached both ways, the real path is used.
  void FollowLinks() {
    while (!links_.empty()) {
      for (const Link& link : std::exchange(links_, {})) {
        source_path_ = link.source_path;
        WalkBelow(link.folder, link.prefix);
      }
    }
  }

  void Walk(const std::string& folder, const std::string& prefix) {
    const fs::path absolute = selection_.root / folder;
    if (!Visit(absolute)) return Skip(folder, {"reached by another way already"});
    const std::size_t outer_rules = ignore_.size();
    LoadIgnoreFile(absolute, InCheckout(folder));
    const Listing listing = List(absolute);
    AddModules(folder, prefix, listing);
    std::error_code error;
    for (const std::string& name : listing.folders) {
      const std::string path = Join(folder, name);
      if (SkipsFolder(path)) continue;
      if (!IsImportable(name)) {
        SkipForName(path);
      } else if (IsOneOf(name, listing.modules) && !HasInit(absolute / name)) {
        Skip(path, {"Python prefers the module of the same name"});
      } else if (fs::is_symlink(absolute / name, error)) {
        links_.push_back({path, Dotted(prefix, name), source_path_});
      } else {
        Walk(path, Dotted(prefix, name));
      }
    }
    ignore_.Truncate(outer_rules);
  }

  // Returns false if the folder was visited before, or no longer exists.
  bool Visit(const fs::path& folder) {
    struct stat info;
    return stat(folder.c_str(), &info) == 0 && visited_.emplace(info.st_dev, info.st_ino).second;
  }

  void AddModules(const std::string& folder, const std::string& prefix, const Listing& listing) {
    for (const std::string& stem : listing.modules) {
      if (IsOneOf(stem, listing.folders) && HasInit(selection_.root / Join(folder, stem))) {
        Skip(Join(folder, stem + ".py"), {"Python prefers the package of the same name"});
      } else {
        AddModule(folder, prefix, stem, /*by_name=*/false);
      }
    }
  }

  std::optional<Why> WhyUsuallySkipped(const std::string& path, const std::string& stem,
                                       bool is_tool) {
    if (IsTestStem(stem) && IsNamedLikeTestOnly(selection_.root / path)) return kLikeTest;
    if (IsTestStem(stem) || HoldsTests(stem, selection_.root / path)) return Why{"a test", kNameIt};
    if (is_tool) return Why{"configures a tool", kNameIt};
    if (ignore_.Names(InCheckout(path), false)) return Why{"named by a .gitignore", kNameIt};
    if (LeadsOut(path)) return Why{"a link out of the project", kNameIt};
    return std::nullopt;
  }

  // `by_name`: the user named this file, so it counts even if it is usually skipped.
  void AddModule(const std::string& folder, const std::string& prefix, const std::string& stem,
                 bool by_name) {
    const std::string path = Join(folder, stem + ".py");
    const std::string name = stem == "__init__" ? prefix : Dotted(prefix, stem);
    if (!by_name) {
      const bool tool = folder.empty() ? IsOneOf(stem, kToolScripts) : stem == "setup";
      if (const auto why = WhyUsuallySkipped(path, stem, tool && prefix.empty())) {
        return Skip(path, *why);
      }
    }
    if (exclude_.Covers(path, false)) return Skip(path, {"excluded"});
    if (!IsImportable(stem) || name.empty()) return Skip(path, kBadName);
    if (!selection_.include.empty() && !include_.Covers(path, false)) {
      return Skip(path, {"not included"});
    }
    const auto [known, is_new] = modules_.emplace(name, path);
    if (!is_new && known->second != path) {
      return Skip(path, {fmt::format("{} is {} already", name, known->second)});
    }
    if (!IsOneOf(source_path_, source_paths_)) source_paths_.push_back(source_path_);
  }

  bool SkipsSideFolder(const std::string& name) {
    if (!IsOneOf(name, kSideFolders)) return false;
    Skip(name, name.starts_with("test") ? Why{"tests"} : Why{"accompanies the project", kNameIt});
    return true;
  }

  bool SkipsFolder(const std::string& path) {
    const fs::path absolute = selection_.root / path;
    const std::string name = absolute.filename().string();
    if (name.starts_with('.') || name == "__pycache__" || name == "node_modules" ||
        name == "site-packages") {
      return true;
    }
    std::error_code error;
    std::string_view why;
    if (LeadsOut(path)) {
      why = "a link out of the project";
    } else if (name == "tests" || (name == "test" && IsFolderOfTests(absolute))) {
      why = "tests";
    } else if ((name == "build" || name == "dist") && !HasInit(absolute)) {
      why = "build results";
    } else if (fs::exists(absolute / "pyvenv.cfg", error)) {
      why = "a virtual environment";
    } else if (ignore_.Names(InCheckout(path), true)) {
      why = "named by a .gitignore";
    } else if (exclude_.Covers(path, true)) {
      why = "excluded";
    } else {
      return false;
    }
    Skip(path, {why});
    return true;
  }

  bool LeadsOut(const std::string& path) const {
    std::error_code error;
    return fs::is_symlink(selection_.root / path, error) &&
           base::LeadsOut(selection_.root, selection_.root / path);
  }

  bool HoldsPackages(const std::string& folder) const {
    const fs::path absolute = selection_.root / folder;
    return std::ranges::any_of(List(absolute).folders, [&](const std::string& name) {
      return !IsOneOf(name, kSideFolders) && HasInit(absolute / name);
    });
  }

  // Returns whether the folder holds scripts, or another project: nothing shows that its files are
  // imported by the folder's name.
  bool HoldsLooseFiles(const std::string& folder) const {
    return !HasInit(selection_.root / folder) && !IsSourceFolder(folder) &&
           !HoldsPackages(folder) &&
           !SourcePathOf(selection_.root, folder, /*namespace_by_default=*/false).empty();
  }

  // Returns whether the folder contains tests; a package may be called "test" without any.
  static bool IsFolderOfTests(const fs::path& folder) {
    const Listing listing = List(folder);
    return !HasInit(folder) ||
           std::any_of(listing.modules.begin(), listing.modules.end(), IsTestStem);
  }

  void Skip(const std::string& path, const Why& why) {
    log_.Say(base::Topic::kExplain, "not a subject: {} ({})", path, why.text);
    left_out_.push_back({path, std::string(why.text), std::string(why.remedy), why.by_name});
  }

  // Skips a folder whose name cannot be imported, with its modules.
  void SkipForName(const std::string& folder) {
    Why why = kBadName;
    why.by_name = !List(selection_.root / folder).modules.empty();
    Skip(folder, why);
  }

  const SourceSelection& selection_;
  const base::Log& log_;
  IgnoreRules include_, exclude_, ignore_;
  std::string ignore_prefix_;  // path from the checkout's top to the root

  struct Link {
    std::string folder, prefix, source_path;
  };
  std::vector<Link> links_;  // links to folders, to be followed at the end
  std::string source_path_;  // source path of the folders being walked, relative to the root
  std::set<std::pair<dev_t, ino_t>> visited_;
  std::map<std::string, std::string> modules_;  // name → path
  std::vector<std::string> source_paths_;       // source paths of modules_, relative to the root
  std::vector<LeftOut> left_out_;
};

}  // namespace

FoundModules FindModules(const SourceSelection& selection, const base::Log& log) {
  return Finder(selection, log).Find();
}

}  // namespace skua::workspace
