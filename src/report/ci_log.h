// What a CI system is told besides the console's lines: how its log folds, what to show beside the
// source, and values for later steps. Outside of one it says nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "model/outcome.h"

namespace skua::report {

struct CiPlaces {
  std::string prefix;   // from the top of the repository to the project, "" or "services/api/"
  std::string reports;  // their folder, from the top of the repository
};

class CiLog {
 public:
  virtual ~CiLog() = default;
  // What follows belongs together and may be folded; until End. Not nested.
  virtual void Begin(std::string_view title) = 0;
  virtual void End() = 0;
  // At the end of a run, behind the console's closing lines. What cannot be written costs a line of
  // warning and nothing else.
  virtual void Close(const model::RunOutcome& outcome, const CiPlaces& places) = 0;
};

using ReadEnvironment = std::function<const char*(const char*)>;  // nullptr: not set

// By GITHUB_ACTIONS and GITLAB_CI. Borrows `out`. `now` gives unix seconds.
std::unique_ptr<CiLog> DetectCi(std::ostream& out, const ReadEnvironment& environment,
                                std::function<int64_t()> now);

}  // namespace skua::report
