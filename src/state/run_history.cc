#include "state/run_history.h"

#include <map>
#include <string>

namespace skua::state {
namespace {

struct Standing {
  std::size_t goals = 0, covered = 0, tests = 0, mutants = 0, killed = 0;
};

std::vector<model::PastRun> ReadRuns(SQLite::Database& connection) {
  SQLite::Statement query(connection, R"sql(
    SELECT id, started, budget_ns, used_ns, coalesce(interrupted, 1) FROM runs ORDER BY id)sql");
  std::vector<model::PastRun> runs;
  while (query.executeStep()) {
    model::PastRun& run = runs.emplace_back();
    run.number = query.getColumn(0).getInt64();
    run.started_unix_seconds = query.getColumn(1).getInt64();
    run.budget = base::Duration(query.getColumn(2).getInt64());
    run.used = base::Duration(query.getColumn(3).getInt64());  // NULL reads as 0
    run.interrupted = query.getColumn(4).getInt64() != 0;
  }
  return runs;
}

}  // namespace

std::vector<model::PastRun> ReadRunHistory(SQLite::Database& connection) {
  std::vector<model::PastRun> runs = ReadRuns(connection);
  SQLite::Statement query(connection, R"sql(
    SELECT c.run, c.module, c.goals, c.covered, c.tests, c.mutants, c.killed
    FROM campaigns c JOIN sources s ON s.module = c.module
    WHERE c.finished AND s.fingerprint <> '' AND c.module NOT LIKE '% -> %' ORDER BY c.run)sql");
  std::map<std::string, Standing> standings;  // by module, up to the present run
  bool has_row = query.executeStep();
  for (model::PastRun& run : runs) {
    for (; has_row && query.getColumn(0).getInt64() <= run.number; has_row = query.executeStep()) {
      const auto number = [&](int column) {
        return static_cast<std::size_t>(query.getColumn(column).getInt64());
      };
      standings[query.getColumn(1).getString()] = {number(2), number(3), number(4), number(5),
                                                   number(6)};
      ++run.campaigns;
    }
    for (const auto& [module, standing] : standings) {
      run.goals += standing.goals;
      run.covered += standing.covered;
      run.tests += standing.tests;
      run.mutants += standing.mutants;
      run.killed += standing.killed;
    }
  }
  return runs;
}

}  // namespace skua::state
