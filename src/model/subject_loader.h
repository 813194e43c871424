// Interfaces between a campaign and its processes: one process with the subject loaded, and one
// that runs written tests under pytest. worker/ has the real ones; tests have fakes.
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

// Hash seeds of the two processes that observe tests; values that depend on the seed differ between
// them. The search uses the first seed too, to share a fork server with that process.
inline constexpr uint32_t kObserverHashSeeds[] = {0, 2};

struct LoadOptions {
  bool instrument = true;                    // false: the original module, for observing
  uint32_t hash_seed = 0;                    // PYTHONHASHSEED
  uint8_t world = 0;                         // world of the import, see Executor::EnterWorld
  std::vector<std::string> seed_files = {};  // project-relative hand-written tests to learn from
  // Modules that import it, and may make objects for its tests.
  std::vector<ModuleId> importers = {};
  std::string passed_types = {};  // types that RunExistingTests saw passed, for untyped parameters
  // Compiles mutants into the subject: at most this many for each code object, chosen by
  // `mutant_seed`; 0: none. REQUIRES: not instrumented.
  unsigned mutants = 0;
  uint64_t mutant_seed = 0;
  // The callee of a pair, whose caller `module` is; instrumented, too, and mutated instead of it.
  std::optional<ModuleId> callee = {};
  PairParts parts = {};
  std::vector<SeenCall> seen_calls = {};  // seen calls of the pair, besides those found in sources
  // Active during the import, for a mutant of code that the import executes.
  MutantIndex active_mutant = kNoIndex;
  // Counts executed tests, for progress; null: not counted. Outlives the executor.
  std::atomic<uint64_t>* executed_tests = nullptr;
  // The cores on which the executor may run tests in parallel; null: one core. Outlives the
  // executor.
  const base::CoreShare* cores = nullptr;
};

struct LoadedSubject {
  Subject subject;
  base::Duration import_time{};  // as the worker says, unchecked
  base::Duration waited{};      // likewise: time of the load during which no processor worked on it
  std::vector<TestCase> seeds;  // hand-written tests' statements that use the module
  // Number of worlds in which the module has to be imported, by what it asked, as of an
  // Observation.
  uint8_t asked_worlds = 0;
  std::unique_ptr<Executor> executor;  // null exactly if failure is set
  std::optional<Reason> failure;       // why the module cannot be tested
  std::vector<Mutant> mutants;         // by MutantIndex; empty unless requested
  std::vector<Reason> notes;           // "prints much at import", "starts threads"
};

class SubjectLoader {
 public:
  virtual ~SubjectLoader() = default;
  // Imports the module in a new contained process. A failure of the module is part of the result.
  // Throws base::Error if no worker can be started. Callable from several threads.
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
  // Starts a worker, waits for its answer and ends it. Throws base::Error, with the worker's last
  // output, if it does not answer in time; not if the deadline comes first.
  virtual void Greet(const base::Deadline& /*deadline*/) {}
};

// One run of all collected tests, in a fork of the process that collected them.
struct PytestPass {
  enum class Order : uint8_t { kAsWritten, kReversed, kShuffled, kAlone };
  Order order = Order::kAsWritten;  // kAlone: each test in a fork of its own
  uint64_t seed = 0;                // kShuffled
  bool operator==(const PytestPass&) const = default;
};

// An executable line, and whether the written tests (or the import) execute it.
struct LineHit {
  uint32_t line = 0;
  bool hit = false;
};

// Lines, jumps and calls of a source file that ran during tests.
struct FileRun {
  std::vector<uint32_t> lines;  // ascending
  // A line, and the next line executed in the same function. At a function's end, the second number
  // is a code of run_watch.py.
  std::vector<std::pair<uint32_t, int32_t>> jumps;
  // A call of a function of another watched file. Lines count from the function's first line, 0.
  struct Call {
    std::string function;  // qualified name of the caller
    uint32_t line = 0;
    std::string file;  // file of the called function
    std::string callable;
    bool operator==(const Call&) const = default;
  };
  std::vector<Call> calls;
};

struct PytestRequest {
  std::map<std::string, std::string> files;  // name in the scratch folder → content
  uint32_t hash_seed = 0;
  bool project_settings = true;  // uses the project's ini-file and plug-ins; false: none
  bool randomly = false;         // whether pytest-randomly, if installed, may reseed and shuffle
  std::vector<PytestPass> passes = {{}};
  // Tests that no pass runs, as "file::name" with the file's name in the scratch folder. A test
  // that leaves state changed in the pass `alone` is in no later pass either.
  std::vector<std::string> left_out;
  // Tests that the pass `alone` omits, named likewise: an earlier run has their results.
  std::vector<std::string> seen_alone;
  // Ends pytest after the pass `alone`, if a test in it left restorable state changed and this time
  // is not over yet, since all tests will be run again. Zero: never.
  base::Duration ends_early_within{};
  // The time for all passes, and for as many in another process. If it does not suffice, the pass
  // `alone` ends at half of it, and tests that have not begun by then are in no pass. Zero: no
  // limit.
  base::Duration time_for_all{};
  // Runs the tests again after the passes, to measure the lines of this file (project-relative)
  // that they execute. Empty: no file.
  std::string measured;
  // The limit in a pass. A test that exceeds it, or ends its process, is in no later pass.
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
    kCrashed,   // ended its process; only in a pass
    kTimedOut,  // exceeded the limit; only in a pass
  };
  // Details of a failed test, as far as known.
  struct Failure {
    uint32_t line = 0;     // line of the failed statement in the test's file
    std::string call;      // "quote(weight=0)"
    std::string expected;  // Python text: "Decimal('4.90')", "raises ValueError"
    std::string actual;
    // Path and first line of the project's function that raised or, if none did, was called.
    std::string path;
    uint32_t path_line = 0;
    bool misfit = false;  // the test names a missing function, or calls one with a wrong signature
  };
  // State outside of a test that the test left changed.
  struct Left {
    std::string what;                        // "1 item in shop.registry.Registry.items"
    std::optional<RestoredState> restoring;  // how the test can restore it; nullopt: it cannot
  };
  struct Test {
    std::string file;  // as in the request
    std::string name;  // function, with parameters; "Class::function"; empty: the whole file
    Outcome outcome = Outcome::kPassed;
    double seconds = 0;
    std::string message;  // of a failure, shortened
    uint32_t line = 0;
    std::size_t pass = 0;            // index in the request
    std::optional<Failure> failure;  // set for kFailed
    std::vector<Left> left = {};     // in a pass that runs each test alone
    // Peak of memory allocated by its body, as tracemalloc counts; nullopt: not measured.
    std::optional<uint64_t> peak_bytes = {};
  };
  std::vector<Test> tests;             // in execution order
  std::vector<LineHit> lines;          // of the measured file, ascending; empty: not measured
  std::map<std::string, FileRun> ran;  // by path: the watched files that ran
  bool completed = false;              // pytest ended by itself and reported on all tests
  // Number of completed passes, from the first; set even if pytest did not complete.
  std::size_t completed_passes = 0;
  bool reported = false;     // pytest reported on all tests, whether or not it ended
  bool hangs = false;        // pytest did not end for some time after that
  std::size_t gave_way = 0;  // number of tests skipped to leave time for others
  bool has_randomly = true;  // false: the project has no pytest-randomly
  std::string output;        // pytest's last lines, if it did not complete
  base::Duration took{};     // from the fork of its process; zero: not measured
};

// The source files to watch while tests run.
struct WatchedFiles {
  std::vector<std::string> paths = {};  // project-relative source files
  bool with_calls = false;              // also records calls from one file into another
};

class PytestRunner {
 public:
  virtual ~PytestRunner() = default;
  // Begins to start processes for runs with these hash seeds, so that Run does not wait for them.
  // Returns at once. Callable from several threads.
  virtual void StartAhead(std::span<const uint32_t> /*hash_seeds*/) {}
  // Begins to run an empty test, from which TimeOfRun() knows how fast pytest starts. Returns at
  // once. REQUIRES: called once.
  virtual void Try(const base::Deadline& /*deadline*/) {}
  // Returns the time of a run without its tests; zero: not known yet.
  virtual base::Duration TimeOfRun() const { return {}; }
  // Runs the files, given as text, under the project's pytest, contained as workers are. Throws
  // base::Error if pytest is not installed. Callable from several threads.
  virtual PytestResult Run(const PytestRequest& request, const base::Deadline& deadline) = 0;
  // Runs files of the project in place, with the project's settings.
  virtual PytestResult RunInPlace(const std::vector<std::filesystem::path>& files,
                                  const base::Deadline& deadline) = 0;
  // Runs `first` and then `last` in place. Tests of `first` that have not begun after `for_first`
  // are skipped in favour of `last`.
  virtual PytestResult RunInPlaceAfter(const std::vector<std::filesystem::path>& first,
                                       const std::vector<std::filesystem::path>& last,
                                       base::Duration for_first,
                                       const base::Deadline& deadline) = 0;
  // Runs files in place once, and records what they execute of the watched files: `ran` of the
  // result, by the paths given. Empty if watching failed.
  virtual PytestResult WatchInPlace(const std::vector<std::filesystem::path>& /*files*/,
                                    const WatchedFiles& /*watched*/,
                                    const base::Deadline& /*deadline*/) {
    return {};
  }
  // Runs files in place while counting each test's allocations (`peak_bytes`), which makes them two
  // to four times as slow.
  virtual PytestResult WeighInPlace(const std::vector<std::filesystem::path>& /*files*/,
                                    const base::Deadline& /*deadline*/) {
    return {};
  }
};

}  // namespace skua::model
