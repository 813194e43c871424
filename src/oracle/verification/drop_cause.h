// Lists the causes for which verification drops a test or an assertion, and their words for the
// console.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skua::oracle {

enum class DropCause : uint8_t {
  kNotRun,      // pytest did not collect it
  kNotReached,  // the time was over before it ran alone
  kFails,       // in every order
  kCrashes,     // ends its process
  kTimesOut,
  kNeedsOthers,      // passes only after another test
  kFailsAfter,       // fails only after another test
  kPollutes,         // makes several tests fail that run after it
  kProjectSettings,  // fails only with the project's settings or plug-ins
  kLeavesState,      // leaves state outside of the test changed
  kUnstable,         // depends on the process: hash seed, time, settings
};

// "passes only after another test"
std::string_view NameOf(DropCause cause);

struct Dropped {
  std::string test;  // pytest's name of the test
  DropCause cause = DropCause::kFails;
  std::string why;              // the evidence: "shuffled, without settings: assert 3 == 4"
  bool assertion_only = false;  // the test stays, but loses an assertion
};

// "dropped test_x: fails after another test (reversed: assert 3 == 4)"
std::string Describe(const Dropped& dropped);

// Returns the number of dropped tests by cause: "2 passed only after another test, 1 hung"; empty
// if only assertions were dropped.
std::string CountByCause(std::span<const Dropped> dropped);

}  // namespace skua::oracle
