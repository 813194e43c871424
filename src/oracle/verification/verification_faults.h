// Decides which tests of a suite are faulty and why, from their outcomes alone and with others in
// each run of pytest.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/subject_loader.h"
#include "oracle/verification/drop_cause.h"

namespace skua::oracle {

// The outcome of one test in one pass.
struct Sighting {
  bool right = false;
  std::optional<std::size_t> place;  // index in the pass; nullopt: not run
  model::PytestResult::Outcome outcome = model::PytestResult::Outcome::kPassed;
  std::string message;                   // on one line
  std::optional<std::size_t> assertion;  // the assertion that failed
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
  std::optional<std::size_t> assertion;  // set if only this assertion ever failed
};

struct Faults {
  std::map<std::size_t, Fault> drop;  // by the test's index in the suite
  // Tests that failed only after a dropped test; they are kept and rerun without it.
  std::set<std::size_t> retry;
};

// Counts the tests that fail only after other tests.
std::size_t CountDependent(std::span<const PassRecord> passes);

// Returns, by the test's place in the suite, the state that a test left changed when it ran alone.
// Tests that left none are absent.
std::map<std::size_t, std::vector<model::PytestResult::Left>> FindLeft(
    std::span<const PassRecord> passes);

// Finds the faults of all tests. With `search_culprits`, a test that makes later ones fail is
// dropped instead of them if it is identified and more tests are kept so, or if it is new and a
// failing test exists in the tree. `standing`: by test, whether it exists in the tree; empty: all
// tests are new.
Faults FindFaults(std::span<const PassRecord> passes, bool search_culprits,
                  const std::vector<bool>& standing = {});

}  // namespace skua::oracle
