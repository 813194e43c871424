#include "state/state.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "state/campaign_record.h"
#include "state/database_file.h"
#include "state/join_into.h"
#include "state/open_changes.h"
#include "state/report_store.h"
#include "state/run_history.h"
#include "state/seen_calls.h"
#include "state/state_folder.h"
#include "state/statement.h"

namespace skua::state {
namespace {

namespace fs = std::filesystem;
using model::ReasonCode;

ReasonCode CodeOf(const std::string& id) {
  const model::ReasonEntry* entry = id.empty() ? nullptr : model::FindReason(id);
  return entry == nullptr ? ReasonCode::kNone : entry->code;
}

std::string JoinLines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(line).append("\n");
  return text;
}

std::vector<std::string> SplitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size() - 1) + 1);
  }
  return lines;
}

std::string JoinCalls(const std::vector<model::CalledName>& calls) {
  std::string text;
  for (const model::CalledName& called : calls) {
    text.append(std::to_string(called.sites)).append(" ").append(called.name).append("\n");
  }
  return text;
}

std::vector<model::CalledName> SplitCalls(std::string_view text) {
  std::vector<model::CalledName> calls;
  for (const std::string& line : SplitLines(text)) {
    uint32_t sites = 0;
    const char* const end = line.data() + line.size();
    const auto number = std::from_chars(line.data(), end, sites);
    if (number.ec != std::errc() || number.ptr == end || *number.ptr != ' ') continue;
    calls.push_back({std::string(number.ptr + 1, end), sites});
  }
  return calls;
}

void Mask(const base::Secrets* secrets, std::string& text) {
  if (secrets != nullptr && secrets->AreIn(text)) text = secrets->Masked(text);
}

void Mask(const base::Secrets* secrets, model::BehaviourChange& change) {
  for (std::string* text : {&change.call, &change.expected, &change.actual, &change.message}) {
    Mask(secrets, *text);
  }
}

bool ShowsSecret(const base::Secrets* secrets, const model::ModuleOutcome& outcome) {
  return secrets != nullptr &&
         (secrets->AreIn(outcome.reason.detail) || secrets->AreIn(outcome.written.json) ||
          secrets->AreIn(outcome.guards.value_or("")) ||
          secrets->AreIn(outcome.existing_tests.json));
}

model::ModuleOutcome Masked(const base::Secrets& secrets, model::ModuleOutcome outcome) {
  for (std::string* text :
       {&outcome.reason.detail, &outcome.written.json, &outcome.existing_tests.json}) {
    Mask(&secrets, *text);
  }
  if (outcome.guards) Mask(&secrets, *outcome.guards);
  return outcome;
}

}  // namespace

class State::Database {
 public:
  Database(std::unique_ptr<FolderLock> lock, std::unique_ptr<SQLite::Database> connection)
      : lock_(std::move(lock)), connection_(std::move(connection)) {}

  // Runs `body` under the lock, and turns SQLite's errors into base::Error.
  template <typename Body>
  auto Use(Body&& body) {
    const std::lock_guard guard(mutex_);
    try {
      return body(*connection_);
    } catch (const SQLite::Exception& error) {
      throw base::Error(
          fmt::format("the state {} cannot be used: {}; free some space, or delete it "
                      "to start afresh",
                      connection_->getFilename(), error.what()));
    }
  }

  template <typename Body>
  auto Write(Body&& body) {
    return Use([&](SQLite::Database& connection) {
      SQLite::Transaction transaction(connection, SQLite::TransactionBehavior::IMMEDIATE);
      if constexpr (std::is_void_v<decltype(body(connection))>) {
        body(connection);
        transaction.commit();
      } else {
        auto result = body(connection);
        transaction.commit();
        return result;
      }
    });
  }

  const base::Secrets* secrets = nullptr;  // masked in all stored data

 private:
  std::unique_ptr<FolderLock> lock_;  // destroyed after the connection
  std::unique_ptr<SQLite::Database> connection_;
  std::mutex mutex_;
};

State::State(std::unique_ptr<Database> database) : database_(std::move(database)) {}
State::~State() = default;

State::Opened State::Open(const fs::path& folder, Access access) {
  const fs::path file = folder / "state.db";
  if (access == Access::kRead) {
    auto [connection, reason] = OpenForReading(file);
    auto database = std::make_unique<Database>(nullptr, std::move(connection));
    return {std::unique_ptr<State>(new State(std::move(database))), std::move(reason)};
  }
  auto lock = std::make_unique<FolderLock>(folder);
  auto [connection, reason] = OpenForWriting(file);
  auto database = std::make_unique<Database>(std::move(lock), std::move(connection));
  return {std::unique_ptr<State>(new State(std::move(database))), std::move(reason)};
}

std::vector<model::ModuleRecord> State::Modules() {
  return database_->Use([](SQLite::Database& connection) {
    SQLite::Statement query(connection, R"sql(
      SELECT s.module, s.path, s.fingerprint, s.since_run, s.finished_run,
             c.fingerprint, r.environment, c.outcome, c.detail, c.goals, c.covered, c.file,
             c.mutants, c.killed, c.used_ns, c.searched_ns, c.late_gain, c.searched_all,
             l.tried_run, l.passed_over, l.cut_short, l.fruitless, c.incomplete
      FROM sources s
      LEFT JOIN campaigns c ON c.module = s.module AND c.run = s.finished_run
      LEFT JOIN campaigns l ON l.module = s.module
        AND l.run = (SELECT max(run) FROM campaigns WHERE module = s.module)
      LEFT JOIN runs r ON r.id = s.finished_run
      ORDER BY s.module)sql");
    std::vector<model::ModuleRecord> records;
    while (query.executeStep()) {
      model::ModuleRecord& record = records.emplace_back();
      record.module = {query.getColumn(0).getString(), query.getColumn(1).getString()};
      record.seen_fingerprint = query.getColumn(2).getString();
      record.seen_since = query.getColumn(3).getInt64();
      const auto number = [&](int column) { return query.getColumn(column).getInt64(); };
      record.tried_run = number(18);  // NULL reads as 0
      record.passed_over = static_cast<uint32_t>(number(19));
      record.cut_short = static_cast<uint32_t>(number(20));
      record.fruitless = static_cast<uint32_t>(number(21));
      if (query.isColumnNull(4)) continue;
      record.finished_run = query.getColumn(4).getInt64();
      record.finished_fingerprint = query.getColumn(5).getString();
      record.environment = query.getColumn(6).getString();
      record.outcome = CodeOf(query.getColumn(7).getString());
      record.outcome_detail = query.getColumn(8).getString();
      record.goals = static_cast<std::size_t>(number(9));
      record.covered = static_cast<std::size_t>(number(10));
      record.file = query.getColumn(11).getString();
      record.mutants = static_cast<std::size_t>(number(12));
      record.killed = static_cast<std::size_t>(number(13));
      record.used = base::Duration(number(14));
      record.searched = base::Duration(number(15));
      record.late_gain = static_cast<std::size_t>(number(16));
      record.searched_all = base::Duration(number(17));
      record.is_incomplete = number(22) != 0;
    }
    return records;
  });
}

int64_t State::LastRun() {
  return database_->Use([](SQLite::Database& connection) {
    return connection.execAndGet("SELECT coalesce(max(id), 0) FROM runs").getInt64();
  });
}

std::vector<model::PastRun> State::History() { return database_->Use(ReadRunHistory); }

int64_t State::BeginRun(const RunStart& start, const std::vector<SeenModule>& modules) {
  return database_->Write([&](SQLite::Database& connection) {
    SQLite::Statement insert(connection, R"sql(
      INSERT INTO runs (started, budget_ns, jobs, seed, environment, version)
      VALUES (?, ?, ?, ?, ?, ?))sql");
    Bind(insert, start.started_unix_seconds, start.budget.count(), start.jobs, start.seed,
         start.environment, std::string(SKUA_VERSION));
    insert.exec();
    const int64_t run = connection.getLastInsertRowid();

    std::map<std::string, std::pair<std::string, std::string>> known;  // path, fingerprint
    SQLite::Statement query(connection, "SELECT module, path, fingerprint FROM sources");
    while (query.executeStep()) {
      known.try_emplace(query.getColumn(0).getString(), query.getColumn(1).getString(),
                        query.getColumn(2).getString());
    }
    SQLite::Statement change(connection, R"sql(
      INSERT INTO sources (module, path, fingerprint, since_run) VALUES (?, ?, ?, ?)
      ON CONFLICT (module) DO UPDATE SET
        since_run = iif(fingerprint = excluded.fingerprint, since_run, excluded.since_run),
        path = excluded.path, fingerprint = excluded.fingerprint)sql");
    const auto note = [&](const std::string& module, const std::string& path,
                          const std::string& fingerprint) {
      Bind(change, module, path, fingerprint, run);
      change.exec();
      change.reset();
    };
    for (const auto& [module, fingerprint] : modules) {
      const auto found = known.find(module.name);
      const bool same =
          found != known.end() && found->second == std::pair(module.path, fingerprint);
      if (found != known.end()) known.erase(found);
      // The module was not read, for lack of time: keeps its known fingerprint.
      if (!same && !fingerprint.empty()) note(module.name, module.path, fingerprint);
    }
    for (const auto& [module, seen] : known) {
      if (!seen.second.empty()) note(module, seen.first, "");
    }
    return run;
  });
}

void State::RecordModule(int64_t run, const model::ModuleOutcome& outcome) {
  RecordModules(run, {&outcome, 1});
}

void State::KeepOut(const base::Secrets& secrets) { database_->secrets = &secrets; }

void State::RecordModules(int64_t run, std::span<const model::ModuleOutcome> outcomes) {
  const auto counts = [](const auto& outcome) {
    return outcome.reason.code != ReasonCode::kUnchanged;
  };
  if (std::ranges::none_of(outcomes, counts)) return;
  database_->Write([&](SQLite::Database& connection) {
    for (const model::ModuleOutcome& outcome : outcomes) {
      if (!counts(outcome)) continue;
      if (ShowsSecret(database_->secrets, outcome)) {
        RecordCampaign(connection, run, Masked(*database_->secrets, outcome));
      } else {
        RecordCampaign(connection, run, outcome);
      }
    }
  });
}

void State::EndRun(int64_t run, base::Duration used, bool interrupted) {
  database_->Write([&](SQLite::Database& connection) {
    SQLite::Statement update(connection,
                             "UPDATE runs SET used_ns = ?, interrupted = ? WHERE id = ?");
    Bind(update, used.count(), interrupted, run);
    update.exec();
  });
}

std::optional<ArchivedSuite> State::LastSuite(const std::string& module) {
  return database_->Use([&](SQLite::Database& connection) -> std::optional<ArchivedSuite> {
    SQLite::Statement query(connection, R"sql(
      SELECT s.fingerprint, s.json, c.killed FROM suites s
      LEFT JOIN campaigns c ON c.module = s.module AND c.run = s.run
      WHERE s.module = ?)sql");
    query.bind(1, module);
    if (!query.executeStep()) return std::nullopt;
    return ArchivedSuite{query.getColumn(0).getString(), query.getColumn(1).getString(),
                         static_cast<std::size_t>(query.getColumn(2).getInt64())};
  });
}

std::optional<ArchivedSuite> State::Guards(const std::string& module) {
  return database_->Use([&](SQLite::Database& connection) -> std::optional<ArchivedSuite> {
    SQLite::Statement query(connection, "SELECT fingerprint, json FROM guards WHERE module = ?");
    query.bind(1, module);
    if (!query.executeStep()) return std::nullopt;
    return ArchivedSuite{query.getColumn(0).getString(), query.getColumn(1).getString()};
  });
}

void State::AcceptGuards(const std::string& module) {
  database_->Write([&](SQLite::Database& connection) {
    SQLite::Statement update(connection, "UPDATE guards SET fingerprint = '' WHERE module = ?");
    Bind(update, module);
    update.exec();
  });
}

std::vector<EarlierSuite> State::WrittenSuites(const std::string& module) {
  return database_->Use([&](SQLite::Database& connection) {
    SQLite::Statement query(connection, R"sql(
      SELECT json, tests, findings FROM written_suites WHERE module = ? ORDER BY run DESC)sql");
    query.bind(1, module);
    std::vector<EarlierSuite> suites;
    while (query.executeStep()) {
      suites.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                        query.getColumn(2).getString()});
    }
    return suites;
  });
}

std::vector<WrittenFile> State::WrittenFiles() {
  return database_->Use([&](SQLite::Database& connection) {
    SQLite::Statement query(connection, "SELECT module, path FROM files ORDER BY path");
    std::vector<WrittenFile> files;
    while (query.executeStep()) {
      files.push_back({query.getColumn(0).getString(), query.getColumn(1).getString()});
    }
    return files;
  });
}

std::string State::TextOf(const WrittenFile& file) {
  return database_->Use([&](SQLite::Database& connection) -> std::string {
    SQLite::Statement query(connection, "SELECT text FROM files WHERE path = ?");
    query.bind(1, file.path);
    return query.executeStep() ? query.getColumn(0).getString() : "";
  });
}

void State::ReplaceText(const WrittenFile& file, const std::string& before,
                        const std::string& text) {
  database_->Write([&](SQLite::Database& connection) {
    SQLite::Statement last(connection, "UPDATE files SET text = ? WHERE path = ? AND text = ?");
    Bind(last, text, file.path, before);
    last.exec();
    SQLite::Statement kept(connection,
                           "UPDATE written_suites SET tests = ? WHERE module = ? AND tests = ?");
    Bind(kept, text, file.module, before);
    kept.exec();
    SQLite::Statement gone(connection, "DELETE FROM files WHERE path = ? AND text = ''");
    Bind(gone, file.path);
    gone.exec();
  });
}

std::vector<OpenChange> State::OpenChanges() {
  return database_->Use([](SQLite::Database& connection) { return ReadOpenChanges(connection); });
}

void State::SetOpenChanges(const std::string& module,
                           const std::vector<model::BehaviourChange>& changes) {
  std::vector<model::BehaviourChange> masked = changes;
  for (model::BehaviourChange& change : masked) Mask(database_->secrets, change);
  database_->Write(
      [&](SQLite::Database& connection) { WriteOpenChanges(connection, module, masked); });
}

std::vector<SeenCall> State::SeenCalls() {
  return database_->Use([](SQLite::Database& connection) { return ReadSeenCalls(connection); });
}

void State::AddSeenCalls(const std::string& fingerprint, const std::vector<SeenCall>& calls) {
  database_->Write(
      [&](SQLite::Database& connection) { state::AddSeenCalls(connection, fingerprint, calls); });
}

std::optional<ExistingTestsRecord> State::LastExistingTests(const std::string& module) {
  return database_->Use([&](SQLite::Database& connection) -> std::optional<ExistingTestsRecord> {
    SQLite::Statement query(connection, "SELECT key, json FROM existing_tests WHERE module = ?");
    query.bind(1, module);
    if (!query.executeStep()) return std::nullopt;
    return ExistingTestsRecord{query.getColumn(0).getString(), query.getColumn(1).getString()};
  });
}

std::optional<ModuleCoverage> State::LastCoverage(const std::string& module) {
  return database_->Use([&](SQLite::Database& connection) -> std::optional<ModuleCoverage> {
    SQLite::Statement query(connection, R"sql(
      SELECT c.fingerprint, c.covered_bits, c.found_bits, c.all_goals FROM sources s
      JOIN campaigns c ON c.module = s.module AND c.run = s.finished_run
      WHERE s.module = ?)sql");
    query.bind(1, module);
    if (!query.executeStep()) return std::nullopt;
    const auto goals = static_cast<std::size_t>(query.getColumn(3).getInt64());
    return ModuleCoverage{query.getColumn(0).getString(),
                          UnpackBits(query.getColumn(1).getString(), goals),
                          UnpackBits(query.getColumn(2).getString(), goals)};
  });
}

void State::StoreReports(int64_t run, const std::vector<StoredReport>& reports) {
  std::vector<StoredReport> masked = reports;
  for (StoredReport& report : masked) Mask(database_->secrets, report.json);
  database_->Write(
      [&](SQLite::Database& connection) { state::StoreReports(connection, run, masked); });
}

std::vector<std::string> State::MeasuredReports(const std::string& module) {
  return database_->Use(
      [&](SQLite::Database& connection) { return state::MeasuredReports(connection, module); });
}

std::vector<StoredReport> State::ReportsOfLastRun() {
  return database_->Use(
      [](SQLite::Database& connection) { return state::ReportsOfLastRun(connection); });
}

void State::Join(int64_t run, std::span<const StatePart> parts) {
  database_->Write([&](SQLite::Database& connection) {
    JoinInto joined(connection, run);
    for (const StatePart& part : parts) {
      part.state->database_->Use([&](SQLite::Database& from) { joined.Add(from, part.modules); });
    }
    joined.Finish();
  });
}

model::ScanCache State::LoadScanCache() {
  return database_->Use([](SQLite::Database& connection) {
    model::ScanCache cache;
    SQLite::Statement scanner(connection, "SELECT identity FROM scanner");
    if (scanner.executeStep()) cache.scanner = scanner.getColumn(0).getString();
    cache.files.reserve(
        static_cast<std::size_t>(connection.execAndGet("SELECT count(*) FROM scans").getInt64()));
    SQLite::Statement query(connection, R"sql(
      SELECT path, module, size, mtime_ns, ctime_ns, inode, read_at_ns, content_hash, fingerprint,
             imports, calls, defines, predicates, is_inert, error_line, error FROM scans)sql");
    while (query.executeStep()) {
      const auto number = [&](int column) { return query.getColumn(column).getInt64(); };
      model::CachedScan& entry = cache.files[query.getColumn(0).getString()];
      entry.module = query.getColumn(1).getString();
      entry.stamp = {static_cast<uint64_t>(number(2)), number(3), number(4),
                     static_cast<uint64_t>(number(5))};
      entry.read_at_ns = number(6);
      entry.content_hash = static_cast<uint64_t>(number(7));
      entry.scan.fingerprint = query.getColumn(8).getString();
      entry.scan.imports = SplitLines(query.getColumn(9).getString());
      entry.scan.calls = SplitCalls(query.getColumn(10).getString());
      entry.scan.defines = SplitLines(query.getColumn(11).getString());
      entry.scan.predicates = static_cast<uint32_t>(number(12));
      entry.scan.is_inert = number(13) != 0;
      if (!query.isColumnNull(15)) {
        entry.scan.error =
            model::SourceError{static_cast<uint32_t>(number(14)), query.getColumn(15).getString()};
      }
    }
    return cache;
  });
}

void State::StoreScanCache(const model::ScanCache& cache) {
  database_->Write([&](SQLite::Database& connection) {
    connection.exec("DELETE FROM scans; DELETE FROM scanner");
    SQLite::Statement scanner(connection, "INSERT INTO scanner VALUES (?)");
    scanner.bind(1, cache.scanner);
    scanner.exec();
    SQLite::Statement insert(
        connection, "INSERT INTO scans VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto& [path, entry] : cache.files) {
      const auto& [module, stamp, read_at_ns, content_hash, scan] = entry;
      Bind(insert, path, module, stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode,
           read_at_ns, content_hash, scan.fingerprint, JoinLines(scan.imports),
           JoinCalls(scan.calls), JoinLines(scan.defines), scan.predicates, scan.is_inert,
           scan.error ? scan.error->line : 0);
      if (scan.error) insert.bind(16, scan.error->message);
      insert.exec();
      insert.reset();
      insert.clearBindings();
    }
  });
}

}  // namespace skua::state
