#include "command/plan.h"

#include "base/log.h"
#include "command/survey.h"
#include "plan/budget_allocation.h"

namespace skua::command {

int Plan(const config::Config& config, const report::ConsoleOptions& console,
         const base::Deadline& deadline, std::ostream& out) {
  const base::Log log(config::LogTopics(config));
  const Survey survey = TakeSurvey(config, state::State::Access::kRead, log, deadline);

  // The share that the first of them would get: the same for all unless one leaves time unused.
  std::optional<base::Duration> share;
  if (config.budget.total && !survey.plan.run.empty()) {
    const base::Duration budget = *config.budget.total;
    share = plan::BudgetAllocation(deadline.Within(budget - plan::ClosingReserve(budget)),
                                   survey.plan.run.size(), config.budget.jobs)
                .Preview();
  }
  std::vector<report::PlanRow> rows;
  for (const plan::PlannedModule& module : survey.plan.run) {
    rows.push_back({module.module.name, share.value_or(base::Duration::zero()), module.why});
  }
  for (const plan::PlannedModule& module : survey.plan.skipped) {
    rows.push_back({module.module.name, std::nullopt, module.why});
  }
  out << report::PlanTable(rows, console);
  return 0;
}

}  // namespace skua::command
