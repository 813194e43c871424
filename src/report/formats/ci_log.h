// Output for CI systems beyond the console's lines: foldable sections, annotations beside the
// source, and values for later steps. Writes nothing outside of CI.
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

// The project as a CI system knows it.
struct CiView {
  std::string prefix;   // path from the repository's top to the project, "" or "services/api/"
  std::string reports;  // path from the repository's top to the reports
  // Returns whether a line of a project-relative file differs from the git ref; null: the run was
  // not compared with a ref.
  std::function<bool(const std::string& path, uint32_t line)> is_of_change = {};
  // Returns the first changed line of the function that begins at a line; null as above.
  std::function<uint32_t(const std::string& path, uint32_t line)> changed_line = {};
  bool behaviour_changes_fail = false;  // behaviour changes fail the run until they are accepted
};

class CiLog {
 public:
  virtual ~CiLog() = default;
  // Begins a foldable section, up to End(). Not nested.
  virtual void Begin(std::string_view title) = 0;
  virtual void End() = 0;
  // Called at the end of a run, after the console's closing lines. A failure to write is only
  // warned of.
  virtual void Close(const model::RunOutcome& outcome, const CiView& view) = 0;
};

// Returns nullptr for an unset variable.
using ReadEnvironment = std::function<const char*(const char*)>;
// Returns an empty string for an unset variable.
std::string ValueOf(const ReadEnvironment& environment, const char* name);

// Detects the CI system by GITHUB_ACTIONS and GITLAB_CI. Borrows `out` and the secrets, which are
// masked in all files. `now` returns unix seconds.
std::unique_ptr<CiLog> DetectCi(std::ostream& out, const ReadEnvironment& environment,
                                std::function<int64_t()> now,
                                const base::Secrets* secrets = nullptr);

}  // namespace skua::report
