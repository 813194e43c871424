// GitHub Actions: workflow commands in the log, and the files that a step may add to.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "report/ci_log.h"

namespace skua::report {

// Data of a workflow command, and a property of one: nothing in it ends the command or another.
std::string GithubData(std::string_view text);
std::string GithubProperty(std::string_view text);

// "::warning file=…,line=…,title=…::…" for behaviour changes and findings, the weightiest first, at
// most ten of each as GitHub shows no more; and one on the others.
std::string GithubAnnotations(const model::RunOutcome& outcome, const CiPlaces& places);

// name=value a line, as action/action.yml names its outputs. `delimiter` stands around values that
// may be of several lines and must not be in one.
std::string GithubOutputs(const model::RunOutcome& outcome, const CiPlaces& places,
                          std::string_view delimiter);

// A shard has outputs alone: annotations and summary are the merge's, or each would stand there
// twice.
class GithubLog final : public CiLog {
 public:
  GithubLog(std::ostream& out, std::filesystem::path summary, std::filesystem::path output)
      : out_(out), summary_(std::move(summary)), output_(std::move(output)) {}

  void Begin(std::string_view title) override;
  void End() override;
  void Close(const model::RunOutcome& outcome, const CiPlaces& places) override;

 private:
  void Append(const std::filesystem::path& file, std::string_view text);

  std::ostream& out_;
  std::filesystem::path summary_;  // GITHUB_STEP_SUMMARY; empty: none
  std::filesystem::path output_;   // GITHUB_OUTPUT; empty: none
};

}  // namespace skua::report
