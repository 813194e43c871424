// The lines that a run writes while it runs and at its end. Lines from different threads are never
// mixed. The console has no thread and reads no clock: the caller calls Tick.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "report/console/console_table.h"

namespace skua::report {

struct ConsoleOptions {
  bool is_terminal = false;  // the terminal can redraw a line
  bool color = false;
  bool quiet = false;     // writes only notes, and the closing table if something is wrong
  bool is_ci = false;     // writes a heartbeat, whether or not there is a terminal
  std::size_t width = 0;  // of the terminal in columns; 0: no limit
};

// Decides by the kind of descriptor and the variables NO_COLOR, FORCE_COLOR, TERM, COLUMNS and CI
// (GITHUB_ACTIONS, JENKINS_URL, GITLAB_CI …). `environment` returns nullptr for an unset variable.
ConsoleOptions DetectConsole(int descriptor,
                             const std::function<const char*(const char*)>& environment);

struct WorkspaceChange {
  std::string module;
  model::Change change = model::Change::kNew;
  std::string why;  // as in ModuleOutcome::change_why
};

struct PlanSummary {
  std::size_t modules = 0;
  std::optional<base::Duration> budget;  // or
  std::optional<uint64_t> iterations;    // per module
  unsigned jobs = 1;
  std::string note;            // "adaptive", "dynamosa, seed 7"; may be empty
  std::size_t going_on = 0;    // number of unchanged modules that may still gain
  std::size_t pairs = 0;       // number of pairs of modules
  bool seeks_coupled = false;  // search.criteria names coupled-branch
};

struct ProgressSnapshot {
  std::size_t modules_done = 0;
  std::size_t modules = 0;
  base::Duration budget{};  // zero: bounded by iterations
  base::Duration budget_left{};
  uint64_t executed_tests = 0;
  std::vector<std::string> running;  // modules
  std::size_t suspended = 0;         // campaigns
};

struct PlanRow {
  std::string module;
  std::optional<base::Duration> share;  // nullopt: the module is not run
  std::string why;
};

// Returns the table of `skua plan`.
std::string PlanTable(std::span<const PlanRow> rows, const ConsoleOptions& options);

class Console {
 public:
  // Borrows `out`.
  Console(std::ostream& out, ConsoleOptions options) : out_(out), options_(options) {}
  ~Console();  // removes the progress line if an exception ends the run
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  void Workspace(std::span<const WorkspaceChange> changes, base::Duration elapsed);
  // Lists files that are no modules, "day-1.py (its name cannot be imported)".
  void LeftOut(const std::vector<std::string>& files);
  // Writes how many generated files were missing from the tree and were restored.
  void Restored(std::size_t files);
  // Writes how many test files of earlier runs are missing and generated again, if any.
  void Missing(std::size_t files);
  void Plan(const PlanSummary& plan);
  // Writes what code under test is not kept from, if anything, even with --quiet.
  void Sandbox(const model::Sandbox& sandbox);
  // Writes a remark on the run at once, even with --quiet. Close() does not repeat it.
  void Note(const model::Reason& reason);

  // Redraws the progress line, at most ten times a second; or writes the heartbeat every ten
  // seconds.
  void Tick(base::TimePoint now, const ProgressSnapshot& progress);

  struct Reports {
    std::string folder;              // project-relative
    std::vector<std::string> files;  // names in it
  };
  // Writes the table, behaviour changes, findings, and the files that were written.
  void Close(const model::RunOutcome& outcome, const Reports& reports);

 private:
  void Line(std::string_view label, std::string_view text, Style style = Style::kBold);
  void LineWithPlace(std::string_view label, std::string_view text, std::string_view place);
  void ClearProgress();
  void SayNote(const model::Reason& reason);
  void Verdict(const model::RunOutcome& outcome);
  void Tables(const model::RunOutcome& outcome);
  void BehaviourChanges(const model::RunOutcome& outcome);
  void Findings(const model::RunOutcome& outcome);
  void CoverageOfAll(const model::RunOutcome& outcome);
  void Advice(const model::RunOutcome& outcome);
  void Written(const model::RunOutcome& outcome, const Reports& reports);
  void Budget(const model::RunOutcome& outcome);

  std::mutex mutex_;  // guards all members below
  std::ostream& out_;
  const ConsoleOptions options_;
  bool progress_shown_ = false;
  std::optional<base::TimePoint> last_tick_;
  std::vector<std::string> said_;  // notes already written
};

}  // namespace skua::report
