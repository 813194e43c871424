// States of several machines, each of which began the same run from the same state and had modules
// of its own, as one.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skua::state {

// In the transaction that the caller has begun on `into`.
class JoinInto {
 public:
  JoinInto(SQLite::Database& into, int64_t run) : into_(into), run_(run) {}

  // The first is taken whole; of others, what they know of `modules`.
  void Add(SQLite::Database& from, const std::vector<std::string>& modules);
  // What is said of the run as a whole: from the start of the first to the end of the last, on all
  // of their jobs, and interrupted when one was.
  void Finish();

 private:
  void AddRun(SQLite::Database& from);

  SQLite::Database& into_;
  const int64_t run_;
  bool is_first_ = true;
  std::optional<int64_t> started_;
  int64_t used_ns_ = 0;
  int64_t jobs_ = 0;
  bool interrupted_ = false;
};

}  // namespace skua::state
