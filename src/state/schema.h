// The tables of state.db. Every change here needs a new kSchemaVersion.
#pragma once

namespace skua::state {

inline constexpr int kApplicationId = 0x534b5541;  // "SKUA"
inline constexpr int kSchemaVersion = 10;          // PRAGMA user_version

// What the version before lacks.
inline constexpr const char* kGuardsTable = R"sql(
-- Tests of modules that are kept and not written.
CREATE TABLE IF NOT EXISTS guards (
  module      TEXT PRIMARY KEY REFERENCES sources,
  fingerprint TEXT NOT NULL,        -- of the module that they hold for; '': of whichever is next
  json        TEXT NOT NULL         -- a suite; '': there are none
);
)sql";

inline constexpr const char* kSchema = R"sql(
CREATE TABLE runs (
  id          INTEGER PRIMARY KEY,  -- from 1
  started     INTEGER NOT NULL,     -- unix seconds
  budget_ns   INTEGER NOT NULL,     -- 0: bounded by iterations
  jobs        INTEGER NOT NULL,
  seed        INTEGER NOT NULL,
  environment TEXT    NOT NULL,
  version     TEXT    NOT NULL,     -- of Skua
  used_ns     INTEGER,              -- NULL: the run did not come to its end
  interrupted INTEGER
);
-- What the last run saw of each module, and the run of its last finished campaign.
CREATE TABLE sources (
  module       TEXT PRIMARY KEY,
  path         TEXT    NOT NULL,
  fingerprint  TEXT    NOT NULL,    -- '': the module is gone
  since_run    INTEGER NOT NULL REFERENCES runs,
  finished_run INTEGER REFERENCES runs
);
CREATE TABLE campaigns (
  module        TEXT    NOT NULL REFERENCES sources,
  run           INTEGER NOT NULL REFERENCES runs,
  fingerprint   TEXT    NOT NULL,
  change        TEXT    NOT NULL,
  outcome       TEXT    NOT NULL,   -- reason code, '' when a suite was written
  detail        TEXT    NOT NULL,
  finished      INTEGER NOT NULL,   -- 0: passed over, or cut short by a trouble of ours
  goals         INTEGER NOT NULL,
  covered       INTEGER NOT NULL,
  all_goals     INTEGER NOT NULL,   -- with blocks, which come last
  covered_bits  BLOB    NOT NULL,   -- of all goals: i is bit i % 8 of byte i / 8
  found_bits    BLOB    NOT NULL,   -- these, and what tests were found for that were not written
  given_ns      INTEGER NOT NULL,
  used_ns       INTEGER NOT NULL,
  last_gain_ns  INTEGER NOT NULL,
  searched_ns   INTEGER NOT NULL,   -- of used_ns
  late_gain     INTEGER NOT NULL,   -- goals newly covered in the second half of searched_ns
  expected_gain REAL    NOT NULL,   -- goals that planning expected …
  gained        INTEGER NOT NULL,   -- … and how many more there were than in the campaign before
  executed      INTEGER NOT NULL,   -- tests tried
  execution_ns  INTEGER NOT NULL,
  tests         INTEGER NOT NULL,   -- tests written
  mutants       INTEGER NOT NULL,   -- of the module, without those that time did not suffice for
  killed        INTEGER NOT NULL,   -- of these, by the tests written
  file          TEXT    NOT NULL,
  incomplete    INTEGER NOT NULL,   -- time did not suffice to write all that was found
  -- Running totals, up to and with this campaign:
  tried_run     INTEGER NOT NULL,   -- the last run in which one was started; 0: none was
  passed_over   INTEGER NOT NULL,   -- runs in a row that did not reach the module
  cut_short     INTEGER NOT NULL,   -- campaigns in a row that time did not suffice for
  fruitless     INTEGER NOT NULL,   -- finished ones in a row that covered nothing new of this code
  searched_all  INTEGER NOT NULL,   -- ns; of all for this code
  PRIMARY KEY (module, run)
) WITHOUT ROWID;
CREATE TABLE suites (
  module      TEXT PRIMARY KEY REFERENCES sources,
  run         INTEGER NOT NULL REFERENCES runs,
  fingerprint TEXT NOT NULL,
  json        TEXT NOT NULL
);
-- The suite as it was written, to be written again where the tree does not keep it.
CREATE TABLE files (
  path   TEXT PRIMARY KEY,          -- project-relative
  module TEXT NOT NULL REFERENCES sources,
  text   TEXT NOT NULL
);
-- The last suites that were written, each with the texts of its files, to know again a file that
-- somebody restored.
CREATE TABLE written_suites (
  module   TEXT    NOT NULL REFERENCES sources,
  run      INTEGER NOT NULL REFERENCES runs,
  json     TEXT    NOT NULL,
  tests    TEXT    NOT NULL,        -- '': there was no such file
  findings TEXT    NOT NULL,
  PRIMARY KEY (module, run)
) WITHOUT ROWID;
-- What hand-written tests have shown of a module.
CREATE TABLE existing_tests (
  module TEXT PRIMARY KEY REFERENCES sources,
  key    TEXT NOT NULL,             -- of module and tests
  json   TEXT NOT NULL
);
-- What reports are made of, as JSON: of the last run (module ''), of the campaigns in it, and of
-- each module the last one that tells what covers it.
CREATE TABLE reports (
  module   TEXT    NOT NULL,
  run      INTEGER NOT NULL REFERENCES runs,
  measured INTEGER NOT NULL,        -- it tells what covers the module
  json     TEXT    NOT NULL,
  PRIMARY KEY (module, run)
) WITHOUT ROWID;
-- Behaviour changes that nobody has decided about.
CREATE TABLE open_changes (
  module      TEXT    NOT NULL REFERENCES sources,
  number      INTEGER NOT NULL,     -- from 0, in the order of the tests
  test        TEXT    NOT NULL,
  file        TEXT    NOT NULL,
  line        INTEGER NOT NULL,
  call        TEXT    NOT NULL,
  expected    TEXT    NOT NULL,
  actual      TEXT    NOT NULL,
  message     TEXT    NOT NULL,
  path        TEXT    NOT NULL,     -- of the function that changed
  path_line   INTEGER NOT NULL,
  expectation TEXT    NOT NULL,     -- hash of what the test expects; '': it no longer stands
  fingerprint TEXT    NOT NULL,     -- of the module for which the test was written
  run         INTEGER NOT NULL,     -- that saw it first
  commit_name TEXT    NOT NULL,     -- checked out then; '': none, or the sources differed from it
  day         TEXT    NOT NULL,
  PRIMARY KEY (module, number)
) WITHOUT ROWID;
-- What running code showed: a function called one of another module, from this line. Columns of the
-- key come first, else SQLite's quick_check mistakes them in a table without row numbers.
CREATE TABLE seen_calls (
  module      TEXT    NOT NULL REFERENCES sources,  -- the caller
  function    TEXT    NOT NULL,     -- of the caller, by qualified name
  line        INTEGER NOT NULL,     -- from 0, the function's first
  callee      TEXT    NOT NULL,     -- the other module
  callable    TEXT    NOT NULL,     -- what was entered there, by qualified name
  fingerprint TEXT    NOT NULL,     -- of the caller then
  PRIMARY KEY (module, function, line, callee, callable)
) WITHOUT ROWID;
CREATE TABLE scans (
  path         TEXT PRIMARY KEY,
  module       TEXT    NOT NULL,
  size         INTEGER NOT NULL,
  mtime_ns     INTEGER NOT NULL,
  ctime_ns     INTEGER NOT NULL,
  inode        INTEGER NOT NULL,
  read_at_ns   INTEGER NOT NULL,
  content_hash INTEGER NOT NULL,
  fingerprint  TEXT    NOT NULL,
  imports      TEXT    NOT NULL,    -- one a line
  calls        TEXT    NOT NULL,    -- one a line: the call sites' number, a blank, the name
  defines      TEXT    NOT NULL,    -- one a line
  predicates   INTEGER NOT NULL,
  is_inert     INTEGER NOT NULL,
  error_line   INTEGER NOT NULL,
  error        TEXT                 -- NULL: it parses
);
CREATE TABLE scanner (identity TEXT NOT NULL);  -- at most one row: what made `scans`
)sql";

}  // namespace skua::state
