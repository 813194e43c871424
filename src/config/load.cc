#include "config/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/files.h"
#include "base/lines.h"
#include "base/pattern.h"
#include "config/option_value.h"
#include "config/preset.h"
#include "config/yaml_reader.h"
#include "model/criterion.h"

namespace skua::config {
namespace {

namespace fs = std::filesystem;

// Largest configuration file, more than ten thousand lines; reading it takes a quarter of a second.
constexpr std::uintmax_t kMostBytes = 1 << 20;

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}
bool IsFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// Returns the path without symbolic links, as far as it exists.
fs::path Canonical(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : canonical;
}

// Returns `text`, which is relative to `folder`, as a path relative to the root if it lies inside,
// else as an absolute path.
std::string RelativeToRoot(const std::string& text, const fs::path& folder, const fs::path& root) {
  fs::path absolute = (folder / text).lexically_normal();
  if (!absolute.has_filename()) absolute = absolute.parent_path();  // removes a slash at the end
  const fs::path relative = absolute.lexically_relative(root);
  const bool outside = relative.empty() || *relative.begin() == "..";
  return (outside ? absolute : relative).generic_string();
}

class Loader {
 public:
  Loader(const Invocation& invocation, const Surroundings& surroundings)
      : invocation_(invocation),
        surroundings_(surroundings),
        here_(Canonical(surroundings.working_folder)) {}

  LoadedConfig Load() {
    result_.file = FindFile();
    if (result_.file) ReadFile();
    ApplyFlags();
    ApplyPreset();
    ChooseClock();
    CheckCriteria();
    CheckHeader();
    ChoosePairs();
    ChoosePairAlgorithm();
    SettleRoot();
    SettlePaths();
    CheckFolders();
    if (!problems_.empty()) throw base::Error(fmt::format("{}", fmt::join(problems_, "\n")));
    return std::move(result_);
  }

 private:
  Config& config() { return result_.config; }

  const Setting* Flag(std::string_view name) const {
    const auto& flags = invocation_.overrides;
    const auto at = std::ranges::find(flags, name, [](const Setting& s) { return s.option->name; });
    return at == flags.end() ? nullptr : &*at;
  }

  std::optional<fs::path> FindFile() const {
    if (invocation_.config_file) {
      const fs::path file = (here_ / *invocation_.config_file).lexically_normal();
      if (IsFile(file)) return file;
      throw base::Error(
          fmt::format("--config: there is no file '{}'", invocation_.config_file->string()));
    }
    fs::path start = here_;
    if (const Setting* root = Flag("project.root")) {
      start = Canonical(here_ / std::get<std::string>(root->value));
    }
    for (fs::path folder = start;; folder = folder.parent_path()) {
      for (const char* name : {"skua.yml", "skua.yaml"}) {
        if (IsFile(folder / name)) return folder / name;
      }
      if (folder == folder.parent_path()) return std::nullopt;
    }
  }

  void ReadFile() {
    const std::string shown = result_.file->lexically_proximate(here_).generic_string();
    std::error_code ignored;
    if (const auto bytes = fs::file_size(*result_.file, ignored); !ignored && bytes > kMostBytes) {
      throw base::Error(fmt::format(
          "{}:1:1: the file has {} KiB, and a configuration {} at most: name folders or patterns "
          "in place of single files",
          shown, bytes >> 10, kMostBytes >> 10));
    }
    YamlSettings read = ReadYaml(base::ReadFile(*result_.file), shown);
    problems_ = std::move(read.problems);
    for (Setting& setting : read.settings) {
      if (!setting.item_origins.empty()) item_origins_[setting.option->name] = setting.item_origins;
      Apply(setting);
    }
    config().integration.pair_places = item_origins_["integration.pairs"];
  }

  void Apply(const Setting& setting) {
    setting.option->set(config(), setting.value);
    result_.origins[setting.option->name] = setting.origin;
  }

  void ApplyFlags() {
    if (surroundings_.no_color) {
      Apply({FindOption("call.color"), std::string("never"), "NO_COLOR", {}});
    }
    for (const Setting& flag : invocation_.overrides) Apply(flag);
  }

  // Sets the preset's values for options that neither the file nor a flag sets.
  void ApplyPreset() {
    for (const Setting& setting : SettingsOf(config().search.preset)) {
      if (!result_.origins.contains(setting.option->name)) Apply(setting);
    }
  }

  // Lets iterations replace the budget of time. When both are set, the one of higher priority wins
  // (a flag over the file); when both have the same priority, it is an error.
  void ChooseClock() {
    auto& total = config().budget.total;
    auto& iterations = config().search.iterations;
    if (!iterations) return;
    const bool has_total = result_.origins.contains("budget.total");
    const bool total_by_flag = Flag("budget.total") != nullptr;
    const bool iterations_by_flag = Flag("search.iterations") != nullptr;
    if (has_total && total_by_flag == iterations_by_flag) {
      problems_.push_back(fmt::format(
          "{}: a number of iterations replaces the budget of time ({}): leave one of them out",
          result_.OriginOf("search.iterations"), result_.OriginOf("budget.total")));
    } else if (total_by_flag) {
      iterations.reset();
      result_.origins.erase("search.iterations");
    } else {
      total.reset();
      result_.origins["budget.total"] = result_.OriginOf("search.iterations");
    }
  }

  void CheckCriteria() {
    if (!config().search.criteria.empty()) return;
    problems_.push_back(fmt::format("{}: name at least one of {}", Place("search.criteria"),
                                    fmt::join(model::kCriteria, ", ")));
  }

  // Checks that the header leaves Python files readable.
  void CheckHeader() {
    // A comment in the first two lines of a Python file may declare its encoding (PEP 263).
    static const base::Pattern kEncoding("coding[=:][ \\t]*([-_.a-zA-Z0-9]+)");
    static const base::Pattern kUtf8("utf[-_]?8", base::Pattern::Letters::kInAnyCase);
    constexpr std::size_t kLookedAt = 400;  // characters of a line that are searched
    std::string_view rest = config().output.header;
    const auto refuse = [&](std::string_view why) {
      problems_.push_back(fmt::format("{}: {}", Place("output.header"), why));
    };
    if (rest.find('\0') != rest.npos) refuse("Python reads no file with a zero byte in it");
    for (int line = 0; line < 2; ++line) {
      const auto encoding = kEncoding.Search(base::TakeLine(rest).substr(0, kLookedAt));
      if (!encoding || kUtf8.Matches(encoding->at(1))) continue;
      refuse(fmt::format(
          "Python takes the line for the file's encoding, '{}': test files are written in UTF-8, "
          "so leave the line out, or move it below the second one",
          encoding->at(1)));
    }
  }

  // Sets pairs to "auto" if search.criteria names coupled branches, which only pairs have, and no
  // pairs are set.
  void ChoosePairs() {
    if (result_.origins.contains("integration.pairs")) return;
    if (!model::Names(config().search.criteria, model::Criterion::kCoupledBranch)) return;
    config().integration.pairs = {"auto"};
    result_.origins["integration.pairs"] = result_.OriginOf("search.criteria");
  }

  // Uses the algorithm of search.algorithm, if set, for pairs too.
  void ChoosePairAlgorithm() {
    auto& origins = result_.origins;
    if (origins.contains("search.pair_algorithm") || !origins.contains("search.algorithm")) return;
    config().search.pair_algorithm = config().search.algorithm;
    origins["search.pair_algorithm"] = origins["search.algorithm"];
  }

  void SettleRoot() {
    const bool by_file = result_.file && Flag("project.root") == nullptr;
    const fs::path base = by_file ? result_.file->parent_path() : here_;
    const fs::path root = Canonical(base / config().project.root);
    if (!IsFolder(root)) {
      problems_.push_back(fmt::format("{}: there is no folder '{}'", Place("project.root"),
                                      config().project.root.string()));
    }
    config().project.root = root.has_filename() ? root : root.parent_path();
  }

  void SettlePaths() {
    const fs::path& root = config().project.root;
    for (const Option& option : Options()) {
      const bool is_path = option.type == OptionType::kPath && option.name != "project.root";
      if (!is_path && option.type != OptionType::kProgram) continue;
      const std::string text = std::get<std::string>(option.get(config()));
      if (option.type == OptionType::kProgram && text.find('/') == text.npos) continue;
      const bool by_flag = Flag(option.name) != nullptr;
      option.set(config(), RelativeToRoot(text, by_flag ? here_ : root, root));
    }
    for (const std::string& name : invocation_.only) {
      const bool is_path = name.find('/') != name.npos || name.ends_with(".py");
      config().call.only.push_back(is_path ? RelativeToRoot(name, here_, root) : name);
    }
  }

  void CheckFolders() {
    const fs::path& root = config().project.root;
    if (!IsFolder(root)) return;  // already reported
    const auto check = [&](std::string_view option, const std::vector<std::string>& items,
                           auto is_there, std::string_view what) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (is_there(items[i])) continue;
        problems_.push_back(fmt::format("{}: {}: there is no {} '{}' in {}",
                                        item_origins_[option][i], option, what, items[i],
                                        root.string()));
      }
    };
    check(
        "project.source", config().project.source,
        [&](const std::string& item) { return IsSource(item); }, "package, folder or file");
    check(
        "python.path", config().python.path,
        [&](const std::string& item) { return IsFolder(root / item) || IsFile(root / item); },
        "folder");
    for (const std::string_view name : {"output.tests", "output.reports", "output.state"}) {
      const std::string folder = std::get<std::string>(FindOption(name)->get(config()));
      if (!IsFile(root / folder)) continue;
      problems_.push_back(
          fmt::format("{}: '{}' is a file, and should be a folder", Place(name), folder));
    }
  }

  // Returns whether the item is a path, or the dotted name of a package or module, at the root or
  // in src/.
  bool IsSource(const std::string& item) const {
    const fs::path& root = result_.config.project.root;
    if (fs::path(RelativeToRoot(item, root, root)).is_absolute())
      return false;  // outside of the project
    if (IsFolder(root / item) || IsFile(root / item)) return true;
    if (item.find('/') != item.npos) return false;
    std::string path = item;
    std::ranges::replace(path, '.', '/');
    return std::ranges::any_of(std::initializer_list<fs::path>{root, root / "src"},
                               [&](const fs::path& folder) {
                                 return IsFolder(folder / path) || IsFile(folder / (path + ".py"));
                               });
  }

  // Returns where an option was set: "skua.yml:5:10: output.tests", or the flag alone.
  std::string Place(std::string_view option) const {
    const std::string origin = result_.OriginOf(option);
    return origin.starts_with("-") ? origin : fmt::format("{}: {}", origin, option);
  }

  const Invocation& invocation_;
  const Surroundings& surroundings_;
  const fs::path here_;
  LoadedConfig result_;
  std::map<std::string_view, std::vector<std::string>> item_origins_;
  std::vector<std::string> problems_;
};

}  // namespace

std::string LoadedConfig::OriginOf(std::string_view option) const {
  const auto at = origins.find(option);
  return at == origins.end() ? "default" : at->second;
}

Surroundings Surroundings::OfThisProcess() {
  const char* no_color = std::getenv("NO_COLOR");
  std::error_code error;
  fs::path folder = fs::current_path(error);
  if (error) {
    throw base::Error(fmt::format(
        "the working folder cannot be told: {}; change to a folder that exists", error.message()));
  }
  return {std::move(folder), no_color != nullptr && *no_color != '\0'};
}

LoadedConfig Load(const Invocation& invocation, const Surroundings& surroundings) {
  return Loader(invocation, surroundings).Load();
}

}  // namespace skua::config
