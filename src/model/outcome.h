// The outcome of a run, module by module: campaigns produce it, the state keeps it, reports show
// it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/goal.h"
#include "model/mutant.h"
#include "model/reason.h"
#include "model/sandbox.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/suite.h"

namespace skua::model {

enum class Change : uint8_t { kNew, kModified, kAffected, kUnchanged, kDeleted, kRenamed };

// "new", "modified", …
std::string_view NameOf(Change change);

struct Finding {
  std::string test;  // name of the test function that shows it
  std::string call;  // "split(total=1, parts=0)"
  Verdict verdict =
      Verdict::kRaised;  // kCrashed and kTimedOut are findings, too: no exception then
  RaisedException exception;
};

// An earlier generated test that fails on the changed module, in two processes. It is open until
// somebody accepts it, the code goes back, or a person edits the test.
struct BehaviourChange {
  std::string test;   // name of the function
  std::string file;   // of the test, project-relative
  uint32_t line = 0;  // of the assertion, or of the call that raised
  // The expression whose value differs: "quote(weight=0)" for the result of a call, or "after
  // Table.add(2), table.limit" for a value that the test read after the call.
  std::string call;
  std::string expected;  // as Python text: "Decimal('4.90')", "raises ValueError"
  std::string actual;
  std::string message;  // what pytest said, bounded
  // The function that changed: where it begins.
  std::string path;
  uint32_t path_line = 0;
  // The hash of the test's expectation, by which the test is found in its file; empty if the test
  // is no longer in the tree.
  std::string expectation = {};
  std::string fingerprint = {};  // of the module for which the test was written
  // Since when it is open: the run that saw it first (0: not known), how many runs ago that was,
  // the commit that was checked out then (abbreviated; empty where there was none, or the sources
  // differed from it), and the day ("2026-11-22").
  int64_t run = 0;
  int64_t runs_ago = 0;
  std::string commit = {};
  std::string day = {};
};

// Whether a guard saw it: a test that is kept in the state and stands in no file, and has no name.
inline bool IsSeenByGuard(const BehaviourChange& change) { return change.test.empty(); }
// Returns whether the value was read after the call: "after Table.add(2), table.limit".
bool IsLookedAtAfterCall(const BehaviourChange& change);
// "quote(weight=0) raised ValueError, now returns 0"; "quote(7) gave 3, now 4"; "after
// Table.add(2), table.limit was 9, now 7"
std::string DescribeChange(const BehaviourChange& change);

// The reason why a behaviour change is no longer open.
enum class ChangeEnd : uint8_t {
  kBack,      // the code does again what the test expects
  kAccepted,  // somebody accepted it
  kEdited,    // the test is gone or expects something else
};

struct EndedChange {
  BehaviourChange change;
  ChangeEnd end = ChangeEnd::kBack;
};

// The place of a goal, for reports; in the order of GoalsOf, blocks last.
struct GoalPlace {
  GoalKind kind = GoalKind::kCodeObject;
  bool is_block = false;
  uint32_t line = 0;
  std::string code_object;                  // qualified name
  std::optional<bool> jump = std::nullopt;  // of the statement, as in Predicate
  // Set for the goal of a pair, coupled branches; the fields above tell of the caller's then.
  struct Coupled {
    uint32_t call_line = 0;  // of the call during which the callee's branch is taken
    bool caller_outcome = true;
    uint32_t callee_line = 0;
    std::string callee_code_object;
    bool callee_outcome = true;
  };
  std::optional<Coupled> coupled = std::nullopt;
};

// A point of a search's discovery curve: the number of covered goals after a time of searching.
struct GainPoint {
  base::Duration searched{};
  std::size_t covered = 0;
};

// A line at which a statement begins, and its possible next lines, as coverage.py counts branches.
struct StatementLine {
  uint32_t line = 0;
  bool leads_into_body = false;
  bool leads_past_body = false;
  bool operator==(const StatementLine&) const = default;
};

// The number of a criterion's goals that the written tests cover.
struct CriterionCoverage {
  std::string criterion;  // one of kCriteria
  std::size_t covered = 0;
  std::size_t total = 0;
};

// The goals of a module, and whether each is covered. Goals of criteria other than branch coverage
// are only counted, in `criteria`. Every list is in the order of GoalsOf, blocks last, and empty if
// unknown.
struct GoalCoverage {
  // What coverage is a share of: goals without blocks, and a pair's coupled branches that are none,
  // as there are too many.
  std::size_t count = 0;
  std::vector<bool> covered;  // by the tests as written, or the import; empty when not loaded
  std::vector<bool> found;    // some test was found for it, written or not; empty: as `covered`
  std::vector<bool> covered_by_existing;  // by hand-written tests; may be empty
  std::vector<bool> guarded;              // by guards, which are not written; empty: by none
  std::vector<GoalPlace> places;
  std::vector<CriterionCoverage> criteria;
  std::optional<double> coverage_before;  // as report::CoverageOf told it of the last campaign

  std::size_t covered_count() const;  // of `count`
};

// Effort and gain of a campaign's search.
struct SearchEffort {
  base::Duration time{};             // the rest of a campaign loads, checks and verifies
  base::Duration last_gain{};        // from the start of the search to the last newly covered goal
  std::vector<GainPoint> discovery;  // ascending; may be empty
  double expected_gain = 0;          // goals that planning expected to be newly covered
  uint64_t executed_tests = 0;
  base::Duration execution_time{};  // spent in the subject
};

// The written suite of a module, and its files.
struct WrittenSuite {
  Suite suite;
  std::string json;  // its archived form; without the rest when nothing could be written in time
  std::vector<PytestResult::Test> tests;     // as verified, beside `suite`
  std::size_t kept = 0;                      // how many of `tests` stood before this run
  std::string file;                          // project-relative; empty when there are no tests
  std::string findings_file;                 // project-relative; empty when there are no findings
  std::map<std::string, std::string> texts;  // by path: `file`, `findings_file`
};

// A branch at a statement's first line, as coverage.py counts them.
struct LineBranch {
  uint32_t line = 0;
  bool into_body = false;  // or past it
  bool taken = false;
};

// The lines of a module, for coverage reports.
struct MeasuredLines {
  std::vector<LineHit> hits;  // ascending; empty when not measured
  // Ascending by line. If all tests of the project were watched together, the hits are of all of
  // them. Empty: the hits are of the module's own tests, and goals tell which branches these take.
  std::vector<LineBranch> branches;
  // Ascending; set only if `hits` were never measured. Absent: the statements are unknown, because
  // the file does not compile or there was no time to list them.
  std::optional<std::vector<StatementLine>> statements;
};

// Results of hand-written tests, valid until they or the module change.
struct ShownByTests {
  std::string json;  // as existing_tests.py writes it; empty: nothing new
  std::string key;   // of module and tests
};

struct ModuleOutcome {
  ModuleId module;
  std::string fingerprint;
  Change change = Change::kNew;
  std::string change_why;  // "imports parcel.money"; "was parcel.old"
  Reason reason;           // kNone: a suite was written
  std::vector<Reason> notes;
  base::Duration given{};  // share of the budget
  base::Duration used{};
  struct Seeds {
    std::size_t replayed = 0;  // tests of earlier runs that still run
    std::size_t dropped = 0;   // that name what is gone, or end otherwise
  } seeds;
  GoalCoverage goals;
  SearchEffort search;
  WrittenSuite written;
  // The tests that are kept in the state alone, as JSON; absent: they are what they were before.
  std::optional<std::string> guards;
  std::vector<Finding> findings;                   // the weightiest first
  std::vector<JudgedMutant> mutants;               // by the suite as written; empty: not analysed
  std::vector<BehaviourChange> behaviour_changes;  // all that are open
  std::vector<EndedChange> ended_changes;          // in this run
  MeasuredLines lines;
  ShownByTests existing_tests;
  // The last outcome that measured the module, if this run did not measure it; may be null.
  std::shared_ptr<const ModuleOutcome> earlier;
};

// Returns the outcome with the module's present coverage: its own, or the earlier one.
const ModuleOutcome& Latest(const ModuleOutcome& module);

// A time slice of one campaign on one job; times count from the start of the run.
struct Slice {
  unsigned job = 0;
  std::string module;
  base::Duration start{};
  base::Duration end{};
};

// A part of a run that several machines share: 1-based; of one: all of it.
struct Shard {
  unsigned index = 1;
  unsigned total = 1;
};

struct RunOutcome {
  std::vector<ModuleOutcome> modules;  // all of the workspace, by name
  std::vector<ModuleOutcome> pairs;    // of modules, by name (model/pair.h); goals are coupled
                                       // branches, mutants the callee's
  std::vector<Reason> notes;           // of the run: state set aside, containment missing
  std::optional<Sandbox> sandbox;      // absent: no code under test was to run
  base::Duration budget{};             // zero: bounded by iterations instead
  base::Duration used{};
  unsigned jobs = 1;
  bool interrupted = false;
  Shard shard;
  std::vector<Slice> timeline;  // by start
  int64_t started_unix_seconds = 0;
  std::vector<std::string> files_written;  // project-relative
  std::vector<std::string> files_removed;  // generated tests of modules that are gone
  // A sentence for each gate that the run fails; absent: it was not judged, as a shard is not.
  std::optional<std::vector<std::string>> failed_gates;
};

}  // namespace skua::model
