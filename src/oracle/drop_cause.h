// Why verification took a test, or an assertion, out of a suite, and how that is said.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skua::oracle {

enum class DropCause : uint8_t {
  kNotRun,   // pytest did not collect it
  kFails,    // wherever it is run
  kCrashes,  // ends its process
  kTimesOut,
  kNeedsOthers,      // passes only behind another test
  kFailsBehind,      // fails only behind another test
  kPollutes,         // makes several others fail that are run behind it
  kProjectSettings,  // fails only with the project's settings or plug-ins
  kUnstable,         // differs between processes: hash seed, time, settings
};

// "passes only behind another test"
std::string_view NameOf(DropCause cause);

struct Dropped {
  std::string test;  // as pytest calls it
  DropCause cause = DropCause::kFails;
  std::string why;              // what was seen: "shuffled, without settings: assert 3 == 4"
  bool assertion_only = false;  // the test stayed, one of its assertions went
};

// "dropped test_x: fails only behind another test (reversed: assert 3 == 4)"
std::string Describe(const Dropped& dropped);

// What was dropped, counted by cause: "2 passed only behind another test, 1 hung"; empty when only
// assertions were.
std::string CountByCause(std::span<const Dropped> dropped);

}  // namespace skua::oracle
