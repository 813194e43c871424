// Source files as the workspace read them, and records of earlier runs on modules. workspace/ and
// state/, which do not include each other, exchange these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "model/reason.h"
#include "model/subject.h"

namespace skua::model {

// Fields of stat(2) of a file. Equal stamps mean an untouched file, except for
// CachedScan::read_at_ns.
struct FileStamp {
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  uint64_t inode = 0;
  bool operator==(const FileStamp&) const = default;
};

struct SourceError {
  uint32_t line = 0;  // 0: no line
  std::string message;
};

// A called name and its number of call sites: "shop.rates.Rates" if an import tells the module,
// ".quote" for a method of any object, or "?get" for a method that built-in types have, too.
struct CalledName {
  std::string name;
  uint32_t sites = 0;
  bool operator==(const CalledName&) const = default;
};

struct SourceScan {
  // Hash of the AST without positions; of the bytes if the file does not parse; empty if there was
  // no time to read it.
  std::string fingerprint;
  std::vector<std::string> imports;  // absolute dotted names; `from x import y` gives x and x.y
  std::vector<CalledName> calls;     // by name
  std::vector<std::string> defines;  // what a call can enter: "find", "Rates", ".quote"; sorted
  uint32_t predicates = 0;           // a cheap static count of branching points
  bool is_inert = false;             // only docstrings and literals: nothing to call
  std::optional<SourceError> error;  // set if the file does not parse
};

struct CachedScan {
  std::string module;  // the dotted name that resolves relative imports
  FileStamp stamp;
  int64_t read_at_ns = 0;     // wall clock before reading; a stamp that is not older proves nothing
  uint64_t content_hash = 0;  // of the bytes, for files that were only touched or checked out again
  SourceScan scan;
};

struct ScanCache {
  std::string
      scanner;  // version of scan.py and interpreter; entries of other versions are not used
  std::unordered_map<std::string, CachedScan> files;  // by project-relative path
};

// The state's record of one module. Runs are numbered from 1.
struct ModuleRecord {
  ModuleId module;
  std::string seen_fingerprint;  // in the last run; empty: the module was deleted
  int64_t seen_since = 0;        // the first run with seen_fingerprint
  // The last campaign that ended:
  int64_t finished_run = 0;  // 0: none
  std::string finished_fingerprint;
  std::string environment;  // stamp of the interpreter and its packages
  ReasonCode outcome = ReasonCode::kNone;
  std::string outcome_detail;
  std::size_t goals = 0;
  std::size_t covered = 0;
  std::size_t mutants = 0;  // judged mutants; 0: not analysed
  std::size_t killed = 0;
  std::string file;            // its test file, project-relative; empty if none was written
  bool is_incomplete = false;  // time did not suffice to write all tests
  bool from_file = false;      // the header of the test file is the only source of this record
  base::Duration used{};
  base::Duration searched{};  // part of `used`
  std::size_t late_gain = 0;  // goals newly covered in the second half of `searched`
  // All campaigns so far:
  int64_t tried_run = 0;     // the last run that started one; 0: none
  uint32_t passed_over = 0;  // runs in a row that did not reach the module
  uint32_t cut_short = 0;    // campaigns in a row for which time did not suffice
  uint32_t fruitless = 0;  // finished campaigns in a row that covered nothing new of the same code
  base::Duration searched_all{};  // in the code of finished_fingerprint
};

}  // namespace skua::model
