// GitHub Actions: workflow commands in the log, and files that a step appends to.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "report/formats/ci_log.h"

namespace skua::report {

// Escapes text for the data or a property of a workflow command.
std::string GithubData(std::string_view text);
std::string GithubProperty(std::string_view text);

// Returns "::error …" for each failed gate, and "::warning file=…,line=…,title=…::…" for behaviour
// changes (errors if they fail the run) and findings, in a pull request only at changed lines.
// Sorted by weight; at most ten of each, which GitHub shows, and one annotation that counts the
// rest.
std::string GithubAnnotations(const model::RunOutcome& outcome, const CiView& view);

// Returns lines of name=value, with the outputs' names of action/action.yml. `delimiter` surrounds
// values of several lines and must not occur in them.
std::string GithubOutputs(const model::RunOutcome& outcome, const CiView& view,
                          std::string_view delimiter);

// The log of GitHub Actions. A shard only sets outputs: annotations and the summary come from the
// merge, or each would appear twice.
class GithubLog final : public CiLog {
 public:
  // Borrows `out` and the secrets, which it masks in both files.
  GithubLog(std::ostream& out, std::filesystem::path summary, std::filesystem::path output,
            const base::Secrets* secrets)
      : out_(out), summary_(std::move(summary)), output_(std::move(output)), secrets_(secrets) {}

  void Begin(std::string_view title) override;
  void End() override;
  void Close(const model::RunOutcome& outcome, const CiView& view) override;

 private:
  void Append(const std::filesystem::path& file, std::string_view text);

  std::ostream& out_;
  std::filesystem::path summary_;  // GITHUB_STEP_SUMMARY; empty: none
  std::filesystem::path output_;   // GITHUB_OUTPUT; empty: none
  const base::Secrets* secrets_;
};

}  // namespace skua::report
