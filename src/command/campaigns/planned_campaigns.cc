#include "command/campaigns/planned_campaigns.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

#include "campaign/standing/existing_coverage.h"
#include "command/campaigns/campaign_pool.h"
#include "command/campaigns/campaign_task.h"
#include "command/closing/closing_runs.h"
#include "command/closing/measure_together.h"
#include "command/reporting/report_record.h"
#include "command/survey/run_options.h"
#include "plan/strategy.h"
#include "report/outcome/wording.h"

namespace skua::command {
namespace {

using base::Duration;
using model::ModuleOutcome;
using model::ReasonCode;

report::ProgressSnapshot Snapshot(const PoolProgress& now, std::size_t modules,
                                  const base::Deadline& deadline, Duration budget,
                                  uint64_t executed_tests) {
  report::ProgressSnapshot snapshot;
  snapshot.modules_done = now.done;
  snapshot.modules = modules;
  snapshot.budget = budget;
  snapshot.budget_left = deadline.Remaining();
  snapshot.executed_tests = executed_tests;
  snapshot.running = now.running;
  snapshot.suspended = now.suspended;
  return snapshot;
}

bool WasStarted(const ModuleOutcome& outcome) { return outcome.used > Duration::zero(); }

// Returns whether time did not suffice to write all tests that the campaign found.
bool WasCutShort(const ModuleOutcome& outcome) {
  if (outcome.reason.code == ReasonCode::kNoBudgetLeft) return true;
  const bool in_part = std::ranges::find(outcome.notes, ReasonCode::kVerifiedInPart,
                                         &model::Reason::code) != outcome.notes.end();
  return in_part && outcome.goals.found.empty();  // more tests can be found
}

// Returns the module for a second campaign, with the results of the first.
plan::PlannedModule PlannedAgain(plan::PlannedModule module, const ModuleOutcome& first) {
  module.facts.goals = first.goals.count;
  module.facts.covered = first.goals.covered_count();
  module.facts.tried = true;
  module.facts.cut_short += WasCutShort(first) ? 1 : 0;
  module.facts.ending = std::max(first.used - first.search.time, Duration{});
  return module;
}

// Merges the outcome of a second campaign into the first.
ModuleOutcome Joined(const ModuleOutcome& first, ModuleOutcome second) {
  second.goals.coverage_before = first.goals.coverage_before;
  second.goals.covered_by_existing = first.goals.covered_by_existing;
  std::ranges::copy_if(first.behaviour_changes, std::back_inserter(second.behaviour_changes),
                       model::IsSeenByGuard);
  second.written.kept = std::min(first.written.kept, second.written.kept);
  second.given += first.given;
  second.used += first.used;
  second.search.executed_tests += first.search.executed_tests;
  second.search.execution_time += first.search.execution_time;
  return second;
}

// Returns whether `module` began before `other` ended.
bool BeganBefore(const std::vector<model::Slice>& timeline, const std::string& module,
                 const std::string& other) {
  const auto begin = std::ranges::find(timeline, module, &model::Slice::module);
  return begin != timeline.end() && std::ranges::any_of(timeline, [&](const model::Slice& slice) {
           return slice.module == other && slice.end > begin->start;
         });
}

}  // namespace

std::vector<std::size_t> WorthAnother(const std::vector<plan::PlannedModule>& modules,
                                      const std::vector<ModuleOutcome>& outcomes,
                                      const std::vector<model::Slice>& timeline,
                                      bool lends_objects) {
  const auto may_borrow = [&](const plan::PlannedModule& module, const ModuleOutcome& outcome) {
    const bool is_open = outcome.goals.covered_count() < outcome.goals.count;
    if (outcome.change != model::Change::kNew || !WasWritten(outcome) || !is_open) return false;
    return std::ranges::any_of(outcomes, [&](const ModuleOutcome& other) {
      return WasWritten(other) &&
             std::ranges::find(module.imports, other.module.name) != module.imports.end() &&
             BeganBefore(timeline, module.module.name, other.module.name);
    });
  };
  std::vector<std::size_t> cut_short, borrowing;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!WasStarted(outcomes[i])) continue;
    if (WasCutShort(outcomes[i])) {
      cut_short.push_back(i);
    } else if (lends_objects && may_borrow(modules[i], outcomes[i])) {
      borrowing.push_back(i);
    }
  }
  cut_short.insert(cut_short.end(), borrowing.begin(), borrowing.end());
  return cut_short;
}

campaign::CampaignTask PlannedCampaigns::TaskOf(const plan::PlannedModule& module) const {
  campaign::CampaignTask task = command::TaskOf(tools_.config, module, tools_.survey);
  task.now = tools_.stamp;
  const std::string& name = module.module.name;
  if (const auto open = tools_.before.open.find(name); open != tools_.before.open.end()) {
    task.open_changes = open->second;
  }
  const auto settled = tools_.before.settled.find(name);
  if (settled != tools_.before.settled.end()) task.settled = settled->second;
  return task;
}

void PlannedCampaigns::Record(const ModuleOutcome& outcome) const {
  tools_.survey.state->RecordModule(tools_.stamp.run, outcome);
  std::vector<model::BehaviourChange> open = outcome.behaviour_changes;
  // Tells changes that guards see once, unless the run fails until somebody decides.
  if (tools_.config.on_behaviour_change != "fail") std::erase_if(open, model::IsSeenByGuard);
  tools_.survey.state->SetOpenChanges(outcome.module.name, open);
  RecordReport(*tools_.survey.state, tools_.stamp.run, outcome);
  if (!tools_.config.integration.pairs.empty()) {
    RecordCalls(campaign::CallsOfExistingTests(outcome.existing_tests.json), tools_.survey);
  }
}

// Records hundreds of modules in one transaction, since each transaction waits for the disk.
void PlannedCampaigns::RecordUnstarted(const std::vector<ModuleOutcome>& outcomes) const {
  std::vector<ModuleOutcome> unstarted;
  std::ranges::copy_if(outcomes, std::back_inserter(unstarted),
                       [](const ModuleOutcome& outcome) { return !WasStarted(outcome); });
  tools_.survey.state->RecordModules(tools_.stamp.run, unstarted);
}

std::vector<ModuleOutcome> PlannedCampaigns::Run(const plan::Plan& plan,
                                                 const base::Deadline& end) {
  const std::vector<plan::PlannedModule>& modules = plan.run;
  if (modules.empty()) return {};
  const std::unique_ptr<plan::Scheduler> scheduler = MakeSchedulerFor(tools_.config, plan, end);
  CampaignPool pool(outcome_.jobs, *scheduler, tools_.start, tools_.log, &tools_.progress.cores);
  // Does not count second campaigns and pairs: the module count would start again.
  const std::size_t counted = outcome_.timeline.empty() ? modules.size() : 0;
  std::mutex mutex;  // guards subjects_
  std::vector<ModuleOutcome> done = pool.Run(
      modules, tools_.deadline,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        campaign::CampaignTask task = TaskOf(module);
        task.pacing = grant.pacing;
        campaign::CampaignResult result = tools_.campaign.Run(task, grant.deadline, grant.latest);
        const std::lock_guard lock(mutex);
        subjects_[module.module.name] = std::move(result.subject);
        return std::move(result.outcome);
      },
      [&](const ModuleOutcome& outcome) { Record(outcome); },
      [&](const PoolProgress& now) {
        tools_.console.Tick(tools_.deadline.clock().Now(),
                            Snapshot(now, counted, tools_.deadline, outcome_.budget,
                                     tools_.progress.executed_tests.load()));
      });
  std::ranges::copy(pool.timeline(), std::back_inserter(outcome_.timeline));
  for (const ModuleOutcome& outcome : done) {
    for (const std::string& survivor : report::Survivors(outcome, outcome.mutants.size())) {
      tools_.log.Say(base::Topic::kExplain, "{}: survived: {}", outcome.module.name, survivor);
    }
  }
  RecordUnstarted(done);
  return done;
}

void PlannedCampaigns::RunAgain(const plan::Plan& plan, const base::Deadline& end,
                                std::vector<ModuleOutcome>& done) {
  if (end.unlimited() || end.Remaining() < tools_.config.budget.minimum) return;
  const bool lends_objects = plan::UsesPools(plan::StrategyNamed(tools_.config.budget.strategy)) &&
                             tools_.config.search.pool_probability > 0;
  const std::vector<std::size_t> places =
      WorthAnother(plan.run, done, outcome_.timeline, lends_objects);
  plan::Plan again;
  for (const std::size_t i : places) again.run.push_back(PlannedAgain(plan.run[i], done[i]));
  std::map<std::string, model::Subject> first_subjects;
  for (const plan::PlannedModule& module : again.run) {
    first_subjects[module.module.name] = std::move(subjects_[module.module.name]);
  }
  std::vector<ModuleOutcome> second = Run(again, end);
  for (std::size_t i = 0; i < places.size(); ++i) {
    ModuleOutcome& first = done[places[i]];
    if (WasWritten(second[i])) {
      first = Joined(first, std::move(second[i]));
    } else {
      const std::string& name = first.module.name;
      subjects_[name] = std::move(first_subjects[name]);
      first.used += second[i].used;
    }
    Record(first);
  }
}

}  // namespace skua::command
