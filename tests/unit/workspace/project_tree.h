// A throw-away project for tests: files written from text, scanned by the real scan.py.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/subprocess.h"
#include "support/source.h"
#include "workspace/module_finder.h"
#include "workspace/module_scan.h"

namespace skua::test {

struct File {
  std::string path, text;
};
using Files = std::vector<File>;

class ProjectTree {
 public:
  ProjectTree() = default;
  // `empty`: the paths of further files, with spaces between them.
  explicit ProjectTree(const Files& files, const std::string& empty = "") {
    for (const auto& [path, text] : files) Write(path, text);
    std::istringstream paths(empty);
    for (std::string path; paths >> path;) Write(path, "");
  }
  explicit ProjectTree(const char* empty) : ProjectTree(Files{}, empty) {}

  std::filesystem::path root() const { return scratch_.path() / "project"; }

  void Write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root() / path).parent_path());
    std::ofstream(root() / path, std::ios::binary) << text;
  }

  // Runs a command in the root, and gives its output.
  base::CommandResult Run(std::vector<std::string> arguments, std::string input = {}) const {
    base::Command command{
        .arguments = std::move(arguments), .working_folder = root(), .input = std::move(input)};
    return base::Run(command, base::Deadline(clock_));
  }

  // An interpreter that counts how often it is started.
  workspace::Scanner CountingScanner(const std::string& script = kScanScript) const {
    const std::filesystem::path interpreter = scratch_.path() / "python";
    std::ofstream(interpreter) << "#!/bin/sh\necho started >> '" << starts().string()
                               << "'\nexec python3 \"$@\"\n";
    std::filesystem::permissions(interpreter, std::filesystem::perms::owner_all);
    return {interpreter, script, 2};
  }
  int Starts() const {
    const std::string log = base::ReadFileIfThere(starts()).value_or("");
    return static_cast<int>(std::count(log.begin(), log.end(), '\n'));
  }

  std::vector<model::ModuleId> Modules() const {
    workspace::SourceSelection selection{.root = root()};
    return workspace::FindModules(selection, base::Log()).modules;
  }

  // Scans with `cache`, as a run does; says whether the cache changed.
  std::vector<workspace::SourceModule> Scan(model::ScanCache& cache,
                                            bool* changed = nullptr) const {
    bool ignored = false;
    return workspace::ScanModules(root(), Modules(), CountingScanner(), cache,
                                  changed == nullptr ? &ignored : changed, base::Log(),
                                  base::Deadline(clock_));
  }
  std::vector<workspace::SourceModule> Scan() const {
    model::ScanCache cache;
    return Scan(cache);
  }

  base::Deadline unlimited() const { return base::Deadline(clock_); }

  static inline const std::string kScanScript =
      test::Source("src/runtime/skua_runtime/alone/scan.py");

 private:
  std::filesystem::path starts() const { return scratch_.path() / "starts"; }

  base::ScratchFolder scratch_;
  base::SteadyClock clock_;
};

}  // namespace skua::test
