// GitHub Actions: workflow commands in the log, and the files that a step may add to.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "report/formats/ci_log.h"

namespace skua::report {

// Escapes text for the data of a workflow command, or for a property of one, so that nothing in it
// ends the command.
std::string GithubData(std::string_view text);
std::string GithubProperty(std::string_view text);

// "::error …" for each gate that failed; "::warning file=…,line=…,title=…::…" for behaviour
// changes, which are errors where they fail the run, and for findings, in a pull request only those
// at lines that it changes. The weightiest come first: at most ten of each, since GitHub shows no
// more, and one annotation that counts the rest.
std::string GithubAnnotations(const model::RunOutcome& outcome, const CiView& view);

// Lines of name=value, with the names of action/action.yml's outputs. `delimiter` is put around
// values of several lines and must not occur in them.
std::string GithubOutputs(const model::RunOutcome& outcome, const CiView& view,
                          std::string_view delimiter);

// The log of GitHub Actions. A shard only sets outputs: annotations and the summary come from the
// merge, or each would appear twice.
class GithubLog final : public CiLog {
 public:
  // Borrows `out` and the secrets, which are masked in both files.
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
