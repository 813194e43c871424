#include "workspace/git_base.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/subprocess.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

std::string FirstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

// Settings that keep git from running programs named in the checkout's settings; TurnFiltersOff
// does this for filters, and options of `git diff` for its helpers.
constexpr const char* kRunNothing[] = {"core.fsmonitor=false", "core.hooksPath=/dev/null",
                                       "core.pager=cat", "safe.bareRepository=explicit"};

// Returns this process's environment, in which git does not fetch objects that a partial clone
// lacks: its settings name programs for that, too.
std::vector<std::string> EnvironmentOfGit() {
  std::vector<std::string> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("GIT_EXTERNAL_DIFF=") && !text.starts_with("GIT_ALLOW_PROTOCOL=") &&
        !text.starts_with("GIT_NO_LAZY_FETCH=") && !text.starts_with("GIT_TERMINAL_PROMPT=")) {
      entries.emplace_back(text);
    }
  }
  for (const char* entry :
       {"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0"}) {
    entries.emplace_back(entry);
  }
  return entries;
}

class Git {
 public:
  // Throws base::Error as Run does.
  Git(const fs::path& root, const base::Deadline& deadline)
      : root_(root),
        deadline_(deadline),
        environment_(EnvironmentOfGit()),
        options_{"git", "--no-pager", "--no-optional-locks"} {
    for (const char* setting : kRunNothing) SetOption(setting);
    TurnFiltersOff();
  }

  base::CommandResult Run(std::vector<std::string> arguments, std::string input = {}) const {
    base::Command command;
    command.arguments = options_;
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    command.environment = environment_;
    command.working_folder = root_;
    command.input = std::move(input);
    command.output_limit = std::size_t{1} << 30;
    base::CommandResult result = base::Run(command, deadline_);
    if (!result.started) {
      throw base::Error(fmt::format("--base needs git, which cannot be started ({}): install it",
                                    result.problem));
    }
    if (result.timed_out) {
      throw base::Error("the budget ended while git was read for --base: give it more");
    }
    return result;
  }

  std::string OutputOf(std::vector<std::string> arguments, std::string input = {}) const {
    const std::string command = arguments.at(0);
    base::CommandResult result = Run(std::move(arguments), std::move(input));
    if (result.exit_code != 0) {
      throw base::Error(fmt::format("git {} failed in {}: {}{}", command, root_.string(),
                                    FirstLine(result.errors), AdviceOn(result.errors)));
    }
    return std::move(result.output);
  }

 private:
  static std::string_view AdviceOn(std::string_view errors) {
    if (errors.find("promisor") == errors.npos && errors.find("transport") == errors.npos)
      return "";
    return "; files of a partial clone are not fetched: run `git fetch --refetch --no-filter` "
           "before";
  }

  void SetOption(std::string setting) {
    options_.emplace_back("-c");
    options_.push_back(std::move(setting));
  }

  // Disables filters: attributes of the checkout choose them by name, and they are programs. The
  // format of config --name-only -z is "<section>.<name>.<key>\0" for each setting.
  void TurnFiltersOff() {
    const base::CommandResult found =
        Run({"config", "--name-only", "-z", "--get-regexp", "^filter\\..*\\.[a-z]+$"});
    std::set<std::string> filters;
    for (std::size_t at = 0; at < found.output.size();) {
      const std::size_t end = std::min(found.output.find('\0', at), found.output.size());
      const std::string setting = found.output.substr(at, end - at);
      filters.insert(setting.substr(0, setting.rfind('.')));
      at = end + 1;
    }
    for (const std::string& filter : filters) {
      if (filter.find('=') != filter.npos) {  // no option could contain the name
        throw base::Error(fmt::format("git's settings in {} name a filter \"{}\": rename it",
                                      root_.string(), filter.substr(filter.find('.') + 1)));
      }
      for (const char* off : {".clean=", ".smudge=", ".process=", ".required=false"}) {
        SetOption(filter + off);
      }
    }
  }

  const fs::path& root_;
  const base::Deadline& deadline_;
  std::vector<std::string> environment_;
  std::vector<std::string> options_;  // of each command
};

struct TreeFile {
  std::string path;  // relative to the root
  std::string object;
};

// Returns the commit's files below the root from which its modules and their content follow. The
// format of ls-tree -z is "<mode> <type> <object>\t<path>\0", with paths relative to the folder in
// which git runs.
std::vector<TreeFile> SourceFiles(const Git& git, const std::string& commit) {
  std::vector<TreeFile> files;
  const std::string listing = git.OutputOf({"ls-tree", "-r", "-z", commit});
  std::string_view rest = listing;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    const std::size_t tab = entry.find('\t');
    const std::string_view path = entry.substr(tab + 1);
    const bool is_regular = entry.starts_with("100");  // neither a link nor a submodule
    if (!is_regular || !(path.ends_with(".py") || fs::path(path).filename() == ".gitignore")) {
      continue;
    }
    const std::size_t object = entry.rfind(' ', tab) + 1;
    files.push_back({std::string(path), std::string(entry.substr(object, tab - object))});
  }
  return files;
}

// Writes neither atomically nor synced, since this process removes the file's folder.
void WriteScratchFile(const fs::path& path, std::string_view content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << content;
  if (!out.flush()) throw base::Error(fmt::format("cannot write {}", path.string()));
}

// The format of cat-file --batch is "<object> <type> <size>\n<content>\n" for each object.
void WriteFiles(const Git& git, const std::vector<TreeFile>& files, const fs::path& folder) {
  std::string request;
  for (const TreeFile& file : files) request += file.object + "\n";
  const std::string answer = git.OutputOf({"cat-file", "--batch"}, std::move(request));
  std::string_view rest = answer;
  for (const TreeFile& file : files) {
    const std::string_view header = rest.substr(0, rest.find('\n'));
    const std::string_view digits = header.substr(header.rfind(' ') + 1);
    std::size_t size = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    if (parsed.ec != std::errc() || rest.size() < header.size() + 1 + size) {
      throw base::Error(fmt::format("git cannot read {}: {}", file.path, header));
    }
    rest.remove_prefix(header.size() + 1);
    WriteScratchFile(folder / file.path, rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
}

// Throws base::Error if the ref is not a commit.
std::string CommitOf(const Git& git, const fs::path& root, const std::string& ref) {
  if (const auto checkout = git.Run({"rev-parse", "--is-inside-work-tree"});
      checkout.exit_code != 0) {
    throw base::Error(fmt::format("--base needs a git checkout, but in {} git says: {}",
                                  root.string(), FirstLine(checkout.errors)));
  }
  const auto commit =
      git.Run({"rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"});
  if (commit.exit_code != 0) {
    throw base::Error(fmt::format(
        "--base {}: git knows no such commit, branch or tag; in a shallow checkout, fetch it first",
        ref));
  }
  return FirstLine(commit.output);
}

}  // namespace

std::vector<SourceModule> ModulesAtRef(const SourceSelection& selection, const std::string& ref,
                                       const Scanner& scanner, const model::ScanCache& cache,
                                       const base::Log& log, const base::Deadline& deadline) {
  const Git git(selection.root, deadline);
  const std::string commit = CommitOf(git, selection.root, ref);
  const base::ScratchFolder scratch;
  WriteFiles(git, SourceFiles(git, commit), scratch.path());
  SourceSelection then = selection;
  then.root = scratch.path();
  then.missing_sources_are_errors = false;
  for (std::string& source : then.sources) {
    if (fs::path(source).is_absolute()) {
      source = fs::path(source).lexically_relative(selection.root).generic_string();
    }
  }
  // The cache already has files that did not change since the ref; entries for old versions would
  // be useless later.
  model::ScanCache known = cache;
  bool ignored = false;
  return ScanModules(then.root, FindModules(then, log).modules, scanner, known, &ignored, log,
                     deadline);
}

ChangedLines LinesChangedSince(const fs::path& root, const std::string& ref,
                               const base::Deadline& deadline) {
  const Git git(root, deadline);
  // The options make the output independent of the user's own settings for git diff.
  return ParseDiff(git.OutputOf({"diff", "--unified=0", "--no-color", "--no-ext-diff",
                                 "--no-textconv", "--no-renames", "--relative", "--src-prefix=a/",
                                 "--dst-prefix=b/", CommitOf(git, root, ref), "--", "*.py"}));
}

std::string CheckedOutCommit(const fs::path& root, const std::vector<SourceModule>& sources,
                             const base::Deadline& deadline) {
  try {
    const Git git(root, deadline);
    const auto commit = git.Run({"rev-parse", "--short", "HEAD"});
    if (commit.exit_code != 0) return "";
    const std::string differing = git.OutputOf(
        {"status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal", "--", "*.py"});
    const std::string prefix = FirstLine(git.OutputOf({"rev-parse", "--show-prefix"}));
    std::set<std::string> paths;  // relative to the top of the checkout
    for (std::size_t at = 0; at + 3 < differing.size();) {
      const std::size_t end = std::min(differing.find('\0', at), differing.size());
      paths.insert(differing.substr(at + 3, end - at - 3));
      at = end + 1;
    }
    const bool differs = std::ranges::any_of(sources, [&](const SourceModule& source) {
      return paths.contains(prefix + source.module.path);
    });
    return differs ? "" : FirstLine(commit.output);
  } catch (const base::Error&) {  // no git, or no time for it
    return "";
  }
}

RemoteAndCommit RemoteAndCommitOf(const fs::path& root, const base::Deadline& deadline) {
  try {
    const Git git(root, deadline);
    const auto said = [&](std::vector<std::string> arguments) {
      const base::CommandResult result = git.Run(std::move(arguments));
      return result.exit_code == 0 ? FirstLine(result.output) : "";
    };
    return {said({"config", "--get", "remote.origin.url"}),
            said({"rev-parse", "--verify", "--quiet", "HEAD"})};
  } catch (const base::Error&) {  // no git, or no time for it
    return {};
  }
}

}  // namespace skua::workspace
