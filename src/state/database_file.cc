// Uses SQLite's rollback journal, not a write-ahead log. After each transaction everything is in
// one file, which a CI system may copy or cache at any time, and no shared memory is needed, which
// network and container file systems lack. A run commits once for each module, so the extra fsync
// hardly costs time.
#include "state/database_file.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "state/schema.h"
#include "state/state_folder.h"

namespace skua::state {
namespace {

namespace fs = std::filesystem;
using model::ReasonCode;
using Connection = std::unique_ptr<SQLite::Database>;

constexpr int kBusyMilliseconds = 5000;  // `skua plan` may be reading

// Why a file cannot be used.
struct Unusable {
  ReasonCode code;
  std::string_view word;  // used in the new name of the file
  std::string detail;
};

bool IsDamage(int error) { return error == SQLITE_CORRUPT || error == SQLITE_NOTADB; }

Unusable Damaged(const std::string& detail) {
  return {ReasonCode::kStateCorrupt, "corrupt", detail};
}

int Number(SQLite::Database& database, const char* query) {
  return database.execAndGet(query).getInt();
}

void CreateSchema(SQLite::Database& database) {
  SQLite::Transaction transaction(database);
  database.exec(kSchema);
  database.exec(kGuardsTable);
  database.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
  database.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
  transaction.commit();
}

// Brings a state of the version before up to date.
void Upgrade(SQLite::Database& database) {
  if (Number(database, "PRAGMA user_version") != kSchemaVersion - 1) return;
  SQLite::Transaction transaction(database);
  database.exec(kGuardsTable);
  database.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
  transaction.commit();
}

bool IsFresh(SQLite::Database& database) {
  return Number(database, "PRAGMA user_version") == 0 &&
         Number(database, "SELECT count(*) FROM sqlite_master") == 0;
}

Connection NewInMemory() {
  auto database = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE);
  CreateSchema(*database);
  return database;
}

// Returns the definitions of all tables, indices, views and triggers.
std::vector<std::string> DefinitionsIn(SQLite::Database& database) {
  SQLite::Statement query(database,
                          "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master "
                          "ORDER BY type, name");
  std::vector<std::string> definitions;
  while (query.executeStep()) {
    definitions.push_back(
        fmt::format("{} {} {} {}", query.getColumn(0).getString(), query.getColumn(1).getString(),
                    query.getColumn(2).getString(), query.getColumn(3).getString()));
  }
  return definitions;
}

// Throws Unusable if the database is damaged or has another version. Its triggers and views are
// checked too, since they would run code of whoever wrote the file.
void Check(SQLite::Database& database) {
  const int version = Number(database, "PRAGMA user_version");
  const auto formats = fmt::format("format {}, this version reads {}", version, kSchemaVersion);
  if (version > kSchemaVersion) throw Unusable{ReasonCode::kStateNewer, "newer", formats};
  if (version < kSchemaVersion) throw Unusable{ReasonCode::kStateOlder, "older", formats};
  if (Number(database, "PRAGMA application_id") != kApplicationId) {
    throw Damaged("not a state of skua");
  }
  database.exec("PRAGMA trusted_schema = OFF");
  if (DefinitionsIn(database) != DefinitionsIn(*NewInMemory())) {
    throw Damaged("its tables are not those of a state");
  }
  const std::string verdict = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (verdict != "ok") throw Damaged(verdict);
}

// Runs `open` and turns SQLite's errors into Unusable if the file is damaged, else into
// base::Error.
template <typename Open>
Connection Guarded(const fs::path& file, Open&& open) {
  try {
    return open();
  } catch (const SQLite::Exception& error) {
    if (IsDamage(error.getErrorCode())) throw Damaged(error.what());
    throw base::Error(
        fmt::format("cannot open the state {}: {}; allow it, or set output.state to another folder",
                    file.string(), error.what()));
  }
}

Connection Writable(const fs::path& file) {
  return Guarded(file, [&] {
    auto database = std::make_unique<SQLite::Database>(
        file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMilliseconds);
    if (IsFresh(*database)) CreateSchema(*database);
    Upgrade(*database);
    Check(*database);
    database->exec("PRAGMA foreign_keys = ON");
    return database;
  });
}

// Opens a database, for writing if allowed, since the unfinished work of a killed run must be
// rolled back first.
Connection Readable(const fs::path& file) {
  return Guarded(file, [&] {
    auto database = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READWRITE,
                                                       kBusyMilliseconds);
    if (IsFresh(*database)) return NewInMemory();
    Check(*database);
    return database;
  });
}

}  // namespace

OpenedFile OpenForWriting(const fs::path& file) {
  try {
    return {Writable(file), std::nullopt};
  } catch (const Unusable& unusable) {
    const fs::path kept = SetAside(file, unusable.word);
    return {Writable(file),
            model::Reason{unusable.code,
                          fmt::format("{}; kept as {}", unusable.detail, kept.string())}};
  }
}

OpenedFile OpenForReading(const fs::path& file) {
  OpenedFile opened;
  std::error_code error;
  try {
    opened.connection = fs::exists(file, error) ? Readable(file) : NewInMemory();
  } catch (const Unusable& unusable) {
    opened = {NewInMemory(), model::Reason{unusable.code, unusable.detail}};
  }
  opened.connection->exec("PRAGMA query_only = ON");
  return opened;
}

}  // namespace skua::state
