// The lines that a run writes while it runs and when it ends. Lines from different threads are
// never mixed. The console has no thread and reads no clock: the caller ticks it.
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
  bool quiet = false;     // writes notes, and the closing table only when something is wrong
  bool is_ci = false;     // writes a heartbeat, whether there is a terminal or not
  std::size_t width = 0;  // of the terminal in columns; 0: no limit
};

// Decides by the kind of descriptor and by NO_COLOR, FORCE_COLOR, TERM, COLUMNS and CI
// (GITHUB_ACTIONS, JENKINS_URL, GITLAB_CI …) in the environment. `environment` gives nullptr for a
// variable that is not set.
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
  std::size_t going_on = 0;    // how many of the modules are unchanged and may still gain
  std::size_t pairs = 0;       // of modules that are tested together
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
  std::optional<base::Duration> share;  // absent: the module is not run
  std::string why;
};

// The table of `skua plan`.
std::string PlanTable(std::span<const PlanRow> rows, const ConsoleOptions& options);

class Console {
 public:
  // Borrows `out`.
  Console(std::ostream& out, ConsoleOptions options) : out_(out), options_(options) {}
  ~Console();  // removes the progress line when the run ends by an exception
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  void Workspace(std::span<const WorkspaceChange> changes, base::Duration elapsed);
  // Tells of files that are no modules, "day-1.py (its name cannot be imported)".
  void LeftOut(const std::vector<std::string>& files);
  // Tells how many generated files were missing from the tree and were written again as they had
  // been.
  void Restored(std::size_t files);
  // Tells of test files of earlier runs that are made again; nothing where there are none.
  void Missing(std::size_t files);
  void Plan(const PlanSummary& plan);
  // Tells what code under test is not kept from, also when quiet; nothing where all holds.
  void Sandbox(const model::Sandbox& sandbox);
  // Writes a remark on the run at once, also when quiet. Close() does not repeat it.
  void Note(const model::Reason& reason);

  // Redraws the progress line, at most ten times a second; or writes the heartbeat, every ten
  // seconds from the first call on.
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
  void BehaviourChanges(const model::RunOutcome& outcome);
  void Findings(const model::RunOutcome& outcome);
  void CoverageOfAll(const model::RunOutcome& outcome);
  void Advice(const model::RunOutcome& outcome);
  void Written(const model::RunOutcome& outcome, const Reports& reports);
  void Budget(const model::RunOutcome& outcome);

  std::mutex mutex_;  // guards everything below
  std::ostream& out_;
  const ConsoleOptions options_;
  bool progress_shown_ = false;
  std::optional<base::TimePoint> last_tick_;
  std::vector<std::string> said_;  // notes written so far
};

}  // namespace skua::report
