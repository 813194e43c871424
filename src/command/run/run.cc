#include "command/run/run.h"

#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include "base/files.h"
#include "base/log.h"
#include "command/campaigns/worker_processes.h"
#include "command/project/init.h"
#include "command/run/run_pipeline.h"
#include "command/run/watchdog.h"
#include "command/shards/shard_stamp.h"
#include "command/survey/run_options.h"
#include "command/survey/survey.h"
#include "report/formats/ci_log.h"
#include "worker/bounded_scratch.h"

namespace skua::command {
int Run(const config::Config& config, const report::ConsoleOptions& console_options,
        const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
        const base::Secrets& secrets, std::ostream& out) {
  const worker::BoundedScratch scratch(ScratchBytesOf(config));
  const base::Log log(config::LogTopics(config), &secrets);
  base::Deadline deadline(clock, &interrupted);
  if (config.budget.total) deadline = deadline.Within(*config.budget.total - (clock.Now() - start));
  report::Console console(out, console_options);
  Watchdog watchdog(clock, deadline);
  const base::Removals removals = base::RemoveAbandonedScratch();

  const std::optional<model::Shard> shard = ShardOf(config);
  Survey survey = TakeSurvey(config, state::State::Access::kWrite, log, deadline);
  RefreshSchema(config.project.root);
  const std::unique_ptr<report::CiLog> ci = report::DetectCi(
      out, [](const char* name) { return static_cast<const char*>(std::getenv(name)); },
      [] { return static_cast<int64_t>(std::time(nullptr)); }, &secrets);
  log.Say(base::Topic::kStats, "code under test writes to {}",
          scratch.is_bounded() ? "memory" : "disk");
  WorkerProcesses processes(config, log, scratch.path());
  return RunPasses({config, processes, console, *ci, watchdog, log, secrets, start, deadline},
                   std::move(survey), shard);
}

}  // namespace skua::command
