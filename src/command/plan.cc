#include "command/plan.h"

#include "base/log.h"
#include "command/survey.h"
#include "plan/scheduler.h"

namespace skua::command {
namespace {

std::vector<std::optional<base::Duration>> SharesOf(const config::Config& config,
                                                    const std::vector<plan::PlannedModule>& run) {
  // Without a budget: as long as it takes.
  if (!config.budget.total) return {run.size(), base::Duration::zero()};
  std::vector<plan::ModuleFacts> facts;
  for (const plan::PlannedModule& module : run) facts.push_back(module.facts);
  return plan::PreviewShares(plan::StrategyNamed(config.budget.strategy), facts,
                             *config.budget.total, config.budget.jobs,
                             {.minimum = config.budget.minimum});
}

}  // namespace

int Plan(const config::Config& config, const report::ConsoleOptions& console,
         const base::Deadline& deadline, std::ostream& out) {
  const base::Log log(config::LogTopics(config));
  const Survey survey = TakeSurvey(config, state::State::Access::kRead, log, deadline);

  const std::vector<std::optional<base::Duration>> shares = SharesOf(config, survey.plan.run);
  std::vector<report::PlanRow> rows;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const plan::PlannedModule& module = survey.plan.run[i];
    rows.push_back({module.module.name, shares[i],
                    shares[i] ? module.why : module.why + "; the budget does not reach it"});
  }
  for (const plan::PlannedModule& module : survey.plan.skipped) {
    rows.push_back({module.module.name, std::nullopt, module.why});
  }
  out << report::PlanTable(rows, console);
  return 0;
}

}  // namespace skua::command
