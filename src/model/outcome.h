// What a run did, module by module: produced by campaigns, kept in the state, told by reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/mutant.h"
#include "model/reason.h"
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

struct ModuleOutcome {
  ModuleId module;
  std::string fingerprint;
  Change change = Change::kNew;
  std::string change_why;  // "imports parcel.money"; "was parcel.old"
  Reason reason;           // kNone: a suite was written
  std::vector<Reason> notes;
  std::size_t goals = 0;      // without blocks: what coverage is a share of
  std::vector<bool> covered;  // in the order of GoalsOf, blocks last; empty when not loaded
  std::optional<double> coverage_before;  // share of goals in the last run's record, if any
  std::size_t covered_goals() const;      // of `goals`
  double coverage_after() const;          // covered goals / goals; 1 when there are none
  base::Duration given{};                 // share of the budget
  base::Duration used{};
  base::Duration search_time{};  // of `used`, in the search; the rest loads, checks and verifies
  base::Duration last_gain{};    // from the start of the search to the last newly covered goal
  uint64_t executed_tests = 0;
  base::Duration execution_time{};        // spent in the subject, of `used`
  Suite suite;                            // as written
  std::string suite_json;                 // the archived form of `suite`
  std::string file;                       // written test file, project-relative; empty when none
  std::string findings_file;              // project-relative; empty when there are none
  std::vector<PytestResult::Test> tests;  // as verified
  std::vector<Finding> findings;          // the weightiest first
  std::vector<JudgedMutant> mutants;      // by the suite as written; empty: not analysed
};

struct RunOutcome {
  std::vector<ModuleOutcome> modules;  // all of the workspace, by name
  std::vector<Reason> notes;           // of the run: state set aside, containment missing
  base::Duration budget{};             // zero: bounded by iterations instead
  base::Duration used{};
  unsigned jobs = 1;
  bool interrupted = false;
  int64_t started_unix_seconds = 0;
  std::vector<std::string> files_written;  // project-relative
};

}  // namespace skua::model
