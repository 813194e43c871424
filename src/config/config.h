// The settings in force: skua.yml and flags merged and checked, with a default for everything. It
// is a value that is passed to commands, which hand each part on to the folder that needs it. A
// field's initialiser is the only statement of its default. The names, types and descriptions of
// the options stand in one table, option.cc. Structs that other folders read, too, are declared in
// model/.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/options.h"
#include "model/sandbox.h"
#include "model/search_options.h"
#include "model/time_policy.h"

namespace skua::config {

enum class ColorMode : uint8_t { kAuto, kAlways, kNever };

// Paths are relative to project.root, or absolute when they lie outside of it, with '/'. `root /
// path` is right for both.
struct Config {
  struct Project {
    std::filesystem::path root = ".";  // absolute and without symbolic links once loaded
    std::vector<std::string> source;   // packages, folders or files; empty: find them
    std::vector<std::string> include;  // globs over root-relative paths; empty: everything
    std::vector<std::string> exclude;  // globs; win over include
    bool respect_gitignore = true;
    bool respect_coverage = true;  // what the settings for coverage.py leave out does not count
  } project;

  struct Python {
    std::string
        interpreter;  // path (root-relative or absolute), or a name for PATH; empty: find it
    std::vector<std::string> path;  // folders put before sys.path
  } python;

  struct Output {
    std::string tests = "tests/generated";
    std::string style = "pytest";  // a name for render::StyleFromName
    std::string keep = "worth";    // which tests are written; "all": guards, too
    std::string header;            // comments at the top of each file, such as a licence
    std::string reports = "build/skua";
    std::string state = ".skua";
    bool restore = false;  // files that the tree lacks are written from the state, which is trusted
  } output;

  struct Reports {
    std::vector<std::string> formats = {"junit", "json", "cobertura", "html", "markdown"};
    std::string junit_family = "legacy";  // "xunit2": only what the schema allows
  } reports;

  struct Budget {
    // absent exactly when search.iterations is set
    std::optional<base::Duration> total = std::chrono::minutes(5);
    unsigned jobs = 0;                                             // 0: as many as cores
    std::string strategy = "adaptive";                             // a name for plan::StrategyNamed
    base::Duration minimum = model::TimePolicy::Shares{}.minimum;  // for each module
    bool unchanged = false;  // unchanged modules that may still gain run, too
    unsigned suspended = 0;  // campaigns at once; 0: four for each job
    struct SuiteTime {
      std::optional<base::Duration> module;  // most that a module's tests take to run
      std::optional<base::Duration> folder;  // most that all generated tests take
    } suite_time;
  } budget;

  // max_generations is made of `iterations`: model::SearchOptions does not know what replaces the
  // clock.
  struct Search : model::SearchOptions {
    std::string preset = "default";      // of config/preset.h
    std::optional<uint64_t> seed;        // absent: a new one each run
    std::optional<uint64_t> iterations;  // steps of the search for each module, in place of time

    // Globs over "module:Qualified.name" of functions, methods and classes.
    std::vector<std::string> include;   // empty: everything
    std::vector<std::string> exclude;   // win over include
    bool makers = true;                 // functions of other modules may make objects
    std::string visibility = "public";  // of callables that tests may use: model::Visibility
    base::Duration test_timeout = std::chrono::seconds(1);
  } search;

  using Oracle = model::OracleOptions;
  Oracle oracle;

  struct Integration {
    std::vector<std::string> pairs;        // "caller -> callee", or "auto"; empty: none
    std::vector<std::string> pair_places;  // of each in the file: "skua.yml:12:5"
    double share = 0.2;                    // part of the budget that pairs get
  } integration;

  struct Sandbox : model::SandboxLimits {
    model::SandboxGrade require = model::SandboxGrade::kStandard;  // below it a run is refused
    // Globs as in a .gitignore at the root, for files and folders that are hidden besides secrets.
    std::vector<std::string> hide;
  } sandbox;

  // Folders and files of hand-written tests, root-relative. Goals that they cover are left for
  // last.
  std::vector<std::string> existing_tests;

  std::string on_behaviour_change = "report";  // a name for campaign::OnBehaviourChangeNamed

  // Gates: a run that fails one of them exits with 1.
  std::optional<double> fail_under;          // percent of all branches
  std::optional<double> fail_under_changed;  // percent of the changed lines
  std::optional<unsigned> max_findings;      // of this run

  // Settings of this call alone, by flags and never in skua.yml.
  struct Call {
    std::string base;               // git ref to compare with; empty: the last run
    std::vector<std::string> only;  // modules or root-relative paths to restrict to; empty: all
    bool all = false;               // ignore the last run: everything counts as new
    bool changed = false;           // leaves unchanged modules alone
    std::string shard;              // "2/4", "auto" or "auto/4"; empty: the whole project
    bool quiet = false;
    std::vector<std::string> debug;  // names of base::Topic in lower case
    ColorMode color = ColorMode::kAuto;
  } call;
};

// call.debug as a mask of base::Topic, which base::Log takes.
unsigned LogTopics(const Config& config);

}  // namespace skua::config
