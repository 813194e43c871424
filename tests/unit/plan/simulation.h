// Campaigns that only pass time, on a clock that stands still between events: what a pool of
// threads would do with a scheduler, without a thread.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "plan/scheduler.h"
#include "support/fake_clock.h"

namespace skua::plan {

struct FakeCampaign {
  base::Duration load = std::chrono::milliseconds(200);
  base::Duration ending = std::chrono::seconds(1);
  bool uses_all = false;  // of what it has for its end
  std::size_t goals = 100;
  // Goals covered after so much searching; the search ends by itself when all are.
  std::function<std::size_t(base::Duration)> discovery = [](base::Duration) { return 0; };
};

struct Played {
  std::vector<std::size_t> order;  // modules by their start
  std::vector<base::Duration> used, searched, first_given;
  std::vector<double> expected;
  std::vector<bool> ended;
  std::size_t most_suspended = 0;
  std::size_t resumed = 0;
  base::Duration length{};  // from the start to the last end

  base::Duration UsedInAll() const {
    base::Duration sum{};
    for (const base::Duration each : used) sum += each;
    return sum;
  }
};

class Simulation {
 public:
  Simulation(test::FakeClock& clock, std::vector<FakeCampaign> campaigns, unsigned jobs)
      : clock_(clock), campaigns_(std::move(campaigns)), jobs_(jobs) {}

  Played Play(Scheduler& scheduler) {
    const std::size_t size = campaigns_.size();
    played_.used.resize(size);
    played_.searched.resize(size);
    played_.first_given.resize(size);
    played_.expected.resize(size);
    played_.ended.resize(size);
    last_gain_.resize(size);
    curve_.resize(size);
    const base::TimePoint start = clock_.Now();
    Dispatch(scheduler);
    while (!running_.empty()) {
      const auto next = std::ranges::min_element(running_, {}, &Running::until);
      const Running done = *next;
      running_.erase(next);
      clock_.Advance(done.until - clock_.Now());
      if (done.then == Then::kPause) {
        ++suspended_;
        scheduler.Paused(done.module, ProgressOf(done.module));
      } else if (done.then == Then::kMakeSuite) {
        const base::Duration reserve = campaigns_[done.module].ending;
        Run(done.module, EndOf(done.module, scheduler.ShareOfEnd(done.module, reserve)),
            Then::kEnd);
      } else {
        played_.ended[done.module] = true;
        played_.length = clock_.Now() - start;
        scheduler.Ended(done.module, played_.used[done.module], CoveredOf(done.module));
      }
      Dispatch(scheduler);
      played_.most_suspended = std::max(played_.most_suspended, suspended_);
    }
    EXPECT_EQ(suspended_, 0u) << "whoever was suspended must be woken";
    return std::move(played_);
  }

 private:
  enum class Then : uint8_t { kPause, kMakeSuite, kEnd };
  struct Running {
    std::size_t module;
    base::TimePoint until;
    Then then;
  };

  void Run(std::size_t module, base::Duration takes, Then then) {
    played_.used[module] += takes;
    running_.push_back({module, clock_.Now() + takes, then});
  }

  base::Duration EndOf(std::size_t module, base::Duration slice) const {
    return campaigns_[module].uses_all ? slice : campaigns_[module].ending;
  }

  std::size_t CoveredOf(std::size_t module) const {
    return std::min(campaigns_[module].discovery(played_.searched[module]),
                    campaigns_[module].goals);
  }

  CampaignProgress ProgressOf(std::size_t module) const {
    const FakeCampaign& campaign = campaigns_[module];
    return {campaign.goals,           CoveredOf(module),
            played_.searched[module], played_.searched[module] - last_gain_[module],
            curve_[module],           campaign.ending};
  }

  void Dispatch(Scheduler& scheduler) {
    while (running_.size() < jobs_) {
      const Step step = scheduler.Next();
      if (step.kind == Step::Kind::kWait) {
        EXPECT_FALSE(running_.empty()) << "nobody is there to be waited for";
        return;
      }
      if (step.kind == Step::Kind::kDone) return;
      Take(step);
    }
  }

  // In steps of 10 ms, until the slice is over or all is covered.
  base::Duration Search(std::size_t module, base::Duration slice) {
    constexpr base::Duration kTick = std::chrono::milliseconds(10);
    base::Duration searched{};
    while (searched < slice && CoveredOf(module) < campaigns_[module].goals) {
      const base::Duration tick = std::min(kTick, slice - searched);
      const std::size_t before = CoveredOf(module);
      searched += tick;
      played_.searched[module] += tick;
      if (CoveredOf(module) == before) continue;
      last_gain_[module] = played_.searched[module];
      curve_[module].push_back({played_.searched[module], CoveredOf(module)});
    }
    return searched;
  }

  void Take(const Step& step) {
    const FakeCampaign& campaign = campaigns_[step.module];
    base::Duration takes{};
    Then then = Then::kEnd;
    if (step.kind == Step::Kind::kStart) {
      played_.order.push_back(step.module);
      played_.first_given[step.module] = step.slice;
      takes = campaign.load;
    } else {
      --suspended_;
      ++played_.resumed;
    }
    if (step.kind == Step::Kind::kFinish) {
      takes += EndOf(step.module, step.slice);
    } else if (step.whole) {
      takes += Search(step.module,
                      std::max(base::Duration{}, step.slice - campaign.load - campaign.ending));
      takes = std::min(takes + campaign.ending, step.slice);
    } else {
      takes += Search(step.module, step.slice);
      then = CoveredOf(step.module) < campaign.goals ? Then::kPause : Then::kMakeSuite;
    }
    played_.expected[step.module] += step.expected_gain;
    Run(step.module, takes, then);
  }

  test::FakeClock& clock_;
  const std::vector<FakeCampaign> campaigns_;
  const unsigned jobs_;
  Played played_;
  std::vector<Running> running_;
  std::vector<base::Duration> last_gain_;
  std::vector<std::vector<model::GainPoint>> curve_;
  std::size_t suspended_ = 0;
};

// A module that was never run.
inline ModuleFacts Fresh(std::size_t goals = 100) { return {.goals = goals}; }

// One whose last campaign covered `covered` of `goals`.
inline ModuleFacts Known(std::size_t goals, std::size_t covered,
                         model::Change change = model::Change::kModified) {
  ModuleFacts facts = Fresh(goals);
  facts.change = change;
  facts.covered = covered;
  facts.tried = true;
  return facts;
}

// Covers `most` goals in the end, half of them within `half_time`.
inline std::function<std::size_t(base::Duration)> Saturating(std::size_t most,
                                                             base::Duration half_time) {
  return [=](base::Duration searched) {
    const double part =
        static_cast<double>(searched.count()) / static_cast<double>((searched + half_time).count());
    return static_cast<std::size_t>(static_cast<double>(most) * part);
  };
}

}  // namespace skua::plan
