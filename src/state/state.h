// What outlives a run: runs, what each campaign found, archived suites, and the scan cache, in
// <folder>/state.db. Only user of SQLite. Every public call that writes is one transaction, so a
// kill at any moment costs the call in flight and nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/history.h"
#include "model/outcome.h"
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
  std::string fingerprint;  // of the module it was made for
  std::string json;
  std::size_t killed = 0;  // mutants, by these tests
};

struct WrittenFile {
  std::string module;
  std::string path;  // project-relative
};

struct ExistingTestsRecord {
  std::string key;  // of the module and the tests that it holds for
  std::string json;
};

struct StoredReport {
  std::string module;  // empty: of the run
  std::string json;
  bool is_measured = false;  // it tells what covers the module
};

// What one machine of several left, and whose modules it has.
struct StatePart {
  State* state = nullptr;
  std::vector<std::string> modules;
};

struct ModuleCoverage {
  std::string fingerprint;  // bits mean something for this version of the module only
  std::vector<bool> covered;
  std::vector<bool> found;  // these and what tests were found for that could not be written
};

// All methods may be called from several threads; they take turns.
class State {
 public:
  enum class Access {
    kWrite,  // makes the folder, takes its lock, sets aside what it cannot read
    kRead,   // changes nothing; what it cannot read counts as empty; writing is a bug
  };
  struct Opened;

  // Throws base::Error when the folder cannot be written or another run holds it.
  static Opened Open(const std::filesystem::path& folder, Access access = Access::kWrite);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Modules of the last run and earlier ones, by name. Those whose seen_fingerprint is empty are
  // gone.
  std::vector<model::ModuleRecord> Modules();
  int64_t LastRun();                      // its number; 0: there was none
  std::vector<model::PastRun> History();  // all runs, the oldest first

  // Notes what this run sees in the workspace; `modules` is all of it, without what is deleted.
  // Returns the run's number.
  int64_t BeginRun(const RunStart& start, const std::vector<SeenModule>& modules);
  // As each campaign ends. Outcomes of modules that were passed over (SKUA-N2xx) or failed for a
  // reason of ours (SKUA-N4xx) are kept as history but do not count as finished; those of unchanged
  // modules are not kept. An empty suite_json leaves the archived suite as it is.
  void RecordModule(int64_t run, const model::ModuleOutcome& outcome);
  // The same for many, in one transaction.
  void RecordModules(int64_t run, std::span<const model::ModuleOutcome> outcomes);
  void EndRun(int64_t run, base::Duration used, bool interrupted);

  std::optional<ArchivedSuite> LastSuite(const std::string& module);
  // All files of the archived suites, and the text of one; empty: it is not known.
  std::vector<WrittenFile> WrittenFiles();
  std::string TextOf(const WrittenFile& file);
  std::optional<ExistingTestsRecord> LastExistingTests(const std::string& module);
  std::optional<ModuleCoverage> LastCoverage(
      const std::string& module);  // of its last finished campaign

  // What reports are made of: JSON of one form for runs and one for modules. Of earlier runs no
  // more is kept than can be of use: see report_store.h.
  void StoreReports(int64_t run, const std::vector<StoredReport>& reports);
  std::optional<std::string> LastMeasuredReport(const std::string& module);
  std::vector<StoredReport> ReportsOfLastRun();

  // Makes this state what all `parts` together are, in one transaction: of the first one
  // everything, of each other one what it knows of its modules. All have begun the same `run` from
  // the same state; what this one held is gone. REQUIRES: there are parts, and this state is none
  // of them.
  void Join(int64_t run, std::span<const StatePart> parts);

  model::ScanCache LoadScanCache();
  void StoreScanCache(const model::ScanCache& cache);

 private:
  class Database;
  explicit State(std::unique_ptr<Database> database);

  std::unique_ptr<Database> database_;
};

struct State::Opened {
  std::unique_ptr<State> state;         // never null
  std::optional<model::Reason> reason;  // kStateNewer, kStateOlder or kStateCorrupt: starts afresh
};

}  // namespace skua::state
