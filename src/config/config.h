// The settings in force: skua.yml and flags, merged and checked, with defaults for all others.
// Commands hand each part to the folder that needs it. A field's initialiser is the only statement
// of its default; option.cc has the names, types and descriptions. Structs that other folders read,
// too, are declared in model/.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/options/options.h"
#include "model/options/search_options.h"
#include "model/options/time_policy.h"
#include "model/sandbox.h"

namespace skua::config {

enum class ColorMode : uint8_t { kAuto, kAlways, kNever };

// Paths are relative to project.root, or absolute if they lie outside of it, with '/': `root /
// path` is right for both.
struct Config {
  struct Project {
    std::filesystem::path root = ".";  // absolute and without symbolic links once loaded
    std::vector<std::string> source;   // packages, folders or files; empty: find them
    std::vector<std::string> include;  // globs over root-relative paths; empty: everything
    std::vector<std::string> exclude;  // globs; take precedence over include
    bool respect_gitignore = true;
    bool respect_coverage = true;  // lines that coverage.py's settings exclude do not count
  } project;

  struct Python {
    std::string
        interpreter;  // path (root-relative or absolute), or a name for PATH; empty: search for it
    std::vector<std::string> path;  // folders put before sys.path
  } python;

  struct Output {
    std::string tests = "tests/generated";
    std::string style = "pytest";  // a name for render::StyleFromName
    std::string keep = "worth";    // which tests are written; "all": guards, too
    std::string header;            // comments at the top of each file, such as a licence
    std::string reports = "build/skua";
    std::string state = ".skua";
    bool restore = false;  // writes files that the tree lacks from the state, which is trusted
  } output;

  struct Reports {
    std::vector<std::string> formats = {"junit", "json", "cobertura", "html", "markdown"};
    std::string junit_family = "legacy";  // "xunit2": only elements of the schema
  } reports;

  struct Budget {
    // nullopt exactly when search.iterations is set
    std::optional<base::Duration> total = std::chrono::minutes(5);
    unsigned jobs = 0;                                             // 0: one for each core
    std::string strategy = "adaptive";                             // a name for plan::StrategyNamed
    base::Duration minimum = model::TimePolicy::Shares{}.minimum;  // for each module
    bool unchanged = false;  // also runs unchanged modules that may still gain
    unsigned suspended = 0;  // suspended campaigns at once; 0: four for each job
    struct SuiteTime {
      std::optional<base::Duration> module;  // longest run of a module's tests
      std::optional<base::Duration> folder;  // longest run of all generated tests
    } suite_time;
  } budget;

  // Runs set max_generations from `iterations`; it has no option of its own.
  struct Search : model::SearchOptions {
    std::string preset = "default";      // a name of config/preset.h
    std::optional<uint64_t> seed;        // nullopt: a new one each run
    std::optional<uint64_t> iterations;  // steps of the search for each module, instead of a time

    // Globs over "module:Qualified.name" of functions, methods and classes.
    std::vector<std::string> include;  // empty: everything
    std::vector<std::string> exclude;  // take precedence over include
    bool makers = true;                // also calls functions of other modules to make objects
    // A name for model::VisibilityNamed: which callables tests may use.
    std::string visibility = "public";
    base::Duration test_timeout = std::chrono::seconds(1);
  } search;

  using Oracle = model::OracleOptions;
  Oracle oracle;

  struct Integration {
    std::vector<std::string> pairs;        // "caller -> callee", or "auto"; empty: none
    std::vector<std::string> pair_places;  // place of each in the file: "skua.yml:12:5"
    double share = 0.2;                    // part of the budget for pairs
  } integration;

  struct Sandbox : model::SandboxLimits {
    // A run with a lower grade is refused.
    model::SandboxGrade require = model::SandboxGrade::kStandard;
    // Globs as in a .gitignore at the root, for more hidden files and folders than those with
    // secrets.
    std::vector<std::string> hide;
  } sandbox;

  // Root-relative folders and files of hand-written tests. The search tries the goals that they
  // cover last.
  std::vector<std::string> existing_tests;

  std::string on_behaviour_change = "report";  // a name for campaign::OnBehaviourChangeNamed

  // Limits: a run that misses one of them exits with 1.
  std::optional<double> fail_under;          // percent of all branches
  std::optional<double> fail_under_changed;  // percent of the changed lines
  std::optional<unsigned> max_findings;      // of this run

  // Settings of one call, which only flags can set.
  struct Call {
    std::string base;               // git ref to compare with; empty: compare with the last run
    std::vector<std::string> only;  // modules or root-relative paths; empty: all
    bool all = false;               // ignores the last run: all modules count as new
    bool changed = false;           // runs only new, modified and affected modules
    std::string shard;              // "2/4", "auto" or "auto/4"; empty: the whole project
    bool quiet = false;
    std::vector<std::string> debug;  // names of base::Topic in lower case
    ColorMode color = ColorMode::kAuto;
  } call;
};

// Returns call.debug as a bit mask of base::Topic, for base::Log.
unsigned LogTopics(const Config& config);

}  // namespace skua::config
