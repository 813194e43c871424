#include "state/join_into.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "state/statement.h"

namespace skua::state {
namespace {

// Tables in the order in which rows may be inserted.
constexpr std::string_view kTables[] = {
    "runs",           "sources", "campaigns",    "suites",     "guards", "files",  "written_suites",
    "existing_tests", "reports", "open_changes", "seen_calls", "scans",  "scanner"};
constexpr std::string_view kModuleTables[] = {
    "sources",        "campaigns",      "suites",  "guards",       "files",
    "written_suites", "existing_tests", "reports", "open_changes", "seen_calls"};

void BindColumn(SQLite::Statement& insert, int at, const SQLite::Column& value) {
  if (value.isInteger()) {
    insert.bind(at, value.getInt64());
  } else if (value.isFloat()) {
    insert.bind(at, value.getDouble());
  } else if (value.isText()) {
    insert.bind(at, value.getString());
  } else if (value.isBlob()) {
    const void* bytes = value.getBlob();  // null for an empty blob, which is not NULL
    insert.bind(at, bytes == nullptr ? "" : bytes, value.getBytes());
  } else {
    insert.bind(at);
  }
}

// Copies rows of one table from one state into another of the same schema.
class RowCopy {
 public:
  // `where` selects the rows; it may have one question mark.
  RowCopy(SQLite::Database& from, SQLite::Database& into, std::string_view table,
          std::string_view where)
      : query_(from, fmt::format("SELECT * FROM {} {}", table, where)),
        columns_(query_.getColumnCount()),
        insert_(into, fmt::format("INSERT OR REPLACE INTO {} VALUES (?{})", table, [this] {
                  std::string marks;
                  for (int i = 1; i < columns_; ++i) marks += ", ?";
                  return marks;
                }())) {}

  void Run() {
    while (query_.executeStep()) {
      for (int i = 0; i < columns_; ++i) BindColumn(insert_, i + 1, query_.getColumn(i));
      insert_.exec();
      insert_.reset();
    }
    query_.reset();
  }
  void Run(const std::string& value) {
    query_.bind(1, value);
    Run();
  }

 private:
  SQLite::Statement query_;
  const int columns_;
  SQLite::Statement insert_;
};

void TakeAll(SQLite::Database& from, SQLite::Database& into) {
  for (auto table = std::rbegin(kTables); table != std::rend(kTables); ++table) {
    into.exec(fmt::format("DELETE FROM {}", *table));
  }
  for (const std::string_view table : kTables) RowCopy(from, into, table, "").Run();
}

void TakeModules(SQLite::Database& from, SQLite::Database& into,
                 const std::vector<std::string>& modules) {
  for (const std::string_view table : kModuleTables) {
    // Replaces a row of `sources`, to which other rows refer, instead of deleting it.
    if (table != "sources") {
      SQLite::Statement forget(into, fmt::format("DELETE FROM {} WHERE module = ?", table));
      for (const std::string& module : modules) {
        forget.bind(1, module);
        forget.exec();
        forget.reset();
      }
    }
    RowCopy copy(from, into, table, "WHERE module = ?");
    for (const std::string& module : modules) copy.Run(module);
  }
}

}  // namespace

void JoinInto::Add(SQLite::Database& from, const std::vector<std::string>& modules) {
  AddRun(from);
  if (is_first_) {
    TakeAll(from, into_);
  } else {
    TakeModules(from, into_, modules);
  }
  is_first_ = false;
}

void JoinInto::AddRun(SQLite::Database& from) {
  SQLite::Statement query(from,
                          "SELECT started, jobs, used_ns, interrupted FROM runs WHERE id = ?");
  Bind(query, run_);
  if (!query.executeStep()) return;
  const int64_t started = query.getColumn(0).getInt64();
  started_ = std::min(started_.value_or(started), started);
  jobs_ += query.getColumn(1).getInt64();
  used_ns_ = std::max(used_ns_, query.getColumn(2).getInt64());
  interrupted_ |= query.isColumnNull(3) || query.getColumn(3).getInt() != 0;
}

void JoinInto::Finish() {
  SQLite::Statement update(into_, R"sql(
      UPDATE runs SET started = ?, jobs = ?, used_ns = ?, interrupted = ? WHERE id = ?)sql");
  Bind(update, started_.value_or(0), jobs_, used_ns_, interrupted_, run_);
  update.exec();
}

}  // namespace skua::state
