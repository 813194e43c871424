// Whether a changed module still does what its earlier generated tests say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::campaign {

// What a run does about it; `on_behaviour_change`.
enum class OnBehaviourChange : uint8_t {
  kReport,  // tells it, and writes tests that expect what the module does now
  kFail,    // tells it, and leaves the files as they are
  kAccept,  // writes the tests, and says how many expect something else
};

// REQUIRES: "report", "fail" or "accept".
OnBehaviourChange OnBehaviourChangeNamed(std::string_view name);

struct BehaviourReport {
  std::vector<model::BehaviourChange> changes;  // in the order of the tests
  std::size_t outdated = 0;  // tests that call what is gone, or as it cannot be called any more
  bool runnable = true;      // false: pytest could not collect them
  bool passed = false;       // the whole file, as it stands
};

// Runs the earlier tests, in a process of its own each time it is called.
using RunTests = std::function<model::PytestResult()>;

// Tests of `file` (project-relative; what is told of them names it) that fail, and fail again in a
// second process. Those that fail once alone are flaky, which is logged.
BehaviourReport FindBehaviourChanges(const RunTests& run, const std::string& file,
                                     const base::Log& log);

}  // namespace skua::campaign
