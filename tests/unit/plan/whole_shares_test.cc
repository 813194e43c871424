#include "plan/whole_shares.h"

#include <array>
#include <atomic>

#include "support/matchers.h"
#include "unit/plan/simulation.h"

namespace skua::plan {
namespace {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;
using test::FakeClock;
using ::testing::Lt;

// Shares by order of start, of campaigns that use all they get, or `used` of it.
std::vector<Duration> SharesOf(
    Strategy strategy, Duration budget, std::vector<ModuleFacts> modules, unsigned jobs,
    const std::function<Duration(std::size_t, Duration)>& used =
        [](std::size_t, Duration share) { return share; },
    std::vector<ModuleFacts> resting = {}) {
  FakeClock clock;
  WholeShares scheduler(strategy, std::move(modules), base::Deadline(clock).Within(budget), jobs,
                        {.resting = std::move(resting)});
  std::vector<base::TimePoint> free(jobs, clock.Now());
  const base::TimePoint end = clock.Now() + budget;
  std::vector<Duration> shares;
  while (true) {
    const auto job = std::ranges::min_element(free);
    clock.Advance(*job - clock.Now());
    const Step step = scheduler.Next();
    if (step.kind != Step::Kind::kStart) return shares;
    EXPECT_TRUE(step.whole);
    shares.push_back(step.slice);
    *job += used(step.module, step.slice);
    EXPECT_LE(clock.Now() + step.slice, end);
  }
}

std::vector<ModuleFacts> Fresh(std::size_t count, std::size_t goals) {
  return std::vector<ModuleFacts>(count, plan::Fresh(goals));
}

TEST(SimpleStrategy, GivesEqualSharesThatFillTheBudget) {
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(60), Fresh(4, 9), 2),
              AllOf(SizeIs(4), Each(Duration(seconds(30)))));
}

TEST(SimpleStrategy, LeavesNoJobIdleWhenTheModulesDoNotDivideEvenly) {
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(60), Fresh(3, 9), 2),
              ElementsAre(seconds(30), seconds(60), seconds(30)));
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(60), Fresh(1, 9), 2), ElementsAre(seconds(60)));
}

TEST(SimpleStrategy, GivesUnusedTimeToTheNextModules) {
  EXPECT_THAT(
      SharesOf(Strategy::kSimple, seconds(60), Fresh(3, 9), 1,
               [](std::size_t i, Duration share) { return i == 0 ? Duration(seconds(4)) : share; }),
      ElementsAre(seconds(20), seconds(28), seconds(28)));
}

TEST(SimpleStrategy, TakesBackWhatACampaignOverran) {
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(60), Fresh(3, 9), 1,
                       [](std::size_t i, Duration share) {
                         return i == 0 ? Duration(seconds(30)) : share;
                       }),
              ElementsAre(seconds(20), seconds(15), seconds(15)));
}

TEST(BudgetStrategy, GivesTheMinimumAndTheRestByGoals) {
  // 60 s less three minimums leave 51 s for 10, 40 and 50 goals; one is added to each.
  std::vector<ModuleFacts> modules = {plan::Fresh(9), plan::Fresh(39), plan::Fresh(49)};
  const auto shares = SharesOf(Strategy::kBudget, seconds(60), modules, 1);
  EXPECT_THAT(shares, SizeIs(3));
  EXPECT_NEAR(std::chrono::duration<double>(shares[0]).count(), 3 + 5.1, 1e-3);
  EXPECT_NEAR(std::chrono::duration<double>(shares[1]).count(), 3 + 20.4, 1e-3);
  EXPECT_NEAR(std::chrono::duration<double>(shares[2]).count(), 3 + 25.5, 1e-3);
}

TEST(BudgetStrategy, GivesNoModuleMoreThanTheWallClock) {
  std::vector<ModuleFacts> modules = Fresh(5, 1);
  modules[0].goals = 100'000;
  const auto shares = SharesOf(Strategy::kBudget, seconds(60), modules, 2);
  ASSERT_THAT(shares, SizeIs(5));
  EXPECT_GT(shares[0], seconds(50));
  EXPECT_LE(shares[0], seconds(60));
}

TEST(HistoryStrategy, CountsChangedModulesTwice) {
  const std::vector<ModuleFacts> modules = {Known(50, 20),
                                            Known(50, 20, model::Change::kUnchanged)};
  const auto shares = SharesOf(Strategy::kHistory, seconds(66), modules, 1);
  ASSERT_THAT(shares, SizeIs(2));
  EXPECT_NEAR(static_cast<double>((shares[0] - seconds(3)).count()) /
                  static_cast<double>((shares[1] - seconds(3)).count()),
              2, 1e-6);
}

TEST(HistoryStrategy, LeavesTheSharesOfModulesThatRestUnspent) {
  const std::vector<ModuleFacts> changed = {Known(9, 0)};
  const std::vector<ModuleFacts> resting(8, Known(9, 9, model::Change::kUnchanged));
  const auto all = [](std::size_t, Duration share) { return share; };
  // Minimums take 9 · 3 s of the 90 s; of the rest, the changed module has 2 parts in 10.
  EXPECT_THAT(SharesOf(Strategy::kHistory, seconds(90), changed, 1, all, resting),
              ElementsAre(milliseconds(3000 + 12'600)));
  EXPECT_THAT(SharesOf(Strategy::kBudget, seconds(90), changed, 1, all, resting),
              ElementsAre(seconds(90)));
  // However many rest, it gets its minimum.
  const std::vector<ModuleFacts> many(1000, resting.front());
  EXPECT_THAT(SharesOf(Strategy::kHistory, seconds(90), changed, 1, all, many),
              ElementsAre(seconds(3)));
}

TEST(HistoryStrategy, HalvesTheShareWithEachCampaignInVain) {
  std::vector<ModuleFacts> modules(2, Known(50, 20, model::Change::kUnchanged));
  modules[1].fruitless = 1;
  const auto shares = SharesOf(Strategy::kHistory, seconds(66), modules, 1);
  ASSERT_THAT(shares, SizeIs(2));
  EXPECT_NEAR(static_cast<double>((shares[0] - seconds(3)).count()) /
                  static_cast<double>((shares[1] - seconds(3)).count()),
              2, 1e-6);
}

TEST(HistoryStrategy, CountsAffectedModulesOnce) {
  const std::vector<ModuleFacts> modules = {Known(50, 20, model::Change::kAffected),
                                            Known(50, 20, model::Change::kUnchanged)};
  const auto shares = SharesOf(Strategy::kHistory, seconds(60), modules, 1);
  EXPECT_THAT(shares, ElementsAre(seconds(30), seconds(60) - seconds(30)));
}

TEST(Unspent, IsWhatRestsInAProjectOfEquals) {
  const std::vector<ModuleFacts> unchanged(3, Known(9, 5, model::Change::kUnchanged));
  EXPECT_EQ(Unspent(Strategy::kAdaptive, {unchanged.data(), 1}, {unchanged.data(), 2}, seconds(90),
                    seconds(3)),
            seconds(60));
  EXPECT_EQ(Unspent(Strategy::kAdaptive, unchanged, {}, seconds(90), seconds(3)), Duration{});
  EXPECT_EQ(Unspent(Strategy::kSimple, unchanged, unchanged, seconds(90), seconds(3)), Duration{});
  EXPECT_EQ(Unspent(Strategy::kAdaptive, unchanged, unchanged, seconds(1), seconds(3)), Duration{});
}

TEST(SeedingStrategies, StartDependenciesFirst) {
  std::vector<ModuleFacts> modules = Fresh(4, 9);
  modules[0].depth = 2;
  modules[1].depth = 1;
  modules[2].depth = 0;
  modules[3].depth = 1;  // in a cycle with module 1: the plan's order stays
  for (const Strategy strategy : {Strategy::kSeeding, Strategy::kBudgetSeeding}) {
    FakeClock clock;
    WholeShares scheduler(strategy, modules, base::Deadline(clock).Within(seconds(60)), 1, {});
    std::vector<std::size_t> order;
    for (Step step = scheduler.Next(); step.kind == Step::Kind::kStart; step = scheduler.Next()) {
      order.push_back(step.module);
    }
    EXPECT_THAT(order, ElementsAre(2, 1, 3, 0));
  }
}

// A module of the same size as all others, which imports those at these places.
ModuleFacts Importing(std::vector<std::size_t> imports, uint32_t depth) {
  ModuleFacts facts = plan::Fresh(9);
  facts.imports = std::move(imports);
  facts.depth = depth;
  return facts;
}

TEST(SeedingStrategies, LetAModuleWaitWhileOneThatItImportsRunsAndAnotherCanStart) {
  for (const Strategy strategy : {Strategy::kSeeding, Strategy::kBudgetSeeding}) {
    FakeClock clock;
    const std::vector<ModuleFacts> modules = {Importing({}, 0), Importing({0}, 1),
                                              Importing({1}, 2), Importing({}, 2)};
    WholeShares scheduler(strategy, modules, base::Deadline(clock).Within(seconds(60)), 2, {});
    EXPECT_EQ(scheduler.Next().module, 0u);
    EXPECT_EQ(scheduler.Next().module, 3u) << "1 waits for 0, and 2 for 1";
    clock.Advance(seconds(10));
    scheduler.Ended(0, seconds(10), 9);
    EXPECT_EQ(scheduler.Next().module, 1u);
    clock.Advance(seconds(10));
    scheduler.Ended(1, seconds(10), 9);
    EXPECT_EQ(scheduler.Next().module, 2u);
    EXPECT_EQ(scheduler.Next().kind, Step::Kind::kDone);
  }
}

TEST(SeedingStrategies, LeaveNoJobIdleForTheSakeOfAnImport) {
  FakeClock clock;
  WholeShares scheduler(Strategy::kSeeding, {Importing({}, 0), Importing({0}, 1)},
                        base::Deadline(clock).Within(seconds(60)), 2, {});
  EXPECT_EQ(scheduler.Next().module, 0u);
  EXPECT_EQ(scheduler.Next().module, 1u);
}

TEST(SeedingStrategies, StartModulesThatImportEachOther) {
  FakeClock clock;
  WholeShares scheduler(Strategy::kSeeding, {Importing({1}, 0), Importing({0}, 0), Fresh(1, 9)[0]},
                        base::Deadline(clock).Within(seconds(60)), 2, {});
  EXPECT_EQ(scheduler.Next().module, 0u);
  EXPECT_EQ(scheduler.Next().module, 2u);
  EXPECT_EQ(scheduler.Next().module, 1u);
}

TEST(SeedingStrategies, PutNothingThatTheBudgetDoesNotReachBeforeAModuleThatWaits) {
  FakeClock clock;
  const std::vector<ModuleFacts> modules = {Importing({}, 0), Importing({0}, 1), Importing({}, 0)};
  WholeShares scheduler(Strategy::kSeeding, modules, base::Deadline(clock).Within(seconds(3)), 2,
                        {});
  EXPECT_EQ(scheduler.Next().module, 0u);
  EXPECT_EQ(scheduler.Next().module, 1u);
}

TEST(OtherStrategies, KeepTheOrderOfThePlan) {
  FakeClock clock;
  WholeShares scheduler(Strategy::kHistory, {Importing({}, 0), Importing({0}, 1), Importing({}, 0)},
                        base::Deadline(clock).Within(seconds(60)), 2, {});
  EXPECT_EQ(scheduler.Next().module, 0u);
  EXPECT_EQ(scheduler.Next().module, 1u);
}

TEST(SeedingStrategies, OrderOnlyWhatTheBudgetReaches) {
  std::vector<ModuleFacts> modules = Fresh(40, 9);
  for (std::size_t i = 0; i < modules.size(); ++i) {
    modules[i].depth = static_cast<uint32_t>(modules.size() - i);
  }
  FakeClock clock;
  WholeShares scheduler(Strategy::kSeeding, modules, base::Deadline(clock).Within(seconds(12)), 1,
                        {});
  EXPECT_THAT(scheduler.Next().module, Lt(12u));
}

constexpr Strategy kWholeStrategies[] = {Strategy::kSimple, Strategy::kBudget, Strategy::kSeeding,
                                         Strategy::kBudgetSeeding, Strategy::kHistory};

TEST(WholeShares, NeverPromiseMoreThanTheBudgetAndHoldTheMinimum) {
  for (const Strategy strategy : kWholeStrategies) {
    for (const unsigned jobs : {1u, 2u, 3u, 8u}) {
      for (const std::size_t count : {1u, 2u, 7u, 40u, 300u}) {
        std::vector<ModuleFacts> modules = Fresh(count, 1);
        for (std::size_t i = 0; i < count; ++i) modules[i].goals = 1 + i * i % 97;
        const auto shares = SharesOf(strategy, seconds(60), modules, jobs);
        Duration sum{};
        for (const Duration share : shares) sum += share;
        EXPECT_LE(sum, Duration(seconds(60)) * jobs);
        // The last on each job may come short, but not below what gets somewhere.
        const Duration minimum = MinimumShare(Duration(seconds(60)) * jobs, modules, seconds(3));
        EXPECT_THAT(shares, Each(::testing::Ge(minimum / 2)));
        EXPECT_LE(std::ranges::count_if(shares, [&](Duration share) { return share < minimum; }),
                  jobs);
      }
    }
  }
}

TEST(WholeShares, ServeTheFirstWhenThereIsTooLittleForAll) {
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(12), Fresh(100, 9), 1),
              AllOf(SizeIs(8), Each(Duration(milliseconds(1500)))));
}

TEST(WholeShares, ReachAllWithinFiveRunsWhereTheMinimumAllows) {
  EXPECT_GE(SharesOf(Strategy::kHistory, seconds(57), Fresh(300, 9), 2).size() * 5, 300u);
}

// How many of `modules` a run of 57 s on two jobs reaches when campaigns take a fifth longer than
// they are given; what it does not reach has waited a run more, and comes first in the next.
std::vector<ModuleFacts> LeftBy(std::vector<ModuleFacts> modules) {
  FakeClock clock;
  WholeShares scheduler(Strategy::kHistory, modules, base::Deadline(clock).Within(seconds(57)), 2,
                        {});
  std::array<base::TimePoint, 2> free = {clock.Now(), clock.Now()};
  std::size_t reached = 0;
  for (Step step = scheduler.Next(); step.kind == Step::Kind::kStart; step = scheduler.Next()) {
    ++reached;
    *std::ranges::min_element(free) = clock.Now() + step.slice * 6 / 5;
    clock.Advance(*std::ranges::min_element(free) - clock.Now());
  }
  modules.erase(modules.begin(), modules.begin() + static_cast<std::ptrdiff_t>(reached));
  for (ModuleFacts& module : modules) ++module.passed_over;
  return modules;
}

TEST(WholeShares, ReachAllWithinFiveRunsThoughCampaignsTakeLonger) {
  std::vector<ModuleFacts> waiting = Fresh(270, 9);
  const std::vector<ModuleFacts> unchanged(30, {.change = model::Change::kUnchanged, .goals = 9});
  for (int run = 0; run < 5; ++run) {
    std::vector<ModuleFacts> modules = waiting;
    modules.insert(modules.end(), unchanged.begin(), unchanged.end());
    modules = LeftBy(std::move(modules));
    modules.resize(modules.size() - std::min(modules.size(), unchanged.size()));
    waiting = std::move(modules);
  }
  EXPECT_THAT(waiting, IsEmpty());
}

TEST(WholeShares, GiveMoreToWhatWasCutShort) {
  std::vector<ModuleFacts> modules = Fresh(100, 9);
  modules[1].cut_short = 2;
  modules[2].cut_short = 30;
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(24), modules, 1),
              ElementsAre(milliseconds(1500), seconds(6), seconds(12), milliseconds(1500),
                          milliseconds(1500), milliseconds(1500)));
}

TEST(WholeShares, PassOverWhatNoLongerFitsForWhatDoes) {
  std::vector<ModuleFacts> modules = Fresh(100, 9);
  modules[7].cut_short = 30;
  EXPECT_THAT(SharesOf(Strategy::kSimple, seconds(12), modules, 1), SizeIs(8));
}

TEST(WholeShares, TryTheFirstHoweverShortTheBudget) {
  EXPECT_THAT(SharesOf(Strategy::kSimple, milliseconds(300), Fresh(2, 9), 1),
              ElementsAre(milliseconds(300)));
}

TEST(WholeShares, AreUnlimitedWithoutABudget) {
  FakeClock clock;
  const auto scheduler =
      MakeScheduler(Strategy::kAdaptive, Fresh(2, 9), base::Deadline(clock), 2, {});
  for (int i = 0; i < 2; ++i) {
    const Step step = scheduler->Next();
    EXPECT_EQ(step.kind, Step::Kind::kStart);
    EXPECT_TRUE(step.whole);
    EXPECT_EQ(step.slice, Duration{});
    EXPECT_TRUE(step.latest.unlimited());
  }
  EXPECT_EQ(scheduler->Next().kind, Step::Kind::kDone);
}

TEST(WholeShares, EndWhenTheRunIsInterrupted) {
  FakeClock clock;
  std::atomic<bool> interrupted = false;
  WholeShares scheduler(Strategy::kSimple, Fresh(3, 9), base::Deadline(clock, &interrupted), 2, {});
  EXPECT_EQ(scheduler.Next().kind, Step::Kind::kStart);
  interrupted = true;
  EXPECT_EQ(scheduler.Next().kind, Step::Kind::kDone);
}

TEST(PreviewShares, SaysWhatTheBudgetReaches) {
  const auto shares =
      PreviewShares(Strategy::kAdaptive, Fresh(100, 9), seconds(20), 1, SchedulerOptions{});
  EXPECT_EQ(shares[0], Duration(milliseconds(1500)));
  EXPECT_EQ(shares[99], std::nullopt);
}

TEST(ClosingReserve, IsAPartOfTheBudgetWithinBounds) {
  EXPECT_EQ(ClosingReserve(seconds(2)), milliseconds(500));
  EXPECT_EQ(ClosingReserve(seconds(20)), seconds(1));
  EXPECT_EQ(ClosingReserve(seconds(60)), seconds(3));
  EXPECT_EQ(ClosingReserve(std::chrono::hours(1)), seconds(15));
}

}  // namespace
}  // namespace skua::plan
