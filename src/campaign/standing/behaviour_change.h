// Finds out whether a changed module still does what its earlier generated tests expect.
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
#include "render/file/behaviour_mark.h"

namespace skua::campaign {

// The reaction of a run to behaviour changes; `on_behaviour_change`.
enum class OnBehaviourChange : uint8_t {
  kReport,  // reports them; the earlier tests stay as expected failures, beside new ones
  kFail,    // reports them, and leaves the files as they are
  kAccept,  // drops the earlier tests, and reports how many expected something else
};

// REQUIRES: "report", "fail" or "accept".
OnBehaviourChange OnBehaviourChangeNamed(std::string_view name);

// Returns whether pytest says that the test fails, or that it could not be run.
bool Fails(const model::PytestResult::Test& test);

struct BehaviourReport {
  std::vector<model::BehaviourChange> changes;   // in the order of the tests
  std::vector<render::TestPlace> places;         // where these tests stand, beside `changes`
  std::vector<render::TestPlace> passed_places;  // of tests that pass, marked or not
  std::vector<std::string> misfits;  // tests whose calls no longer exist, or no longer fit
  std::size_t outdated = 0;          // these, and those that could not even be written
  std::string text = {};  // what was run in place of a file that pytest cannot run; else empty
  bool runnable = true;   // false: pytest could not collect them
  bool passed = false;    // the whole file passed as it stands
};

// Runs the earlier tests, in a process of its own each time it is called.
using RunTests = std::function<model::PytestResult()>;

// Finds tests of `file` (project-relative; results refer to it by this name) that fail, and fail
// again in a second process. Tests that fail only once are flaky, which is logged.
BehaviourReport FindBehaviourChanges(const RunTests& run, const std::string& file,
                                     const base::Log& log);

}  // namespace skua::campaign
