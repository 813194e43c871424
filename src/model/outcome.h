// The outcome of a run, module by module: campaigns produce it, the state stores it, reports show
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
  std::string test;                    // name of the test function that shows the finding
  std::string call;                    // "split(total=1, parts=0)"
  Verdict verdict = Verdict::kRaised;  // also kCrashed and kTimedOut, without an exception
  RaisedException exception;
};

// A test of an earlier run that fails on the changed module, in two processes. It is open until
// somebody accepts it, the code is restored, or a person edits the test.
struct BehaviourChange {
  std::string test;   // name of the function
  std::string file;   // file of the test, project-relative
  uint32_t line = 0;  // line of the assertion, or of the call that raised
  // The expression whose value differs: "quote(weight=0)" for the result of a call, or "after
  // Table.add(2), table.limit" for a value that the test read after the call.
  std::string call;
  std::string expected;  // Python text: "Decimal('4.90')", "raises ValueError"
  std::string actual;
  std::string message;  // pytest's message, shortened
  // Path and first line of the function that changed.
  std::string path;
  uint32_t path_line = 0;
  // The hash of the test's expectation, by which the test is found in its file; empty if the test
  // is no longer in the tree.
  std::string expectation = {};
  std::string fingerprint = {};  // of the module for which the test was written
  // When it was first seen: the run (0: unknown), how many runs ago that was, the commit that was
  // checked out (abbreviated; empty if the sources differed from it, or there was none), and the
  // day ("2026-11-22").
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
  kBack,      // the code does what the test expects again
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
  std::string code_object;  // its qualified name
  // Whether the branch enters the statement's body, as in Predicate.
  std::optional<bool> jump = std::nullopt;
  // The callee's half of a pair's goal, coupled branches; the fields above describe the caller's
  // branch.
  struct Coupled {
    uint32_t call_line = 0;  // line of the call during which the callee's branch must be taken
    bool caller_outcome = true;
    uint32_t callee_line = 0;
    std::string callee_code_object;
    bool callee_outcome = true;
  };
  std::optional<Coupled> coupled = std::nullopt;
};

// A point of a search's discovery curve: the number of goals covered after some time of searching.
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

// The goals of a module, and which are covered. Goals of criteria other than branch coverage are
// only counted, in `criteria`. Lists are in the order of GoalsOf, blocks last, and empty if
// unknown.
struct GoalCoverage {
  // The number of goals that coverage is a percentage of: without blocks, and with a pair's coupled
  // branches that were too many to become goals.
  std::size_t count = 0;
  std::vector<bool> covered;  // by the written tests, or the import; empty if not loaded
  std::vector<bool>
      found;  // by any test that the search found, written or not; empty: as `covered`
  std::vector<bool> covered_by_existing;  // by hand-written tests; may be empty
  std::vector<bool> guarded;              // by guards, which are not written; empty: by none
  std::vector<GoalPlace> places;
  std::vector<CriterionCoverage> criteria;
  std::optional<double> coverage_before;  // report::CoverageOf of the last campaign

  std::size_t covered_count() const;  // at most `count`
};

// Effort and gain of a campaign's search.
struct SearchEffort {
  base::Duration time{};             // without loading, checking and verifying
  base::Duration last_gain{};        // from the search's start to the last newly covered goal
  std::vector<GainPoint> discovery;  // ascending; may be empty
  double expected_gain = 0;          // newly covered goals that planning expected
  uint64_t executed_tests = 0;
  base::Duration execution_time{};  // time that the subject's code ran
};

// The written suite of a module, and its files.
struct WrittenSuite {
  Suite suite;
  std::string
      json;  // the archived suite; the only field that is set if there was no time to write files
  std::vector<PytestResult::Test> tests;     // results of verification, parallel to `suite`
  std::size_t kept = 0;                      // number of `tests` that existed before this run
  std::string file;                          // project-relative; empty if there are no tests
  std::string findings_file;                 // project-relative; empty if there are no findings
  std::map<std::string, std::string> texts;  // by path: content of `file` and `findings_file`
};

// A branch at a statement's first line, as coverage.py counts branches.
struct LineBranch {
  uint32_t line = 0;
  bool into_body = false;  // false: past the body
  bool taken = false;
};

// The lines of a module, for coverage reports.
struct MeasuredLines {
  std::vector<LineHit> hits;  // ascending; empty if not measured
  // Ascending by line. Set if all tests of the project were measured together; `hits` then count
  // all of them too. Empty: `hits` are those of the module's own tests, and covered goals tell the
  // branches.
  std::vector<LineBranch> branches;
  // Ascending; set only if `hits` were never measured. Nullopt: the statements are unknown, because
  // the file does not compile or there was no time to list them.
  std::optional<std::vector<StatementLine>> statements;
};

// Results of hand-written tests, valid until these tests or the module change.
struct ShownByTests {
  std::string json;  // as existing_tests.py writes it; empty: unchanged since the last run
  std::string key;   // hash of module and tests
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
    std::size_t dropped = 0;   // tests of earlier runs that name deleted things or end differently
  } seeds;
  GoalCoverage goals;
  SearchEffort search;
  WrittenSuite written;
  // Guards as JSON, which only the state keeps; nullopt: they are as before.
  std::optional<std::string> guards;
  std::vector<Finding> findings;                   // by weight, descending
  std::vector<JudgedMutant> mutants;               // results for the written suite; empty: none
  std::vector<BehaviourChange> behaviour_changes;  // all open ones
  std::vector<EndedChange> ended_changes;          // those that ended in this run
  MeasuredLines lines;
  ShownByTests existing_tests;
  // The last outcome that measured the module, if this run did not; may be null.
  std::shared_ptr<const ModuleOutcome> earlier;
};

// Returns the outcome with the module's present coverage: `module` itself, or its earlier one.
const ModuleOutcome& Latest(const ModuleOutcome& module);

// A time slice of one campaign on one job; times count from the start of the run.
struct Slice {
  unsigned job = 0;
  std::string module;
  base::Duration start{};
  base::Duration end{};
};

// One machine's part of a run: `index` of `count`, from 1. "1 of 1" is the whole run.
struct Shard {
  unsigned index = 1;
  unsigned total = 1;
};

struct RunOutcome {
  std::vector<ModuleOutcome> modules;  // all modules of the workspace, by name
  // Pairs of modules, by name (model/pair.h); their goals are coupled branches, their mutants the
  // callee's.
  std::vector<ModuleOutcome> pairs;
  std::vector<Reason> notes;       // remarks on the whole run: state set aside, containment missing
  std::optional<Sandbox> sandbox;  // nullopt: the run executes no code under test
  base::Duration budget{};         // zero: bounded by iterations
  base::Duration used{};
  unsigned jobs = 1;
  bool interrupted = false;
  Shard shard;
  std::vector<Slice> timeline;  // ascending by start
  int64_t started_unix_seconds = 0;
  std::vector<std::string> files_written;  // project-relative
  std::vector<std::string> files_removed;  // generated tests of deleted modules
  // A sentence for each gate that the run fails; nullopt: not judged, as for a shard.
  std::optional<std::vector<std::string>> failed_gates;
};

}  // namespace skua::model
