// The seam between a campaign and its processes: one with the subject loaded, and one that runs
// written tests under pytest. worker/ has the real ones; tests have fakes.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/team.h"
#include "model/executor.h"
#include "model/left_state.h"
#include "model/pair.h"
#include "model/reason.h"
#include "model/subject.h"
#include "model/test_case.h"

namespace skua::model {

// Hash seeds of the two processes that observe tests. Values that depend on the seed differ between
// them. The search has the first one, too, so that it shares a fork server with that process.
inline constexpr uint32_t kObserverHashSeeds[] = {0, 2};

struct LoadOptions {
  bool instrument = true;                    // false: the module as it is, for observing
  uint32_t hash_seed = 0;                    // PYTHONHASHSEED
  uint8_t world = 0;                         // of the import, see Executor::EnterWorld
  std::vector<std::string> seed_files = {};  // hand-written tests to learn from, project-relative
  std::vector<ModuleId> importers = {};      // that import it, and may make what its tests need
  std::string passed_types = {};  // what RunExistingTests said of them, for untyped parameters
  // Loads the subject with its mutants compiled in: at most this many for each code object, chosen
  // by `mutant_seed`; 0: none. REQUIRES: not instrumented.
  unsigned mutants = 0;
  uint64_t mutant_seed = 0;
  // For a pair, whose caller the module is: this one is instrumented, too, and has the mutants.
  std::optional<ModuleId> callee = {};
  PairParts parts = {};
  std::vector<SeenCall> seen_calls = {};  // of the pair, beside those that sources tell
  MutantIndex active_mutant = kNoIndex;   // during the import, for one that is done there
  // Counter of executed tests, for progress; null: progress is not shown. Outlives the executor.
  std::atomic<uint64_t>* executed_tests = nullptr;
  // The cores on which the executor may run tests side by side; null: on one. Outlives the
  // executor.
  const base::CoreShare* cores = nullptr;
};

struct LoadedSubject {
  Subject subject;
  base::Duration import_time{};  // as the worker tells: it may be any
  base::Duration waited{};      // likewise: the part of the load in which no processor worked on it
  std::vector<TestCase> seeds;  // what hand-written tests do with the module
  // In how many worlds the module has to be imported for what it asked, as of an Observation.
  uint8_t asked_worlds = 0;
  std::unique_ptr<Executor> executor;  // null exactly when failure is set
  std::optional<Reason> failure;       // why the module cannot be tested
  std::vector<Mutant> mutants;         // by MutantIndex; empty unless asked for
  std::vector<Reason> notes;           // "prints much at import", "starts threads"
};

class SubjectLoader {
 public:
  virtual ~SubjectLoader() = default;
  // Imports the module in a new contained process. A failure of the module is part of the result.
  // Throws base::Error when no worker can be started at all. Callable from several threads.
  virtual LoadedSubject Load(const ModuleId& module, const LoadOptions& options,
                             const base::Deadline& deadline) = 0;
  // Runs hand-written tests (project-relative files) once under pytest, with the module
  // instrumented, in a process of its own. A test that fails, hangs or ends the process loses only
  // its own result. Returns coverage and passed types as the JSON that existing_tests.py describes;
  // empty if no test could be run. Ends with the deadline.
  virtual std::string RunExistingTests(const ModuleId& /*module*/,
                                       const std::vector<std::string>& /*files*/,
                                       const base::Deadline& /*deadline*/) {
    return {};
  }
  // Starts a worker, has it answer and end. Throws base::Error, with its last words, where it does
  // neither in time; not where the deadline comes first.
  virtual void Greet(const base::Deadline& /*deadline*/) {}
};

// One run of all collected tests, in a fork of the process that collected them.
struct PytestPass {
  enum class Order : uint8_t { kAsWritten, kReversed, kShuffled, kAlone };
  Order order = Order::kAsWritten;  // kAlone: each test in a fork of its own
  uint64_t seed = 0;                // kShuffled
  bool operator==(const PytestPass&) const = default;
};

// A line that can be executed, and whether the written tests (or the import) do.
struct LineHit {
  uint32_t line = 0;
  bool hit = false;
};

// Lines, jumps and calls of a source file that ran during tests.
struct FileRun {
  std::vector<uint32_t> lines;  // ascending
  // A jump is a line and the line that ran behind it in the same function. Where the function
  // ended, the second is what run_watch.py has in its place.
  std::vector<std::pair<uint32_t, int32_t>> jumps;
  // A function of another watched file was called. Lines count from the first of the function, 0.
  struct Call {
    std::string function;  // by qualified name
    uint32_t line = 0;
    std::string file;  // where it led to
    std::string callable;
    bool operator==(const Call&) const = default;
  };
  std::vector<Call> calls;
};

struct PytestRequest {
  std::map<std::string, std::string> files;  // name in the scratch folder → text
  uint32_t hash_seed = 0;
  bool project_settings = true;  // the project's ini-file and plug-ins; false: none at all
  bool randomly =
      false;  // pytest-randomly, where the project has it, may reseed and draw the order
  std::vector<PytestPass> passes = {{}};
  // Tests that are in no pass, as "file::name" with the name of the file in the scratch folder. A
  // test that leaves something behind it in the pass `alone` is in none that follow, either.
  std::vector<std::string> left_out;
  // Tests that are not in the pass `alone`, named likewise: an earlier run has shown them there.
  std::vector<std::string> seen_alone;
  // Where a test leaves something behind in the pass `alone` that it can put back, pytest ends
  // behind that pass if this time has not gone by yet, since all will run once more. Zero: never.
  base::Duration ends_early_within{};
  // The time for all passes, and for as many in another process. Where it does not suffice for all
  // tests, the pass `alone` ends at half of it, and a test that did not begin there is in no pass
  // at all. Zero: it runs all.
  base::Duration time_for_all{};
  // Behind the passes the tests run once more to find out which lines of this file,
  // project-relative, they execute. Nothing else is told of that. Empty: of none.
  std::string measured;
  // The limit in a pass; a test that takes longer, or ends its process, is in no later pass.
  base::Duration test_limit = std::chrono::seconds(5);
  bool operator==(const PytestRequest&) const = default;
};

struct PytestResult {
  enum class Outcome : uint8_t {
    kPassed,
    kFailed,
    kExpectedFailure,
    kSkipped,
    kError,
    kCrashed,   // ended its process; of a pass only
    kTimedOut,  // took longer than the limit; likewise
  };
  // Details of a failed test, as far as they could be found out.
  struct Failure {
    uint32_t line = 0;     // of the test's file: the statement that failed
    std::string call;      // "quote(weight=0)"
    std::string expected;  // as Python text: "Decimal('4.90')", "raises ValueError"
    std::string actual;
    // The function of the project that raised, or else was called: where it begins.
    std::string path;
    uint32_t path_line = 0;
    bool misfit = false;  // it names what is not there, or cannot be called so
  };
  // State outside of the test that differs after the test from before it.
  struct Left {
    std::string what;                        // "1 item in shop.registry.Registry.items"
    std::optional<RestoredState> restoring;  // how the test can put it back, where it can
  };
  struct Test {
    std::string file;  // name as in the request
    std::string name;  // function, with parameters; "Class::function"; empty: of the whole file
    Outcome outcome = Outcome::kPassed;
    double seconds = 0;
    std::string message;  // of a failure, bounded
    uint32_t line = 0;
    std::size_t pass = 0;            // of the request
    std::optional<Failure> failure;  // kFailed
    std::vector<Left> left = {};     // of a pass in which each test runs alone
    // The most that its body had allocated at once, as tracemalloc counts; absent: not measured.
    std::optional<uint64_t> peak_bytes = {};
  };
  std::vector<Test> tests;             // in the order in which they were run
  std::vector<LineHit> lines;          // of the measured file, ascending; empty: not measured
  std::map<std::string, FileRun> ran;  // by path, of the watched files that ran
  bool completed = false;              // pytest ended by itself and reported on all of them
  std::size_t completed_passes = 0;    // of the request, the first ones; also where it did not
  bool reported = false;               // on all of them, whether pytest ended or not
  bool hangs = false;                  // it did not end for a good while behind that
  std::size_t gave_way = 0;            // tests that were not run, so that others could be
  bool has_randomly = true;            // false: the project has no pytest-randomly to switch on
  std::string output;                  // its last lines, when it did not
  base::Duration took{};               // from the fork of its process on; zero: nobody measured it
};

// The source files to watch while tests run.
struct WatchedFiles {
  std::vector<std::string> paths = {};  // of source files, project-relative
  bool with_calls = false;              // from one of them into another
};

class PytestRunner {
 public:
  virtual ~PytestRunner() = default;
  // Begins to start what runs with these hash seeds will need, which do not wait for it then. Does
  // not wait itself. Callable from several threads.
  virtual void StartAhead(std::span<const uint32_t> /*hash_seeds*/) {}
  // Begins to run an empty test, by which TimeOfRun() knows how slowly pytest starts here. Does not
  // wait itself. REQUIRES: called once.
  virtual void Try(const base::Deadline& /*deadline*/) {}
  // What a run takes without its tests; zero: not known, or not yet.
  virtual base::Duration TimeOfRun() const { return {}; }
  // Runs the files as text under the project's pytest, contained as workers are.
  // Throws base::Error when pytest is not there. Callable from several threads.
  virtual PytestResult Run(const PytestRequest& request, const base::Deadline& deadline) = 0;
  // The same for files that stand in the project, where they stand, with the project's settings.
  virtual PytestResult RunInPlace(const std::vector<std::filesystem::path>& files,
                                  const base::Deadline& deadline) = 0;
  // The same for `first` and `last` behind it: tests of `first` that have not begun after
  // `for_first` give way to those of `last`.
  virtual PytestResult RunInPlaceBehind(const std::vector<std::filesystem::path>& first,
                                        const std::vector<std::filesystem::path>& last,
                                        base::Duration for_first,
                                        const base::Deadline& deadline) = 0;
  // The same as RunInPlace, once, while it is watched what runs of these files: `ran` of the
  // result, by paths as given, which are project-relative. Empty when it could not be watched.
  virtual PytestResult WatchInPlace(const std::vector<std::filesystem::path>& /*files*/,
                                    const WatchedFiles& /*watched*/,
                                    const base::Deadline& /*deadline*/) {
    return {};
  }
  // The same as RunInPlace, while the allocations of each test are counted, which makes them some
  // two to four times as slow: `peak_bytes` of those that were run.
  virtual PytestResult WeighInPlace(const std::vector<std::filesystem::path>& /*files*/,
                                    const base::Deadline& /*deadline*/) {
    return {};
  }
};

}  // namespace skua::model
