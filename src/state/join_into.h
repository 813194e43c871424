// Joins the states of several machines into one. Each machine began the same run from the same
// state and had modules of its own.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skua::state {

// Runs within a transaction on `into` that the caller has begun.
class JoinInto {
 public:
  JoinInto(SQLite::Database& into, int64_t run) : into_(into), run_(run) {}

  // Adds a state: the first one whole, and from others only the rows of `modules`.
  void Add(SQLite::Database& from, const std::vector<std::string>& modules);
  // Writes the row of the whole run: from the start of the first part to the end of the last, with
  // the jobs of all parts, and interrupted if one was.
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
