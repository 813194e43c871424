#include "command/campaigns/campaign_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>

#include "support/fake_clock.h"
#include "support/matchers.h"
#include "support/no_threads.h"

namespace skua::command {
namespace {

using base::Duration;
using model::ModuleOutcome;
using model::ReasonCode;
using plan::Step;
using namespace std::chrono_literals;

std::vector<plan::PlannedModule> Modules(std::size_t count) {
  std::vector<plan::PlannedModule> modules(count);
  for (std::size_t i = 0; i < count; ++i) modules[i].module.name = "m" + std::to_string(i);
  return modules;
}

ModuleOutcome Done(const plan::PlannedModule& module) {
  ModuleOutcome outcome{.module = module.module};
  outcome.goals.count = 2;
  outcome.goals.covered = {true, false};
  return outcome;
}

void Ignore(const ModuleOutcome&) {}
void IgnoreProgress(const PoolProgress&) {}

// Starts modules in order; each gets so many slices of a second, then a second for its end, but two
// beside its reserve when it ends by itself. With no slices: a second in all.
class InTurns final : public plan::Scheduler {
 public:
  InTurns(std::size_t modules, unsigned slices, const base::Deadline& end)
      : modules_(modules), slices_(slices), end_(end) {}

  Step Next() override {
    Step step{.slice = 1s, .latest = end_, .expected_gain = 1};
    if (next_ < modules_) {
      step.kind = Step::Kind::kStart;
      step.module = next_++;
      step.whole = slices_ == 0;
      ++running_;
    } else if (!suspended_.empty()) {
      step.module = suspended_.front();
      suspended_.pop_front();
      step.kind = ++had_[step.module] < slices_ ? Step::Kind::kResume : Step::Kind::kFinish;
      ++running_;
    } else if (running_ > 0) {
      step.kind = Step::Kind::kWait;
    }
    return step;
  }
  void Paused(std::size_t module, const plan::CampaignProgress& progress) override {
    --running_;
    suspended_.push_back(module);
    progress_[module] = progress;
  }
  Duration ShareOfEnd(std::size_t, Duration reserve) override { return reserve + 2s; }
  void Ended(std::size_t, Duration used, std::size_t covered) override {
    --running_;
    ended_used += used;
    ended_covered += covered;
  }
  const plan::CampaignProgress& progress(std::size_t module) { return progress_[module]; }

  Duration ended_used{};
  std::size_t ended_covered = 0;

 private:
  const std::size_t modules_;
  const unsigned slices_;
  const base::Deadline end_;
  std::size_t next_ = 0;
  std::size_t running_ = 0;
  std::deque<std::size_t> suspended_;
  std::map<std::size_t, unsigned> had_;
  std::map<std::size_t, plan::CampaignProgress> progress_;
};

class CampaignPoolTest : public ::testing::TestWithParam<unsigned> {
 protected:
  CampaignPool PoolWith(plan::Scheduler& scheduler) {
    return CampaignPool(GetParam(), scheduler, start_, log_);
  }

  test::FakeClock clock_;
  std::atomic<bool> interrupted_ = false;
  const base::Deadline deadline_{clock_, &interrupted_};
  const base::TimePoint start_ = clock_.Now();
  const base::Log log_;
};

TEST_P(CampaignPoolTest, LeavesAllCoresToTheLastModule) {
  const auto modules = Modules(3);
  InTurns scheduler(modules.size(), 0, deadline_);
  base::CoreShare cores(GetParam());
  std::mutex mutex;
  std::size_t begun = 0;
  std::condition_variable others_ended;
  std::size_t ended = 0;
  CampaignPool(GetParam(), scheduler, start_, log_, &cores)
      .Run(
          modules, deadline_,
          [&](const plan::PlannedModule& module, const CampaignPool::Grant&) {
            std::unique_lock lock(mutex);
            if (++begun == modules.size()) {  // by then the others are over, or run beside it
              others_ended.wait(lock, [&] { return ended + 1 == modules.size(); });
              EXPECT_EQ(cores.Each(), GetParam());
            }
            return Done(module);
          },
          [&](const ModuleOutcome&) {
            const std::lock_guard lock(mutex);
            ++ended;
            others_ended.notify_all();
          },
          IgnoreProgress);
}

TEST_P(CampaignPoolTest, RunsEachModuleOnceAndKeepsTheOrder) {
  const auto modules = Modules(20);
  InTurns scheduler(modules.size(), 0, deadline_);
  std::mutex mutex;
  std::multiset<std::string> run;
  const auto outcomes = PoolWith(scheduler).Run(
      modules, deadline_,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        EXPECT_EQ(grant.pacing, nullptr);
        const std::lock_guard lock(mutex);
        run.insert(module.module.name);
        return Done(module);
      },
      Ignore, IgnoreProgress);
  ASSERT_EQ(outcomes.size(), modules.size());
  for (std::size_t i = 0; i < modules.size(); ++i) {
    EXPECT_EQ(outcomes[i].module, modules[i].module);
    EXPECT_EQ(run.count(modules[i].module.name), 1u);
    EXPECT_EQ(outcomes[i].given, Duration(1s));
    EXPECT_EQ(outcomes[i].search.expected_gain, 1);
  }
  EXPECT_EQ(scheduler.ended_covered, modules.size());
}

TEST_P(CampaignPoolTest, SuspendsCampaignsAndRunsNoMoreThanItHasJobsFor) {
  const auto modules = Modules(12);
  InTurns scheduler(modules.size(), 3, deadline_);
  std::atomic<unsigned> running = 0, most = 0;
  const auto outcomes = PoolWith(scheduler).Run(
      modules, deadline_,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        Duration searched{};
        const auto search = [&] {
          const unsigned now = ++running;
          for (unsigned seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
          }
          searched = grant.pacing->granted();
          --running;
        };
        search();
        while (grant.pacing->Suspend({.searched = searched}, 2s)) search();
        EXPECT_EQ(grant.pacing->EndOfSearch(7s).deadline.Remaining(), Duration(1s))
            << "as the scheduler said, not as it was asked for";
        ModuleOutcome outcome = Done(module);
        outcome.search.time = searched;
        return outcome;
      },
      Ignore, IgnoreProgress);
  for (const ModuleOutcome& outcome : outcomes) EXPECT_EQ(outcome.search.time, Duration(3s));
  EXPECT_LE(most, GetParam());
  EXPECT_EQ(outcomes.front().search.expected_gain, 4);
}

TEST_P(CampaignPoolTest, GivesACampaignThatEndsByItselfWhatTheSchedulerSays) {
  const auto modules = Modules(1);
  InTurns scheduler(modules.size(), 3, deadline_);
  const auto outcomes = PoolWith(scheduler).Run(
      modules, deadline_,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        clock_.Advance(2s);  // loading, and a search of half a second
        EXPECT_EQ(grant.pacing->EndOfSearch(4s).deadline.Remaining(), Duration(6s));
        return Done(module);
      },
      Ignore, IgnoreProgress);
  EXPECT_EQ(outcomes.front().given, Duration(2s) + 6s);
}

TEST_P(CampaignPoolTest, TellsOfEachModuleForWhichThereWasNoThread) {
  const auto modules = Modules(3);
  InTurns scheduler(modules.size(), 2, deadline_);
  CampaignPool pool = PoolWith(scheduler);
  const test::NoThreads no_more;
  const auto run = [](const plan::PlannedModule& module, const CampaignPool::Grant&) {
    return Done(module);
  };
  const auto outcomes = pool.Run(modules, deadline_, run, Ignore, IgnoreProgress);
  ASSERT_EQ(outcomes.size(), 3u);
  for (const ModuleOutcome& outcome : outcomes) {
    EXPECT_EQ(outcome.reason.code, ReasonCode::kWorkerLost);
  }
}

TEST_P(CampaignPoolTest, PassesOverWhatTheBudgetDoesNotReach) {
  const auto modules = Modules(4);
  InTurns scheduler(3, 0, deadline_);
  std::vector<std::string> finished;
  const auto outcomes = PoolWith(scheduler).Run(
      modules, deadline_,
      [](const plan::PlannedModule& module, const CampaignPool::Grant&) { return Done(module); },
      [&](const ModuleOutcome& outcome) { finished.push_back(outcome.module.name); },
      IgnoreProgress);
  EXPECT_EQ(outcomes[2].reason.code, ReasonCode::kNone);
  EXPECT_EQ(outcomes[3].reason.code, ReasonCode::kNoBudgetLeft);
  EXPECT_THAT(finished, UnorderedElementsAre("m0", "m1", "m2"));
}

TEST_P(CampaignPoolTest, PassesOverTheRestWhenInterrupted) {
  const auto modules = Modules(8);
  const base::Deadline end = deadline_.Within(100s);
  const auto scheduler = plan::MakeScheduler(
      plan::Strategy::kSimple, std::vector<plan::ModuleFacts>(modules.size()), end, GetParam(), {});
  const auto outcomes = PoolWith(*scheduler)
                            .Run(
                                modules, end,
                                [&](const plan::PlannedModule& module, const CampaignPool::Grant&) {
                                  interrupted_ = true;
                                  return Done(module);
                                },
                                Ignore, IgnoreProgress);
  EXPECT_EQ(outcomes.back().reason.code, ReasonCode::kInterrupted);
}

// The last module to start stops the run, and ends only when all that sleep have ended.
TEST_P(CampaignPoolTest, WakesThoseThatSleepWhenTheRunIsInterrupted) {
  const auto modules = Modules(6 + GetParam());
  InTurns scheduler(modules.size(), 1000, deadline_);
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t ended = 0;
  const auto outcomes = PoolWith(scheduler).Run(
      modules, deadline_,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        if (module.module.name != modules.back().module.name) {
          while (!interrupted_ && grant.pacing->Suspend({}, 1s)) {
          }
          const std::lock_guard lock(mutex);
          ++ended;
          changed.notify_all();
          return Done(module);
        }
        interrupted_ = true;
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ended + 1 == modules.size(); });
        return Done(module);
      },
      Ignore, IgnoreProgress);
  for (const ModuleOutcome& outcome : outcomes) EXPECT_EQ(outcome.reason.code, ReasonCode::kNone);
}

TEST_P(CampaignPoolTest, ThrowsWhatACampaignThrowsAndEndsTheOthers) {
  const auto modules = Modules(9);
  InTurns scheduler(modules.size(), 1000, deadline_);
  std::atomic<int> ended = 0;
  EXPECT_THROW(PoolWith(scheduler).Run(
                   modules, deadline_,
                   [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
                     if (module.module.name == "m8") throw std::runtime_error("out of disk");
                     while (grant.pacing->Suspend({}, 1s)) {
                     }
                     return Done(module);
                   },
                   [&](const ModuleOutcome&) { ++ended; }, IgnoreProgress),
               std::runtime_error);
  EXPECT_EQ(ended, 8) << "what was begun is recorded";
}

TEST_P(CampaignPoolTest, ThrowsWhatRecordingThrows) {
  const auto modules = Modules(5);
  InTurns scheduler(modules.size(), 0, deadline_);
  EXPECT_THROW(
      PoolWith(scheduler).Run(
          modules, deadline_,
          [](const plan::PlannedModule& module, const CampaignPool::Grant&) {
            return Done(module);
          },
          [](const ModuleOutcome&) { throw std::runtime_error("out of disk"); }, IgnoreProgress),
      std::runtime_error);
}

TEST_P(CampaignPoolTest, CountsWhatIsDone) {
  const auto modules = Modules(6);
  InTurns scheduler(modules.size(), 1, deadline_);
  PoolProgress last;
  PoolWith(scheduler).Run(
      modules, deadline_,
      [](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        grant.pacing->Suspend({}, 1s);
        return Done(module);
      },
      Ignore, [&](const PoolProgress& progress) { last = progress; });
  EXPECT_EQ(last.done, 6u);
  EXPECT_TRUE(last.running.empty());
  EXPECT_EQ(last.suspended, 0u);
}

INSTANTIATE_TEST_SUITE_P(Jobs, CampaignPoolTest, ::testing::Values(1u, 2u, 5u));

// With one job, one thread runs at a time, and the clock tells the truth.
class OneJobPoolTest : public ::testing::Test {
 protected:
  test::FakeClock clock_;
  const base::Deadline deadline_{clock_};
  const base::TimePoint start_ = clock_.Now();
  const base::Log log_;
};

TEST_F(OneJobPoolTest, TellsWhoRanWhenAndDoesNotCountTheSleep) {
  const auto modules = Modules(2);
  InTurns scheduler(modules.size(), 1, deadline_);
  CampaignPool pool(1, scheduler, start_ - 5s, log_);
  const auto outcomes = pool.Run(
      modules, deadline_,
      [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
        clock_.Advance(module.module.name == "m0" ? 1s : 3s);
        EXPECT_FALSE(grant.pacing->Suspend({.searched = 1s}, 1s));
        EXPECT_EQ(grant.pacing->asleep(), Duration(module.module.name == "m0" ? 3s : 2s));
        grant.pacing->EndOfSearch(1s);
        clock_.Advance(2s);
        return Done(module);
      },
      Ignore, IgnoreProgress);
  std::vector<std::string> told;
  for (const model::Slice& slice : pool.timeline()) {
    EXPECT_EQ(slice.job, 0u);
    told.push_back(slice.module + " " + std::to_string(slice.start / 1s) + "-" +
                   std::to_string(slice.end / 1s));
  }
  EXPECT_THAT(told, ElementsAre("m0 5-6", "m1 6-9", "m0 9-11", "m1 11-13"));
  EXPECT_EQ(outcomes[0].given, Duration(1s) + 1s);
  EXPECT_EQ(outcomes[1].given, Duration(3s) + 1s);
  EXPECT_EQ(scheduler.ended_used, Duration(8s));
}

TEST_F(OneJobPoolTest, HandsOnWhatTheSearchSays) {
  const auto modules = Modules(1);
  InTurns scheduler(modules.size(), 1, deadline_);
  const std::vector<model::GainPoint> discovery = {{100ms, 3}, {200ms, 5}};
  CampaignPool(1, scheduler, start_, log_)
      .Run(
          modules, deadline_,
          [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
            grant.pacing->Suspend({9, 5, 3, {}, 1s, 800ms, discovery}, 4s);
            return Done(module);
          },
          Ignore, IgnoreProgress);
  const plan::CampaignProgress& progress = scheduler.progress(0);
  EXPECT_EQ(progress.goals, 9u);
  EXPECT_EQ(progress.covered, 5u);
  EXPECT_EQ(progress.searched, Duration(1s));
  EXPECT_EQ(progress.since_gain, Duration(800ms));
  EXPECT_EQ(progress.reserve, Duration(4s));
  ASSERT_EQ(progress.curve.size(), 2u);
  EXPECT_EQ(progress.curve.back().covered, 5u);
}

// Campaigns that behave as said, with the strategy that suspends: the budget holds, and all that
// were started end.
TEST_F(OneJobPoolTest, KeepsTheBudgetWithTheAdaptiveStrategy) {
  const auto modules = Modules(12);
  std::vector<plan::ModuleFacts> facts(modules.size());
  for (std::size_t i = 0; i < facts.size(); ++i) facts[i].goals = 10 + 20 * i;
  const base::Deadline end = deadline_.Within(120s);
  const auto scheduler = plan::MakeScheduler(plan::Strategy::kAdaptive, facts, end, 1, {});
  std::size_t suspensions = 0;
  const auto outcomes =
      CampaignPool(1, *scheduler, start_, log_)
          .Run(
              modules, end,
              [&](const plan::PlannedModule& module, const CampaignPool::Grant& grant) {
                if (grant.pacing == nullptr) {
                  clock_.Advance(grant.deadline.Remaining());
                  return Done(module);
                }
                clock_.Advance(100ms);
                Duration searched{};
                std::vector<model::GainPoint> discovery;
                for (bool goes_on = true; goes_on;) {
                  clock_.Advance(grant.pacing->granted() - searched);
                  searched = grant.pacing->granted();
                  discovery.push_back({searched, discovery.size()});
                  ++suspensions;
                  goes_on = grant.pacing->Suspend(
                      {40, discovery.size(), 1, {}, searched, {}, discovery}, 1s);
                }
                clock_.Advance(
                    std::min<Duration>(1s, grant.pacing->EndOfSearch(1s).deadline.Remaining()));
                ModuleOutcome outcome = Done(module);
                outcome.search.time = searched;
                return outcome;
              },
              Ignore, IgnoreProgress);
  EXPECT_GT(suspensions, modules.size());
  EXPECT_LE(clock_.Now(), end.end());
  for (const ModuleOutcome& outcome : outcomes) {
    EXPECT_EQ(outcome.reason.code, ReasonCode::kNone) << outcome.module.name;
    EXPECT_GT(outcome.given, Duration{});
  }
}

}  // namespace
}  // namespace skua::command
