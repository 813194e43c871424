#include "report/formats/ci_log.h"

#include <fmt/format.h>

#include "report/formats/ci_github.h"
#include "report/outcome/text.h"

namespace skua::report {
namespace {

class PlainLog final : public CiLog {
 public:
  void Begin(std::string_view) override {}
  void End() override {}
  void Close(const model::RunOutcome&, const CiView&) override {}
};

// GitLab's log, with sections as its runner reads them. Findings are in the code quality report.
class GitlabLog final : public CiLog {
 public:
  GitlabLog(std::ostream& out, std::function<int64_t()> now) : out_(out), now_(std::move(now)) {}

  void Begin(std::string_view title) override {
    name_ = fmt::format("skua_{}", ++number_);
    out_ << fmt::format("\x1b[0Ksection_start:{}:{}[collapsed=true]\r\x1b[0K{}\n", now_(), name_,
                        OneLine(title))
         << std::flush;
  }
  void End() override {
    out_ << fmt::format("\x1b[0Ksection_end:{}:{}\r\x1b[0K\n", now_(), name_) << std::flush;
  }
  void Close(const model::RunOutcome&, const CiView&) override {}

 private:
  std::ostream& out_;
  std::function<int64_t()> now_;
  std::string name_;  // name of the open section, unique in a log
  int number_ = 0;
};

}  // namespace

std::string ValueOf(const ReadEnvironment& environment, const char* name) {
  const char* value = environment(name);
  return value == nullptr ? "" : value;
}

std::unique_ptr<CiLog> DetectCi(std::ostream& out, const ReadEnvironment& environment,
                                std::function<int64_t()> now, const base::Secrets* secrets) {
  if (ValueOf(environment, "GITHUB_ACTIONS") == "true") {
    return std::make_unique<GithubLog>(out, ValueOf(environment, "GITHUB_STEP_SUMMARY"),
                                       ValueOf(environment, "GITHUB_OUTPUT"), secrets);
  }
  if (ValueOf(environment, "GITLAB_CI") == "true") {
    return std::make_unique<GitlabLog>(out, std::move(now));
  }
  return std::make_unique<PlainLog>();
}

}  // namespace skua::report
