// Runs a suite as data, in a worker and without pytest, and compares observations with the
// expectations of its tests: for `skua check`, and for the earlier suite of a module that changed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/standing/behaviour_change.h"
#include "model/outcome.h"
#include "model/subject_loader.h"
#include "model/suite.h"

namespace skua::campaign {

struct CheckedTest {
  enum class Result : uint8_t {
    kHolds,
    kDiffers,    // in two processes with different hash seeds
    kUnsteady,   // in one of two
    kMisfit,     // it names what is gone, or cannot be called so
    kUnchecked,  // the deadline came first, or the worker was lost
    kFinding,    // is not run: it is no expectation of what the code should do
  };
  std::string name;
  Result result = Result::kUnchecked;
  bool is_open = false;           // a behaviour change is open, so that it may differ
  model::BehaviourChange change;  // kDiffers: what it shows; kMisfit: only a message
  // kDiffers: the test as both processes saw it; nothing where they saw no such thing alike.
  std::optional<model::GeneratedTest> now;
};

struct CheckedSuite {
  std::vector<CheckedTest> tests;  // all of the file, in order
  std::string now;  // a suite in JSON of those that fit and are steady, expecting what is so now
  std::optional<model::Reason> failure;  // why the module could not be loaded; no test was run
};

using LoadObserver = std::function<model::LoadedSubject(const model::LoadOptions&)>;

// `text` is that of `file`, project-relative. REQUIRES: render::FaultInSuite finds none in it.
CheckedSuite CheckSuite(const std::string& text, const std::string& file, const LoadObserver& load,
                        const base::Deadline& deadline);

// Returns the same as a report on the file, with the text in which each test that differs notes the
// new value. REQUIRES: render::StandingSuite reads the text.
BehaviourReport ReportOf(const CheckedSuite& checked, const std::string& text,
                         const base::Log& log);

}  // namespace skua::campaign
