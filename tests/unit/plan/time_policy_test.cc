// What each number of the time policy does to the plan: one test a number, which notices when it
// is changed. Those that other tests of this folder notice are not here.
#include "model/options/time_policy.h"

#include <gtest/gtest.h>

#include "plan/expected_gain.h"
#include "plan/plan.h"
#include "plan/whole_shares.h"
#include "unit/plan/simulation.h"

namespace skua::plan {
namespace {

using namespace std::chrono_literals;
using base::Duration;
using model::Change;
using test::FakeClock;

// An adaptive scheduler whose campaigns are told what they find.
class TimePolicyOfPlan : public ::testing::Test {
 protected:
  void Begin(std::vector<ModuleFacts> modules, Duration budget, unsigned jobs = 1) {
    scheduler_ = MakeScheduler(Strategy::kAdaptive, std::move(modules),
                               base::Deadline(clock_).Within(budget), jobs, {});
  }
  // Takes the next step and, unless it ends there, suspends the campaign after its slice.
  Step Take(Duration searched, Duration since_gain = {}, Duration reserve = 1s) {
    const Step step = scheduler_->Next();
    clock_.Advance(step.slice);
    if (step.kind == Step::Kind::kFinish) {
      scheduler_->Ended(step.module, step.slice, 10);
    } else {
      scheduler_->Paused(step.module, {100, 10, searched, since_gain, {{searched, 10}}, reserve});
    }
    return step;
  }

  FakeClock clock_;
  std::unique_ptr<Scheduler> scheduler_;
};

TEST_F(TimePolicyOfPlan, ASliceIsASecondAtLeast) {
  Begin({Fresh(), Fresh()}, 300s);
  Take(1500ms);
  Take(1500ms);
  EXPECT_EQ(scheduler_->Next().slice, 1s);
}

TEST_F(TimePolicyOfPlan, ASliceIsHalfOfWhatWasSearchedBefore) {
  Begin({Fresh(), Fresh()}, 300s);
  Take(8s);
  Take(8s);
  EXPECT_EQ(scheduler_->Next().slice, 4s);
}

TEST_F(TimePolicyOfPlan, WithAQuarterOverCampaignsAreSuspended) {
  const std::vector<ModuleFacts> ten(10, Fresh());  // of 3 s each
  Begin(ten, 37s);
  EXPECT_TRUE(scheduler_->Next().whole);
  Begin(ten, 38s);
  EXPECT_FALSE(scheduler_->Next().whole);
}

TEST_F(TimePolicyOfPlan, TestsThatAreCarriedOverAreSeenInAQuarterOfTheMinimum) {
  Begin({Known(100, 60), Known(100, 60)}, 300s);
  EXPECT_EQ(scheduler_->Next().slice, 750ms);
}

TEST_F(TimePolicyOfPlan, ALookWhereNothingIsLikelyIsTheLeastSlice) {
  ModuleFacts facts = Known(100, 60, Change::kAffected);
  facts.searched = 30s;
  Begin({facts, facts}, 300s);
  EXPECT_EQ(scheduler_->Next().slice, 250ms);
}

TEST_F(TimePolicyOfPlan, FourAJobMayBeSuspended) {
  for (const unsigned jobs : {1u, 2u}) {
    const std::size_t most =
        Simulation(clock_, std::vector<FakeCampaign>(20), jobs)
            .Play(*MakeScheduler(Strategy::kAdaptive, std::vector<ModuleFacts>(20, Fresh()),
                                 base::Deadline(clock_).Within(200s), jobs, {}))
            .most_suspended;
    EXPECT_EQ(most, 4 * jobs);
  }
}

TEST_F(TimePolicyOfPlan, AnEndMayTakeThreeQuartersOfTheNextShare) {
  ModuleFacts facts = Fresh();
  facts.ending = 60s;
  const auto whole =
      MakeScheduler(Strategy::kSimple, {facts}, base::Deadline(clock_).Within(20s), 1, {});
  EXPECT_DOUBLE_EQ(whole->Next().expected_gain, ExpectedGain(facts, nullptr, 5s));
}

TEST(TimePolicyOfShares, AreDoubledSixTimesAtMost) {
  ModuleFacts facts = Fresh();
  facts.cut_short = 30;
  EXPECT_EQ(MinimumOf(facts, 1s, std::chrono::hours(10)), 64s);
}

TEST(TimePolicyOfShares, AllHaveHadATurnInFourRunsWhenNothingTakesLonger) {
  // 32 modules of 3 s in 12 s of all jobs: a quarter of them in each run.
  EXPECT_EQ(MinimumShare(12s, std::vector<ModuleFacts>(32, Fresh()), 3s), 1500ms);
  EXPECT_EQ(MinimumShare(12s, std::vector<ModuleFacts>(20, Fresh()), 3s), 2400ms);
}

TEST(TimePolicyOfGain, HasNoRateBeforeFiftyMilliseconds) {
  ModuleFacts facts = Known(100, 50, Change::kUnchanged);
  facts.searched = 1ms;
  EXPECT_DOUBLE_EQ(ExpectedGain(facts, nullptr, 50ms), 0.5);
}

TEST(TimePolicyOfGain, AsksForAQuarterOfAGoal) {
  const auto runs = [](Duration searched) {
    workspace::ModuleChange change{.module = {"m", "m.py"}, .change = Change::kUnchanged};
    change.scan.fingerprint = "f";
    model::ModuleRecord record{.module = change.module};
    record.finished_run = record.tried_run = 1;
    record.finished_fingerprint = "f";
    record.goals = 9;
    record.file = "tests/generated/test_m.py";
    record.searched_all = searched;
    PlanOptions options{.run = 2};
    return !MakePlan({{change}}, {{change.module, change.scan}}, {record}, options).run.empty();
  };
  // Three seconds more are expected to bring ½ · log2(1 + 3 / searched).
  EXPECT_TRUE(runs(7200ms));
  EXPECT_FALSE(runs(7300ms));
}

}  // namespace
}  // namespace skua::plan
