#include "state/report_store.h"

#include "state/statement.h"

namespace skua::state {
namespace {

// Number of kept measurements of a module: a change is often reverted, and earlier ones hold again.
constexpr int kMeasuredKept = 3;

}  // namespace

void StoreReports(SQLite::Database& connection, int64_t run,
                  const std::vector<StoredReport>& reports) {
  SQLite::Statement insert(connection, R"sql(
      INSERT OR REPLACE INTO reports (module, run, measured, json) VALUES (?, ?, ?, ?))sql");
  SQLite::Statement forget(connection, R"sql(
      DELETE FROM reports WHERE module = ? AND run < ? AND measured <= ? AND run NOT IN
        (SELECT run FROM reports WHERE module = ? AND measured ORDER BY run DESC LIMIT ?))sql");
  for (const StoredReport& report : reports) {
    Bind(insert, report.module, run, report.is_measured, report.json);
    insert.exec();
    insert.reset();
    Bind(forget, report.module, run, report.is_measured, report.module, kMeasuredKept);
    forget.exec();
    forget.reset();
  }
}

std::vector<std::string> MeasuredReports(SQLite::Database& connection, const std::string& module) {
  SQLite::Statement query(connection, R"sql(
      SELECT json FROM reports WHERE module = ? AND measured ORDER BY run DESC)sql");
  Bind(query, module);
  std::vector<std::string> reports;
  while (query.executeStep()) reports.push_back(query.getColumn(0).getString());
  return reports;
}

std::vector<StoredReport> ReportsOfLastRun(SQLite::Database& connection) {
  SQLite::Statement query(connection, R"sql(
      SELECT module, json, measured FROM reports
      WHERE run = (SELECT max(run) FROM reports WHERE module = '') ORDER BY module)sql");
  std::vector<StoredReport> reports;
  while (query.executeStep()) {
    reports.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                       query.getColumn(2).getInt() != 0});
  }
  return reports;
}

}  // namespace skua::state
