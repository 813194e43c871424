#include "state/open_changes.h"

#include "state/statement.h"

namespace skua::state {

std::vector<OpenChange> ReadOpenChanges(SQLite::Database& connection) {
  SQLite::Statement query(connection, R"sql(
      SELECT module, test, file, line, call, expected, actual, message, path, path_line,
             expectation, fingerprint, run, commit_name, day
      FROM open_changes ORDER BY module, number)sql");
  std::vector<OpenChange> open;
  while (query.executeStep()) {
    const auto text = [&](int column) { return query.getColumn(column).getString(); };
    const auto line = [&](int column) {
      return static_cast<uint32_t>(query.getColumn(column).getInt64());
    };
    model::BehaviourChange change;
    change.test = text(1);
    change.file = text(2);
    change.line = line(3);
    change.call = text(4);
    change.expected = text(5);
    change.actual = text(6);
    change.message = text(7);
    change.path = text(8);
    change.path_line = line(9);
    change.expectation = text(10);
    change.fingerprint = text(11);
    change.run = query.getColumn(12).getInt64();
    change.commit = text(13);
    change.day = text(14);
    open.push_back({text(0), std::move(change)});
  }
  return open;
}

void WriteOpenChanges(SQLite::Database& connection, const std::string& module,
                      const std::vector<model::BehaviourChange>& changes) {
  SQLite::Statement forget(connection, "DELETE FROM open_changes WHERE module = ?");
  Bind(forget, module);
  forget.exec();
  SQLite::Statement insert(connection, R"sql(
      INSERT INTO open_changes (module, number, test, file, line, call, expected, actual, message,
        path, path_line, expectation, fingerprint, run, commit_name, day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))sql");
  for (std::size_t number = 0; number < changes.size(); ++number) {
    const model::BehaviourChange& change = changes[number];
    Bind(insert, module, number, change.test, change.file, change.line, change.call,
         change.expected, change.actual, change.message, change.path, change.path_line,
         change.expectation, change.fingerprint, change.run, change.commit, change.day);
    insert.exec();
    insert.reset();
  }
}

}  // namespace skua::state
