#include "command/campaigns/campaign_pool.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/thread.h"
#include "model/options/time_policy.h"

namespace skua::command {
namespace {

using base::Duration;
using base::TimePoint;
using model::ModuleOutcome;
using plan::Step;
using namespace std::chrono_literals;

class PoolRun;

// A campaign from its start to its end. Its own thread reads it freely, since it changes only while
// that thread sleeps in Suspend(). Everything else happens under the pool's lock.
class PooledCampaign final : public campaign::Pacing {
 public:
  PooledCampaign(PoolRun& pool, std::size_t module, const Step& step)
      : pool_(pool), module_(module), latest_(step.latest) {}

  Duration granted() const override { return granted_; }
  base::Deadline latest() const override { return latest_; }
  Duration asleep() const override { return asleep_; }
  bool Suspend(const search::SearchProgress& progress, Duration reserve) override;
  End EndOfSearch(Duration reserve) override;

 private:
  friend class PoolRun;

  PoolRun& pool_;
  const std::size_t module_;
  std::thread thread_;

  bool runs_ = false;  // false: suspended
  unsigned job_ = 0;   // the last job that it ran on
  TimePoint turn_{};   // start of its present turn
  Duration ran_{};     // time in earlier turns
  Duration asleep_{};
  Duration granted_{};  // time to search
  Duration given_{};    // total time
  double expected_gain_ = 0;
  base::Deadline latest_;
  bool is_to_end_ = false;
  Duration ending_{};  // slice for the passes after the search
};

// The state of one CampaignPool::Run.
class PoolRun {
 public:
  PoolRun(unsigned jobs, plan::Scheduler& scheduler, TimePoint start, const base::Log& log,
          base::CoreShare* cores, const std::vector<plan::PlannedModule>& modules,
          const base::Deadline& deadline, const CampaignPool::RunModule& run,
          const CampaignPool::Finished& finished)
      : scheduler_(scheduler),
        start_(start),
        log_(log),
        cores_(cores),
        modules_(modules),
        deadline_(deadline),
        run_(run),
        finished_(finished),
        campaigns_(modules.size()),
        outcomes_(modules.size()) {
    for (unsigned job = 0; job < jobs; ++job) free_jobs_.insert(job);
  }
  ~PoolRun();
  PoolRun(const PoolRun&) = delete;
  PoolRun& operator=(const PoolRun&) = delete;

  std::vector<ModuleOutcome> Run(const CampaignPool::Tick& tick);
  std::vector<model::Slice> TakeTimeline();

 private:
  friend class PooledCampaign;

  // Returns whether a campaign is suspended or not started yet.
  bool SomeWait() const { return progress_.done + running_ < modules_.size(); }
  TimePoint Now() const { return deadline_.clock().Now(); }
  const std::string& NameOf(const PooledCampaign& campaign) const {
    return modules_[campaign.module_].module.name;
  }
  void Dispatch();
  void Take(const Step& step);
  void Start(const Step& step);
  void Resume(PooledCampaign& campaign, const Step& step);
  void TakeJob(PooledCampaign& campaign, unsigned job);
  void LeaveJob(PooledCampaign& campaign);
  void Work(PooledCampaign& campaign, const CampaignPool::Grant& grant);
  void ShareCores();
  void Record(std::size_t module, ModuleOutcome outcome);
  void Stop();
  void Reap(std::unique_lock<std::mutex>& lock);

  plan::Scheduler& scheduler_;
  const TimePoint start_;
  const base::Log& log_;
  base::CoreShare* const cores_;
  const std::vector<plan::PlannedModule>& modules_;
  const base::Deadline& deadline_;
  const CampaignPool::RunModule& run_;
  const CampaignPool::Finished& finished_;

  std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  std::vector<std::unique_ptr<PooledCampaign>> campaigns_;  // by module; null: not started
  std::vector<ModuleOutcome> outcomes_;
  std::vector<model::Slice> timeline_;
  std::set<unsigned> free_jobs_;
  std::size_t running_ = 0;  // on a job, or about to end after Stop()
  PoolProgress progress_;
  std::vector<PooledCampaign*> ended_;  // campaigns whose threads are to be joined
  bool stopping_ = false;               // asks the scheduler for no more steps
  std::exception_ptr failure_;
};

bool PooledCampaign::Suspend(const search::SearchProgress& progress, Duration reserve) {
  std::unique_lock lock(pool_.mutex_);
  ending_ = reserve;
  if (pool_.stopping_) return false;
  const TimePoint since = pool_.Now();
  pool_.LeaveJob(*this);
  runs_ = false;
  ++pool_.progress_.suspended;
  pool_.scheduler_.Paused(module_, {progress.goals,
                                    progress.covered,
                                    progress.searched,
                                    progress.since_gain,
                                    {progress.discovery.begin(), progress.discovery.end()},
                                    reserve});
  pool_.Dispatch();
  pool_.changed_.wait(lock, [this] { return runs_; });
  asleep_ += pool_.Now() - since;
  return !is_to_end_;
}

campaign::Pacing::End PooledCampaign::EndOfSearch(Duration reserve) {
  const std::unique_lock lock(pool_.mutex_);
  if (!is_to_end_) {
    ending_ = pool_.stopping_ ? reserve : pool_.scheduler_.ShareOfEnd(module_, reserve);
  }
  const Duration ran = ran_ + (pool_.Now() - turn_);
  given_ = ran + ending_;
  return {latest_.Within(ending_), latest_, pool_.SomeWait()};
}

PoolRun::~PoolRun() {
  {
    const std::unique_lock lock(mutex_);
    Stop();
  }
  for (const auto& campaign : campaigns_) {
    if (campaign && campaign->thread_.joinable()) campaign->thread_.join();
  }
}

// Asks the scheduler for a step for each free job.
void PoolRun::Dispatch() {
  try {
    while (!stopping_ && !free_jobs_.empty()) {
      const Step step = scheduler_.Next();
      if (step.kind == Step::Kind::kWait || step.kind == Step::Kind::kDone) break;
      Take(step);
    }
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  // Nothing else would wake suspended campaigns.
  if (failure_ || running_ == 0) Stop();
}

void PoolRun::Take(const Step& step) {
  const bool starts = step.kind == Step::Kind::kStart;
  const bool ends = step.kind == Step::Kind::kFinish;
  log_.Say(base::Topic::kExplain, "{}: {}{:.1f} s{}: {}", modules_[step.module].module.name,
           starts ? "starts, "
           : ends ? "ends, "
                  : "goes on, ",
           std::chrono::duration<double>(step.slice).count(),
           starts && step.whole ? " in all" : (ends ? " for that" : " of searching"), step.why);
  if (starts) {
    Start(step);
  } else {
    Resume(*campaigns_[step.module], step);
  }
}

void PoolRun::Start(const Step& step) {
  campaigns_[step.module] = std::make_unique<PooledCampaign>(*this, step.module, step);
  PooledCampaign& campaign = *campaigns_[step.module];
  campaign.expected_gain_ = step.expected_gain;
  CampaignPool::Grant grant{step.latest, step.latest, nullptr};
  if (step.whole) {
    campaign.given_ = step.slice;
    if (!step.latest.unlimited()) grant.deadline = step.latest.Within(step.slice);
  } else {
    campaign.granted_ = step.slice;
    grant.deadline = step.latest.Within(step.slice * model::TimePolicy::Slices{}.slices_to_load);
    grant.pacing = &campaign;
  }
  TakeJob(campaign, *free_jobs_.begin());
  campaign.thread_ = base::TryThread([this, &campaign, grant] { Work(campaign, grant); });
  if (campaign.thread_.joinable()) return;
  LeaveJob(campaign);
  Record(step.module, PassedOver(modules_[step.module], {model::ReasonCode::kWorkerLost,
                                                         "the system has no thread left for it"}));
  scheduler_.Ended(step.module, Duration::zero(), 0);
}

void PoolRun::Resume(PooledCampaign& campaign, const Step& step) {
  campaign.expected_gain_ += step.expected_gain;
  campaign.latest_ = step.latest;
  if (step.kind == Step::Kind::kFinish) {
    campaign.is_to_end_ = true;
    campaign.ending_ = step.slice;
  } else {
    campaign.granted_ += step.slice;
  }
  --progress_.suspended;
  // Prefers the job on which the campaign ran before, so that the timeline has fewer changes.
  TakeJob(campaign, free_jobs_.contains(campaign.job_) ? campaign.job_ : *free_jobs_.begin());
  changed_.notify_all();
}

void PoolRun::TakeJob(PooledCampaign& campaign, unsigned job) {
  free_jobs_.erase(job);
  campaign.job_ = job;
  campaign.turn_ = Now();
  campaign.runs_ = true;
  ++running_;
  ShareCores();
  progress_.running.push_back(NameOf(campaign));
}

void PoolRun::LeaveJob(PooledCampaign& campaign) {
  const TimePoint now = Now();
  campaign.ran_ += now - campaign.turn_;
  timeline_.push_back({campaign.job_, NameOf(campaign), campaign.turn_ - start_, now - start_});
  free_jobs_.insert(campaign.job_);
  --running_;
  ShareCores();
  std::erase(progress_.running, NameOf(campaign));
}

void PoolRun::ShareCores() {
  if (cores_ != nullptr) cores_->SetUsers(running_);
}

// Runs in the campaign's own thread.
void PoolRun::Work(PooledCampaign& campaign, const CampaignPool::Grant& grant) {
  ModuleOutcome outcome;
  std::exception_ptr thrown;
  try {
    outcome = run_(modules_[campaign.module_], grant);
  } catch (...) {
    thrown = std::current_exception();
  }
  const std::unique_lock lock(mutex_);
  LeaveJob(campaign);
  if (thrown) {
    if (!failure_) failure_ = thrown;
  } else {
    outcome.given = campaign.given_;
    outcome.search.expected_gain = campaign.expected_gain_;
    const std::size_t covered = outcome.goals.covered_count();
    Record(campaign.module_, std::move(outcome));
    if (!stopping_) scheduler_.Ended(campaign.module_, campaign.ran_, covered);
  }
  Dispatch();
  ended_.push_back(&campaign);
  changed_.notify_all();
}

void PoolRun::Record(std::size_t module, ModuleOutcome outcome) {
  ++progress_.done;
  try {
    finished_(outcome);
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  outcomes_[module] = std::move(outcome);
}

// Starts no more campaigns, and wakes all sleeping ones to end, with or without a job.
void PoolRun::Stop() {
  if (stopping_) return;
  stopping_ = true;
  for (const auto& campaign : campaigns_) {
    if (!campaign || campaign->runs_) continue;
    campaign->is_to_end_ = true;
    --progress_.suspended;
    TakeJob(*campaign, campaign->job_);
  }
  changed_.notify_all();
}

// Joins the threads of ended campaigns, which frees their stacks.
void PoolRun::Reap(std::unique_lock<std::mutex>& lock) {
  const std::vector<PooledCampaign*> ended = std::exchange(ended_, {});
  lock.unlock();
  for (PooledCampaign* campaign : ended) campaign->thread_.join();
  lock.lock();
}

std::vector<ModuleOutcome> PoolRun::Run(const CampaignPool::Tick& tick) {
  std::unique_lock lock(mutex_);
  Dispatch();
  while (running_ + progress_.suspended > 0) {
    changed_.wait_for(lock, 100ms, [this] { return running_ + progress_.suspended == 0; });
    if (deadline_.Expired()) Stop();
    Reap(lock);
    const PoolProgress now = progress_;
    lock.unlock();
    tick(now);
    lock.lock();
  }
  Reap(lock);
  if (failure_) std::rethrow_exception(failure_);
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    if (campaigns_[i]) continue;
    model::Reason reason = deadline_.Interrupted()
                               ? model::Reason{model::ReasonCode::kInterrupted, ""}
                               : plan::NotReached(modules_[i]);
    outcomes_[i] = PassedOver(modules_[i], std::move(reason));
    ++progress_.done;
  }
  tick(progress_);
  return std::move(outcomes_);
}

std::vector<model::Slice> PoolRun::TakeTimeline() {
  std::ranges::stable_sort(timeline_, {}, &model::Slice::start);
  return std::move(timeline_);
}

}  // namespace

ModuleOutcome PassedOver(const plan::PlannedModule& module, model::Reason reason) {
  ModuleOutcome outcome;
  outcome.module = module.module;
  outcome.fingerprint = module.fingerprint;
  outcome.change = module.change;
  outcome.change_why = module.change_why;
  outcome.reason = std::move(reason);
  return outcome;
}

std::vector<ModuleOutcome> CampaignPool::Run(const std::vector<plan::PlannedModule>& modules,
                                             const base::Deadline& deadline, const RunModule& run,
                                             const Finished& finished, const Tick& tick) {
  PoolRun pool(jobs_, *scheduler_, start_, *log_, cores_, modules, deadline, run, finished);
  std::vector<ModuleOutcome> outcomes = pool.Run(tick);
  timeline_ = pool.TakeTimeline();
  return outcomes;
}

}  // namespace skua::command
