// Judges what is wrong with which test, from what it did alone and beside others, in every process.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/subject_loader.h"
#include "oracle/drop_cause.h"

namespace skua::oracle {

// What one test did in one pass.
struct Sighting {
  bool right = false;
  std::optional<std::size_t> place;  // position in the pass; absent: it was not run
  model::PytestResult::Outcome outcome = model::PytestResult::Outcome::kPassed;
  std::string message;                   // on one line
  std::optional<std::size_t> assertion;  // the one that failed
  std::vector<model::PytestResult::Left> left = {};
};

struct PassRecord {
  std::size_t run = 0;  // index of the run of pytest
  bool project_settings = true;
  bool alone = false;
  std::string name;             // "reversed"
  std::vector<Sighting> tests;  // one for each test of the suite
};

struct Fault {
  DropCause cause = DropCause::kFails;
  std::string why;
  std::optional<std::size_t> assertion;  // set when nothing but this assertion ever failed
};

struct Faults {
  std::map<std::size_t, Fault> drop;  // by the test's place in the suite
  // Tests that failed only behind a test that is dropped. They stay, to be tried again without it.
  std::set<std::size_t> retry;
};

// The number of tests that fail only behind others.
std::size_t CountDependent(std::span<const PassRecord> passes);

// By test, what it left behind where it was run alone; only those that left something.
std::map<std::size_t, std::vector<model::PytestResult::Left>> FindLeft(
    std::span<const PassRecord> passes);

// With `search_culprits`, a test behind which others fail is dropped in their place, if it is known
// and more tests are kept that way, or if it is new and one of the others stands already.
// `standing`: by test; empty: all are new.
Faults FindFaults(std::span<const PassRecord> passes, bool search_culprits,
                  const std::vector<bool>& standing = {});

}  // namespace skua::oracle
