// Keeps data between runs in <folder>/state.db: runs, outcomes of campaigns, archived suites, and
// the scan cache. This folder is the only user of SQLite. Every public call that writes is one
// transaction, so a kill at any moment loses only the call in progress.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/secrets.h"
#include "model/history.h"
#include "model/outcome.h"
#include "model/pair.h"
#include "model/source.h"

namespace skua::state {

struct RunStart {
  int64_t started_unix_seconds = 0;
  base::Duration budget{};  // zero: bounded by iterations
  unsigned jobs = 1;
  uint64_t seed = 0;
  std::string environment;  // stamp of interpreter and packages
};

class State;

struct SeenModule {
  model::ModuleId module;
  std::string fingerprint;
};

struct ArchivedSuite {
  std::string fingerprint;  // of the module's code that the suite tests
  std::string json;
  std::size_t killed = 0;  // mutants killed by these tests
};

// A suite that a run wrote, with the texts of its files; an empty text: no such file.
struct EarlierSuite {
  std::string json;
  std::string tests, findings;
};

struct WrittenFile {
  std::string module;
  std::string path;  // project-relative
};

struct OpenChange {
  std::string module;
  model::BehaviourChange change;  // without its age
};

// A seen call between two modules.
struct SeenCall {
  std::string caller, callee;  // modules, by name
  model::SeenCall call;
};

struct ExistingTestsRecord {
  std::string key;  // hash of the module and the tests for which the entry holds
  std::string json;
};

struct StoredReport {
  std::string module;  // empty: the run's own report
  std::string json;
  bool is_measured = false;  // the report has measured coverage of the module
};

// The state of one shard, with the modules of its machine.
struct StatePart {
  State* state = nullptr;
  std::vector<std::string> modules;
};

struct ModuleCoverage {
  std::string fingerprint;  // the goals have these numbers only with this fingerprint
  std::vector<bool> covered;
  std::vector<bool> found;  // covered goals, and goals whose tests could not be written
};

// All methods may be called from several threads; a lock serialises them.
class State {
 public:
  enum class Access {
    kWrite,  // makes the folder, locks it, sets aside an unreadable database
    kRead,   // changes nothing; an unreadable database counts as empty; writing is a bug
  };
  struct Opened;

  // Throws base::Error if the folder cannot be written or another run has locked it.
  static Opened Open(const std::filesystem::path& folder, Access access = Access::kWrite);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Masks these secrets by *** in all campaigns and reports that are stored from now on. Borrows
  // them.
  void KeepOut(const base::Secrets& secrets);

  // Returns the modules of the last run and of earlier ones, by name. A module without
  // seen_fingerprint no longer exists.
  std::vector<model::ModuleRecord> Modules();
  int64_t LastRun();                      // number of the last run; 0: none
  std::vector<model::PastRun> History();  // all runs, the oldest first

  // Records the start of a run and its modules: all of the workspace, without deleted ones. Returns
  // the run's number.
  int64_t BeginRun(const RunStart& start, const std::vector<SeenModule>& modules);
  // Records a campaign when it ends. Outcomes of skipped modules (SKUA-N2xx) and failures of Skua
  // (SKUA-N4xx) stay in the history but do not count as finished; those of unchanged modules are
  // not stored. An empty suite_json leaves the archived suite unchanged.
  void RecordModule(int64_t run, const model::ModuleOutcome& outcome);
  // Records many campaigns in one transaction.
  void RecordModules(int64_t run, std::span<const model::ModuleOutcome> outcomes);
  void EndRun(int64_t run, base::Duration used, bool interrupted);

  std::optional<ArchivedSuite> LastSuite(const std::string& module);
  // Returns the module's guards, and the version of the module that they were made for.
  std::optional<ArchivedSuite> Guards(const std::string& module);
  // Has the module's guards expect what they see when they run next.
  void AcceptGuards(const std::string& module);
  // Returns the last suites that were written for the module, the newest first.
  std::vector<EarlierSuite> WrittenSuites(const std::string& module);
  // Return all files of the archived suites, and the text of one of them, empty if unknown.
  std::vector<WrittenFile> WrittenFiles();
  std::string TextOf(const WrittenFile& file);
  // Replaces the archived text `before` of a module's file by `text`; empty: the file was deleted.
  void ReplaceText(const WrittenFile& file, const std::string& before, const std::string& text);
  // Return the open behaviour changes by module, and replace those of one module.
  std::vector<OpenChange> OpenChanges();
  void SetOpenChanges(const std::string& module,
                      const std::vector<model::BehaviourChange>& changes);
  // Returns calls between modules, sorted by caller. Added calls join the known calls of the same
  // fingerprint of their caller. REQUIRES: all have one caller, with that fingerprint.
  std::vector<SeenCall> SeenCalls();
  void AddSeenCalls(const std::string& fingerprint, const std::vector<SeenCall>& calls);
  std::optional<ExistingTestsRecord> LastExistingTests(const std::string& module);
  // Returns the coverage of the module's last finished campaign.
  std::optional<ModuleCoverage> LastCoverage(const std::string& module);

  // Stores the data of reports: JSON of one form for runs and one for modules. report_store.h says
  // how many earlier ones are kept.
  void StoreReports(int64_t run, const std::vector<StoredReport>& reports);
  std::vector<std::string> MeasuredReports(const std::string& module);
  std::vector<StoredReport> ReportsOfLastRun();

  // Replaces this state by the union of `parts`, in one transaction: the whole first part, and from
  // each other part the rows of its modules. All parts began the same `run` from the same state.
  // REQUIRES: there are parts, and this state is none of them.
  void Join(int64_t run, std::span<const StatePart> parts);

  model::ScanCache LoadScanCache();
  void StoreScanCache(const model::ScanCache& cache);

 private:
  class Database;
  explicit State(std::unique_ptr<Database> database);

  std::unique_ptr<Database> database_;
};

struct State::Opened {
  std::unique_ptr<State> state;  // never null
  // kStateNewer, kStateOlder or kStateCorrupt: the state is empty.
  std::optional<model::Reason> reason;
};

}  // namespace skua::state
