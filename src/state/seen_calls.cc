#include "state/seen_calls.h"

#include "state/statement.h"

namespace skua::state {
namespace {

constexpr int64_t kMostCalls = 500;  // of one module

}  // namespace

std::vector<SeenCall> ReadSeenCalls(SQLite::Database& connection) {
  SQLite::Statement query(connection, R"sql(
      SELECT module, callee, function, line, callable FROM seen_calls
      ORDER BY module, callee, function, line, callable)sql");
  std::vector<SeenCall> calls;
  while (query.executeStep()) {
    const auto text = [&](int column) { return query.getColumn(column).getString(); };
    const auto line = static_cast<uint32_t>(query.getColumn(3).getInt64());
    calls.push_back({text(0), text(1), {text(2), line, text(4)}});
  }
  return calls;
}

void AddSeenCalls(SQLite::Database& connection, const std::string& fingerprint,
                  const std::vector<SeenCall>& calls) {
  if (calls.empty()) return;
  const std::string& caller = calls.front().caller;
  SQLite::Statement forget(connection,
                           "DELETE FROM seen_calls WHERE module = ? AND fingerprint <> ?");
  Bind(forget, caller, fingerprint);
  forget.exec();
  SQLite::Statement count(connection, "SELECT count(*) FROM seen_calls WHERE module = ?");
  Bind(count, caller);
  count.executeStep();
  int64_t known = count.getColumn(0).getInt64();
  SQLite::Statement insert(connection, R"sql(
      INSERT OR IGNORE INTO seen_calls (module, fingerprint, function, line, callee, callable)
      VALUES (?, ?, ?, ?, ?, ?))sql");
  for (const auto& [module, callee, call] : calls) {
    if (known >= kMostCalls) return;
    Bind(insert, module, fingerprint, call.function, call.line, callee, call.callable);
    known += insert.exec();
    insert.reset();
  }
}

}  // namespace skua::state
