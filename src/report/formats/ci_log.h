// Tells a CI system more than the console's lines: how its log folds, what to show beside the
// source, and values for later steps. Outside of CI it says nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "base/secrets.h"
#include "model/outcome.h"

namespace skua::report {

// How a CI system looks at the project.
struct CiView {
  std::string prefix;   // from the top of the repository to the project, "" or "services/api/"
  std::string reports;  // the folder of the reports, from the top of the repository
  // Whether a line of a project-relative file differs from what the change goes into; empty: the
  // run was not compared with a git ref.
  std::function<bool(const std::string& path, uint32_t line)> is_of_change = {};
  // The first changed line of the function that begins at a line; empty as above.
  std::function<uint32_t(const std::string& path, uint32_t line)> changed_line = {};
  bool behaviour_changes_fail = false;  // the run, until they are accepted
};

class CiLog {
 public:
  virtual ~CiLog() = default;
  // Begins lines that belong together and may be folded, up to End(). Not nested.
  virtual void Begin(std::string_view title) = 0;
  virtual void End() = 0;
  // Called at the end of a run, after the console's closing lines. What cannot be written costs a
  // line of warning and nothing else.
  virtual void Close(const model::RunOutcome& outcome, const CiView& view) = 0;
};

using ReadEnvironment = std::function<const char*(const char*)>;  // nullptr: not set
// Empty when it is not set.
std::string ValueOf(const ReadEnvironment& environment, const char* name);

// Detects the CI system by GITHUB_ACTIONS and GITLAB_CI. Borrows `out` and the secrets, which no
// file shows. `now` gives unix seconds.
std::unique_ptr<CiLog> DetectCi(std::ostream& out, const ReadEnvironment& environment,
                                std::function<int64_t()> now,
                                const base::Secrets* secrets = nullptr);

}  // namespace skua::report
