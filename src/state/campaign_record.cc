#include "state/campaign_record.h"

#include <algorithm>
#include <string>
#include <vector>

#include "state/statement.h"

namespace skua::state {
namespace {

using model::ReasonCode;

// Number of a module's last suites that keep their texts; a restored file is rarely older.
constexpr int kKeptSuites = 5;

std::string IdOf(ReasonCode code) {
  return code == ReasonCode::kNone ? "" : std::string(model::EntryOf(code).id);
}

// Returns whether a module with this reason needs no other campaign until something changes.
bool IsFinal(ReasonCode code) {
  switch (code) {
    case ReasonCode::kUnchanged:
    case ReasonCode::kNoBudgetLeft:
    case ReasonCode::kInterrupted:
    case ReasonCode::kBehaviourChanged:
    case ReasonCode::kWorkerLost:
    case ReasonCode::kOutputNotWritten:
    case ReasonCode::kInternalError:
      return false;
    default:
      return true;
  }
}

// Totals of a module's campaigns before the one to be recorded.
struct Earlier {
  bool any_finished = false;
  std::string fingerprint;  // of the last finished campaign, like the fields below
  std::size_t covered = 0;
  std::vector<bool> bits;
  int64_t searched_all = 0;
  // The last campaign:
  int64_t tried_run = 0;
  int64_t passed_over = 0;
  int64_t cut_short = 0;
  int64_t fruitless = 0;
};

// Counts campaigns of earlier runs only, since a campaign may be recorded again in its run.
Earlier EarlierCampaigns(SQLite::Database& connection, const std::string& module, int64_t run) {
  Earlier earlier;
  SQLite::Statement last(connection, R"sql(
      SELECT tried_run, passed_over, cut_short, fruitless FROM campaigns
      WHERE module = ? AND run < ? ORDER BY run DESC LIMIT 1)sql");
  Bind(last, module, run);
  if (!last.executeStep()) return earlier;
  earlier.tried_run = last.getColumn(0).getInt64();
  earlier.passed_over = last.getColumn(1).getInt64();
  earlier.cut_short = last.getColumn(2).getInt64();
  earlier.fruitless = last.getColumn(3).getInt64();
  SQLite::Statement finished(connection, R"sql(
      SELECT fingerprint, covered, covered_bits, all_goals, searched_all FROM campaigns
      WHERE module = ? AND run < ? AND finished ORDER BY run DESC LIMIT 1)sql");
  Bind(finished, module, run);
  if (!finished.executeStep()) return earlier;
  earlier.any_finished = true;
  earlier.fingerprint = finished.getColumn(0).getString();
  earlier.covered = static_cast<std::size_t>(finished.getColumn(1).getInt64());
  earlier.bits = UnpackBits(finished.getColumn(2).getString(),
                            static_cast<std::size_t>(finished.getColumn(3).getInt64()));
  earlier.searched_all = finished.getColumn(4).getInt64();
  return earlier;
}

// Returns the goals newly covered in the second half of the search, beyond the `known` goals that
// its seeds cover.
std::size_t LateGain(const model::ModuleOutcome& outcome, std::size_t known) {
  if (outcome.search.discovery.empty())
    return outcome.search.last_gain > outcome.search.time / 2 ? 1 : 0;
  std::size_t early = known;
  for (const model::GainPoint& point : outcome.search.discovery) {
    if (point.searched <= outcome.search.time / 2) early = std::max(early, point.covered);
  }
  const std::size_t all = std::max(known, outcome.search.discovery.back().covered);
  return all - std::min(all, early);
}

bool CoversMore(const std::vector<bool>& now, const std::vector<bool>& before) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] && (i >= before.size() || !before[i])) return true;
  }
  return false;
}

std::vector<bool> FoundBy(const model::ModuleOutcome& outcome) {
  std::vector<bool> found = outcome.goals.covered;
  for (std::size_t i = 0; i < std::min(found.size(), outcome.goals.found.size()); ++i) {
    if (outcome.goals.found[i]) found[i] = true;
  }
  return found;
}

struct Totals {
  std::size_t late_gain = 0;
  std::size_t gained = 0;
  int64_t tried_run = 0;
  int64_t passed_over = 0;
  int64_t cut_short = 0;
  int64_t fruitless = 0;
  int64_t searched_all = 0;
};

Totals TotalsWith(const model::ModuleOutcome& outcome, int64_t run, bool finished,
                  const Earlier& earlier) {
  const bool same_code = earlier.any_finished && earlier.fingerprint == outcome.fingerprint;
  const bool tried = finished || outcome.used > base::Duration::zero();
  const std::size_t covered = outcome.goals.covered_count();
  Totals totals;
  totals.late_gain = LateGain(outcome, same_code ? earlier.covered : 0);
  totals.gained = covered - std::min(covered, earlier.covered);
  totals.tried_run = tried ? run : earlier.tried_run;
  totals.passed_over = tried ? 0 : earlier.passed_over + 1;
  const bool cut_short = outcome.reason.code == ReasonCode::kNoBudgetLeft;
  totals.cut_short = finished ? 0 : earlier.cut_short + (tried && cut_short ? 1 : 0);
  totals.fruitless = earlier.fruitless;
  if (finished) {
    const bool in_vain = same_code && !CoversMore(outcome.goals.covered, earlier.bits);
    totals.fruitless = in_vain ? earlier.fruitless + 1 : 0;
  }
  totals.searched_all = outcome.search.time.count() + (same_code ? earlier.searched_all : 0);
  return totals;
}

// Returns whether time did not suffice to write all tests.
bool IsIncomplete(const model::ModuleOutcome& outcome) {
  return std::ranges::find(outcome.notes, ReasonCode::kVerifiedInPart, &model::Reason::code) !=
         outcome.notes.end();
}

// Stores the suite with the texts of its files, and removes the oldest texts.
void RecordWrittenSuite(SQLite::Database& connection, int64_t run,
                        const model::ModuleOutcome& outcome) {
  const model::WrittenSuite& written = outcome.written;
  const auto text_of = [&](const std::string& file) {
    const auto text = written.texts.find(file);
    return text == written.texts.end() ? std::string() : text->second;
  };
  SQLite::Statement insert(connection,
                           "INSERT OR REPLACE INTO written_suites VALUES (?, ?, ?, ?, ?)");
  Bind(insert, outcome.module.name, run, written.json, text_of(written.file),
       text_of(written.findings_file));
  insert.exec();
  SQLite::Statement forget(connection, R"sql(
      DELETE FROM written_suites WHERE module = ?1 AND run NOT IN (
        SELECT run FROM written_suites WHERE module = ?1 ORDER BY run DESC LIMIT ?2))sql");
  Bind(forget, outcome.module.name, kKeptSuites);
  forget.exec();
}

// Replaces the rows of the previous suite's files.
void RecordFiles(SQLite::Database& connection, const model::ModuleOutcome& outcome) {
  SQLite::Statement forget(connection, "DELETE FROM files WHERE module = ?");
  Bind(forget, outcome.module.name);
  forget.exec();
  for (const auto& [path, text] : outcome.written.texts) {
    SQLite::Statement file(connection,
                           "INSERT OR REPLACE INTO files (path, module, text) VALUES (?, ?, ?)");
    Bind(file, path, outcome.module.name, text);
    file.exec();
  }
}

}  // namespace

void RecordCampaign(SQLite::Database& connection, int64_t run,
                    const model::ModuleOutcome& outcome) {
  const std::string& module = outcome.module.name;
  // BeginRun has inserted the source, unless the module could not be read.
  SQLite::Statement source(connection, R"sql(
      INSERT INTO sources (module, path, fingerprint, since_run) VALUES (?, ?, ?, ?)
      ON CONFLICT (module) DO NOTHING)sql");
  Bind(source, module, outcome.module.path, outcome.fingerprint, run);
  source.exec();

  const bool finished = IsFinal(outcome.reason.code);
  const Totals totals =
      TotalsWith(outcome, run, finished, EarlierCampaigns(connection, module, run));
  SQLite::Statement campaign(connection, R"sql(
      INSERT OR REPLACE INTO campaigns (module, run, fingerprint, change, outcome, detail, finished,
        goals, covered, all_goals, covered_bits, found_bits, given_ns, used_ns, last_gain_ns,
        searched_ns, late_gain, expected_gain, gained, executed, execution_ns, tests, mutants,
        killed, file, incomplete, tried_run, passed_over, cut_short, fruitless, searched_all)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?))sql");
  using enum model::MutantFate;
  const std::size_t judged = outcome.mutants.size() - CountFate(outcome.mutants, kNotRun);
  Bind(campaign, module, run, outcome.fingerprint, std::string(model::NameOf(outcome.change)),
       IdOf(outcome.reason.code), outcome.reason.detail, finished, outcome.goals.count,
       outcome.goals.covered_count(), outcome.goals.covered.size(),
       Blob{PackBits(outcome.goals.covered)}, Blob{PackBits(FoundBy(outcome))},
       outcome.given.count(), outcome.used.count(), outcome.search.last_gain.count(),
       outcome.search.time.count(), totals.late_gain, outcome.search.expected_gain, totals.gained,
       outcome.search.executed_tests, outcome.search.execution_time.count(),
       outcome.written.tests.size(), judged, CountFate(outcome.mutants, kKilled),
       outcome.written.file, IsIncomplete(outcome), totals.tried_run, totals.passed_over,
       totals.cut_short, totals.fruitless, totals.searched_all);
  campaign.exec();

  if (finished) {
    SQLite::Statement done(connection, "UPDATE sources SET finished_run = ? WHERE module = ?");
    Bind(done, run, module);
    done.exec();
  }
  if (!outcome.written.json.empty()) {
    SQLite::Statement suite(connection, R"sql(
        INSERT OR REPLACE INTO suites (module, run, fingerprint, json) VALUES (?, ?, ?, ?))sql");
    Bind(suite, module, run, outcome.fingerprint, outcome.written.json);
    suite.exec();
    // A suite without texts was not written: the next campaign starts from it, but the files in the
    // tree are still those of the suite before it.
    if (!outcome.written.texts.empty()) {
      RecordFiles(connection, outcome);
      RecordWrittenSuite(connection, run, outcome);
    }
  }
  if (outcome.guards) {
    SQLite::Statement guards(connection, "INSERT OR REPLACE INTO guards VALUES (?, ?, ?)");
    Bind(guards, module, outcome.fingerprint, *outcome.guards);
    guards.exec();
  }
  if (!outcome.existing_tests.json.empty()) {
    SQLite::Statement existing(
        connection, "INSERT OR REPLACE INTO existing_tests (module, key, json) VALUES (?, ?, ?)");
    Bind(existing, module, outcome.existing_tests.key, outcome.existing_tests.json);
    existing.exec();
  }
}

}  // namespace skua::state
