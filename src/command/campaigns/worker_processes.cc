#include "command/campaigns/worker_processes.h"

#include <filesystem>
#include <future>
#include <utility>

#include "base/thread.h"
#include "command/campaigns/campaign_task.h"
#include "command/survey/run_options.h"
#include "model/options/time_policy.h"
#include "worker/bytecode.h"
#include "worker/contained_pytest.h"
#include "worker/protections.h"
#include "worker/worker_loader.h"
#include "workspace/git_base.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// Sets how pytest runs files as text in a Django project, even without the project's pytest
// settings.
void SetUpDjango(const config::Config& config, const Survey& survey,
                 worker::ContainedPytest::Options& options) {
  if (!survey.django) return;
  campaign::Conftest conftest = ConftestOf(config, survey);
  conftest.source_path.clear();  // pytest has the path
  if (conftest.django) options.conftest = campaign::ConftestText(conftest, {});
  if (survey.interpreter.has_pytest_django) {
    options.plain_arguments = {"-p", "pytest_django", "--ds", survey.django->module};
  }
}

worker::ContainedPytest::Options PytestFor(const worker::WorkerOptions& workers,
                                           const config::Config& config, const Survey& survey) {
  worker::ContainedPytest::Options options{
      workers.interpreter,    workers.project_root, workers.source_path,
      workers.runtime_folder, workers.bytecode,     workers.coverage_exclusions,
      workers.limits,         workers.features,     workers.files};
  options.scratch = workers.scratch;
  SetUpDjango(config, survey, options);
  return options;
}

worker::WorkerOptions WorkersFor(const config::Config& config, const Survey& survey) {
  worker::WorkerOptions workers;
  workers.interpreter = survey.interpreter.path;
  workers.project_root = config.project.root;
  workers.source_path = SourcePath(config, survey);
  workers.runtime_folder = survey.runtime->path();
  workers.limits = LimitsOf(config);
  workers.batch = BatchOptionsOf(config);
  workers.parts_of_batch = PartsOfBatch(config);
  workers.include = config.search.include;
  workers.exclude = config.search.exclude;
  workers.makers = config.search.makers;
  workers.visibility = model::VisibilityNamed(config.search.visibility);
  workers.coverage_exclusions = survey.coverage.exclusions;
  if (survey.django) workers.django_settings = survey.django->module;
  workers.django_database = config.output.style == "pytest";  // tests need its fixture `db`
  workers.notes_calls = !config.integration.pairs.empty();
  return workers;
}

class WorkerTools final : public RunProcesses::Tools {
 public:
  // `workers` lack the bytecode and the visible files, which are set here.
  WorkerTools(worker::WorkerOptions workers, const config::Config& config, const Survey& survey,
              const base::Deadline& deadline, const base::Log& log)
      : bytecode_(workers.interpreter, workers.runtime_folder, survey.interpreter.sandbox),
        compiling_(std::async(base::kBesideOrLater,
                              [this, &config, &survey, deadline] {
                                bytecode_.Compile(FilesToImport(config, survey),
                                                  TimeForBytecode(deadline));
                              })),
        workers_(WithFiles(std::move(workers))),
        loader_(workers_, log),
        pytest_(PytestFor(workers_, config, survey), log) {}

  model::SubjectLoader& loader() override { return loader_; }
  model::PytestRunner& pytest() override { return pytest_; }

 private:
  static base::Deadline TimeForBytecode(const base::Deadline& deadline) {
    constexpr model::TimePolicy::Run kTime;
    return deadline.unlimited()
               ? deadline
               : deadline.Within(model::Scaled(deadline.Remaining(), kTime.bytecode));
  }
  worker::WorkerOptions WithFiles(worker::WorkerOptions workers) const {
    workers.bytecode = bytecode_.path();
    std::vector<fs::path>& folders = workers.files->folders;
    folders.push_back(workers.runtime_folder);
    folders.push_back(workers.bytecode);
    folders.insert(folders.end(), workers.source_path.begin(), workers.source_path.end());
    return workers;
  }

  const worker::Bytecode bytecode_;
  const std::future<void> compiling_;  // the destructor waits, before that of the bytecode's folder
  const worker::WorkerOptions workers_;
  worker::WorkerLoader loader_;
  worker::ContainedPytest pytest_;
};

}  // namespace

model::Sandbox WorkerProcesses::Contain(const Survey& survey) {
  visible_ = VisibleTo(config_, survey.interpreter);
  features_ = worker::ProbeContainment(&visible_);
  return worker::SandboxOf(features_);
}

std::vector<model::Reason> WorkerProcesses::Missing() const {
  return worker::MissingContainment(features_);
}

std::unique_ptr<RunProcesses::Tools> WorkerProcesses::Start(const Survey& survey,
                                                            const base::Deadline& deadline) {
  survey.runtime->Compile(deadline);
  worker::WorkerOptions workers = WorkersFor(config_, survey);
  workers.files = visible_;
  workers.features = features_;
  workers.scratch = scratch_;
  return std::make_unique<WorkerTools>(std::move(workers), config_, survey, deadline, log_);
}

std::string WorkerProcesses::CheckedOutCommit(const Survey& survey,
                                              const base::Deadline& deadline) {
  return workspace::CheckedOutCommit(config_.project.root, survey.sources, deadline);
}

}  // namespace skua::command
