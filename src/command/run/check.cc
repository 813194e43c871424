#include "command/run/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/team.h"
#include "campaign/files/test_files.h"
#include "campaign/standing/existing_coverage.h"
#include "command/campaigns/campaign_task.h"
#include "command/campaigns/pairs.h"
#include "command/campaigns/worker_processes.h"
#include "command/run/check_report.h"
#include "command/run/watchdog.h"
#include "command/survey/run_options.h"
#include "command/survey/sandbox_gate.h"
#include "command/survey/survey.h"
#include "record/place.h"
#include "render/file/suite_schema.h"
#include "report/formats/reporter.h"
#include "worker/bounded_scratch.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

struct SuiteFile {
  std::string file;  // name for messages
  std::string text;
  std::string module;
};

// Reads a suite. Throws base::Error with the JSON Pointer of the fault.
SuiteFile ReadSuite(const fs::path& path, std::string told) {
  SuiteFile suite{std::move(told), base::ReadFile(path), ""};
  render::Json json;
  try {
    json = record::Parse(suite.text);
  } catch (const record::ReadError& error) {
    throw base::Error(fmt::format("{}: {}", suite.file, error.what()));
  }
  if (const auto fault = render::FaultInSuite(json)) {
    const std::string colon = fault->pointer.empty() ? "" : ":";
    throw base::Error(
        fmt::format("{}{}{}: {}; `skua config schema --suite` prints what a suite looks like",
                    suite.file, colon, fault->pointer, fault->fault));
  }
  suite.module = json.at("module").get<std::string>();
  return suite;
}

std::vector<SuiteFile> ReadSuites(const config::Config& config,
                                  const std::vector<fs::path>& named) {
  std::vector<SuiteFile> suites;
  for (const fs::path& path : named) suites.push_back(ReadSuite(path, path.generic_string()));
  if (!named.empty()) return suites;
  const campaign::TestFiles files(config.project.root, config.output.tests);
  for (const std::string& file : files.Suites()) {
    suites.push_back(ReadSuite(config.project.root / file, file));
  }
  if (suites.empty()) {
    throw base::Error(fmt::format(
        "there is no suite in {}; name one, or write some by `output: {{style: json}}` in skua.yml "
        "and `skua run`",
        config.output.tests));
  }
  return suites;
}

class SuiteChecker {
 public:
  // Borrows all arguments. Restricts the survey's plan to the modules of these suites.
  SuiteChecker(const config::Config& config, const std::vector<SuiteFile>& suites, Survey& survey,
               const base::Deadline& deadline)
      : config_(config), survey_(survey), deadline_(deadline) {
    const plan::Plan pairs = PlanPairs(config, survey, deadline);
    for (const SuiteFile& suite : suites) {
      subjects_.push_back(
          Require(suite, {&survey.plan.run, &survey.plan.skipped, &pairs.run, &pairs.skipped}));
    }
    std::erase_if(survey.plan.run, [&](const plan::PlannedModule& module) {
      return std::ranges::none_of(subjects_, [&](const plan::PlannedModule& subject) {
        return subject.module.path == module.module.path;
      });
    });
    cores_.SetCores(config.budget.jobs);
  }

  campaign::CheckedSuite Check(std::size_t i, const SuiteFile& suite,
                               model::SubjectLoader& loader) const {
    const plan::PlannedModule& subject = subjects_[i];
    const campaign::CampaignTask task = TaskOf(config_, subject, survey_);
    campaign::ExistingCoverage existing(task.existing_tests.known);
    const auto load = [&](model::LoadOptions options) {
      options.seed_files = task.seed_files;
      options.importers = task.importers;
      options.passed_types = existing.types();
      options.seen_calls = task.seen_calls;
      options.cores = &cores_;
      if (task.pair) {
        options.callee = task.pair->callee;
        options.parts = task.pair->parts;
      }
      return loader.Load(task.pair ? task.pair->caller : task.module, options, deadline_);
    };
    campaign::CheckedSuite checked = campaign::CheckSuite(suite.text, suite.file, load, deadline_);
    const bool fits = std::ranges::none_of(checked.tests, [](const auto& test) {
      return test.result == campaign::CheckedTest::Result::kMisfit;
    });
    if (fits || task.existing_tests.files.empty() || !existing.types().empty()) return checked;
    // The project's own tests may show types of parameters.
    model::ModuleOutcome outcome;
    outcome.module = task.module;
    existing =
        campaign::AskExistingTests(task.existing_tests, loader, deadline_, deadline_, outcome);
    if (existing.types().empty()) return checked;
    return campaign::CheckSuite(suite.text, suite.file, load, deadline_);
  }

 private:
  using Modules = std::vector<plan::PlannedModule>;

  static const plan::PlannedModule& Require(const SuiteFile& suite,
                                            std::initializer_list<const Modules*> known) {
    for (const Modules* modules : known) {
      const auto found = std::ranges::find_if(
          *modules, [&](const auto& module) { return module.module.name == suite.module; });
      if (found != modules->end()) return *found;
    }
    throw base::Error(
        fmt::format("{}:/module: the project has no module {}, and no such pair in "
                    "integration.pairs; `skua plan` lists the modules",
                    suite.file, suite.module));
  }

  const config::Config& config_;
  const Survey& survey_;
  const base::Deadline& deadline_;
  std::vector<plan::PlannedModule> subjects_;  // parallel to the suites
  base::CoreShare cores_;
};

// Returns the configuration for checking: all modules, changed or not, and output.style: json.
config::Config ForChecking(config::Config config) {
  config.call.all = true;
  config.call.changed = false;
  config.output.style = "json";
  return config;
}

}  // namespace

int Check(const config::Config& configured, const std::vector<fs::path>& named,
          const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
          const base::Secrets& secrets, std::ostream& out) {
  const config::Config config = ForChecking(configured);
  const std::vector<SuiteFile> suites = ReadSuites(config, named);
  const int64_t started = std::time(nullptr);
  const worker::BoundedScratch scratch(ScratchBytesOf(config));
  const base::Log log(config::LogTopics(config), &secrets);
  base::Deadline deadline(clock, &interrupted);
  if (config.budget.total) deadline = deadline.Within(*config.budget.total - (clock.Now() - start));
  const Watchdog watchdog(clock, deadline);
  base::RemoveAbandonedScratch();

  Survey survey = TakeSurvey(config, state::State::Access::kRead, log, deadline);
  const SuiteChecker checker(config, suites, survey, deadline);
  WorkerProcesses processes(config, log, scratch.path());
  RequireSandbox(processes.Contain(survey), config.sandbox.require);
  const std::unique_ptr<RunProcesses::Tools> tools = processes.Start(survey, deadline);
  std::vector<CheckedFile> checked;
  for (std::size_t i = 0; i < suites.size(); ++i) {
    checked.push_back(
        {suites[i].file, suites[i].module, checker.Check(i, suites[i], tools->loader())});
  }

  const bool is_well =
      std::ranges::all_of(checked, [](const CheckedFile& file) { return IsAsExpected(file); });
  if (!config.call.quiet || !is_well) out << TextOf(checked);
  if (std::ranges::count(config.reports.formats, "junit") > 0) {
    const auto family = config.reports.junit_family == "xunit2" ? report::JunitFamily::kXunit2
                                                                : report::JunitFamily::kLegacy;
    report::WriteParts(JunitOf(checked, started, clock.Now() - start, family), "check.xml",
                       config.project.root / config.output.reports, secrets);
  }
  return is_well ? 0 : 1;
}

}  // namespace skua::command
