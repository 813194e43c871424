// Finds the modules to test: their files, and the names by which Python imports them. Reads
// folders, ignore files and, to distinguish namespace packages from source folders, a few import
// lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "model/subject.h"

namespace skua::workspace {

struct SourceSelection {
  std::filesystem::path root;  // absolute
  // Packages (folder or dotted name), source folders or files, relative to the root. Empty: sources
  // are discovered: src/*, and packages and single modules at the top, except for tests, docs,
  // tools and the like.
  std::vector<std::string> sources;
  // Globs as in a .gitignore at the root ("**/_vendor/**", "*_pb2.py", "src/old/"), for files and
  // folders.
  std::vector<std::string> include;  // empty: all
  std::vector<std::string> exclude;
  // Folders and importable names: modules in none of them are left out, unless that leaves no
  // module.
  std::vector<std::string> within;
  bool respect_gitignore = true;
  bool missing_sources_are_errors = true;  // false for an old tree, which may lack some
};

// A file or folder that is not tested.
struct LeftOut {
  std::string path;      // relative to the root
  std::string why;       // "its name cannot be imported"
  std::string remedy;    // "rename it"; empty if the user, or Python, decided so
  bool by_name = false;  // left out only because of its name: the user may miss it
};

struct FoundModules {
  std::vector<model::ModuleId> modules;             // by name, each name once
  std::vector<std::filesystem::path> source_paths;  // absolute entries for sys.path, in order
  std::vector<LeftOut> left_out;                    // in order of discovery
};

// Finds modules. Skips, unless named in `sources`: tests (test_*.py, *_test.py, conftest.py,
// tests/, test/), hidden folders, virtual environments, build/, dist/, node_modules/, __pycache__/,
// files ignored by .gitignore files (also those above the root, up to the top of the checkout), and
// names that no import statement can spell. Throws base::Error if a source is missing or lies
// outside of the root.
FoundModules FindModules(const SourceSelection& selection, const base::Log& log);

}  // namespace skua::workspace
