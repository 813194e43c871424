// What is in force: skua.yml and flags merged, checked, with a default for everything. A value,
// passed to commands, which hand each part on to the folder that needs it. The names, types and
// sentences of the options stand in one table: option.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace skua::config {

enum class ColorMode : uint8_t { kAuto, kAlways, kNever };

// Paths are relative to project.root (or absolute, when they lie outside), with '/': join them by
// `root / path`, which does the right thing for both.
struct Config {
  struct Project {
    std::filesystem::path root = ".";  // absolute and without symbolic links once loaded
    std::vector<std::string> source;   // packages, folders or files; empty: find them
    std::vector<std::string> include;  // globs over root-relative paths; empty: everything
    std::vector<std::string> exclude;  // globs; win over include
    bool respect_gitignore = true;
  } project;

  struct Python {
    std::string
        interpreter;  // path (root-relative or absolute), or a name for PATH; empty: find it
    std::vector<std::string> path;  // folders put before sys.path
  } python;

  struct Output {
    std::string tests = "tests/generated";
    std::string style = "pytest";  // of the tests: render::StyleFromName
    std::string reports = "build/skua";
    std::string state = ".skua";
  } output;

  struct Reports {
    std::vector<std::string> formats = {"junit", "json", "cobertura", "html", "markdown"};
    std::string junit_family = "legacy";  // "xunit2": what the schema allows and nothing else
  } reports;

  struct Budget {
    std::optional<base::Duration> total = std::chrono::minutes(5);  // absent exactly when
                                                                    // search.iterations is set
    unsigned jobs = 0;                                              // 0: as many as cores
    std::string strategy = "adaptive";                              // plan::StrategyNamed
    base::Duration minimum = std::chrono::seconds(3);               // of each module
    bool unchanged = true;   // modules with something left to gain run, too
    unsigned suspended = 0;  // campaigns at once; 0: four a job
  } budget;

  // Mirrors search/search_options.h; defaults are those of the Pynguin paper (§4.1.2) where it has
  // one.
  struct Search {
    std::string algorithm = "dynamosa";
    std::optional<uint64_t> seed;        // absent: a new one each run
    std::optional<uint64_t> iterations;  // of the search, for each module; replaces the clock
    unsigned population = 50;
    double crossover = 0.75;        // probability
    unsigned tournament = 5;        // tests compared in one selection
    unsigned max_test_length = 40;  // statements
    double new_tests = 0.1;         // probability that an offspring is made anew
    double stagnation = 0.75;  // part of the tests, in vain, after which a search ends; 0: never
    unsigned stagnation_tests = 50'000;  // at least
    bool adaptive = true;                // operators and callables that pay become likelier
    unsigned restart_after = 200;        // generations without progress; 0: never
    double restart_share = 0.8;          // of the population, that gives way then
    double local_search = 0.2;           // probability, each generation
    double local_search_share = 0.2;     // of all tests, at most

    unsigned max_suite_size = 100;  // tests; whole-suite
    unsigned initial_suite_size = 10;

    // MIO: while exploring (at the start), and when focused.
    unsigned mio_tests_per_target = 10;
    unsigned mio_focused_tests_per_target = 1;
    double mio_random = 0.5;  // probability of a random test
    double mio_focused_random = 0;
    unsigned mio_mutations = 1;  // of a sampled test
    unsigned mio_focused_mutations = 10;
    double mio_focus_at = 0.5;  // part of the search that is over then

    // Operators.
    double insertion = 0.5;         // probability of a statement; its n-th power for the n-th
    double string_insertion = 0.5;  // of a character or element, likewise
    double max_delta = 20;          // numbers change by a Gaussian of this deviation
    unsigned max_int = 2048;        // deviation of new numbers
    unsigned max_string_length = 20;
    unsigned max_collection_size = 5;
    double none = 0.1;  // probability, where no type is known
    double wrong_type = 0.02;
    double skip_optional = 0.7;
    double primitive_reuse = 0.5;
    double object_reuse = 0.9;
    double pool = 0.3;               // an object is made as a test of another module makes it
    double constants = 0.5;          // a new value is one of the module's
    double dynamic_constants = 0.5;  // … of those, one met while running
    double operands = 0.5;           // a value is exchanged for what it was compared with

    unsigned lazy_probes = 2;  // calls of each untyped callable with lazy arguments

    // Globs over "module:Qualified.name" of functions, methods and classes.
    std::vector<std::string> include;   // empty: everything
    std::vector<std::string> exclude;   // win over include
    std::string visibility = "public";  // of what tests may call: model::Visibility
    base::Duration test_timeout = std::chrono::seconds(1);
  } search;

  // What tests assert, and what is made of the faults that they do not notice.
  struct Oracle {
    unsigned mutants = 30;    // of one function, at most; 0: no mutation analysis
    unsigned assertions = 8;  // of one test, at most
    bool extend = true;       // search on for tests that notice surviving mutants
  } oracle;

  struct Sandbox {
    uint64_t memory_bytes = 2ull << 30;      // of address space, each process
    uint64_t file_size_bytes = 64ull << 20;  // of any file that is written
  } sandbox;

  // Folders and files of hand-written tests, root-relative: what they cover is left for last.
  std::vector<std::string> existing_tests;

  std::string findings = "ranked";  // "all": with wrong arguments that are refused; "none"

  std::string on_behaviour_change = "report";  // campaign::OnBehaviourChangeNamed

  // Gates: what falls short of them makes the exit code 1.
  std::optional<double> fail_under;          // percent of all branches
  std::optional<double> fail_under_changed;  // percent of the lines that changed
  std::optional<unsigned> max_findings;      // of this run

  // Of this one call: flags only, never in skua.yml.
  struct Call {
    std::string base;               // git ref to diff against; empty: the last run
    std::vector<std::string> only;  // modules or root-relative paths to restrict to; empty: all
    bool all = false;               // ignore the last run: everything counts as new
    bool changed = false;           // leave unchanged modules alone
    std::string shard;              // "2/4", "auto" or "auto/4"; empty: the whole
    bool quiet = false;
    std::vector<std::string> debug;  // names of base::Topic, lower-case
    ColorMode color = ColorMode::kAuto;
  } call;
};

// call.debug as the or of base::Topic that base::Log takes.
unsigned LogTopics(const Config& config);

}  // namespace skua::config
