#include "command/campaign_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <stdexcept>

#include "support/fake_clock.h"

namespace skua::command {
namespace {

using model::ModuleOutcome;
using model::ReasonCode;
using namespace std::chrono_literals;

std::vector<plan::PlannedModule> Modules(int count) {
  std::vector<plan::PlannedModule> modules;
  for (int i = 0; i < count; ++i) {
    plan::PlannedModule module;
    module.module.name = "m" + std::to_string(i);
    modules.push_back(module);
  }
  return modules;
}

ModuleOutcome Done(const plan::PlannedModule& module) {
  ModuleOutcome outcome;
  outcome.module = module.module;
  outcome.goals = 2;
  outcome.covered = {true, false};
  return outcome;
}

void Ignore(const ModuleOutcome&) {}
void IgnoreProgress(const PoolProgress&) {}

class CampaignPoolTest : public ::testing::TestWithParam<unsigned> {
 protected:
  test::FakeClock clock_;
  std::atomic<bool> interrupted_ = false;
  const base::Deadline deadline_{clock_, &interrupted_};
};

TEST_P(CampaignPoolTest, RunsEachModuleOnceAndKeepsTheOrder) {
  const auto modules = Modules(20);
  plan::BudgetAllocation allocation(deadline_, modules.size(), GetParam());
  std::mutex mutex;
  std::multiset<std::string> run;
  const auto outcomes = CampaignPool(GetParam(), allocation)
                            .Run(
                                modules, deadline_,
                                [&](const plan::PlannedModule& module, const plan::BudgetAllocation::Share&) {
                                  const std::lock_guard lock(mutex);
                                  run.insert(module.module.name);
                                  return Done(module);
                                },
                                Ignore, IgnoreProgress);
  ASSERT_EQ(outcomes.size(), modules.size());
  for (std::size_t i = 0; i < modules.size(); ++i) {
    EXPECT_EQ(outcomes[i].module, modules[i].module);
    EXPECT_EQ(run.count(modules[i].module.name), 1u);
  }
}

TEST_P(CampaignPoolTest, PassesOverWhatTheBudgetDoesNotReach) {
  const auto modules = Modules(4);
  const base::Deadline soon = deadline_.Within(10s);
  plan::BudgetAllocation allocation(soon, modules.size(), GetParam());
  const auto outcomes = CampaignPool(GetParam(), allocation)
                            .Run(
                                modules, soon,
                                [&](const plan::PlannedModule& module, const plan::BudgetAllocation::Share&) {
                                  clock_.Advance(20s);
                                  return Done(module);
                                },
                                Ignore, IgnoreProgress);
  EXPECT_EQ(outcomes.back().reason.code, ReasonCode::kNoBudgetLeft);
}

TEST_P(CampaignPoolTest, PassesOverTheRestWhenInterrupted) {
  const auto modules = Modules(8);
  plan::BudgetAllocation allocation(deadline_, modules.size(), GetParam());
  const auto outcomes = CampaignPool(GetParam(), allocation)
                            .Run(
                                modules, deadline_,
                                [&](const plan::PlannedModule& module, const plan::BudgetAllocation::Share&) {
                                  interrupted_ = true;
                                  return Done(module);
                                },
                                Ignore, IgnoreProgress);
  EXPECT_EQ(outcomes.back().reason.code, ReasonCode::kInterrupted);
}

TEST_P(CampaignPoolTest, CountsWhatIsDone) {
  const auto modules = Modules(6);
  plan::BudgetAllocation allocation(deadline_, modules.size(), GetParam());
  PoolProgress last;
  CampaignPool(GetParam(), allocation)
      .Run(
          modules, deadline_,
          [](const plan::PlannedModule& module, const plan::BudgetAllocation::Share&) { return Done(module); },
          Ignore, [&](const PoolProgress& progress) { last = progress; });
  EXPECT_EQ(last.done, 6u);
  EXPECT_EQ(last.goals, 12u);
  EXPECT_EQ(last.covered, 6u);
  EXPECT_TRUE(last.running.empty());
}

TEST_P(CampaignPoolTest, ThrowsWhatACampaignThrows) {
  const auto modules = Modules(3);
  plan::BudgetAllocation allocation(deadline_, modules.size(), GetParam());
  EXPECT_THROW(CampaignPool(GetParam(), allocation)
                   .Run(
                       modules, deadline_,
                       [](const plan::PlannedModule&, const plan::BudgetAllocation::Share&) -> ModuleOutcome {
                         throw std::runtime_error("out of disk");
                       },
                       Ignore, IgnoreProgress),
               std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Jobs, CampaignPoolTest, ::testing::Values(1u, 2u, 5u));

}  // namespace
}  // namespace skua::command
