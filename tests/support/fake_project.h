// A project whose Python is never started: its files are real, and what would read and run them is
// not.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "command/run/run_pipeline.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "support/fake_campaign.h"
#include "support/fake_clock.h"

namespace skua::test {

// A folder with modules, which need not be Python but for lines that begin with "import ".
class FakeProject {
 public:
  explicit FakeProject(const std::map<std::string, std::string>& files = {}) {
    config.project.root = folder_.path();
    config.budget.jobs = 1;
    config.budget.total = std::chrono::seconds(60);
    config.search.seed = 1;
    config.reports.formats = {"json"};
    config.sandbox.require = model::SandboxGrade::kNone;
    for (const auto& [path, text] : files) Write(path, text);
  }

  std::filesystem::path root() const { return folder_.path(); }
  void Write(const std::string& path, std::string_view text) const {
    base::WriteFileAtomically(root() / path, text);
  }
  // Empty where there is no such file.
  std::string TextOf(const std::string& path) const {
    return base::ReadFileIfThere(root() / path).value_or("");
  }
  bool Has(const std::string& path) const { return std::filesystem::exists(root() / path); }
  void Remove(const std::string& path) const { std::filesystem::remove(root() / path); }

  command::SurveyTools Tools() {
    return {[this](const auto&, const auto&, const auto&, const auto&) { return interpreter; },
            [this](const std::filesystem::path& script, std::span<const std::string> requests) {
              return Answer(script.filename().string(), requests);
            },
            RuntimeCache()};
  }
  command::Survey TakeSurvey(const base::Deadline& deadline,
                             state::State::Access access = state::State::Access::kWrite) {
    return command::TakeSurvey(config, access, log_, deadline, Tools());
  }

  config::Config config;
  worker::InterpreterFacts interpreter = {
      "/nowhere/bin/python", "PATH", 3, 12, 0, "cpython", "8.3.0", {}};
  std::map<std::string, int> asked;           // how often about a file, by "scan.py fake.py"
  std::map<std::string, std::string> errors;  // of files that do not parse, by path
  bool is_silent = false;                     // as when the deadline came first

 private:
  // One for all tests of a program, since it takes long to fill.
  static std::filesystem::path RuntimeCache() {
    static const base::ScratchFolder cache;
    return cache.path();
  }

  std::vector<workspace::LineAnswer> Answer(const std::string& script,
                                            std::span<const std::string> requests) {
    std::vector<workspace::LineAnswer> answers;
    for (const std::string& request : requests) {
      const auto path = nlohmann::json::parse(request).at("path").get<std::string>();
      ++asked[script + " " + path];
      answers.push_back({is_silent ? "" : AnswerAbout(script, path).dump()});
    }
    return answers;
  }
  nlohmann::json AnswerAbout(const std::string& script, const std::string& path) const {
    if (script == "definitions.py") {
      return {{"definitions", nlohmann::json::array()}, {"bases", nlohmann::json::array()}};
    }
    // Each file has one statement, in its first line.
    if (script == "statement_lines.py") {
      return {{"lines", {{1, false, false, true, false, false}}}};
    }
    if (script != "scan.py") throw std::logic_error("nobody answers for " + script);
    std::vector<std::string> imports;
    std::istringstream lines(TextOf(path));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("import ")) imports.push_back(line.substr(7));
    }
    nlohmann::json answer = {{"fingerprint", base::HashHex(TextOf(path))},
                             {"imports", imports},
                             {"calls", nlohmann::json::object()},
                             {"defines", nlohmann::json::array()},
                             {"predicates", 2},
                             {"is_inert", false}};
    if (const auto error = errors.find(path); error != errors.end()) {
      answer["error"] = {{"line", 1}, {"message", error->second}};
    }
    return answer;
  }

  const base::ScratchFolder folder_;
  const base::Log log_;
};

// Every module is a FakeModule to these processes.
class FakeProcesses final : public command::RunProcesses {
 public:
  // Borrows them.
  explicit FakeProcesses(FakeCampaignTools& tools) : tools_(tools) {}

  model::Sandbox Contain(const command::Survey&) override { return sandbox; }
  std::vector<model::Reason> Missing() const override { return missing; }
  std::unique_ptr<Tools> Start(const command::Survey&, const base::Deadline&) override {
    at_start();
    ++started;
    return std::make_unique<Started>(*this);
  }
  std::string CheckedOutCommit(const command::Survey&, const base::Deadline&) override {
    return "1234567";
  }

  model::Sandbox sandbox = {model::SandboxGrade::kStrict, {}};
  std::vector<model::Reason> missing;
  std::function<void()> at_start = [] {};  // may throw, as where no worker can be started
  int started = 0;
  int ended = 0;

 private:
  class Started final : public Tools {
   public:
    explicit Started(FakeProcesses& processes) : processes_(processes) {}
    ~Started() override { ++processes_.ended; }
    model::SubjectLoader& loader() override { return processes_.tools_; }
    model::PytestRunner& pytest() override { return processes_.tools_; }

   private:
    FakeProcesses& processes_;
  };

  FakeCampaignTools& tools_;
};

class SilentCi final : public report::CiLog {
 public:
  void Begin(std::string_view) override {}
  void End() override {}
  void Close(const model::RunOutcome&, const report::CiView&) override { ++closed; }

  int closed = 0;
};

// Runs of a project by fake processes, one after the other. Time goes by in the steps of campaigns
// alone.
class FakeRuns {
 public:
  // Borrows the project.
  explicit FakeRuns(FakeProject& project) : project_(project) {}

  // Returns the exit code.
  int Run(const std::optional<model::Shard>& shard = {}) {
    const base::TimePoint start = tools.clock.Now();
    base::Deadline deadline(tools.clock, &interrupted);
    if (project_.config.budget.total) deadline = deadline.Within(*project_.config.budget.total);
    out.str("");
    report::Console console(out, {});
    command::Watchdog watchdog(tools.clock, base::Deadline(tools.clock));
    return command::RunPasses(
        {project_.config, processes, console, ci, watchdog, log_, secrets_, start, deadline},
        project_.TakeSurvey(deadline), shard);
  }
  nlohmann::json Report() const {
    return nlohmann::json::parse(project_.TextOf("build/skua/report.json"));
  }
  // What the report tells of a module.
  nlohmann::json ReportOf(const std::string& module) const {
    const nlohmann::json report = Report();
    for (const nlohmann::json& entry : report.at("modules")) {
      if (entry.at("module") == module) return entry;
    }
    return {};
  }

  FakeCampaignTools tools;
  FakeProcesses processes{tools};
  SilentCi ci;
  std::ostringstream out;  // what the last run said
  std::atomic<bool> interrupted = false;

 private:
  FakeProject& project_;
  const base::Log log_;
  const base::Secrets secrets_;
};

}  // namespace skua::test
