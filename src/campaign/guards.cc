#include "campaign/guards.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "campaign/standing/suite_check.h"
#include "render/file/suite_json.h"

namespace skua::campaign {
namespace {

using Result = CheckedTest::Result;

CheckedSuite Check(const std::string& json, const CampaignContext& context) {
  return CheckSuite(
      json, /*file=*/"",
      [&](const model::LoadOptions& options) { return context.LoadObserver(options); },
      context.time.finish());
}

bool TellsOf(const std::string& call, const std::vector<model::BehaviourChange>& changes) {
  return std::ranges::find(changes, call, &model::BehaviourChange::call) != changes.end();
}

// Says since when the change is known.
void Stamp(const std::vector<model::BehaviourChange>& before, const CampaignTask& task,
           model::BehaviourChange& change) {
  const auto known = std::ranges::find(before, change.call, &model::BehaviourChange::call);
  const bool is_known = known != before.end();
  change.run = is_known ? known->run : task.now.run;
  change.runs_ago = is_known ? known->runs_ago : 0;
  change.commit = is_known ? known->commit : task.now.commit;
  change.day = is_known ? known->day : task.now.day;
  // The code of an affected module is the same as before.
  if (task.guards_fingerprint != task.fingerprint) change.fingerprint = task.guards_fingerprint;
}

}  // namespace

void AskGuards(CampaignContext& context, SettledChanges& settled) {
  const CampaignTask& task = context.task;
  const bool has_changed =
      task.guards_fingerprint != task.fingerprint || task.change == model::Change::kAffected;
  const bool is_accepted = task.guards_fingerprint.empty();
  if (task.guards.empty() || is_accepted || !has_changed) return;
  const CheckedSuite checked = Check(task.guards, context);
  context.time.watch().Lap("asked guards");
  if (checked.failure) return;
  const OnBehaviourChange policy = context.options().on_behaviour_change;
  const std::vector<model::BehaviourChange> before = settled.open;
  std::erase_if(settled.open, model::IsSeenByGuard);
  std::erase_if(settled.ended, [](const auto& it) { return model::IsSeenByGuard(it.change); });
  bool is_any = false;
  for (const CheckedTest& test : checked.tests) {
    if (test.result != Result::kDiffers) continue;
    is_any = true;
    if (TellsOf(test.change.call, settled.open)) continue;
    model::BehaviourChange change = test.change;
    change.test.clear();
    change.message.clear();
    Stamp(before, task, change);
    if (policy == OnBehaviourChange::kAccept) {
      settled.ended.push_back({std::move(change), model::ChangeEnd::kAccepted});
    } else {
      settled.open.push_back(std::move(change));
    }
  }
  if (!is_any || policy != OnBehaviourChange::kFail) context.outcome().guards = checked.now;
}

void KeepGuards(const model::Suite& guards, CampaignContext& context) {
  model::ModuleOutcome& outcome = context.outcome();
  outcome.guards.emplace();
  outcome.goals.guarded.clear();
  if (guards.empty()) return;
  const std::string json = render::SuiteToJson(context.subject(), guards);
  const CheckedSuite checked = Check(json, context);
  context.time.watch().Lap("checked guards");
  outcome.guards = checked.failure ? json : checked.now;
  outcome.goals.guarded.resize(outcome.goals.covered.size());
  for (std::size_t i = 0; i < guards.size(); ++i) {
    const bool goes = !checked.failure && (checked.tests[i].result == Result::kMisfit ||
                                           checked.tests[i].result == Result::kUnsteady);
    if (goes) continue;
    for (const model::GoalIndex goal : guards[i].goals) {
      if (goal < outcome.goals.guarded.size()) outcome.goals.guarded[goal] = true;
    }
  }
}

}  // namespace skua::campaign
