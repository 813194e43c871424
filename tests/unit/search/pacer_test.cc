// A search whose time is given to it piece by piece.

#include "search/evaluation/pacer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using base::Duration;
using namespace std::chrono_literals;

constexpr Duration kBatch = 10ms;  // what executing one takes

class TimedExecutor final : public test::FakeExecutor {
 public:
  TimedExecutor(Run run, test::FakeClock& clock) : FakeExecutor(std::move(run)), clock_(clock) {}

  void Execute(std::span<const TestCase> tests, Isolation isolation, const base::Deadline& deadline,
               std::vector<model::Trace>& traces) override {
    EXPECT_FALSE(asleep);
    clock_.Advance(kBatch);
    FakeExecutor::Execute(tests, isolation, deadline, traces);
  }
  void Sleep() override { asleep = true; }
  void Wake() override { asleep = false; }

  bool asleep = false;

 private:
  test::FakeClock& clock_;
};

// Grants a second at a time, with an hour's sleep before each but the first.
class HourlyPacer final : public Pacer {
 public:
  HourlyPacer(int seconds, test::FakeClock& clock, const TimedExecutor& executor)
      : seconds_(seconds), clock_(clock), executor_(executor) {}

  Duration granted() const override { return granted_; }
  bool Suspend(const SearchProgress& progress) override {
    EXPECT_TRUE(executor_.asleep);
    EXPECT_GE(progress.searched, granted_);
    searched.push_back(progress.searched);
    covered.push_back(progress.covered);
    goals = progress.goals;
    EXPECT_TRUE(std::ranges::is_sorted(progress.discovery, {}, &model::GainPoint::searched));
    EXPECT_TRUE(std::ranges::is_sorted(progress.discovery, {}, &model::GainPoint::covered));
    if (!progress.discovery.empty()) {
      EXPECT_EQ(progress.discovery.back().covered, progress.covered);
      EXPECT_EQ(progress.discovery.back().searched + progress.since_gain, progress.searched);
    }
    if (static_cast<int>(searched.size()) == seconds_) return false;
    clock_.Advance(1h);
    granted_ += 1s;
    return true;
  }

  std::vector<Duration> searched;
  std::vector<std::size_t> covered;
  std::size_t goals = 0;

 private:
  const int seconds_;
  test::FakeClock& clock_;
  const TimedExecutor& executor_;
  Duration granted_ = 1s;
};

class PacerTest : public SearchTest, public ::testing::WithParamInterface<std::string_view> {
 protected:
  PacerTest() {
    options_.algorithm = GetParam();
    options_.max_generations = 0;
    options_.stagnation = 0;
    options_.local_search_probability = 0;  // whose batches count as one step
    options_.population = 10;
  }
  SearchResult RunWith(HourlyPacer& pacer) {
    base::Rng rng(1);
    return Search(program_.subject, timed_, options_, {}, rng, base::Deadline(clock_), &pacer);
  }

  TimedExecutor timed_{[this](const TestCase& test, Isolation) { return program_.Interpret(test); },
                       clock_};
};

TEST_P(PacerTest, SuspendsTheSearchWhenItsTimeIsOverAndDoesNotCountTheSleep) {
  AddStuck(program_);
  HourlyPacer pacer(3, clock_, timed_);
  const SearchResult result = RunWith(pacer);
  ASSERT_EQ(pacer.searched.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LT(pacer.searched[i], (i + 1) * Duration(1s) + 10 * kBatch);
  }
  EXPECT_EQ(result.duration, pacer.searched.back());
  EXPECT_LT(result.last_gain, Duration(3s));
  EXPECT_EQ(pacer.goals, result.covered.size());
  EXPECT_EQ(pacer.covered.back(), Count(result.covered));
  EXPECT_FALSE(result.discovery.empty());
}

TEST_P(PacerTest, DoesNotDisturbASearchThatEndsByItself) {
  AddAccount(program_);
  HourlyPacer pacer(1000, clock_, timed_);
  const SearchResult result = RunWith(pacer);
  EXPECT_EQ(Count(result.covered), result.covered.size());
  EXPECT_LT(pacer.searched.size(), 1000u);
  EXPECT_EQ(result.discovery.back().searched, result.last_gain);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, PacerTest, ::testing::ValuesIn(AlgorithmNames()),
                         [](const auto& algorithm) {
                           std::string name(algorithm.param);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace skua::search
