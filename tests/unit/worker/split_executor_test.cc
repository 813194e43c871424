#include "worker/split_executor.h"

#include <barrier>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>

#include "base/error.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/fake_mutants.h"
#include "support/matchers.h"

namespace skua::worker {
namespace {

using model::Isolation;
using model::TestCase;
using model::Trace;
using model::Verdict;
using namespace std::chrono_literals;

// Tests that are told apart by a number.
std::vector<TestCase> Numbered(std::size_t count) {
  std::vector<TestCase> tests(count);
  for (std::size_t i = 0; i < count; ++i) {
    tests[i].statements.resize(1);
    tests[i].statements[0].integer = static_cast<int64_t>(i);
  }
  return tests;
}

std::size_t NumberOf(const TestCase& test) {
  return static_cast<std::size_t>(test.statements[0].integer);
}

Trace Shown(const TestCase& test, Verdict verdict = Verdict::kPassed) {
  return {.verdict = verdict,
          .code_objects = {static_cast<model::CodeObjectIndex>(NumberOf(test))},
          .predicates = {{.predicate = 3}}};
}

std::vector<std::size_t> NumbersIn(const std::vector<Trace>& traces) {
  std::vector<std::size_t> numbers;
  for (const Trace& trace : traces) {
    for (const auto code_object : trace.code_objects) numbers.push_back(code_object);
  }
  return numbers;
}

std::vector<std::size_t> UpTo(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

class SplitExecutorTest : public ::testing::Test {
 protected:
  // What one of the executors was given, by isolation.
  struct Given {
    std::vector<std::size_t> shared, alone;
    bool operator==(const Given&) const = default;
  };
  using Run = std::function<Trace(const TestCase&)>;

  SplitExecutor Split(
      std::size_t parts, Run run = [](const TestCase& test) { return Shown(test); }) {
    given_.clear();
    return SplitExecutor(
        [this, run] {
          Given& given = *given_.emplace_back(std::make_unique<Given>());
          auto executor = std::make_unique<test::FakeExecutor>(
              [&given, run](const TestCase& test, Isolation isolation) {
                (isolation == Isolation::kShared ? given.shared : given.alone)
                    .push_back(NumberOf(test));
                return run(test);
              },
              [](const TestCase& test) {
                return model::Observation{.verdict = Verdict::kPassed,
                                          .executed_probes = NumberOf(test)};
              });
          made_.push_back(executor.get());
          return executor;
        },
        cores_, parts);
  }
  std::vector<Trace> Execute(SplitExecutor& executor, std::size_t tests,
                             Isolation isolation = Isolation::kShared) {
    std::vector<Trace> traces(3);  // of an earlier batch
    executor.Execute(Numbered(tests), isolation, deadline_, traces);
    return traces;
  }
  std::vector<Given> given() const {
    std::vector<Given> given;
    for (const auto& one : given_) given.push_back(*one);
    return given;
  }

  test::FakeClock clock_;
  base::Deadline deadline_ = base::Deadline(clock_).Within(1min);
  base::CoreShare cores_{2};
  std::vector<std::unique_ptr<Given>> given_;  // by executor
  std::vector<test::FakeExecutor*> made_;
};

TEST_F(SplitExecutorTest, KeepsTheOrderOfTraces) {
  for (const unsigned cores : {1u, 2u, 4u}) {
    cores_.SetCores(cores);
    for (const std::size_t parts : {0u, 1u, 4u}) {
      SplitExecutor executor = Split(parts);
      for (const std::size_t tests : {0u, 1u, 7u, 50u, 123u}) {
        for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
          EXPECT_EQ(NumbersIn(Execute(executor, tests, isolation)), UpTo(tests));
        }
      }
    }
  }
}

TEST_F(SplitExecutorTest, GivesEachCoreAPart) {
  cores_.SetCores(3);
  SplitExecutor executor = Split(0);
  Execute(executor, 30);
  ASSERT_EQ(given_.size(), 3u);
  for (const auto& part : given_) EXPECT_EQ(part->shared.size(), 10u);
}

TEST_F(SplitExecutorTest, RunsPartsAtTheSameTime) {
  std::barrier meeting(2);  // nobody gets past it alone
  SplitExecutor executor = Split(0, [&](const TestCase& test) {
    if (NumberOf(test) % 10 == 0) meeting.arrive_and_wait();
    return Shown(test);
  });
  EXPECT_EQ(NumbersIn(Execute(executor, 20)), UpTo(20));
}

TEST_F(SplitExecutorTest, GivesAPartTheSameTestsWhateverTheCores) {
  std::vector<std::vector<Given>> by_cores;
  for (const unsigned cores : {1u, 2u, 4u, 7u}) {
    cores_.SetCores(cores);
    SplitExecutor executor = Split(4);
    for (const std::size_t tests : {50u, 3u, 9u, 50u}) Execute(executor, tests);
    by_cores.push_back(given());
    EXPECT_EQ(by_cores.back(), by_cores.front()) << cores;
  }
}

TEST_F(SplitExecutorTest, KeepsTestsThatAreAloneAwayFromTheChildrenOfOthers) {
  SplitExecutor executor = Split(4);
  Execute(executor, 20);
  Execute(executor, 20, Isolation::kFresh);
  Execute(executor, 20);
  for (const auto& part : given_) EXPECT_TRUE(part->shared.empty() || part->alone.empty());
}

TEST_F(SplitExecutorTest, SplitsNoBatchThatIsSmall) {
  SplitExecutor executor = Split(0);
  Execute(executor, 7);
  EXPECT_EQ(given_.size(), 1u);
}

TEST_F(SplitExecutorTest, LosesNothingButTheTestThatEndedItsChild) {
  SplitExecutor executor = Split(0, [](const TestCase& test) {
    return Shown(test, NumberOf(test) == 13 ? Verdict::kCrashed : Verdict::kPassed);
  });
  const auto traces = Execute(executor, 20);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(traces[i].verdict, i == 13 ? Verdict::kCrashed : Verdict::kPassed) << i;
  }
}

TEST_F(SplitExecutorTest, ThrowsWhenAPartIsLost) {
  SplitExecutor executor = Split(0, [](const TestCase& test) -> Trace {
    if (NumberOf(test) == 13) throw base::Error("the worker is gone");
    return Shown(test);
  });
  EXPECT_THROW(Execute(executor, 20), base::Error);
  EXPECT_THROW(Execute(executor, 20, Isolation::kFresh), base::Error);
  EXPECT_EQ(NumbersIn(Execute(executor, 12)), UpTo(12));
}

TEST_F(SplitExecutorTest, LeavesWhatTheDeadlineDidNotReach) {
  cores_.SetCores(1);
  for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
    for (const std::size_t parts : {0u, 4u}) {
      deadline_ = base::Deadline(clock_).Within(1min);
      SplitExecutor executor = Split(parts, [&](const TestCase& test) {
        if (NumberOf(test) == 12) clock_.Advance(1h);
        return Shown(test);
      });
      const auto traces = Execute(executor, 20, isolation);
      ASSERT_EQ(traces.size(), 20u);
      EXPECT_EQ(NumbersIn(traces), UpTo(13));
      for (std::size_t i = 13; i < 20; ++i) EXPECT_EQ(traces[i].verdict, Verdict::kNotRun);
    }
  }
}

TEST_F(SplitExecutorTest, TellsAllExecutorsWhichPredicatesAreRetired) {
  SplitExecutor executor = Split(4);
  Execute(executor, 4);
  executor.Retire(std::vector<model::PredicateIndex>{3});
  for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
    for (const Trace& trace : Execute(executor, 40, isolation)) {
      EXPECT_TRUE(trace.predicates.empty());
    }
  }
  executor.Retire({});
  for (const Trace& trace : Execute(executor, 40)) EXPECT_EQ(trace.predicates.size(), 1u);
}

TEST_F(SplitExecutorTest, ObservesInOrder) {
  SplitExecutor executor = Split(0);
  const auto seen = executor.Observe(Numbered(30), deadline_);
  ASSERT_EQ(seen.size(), 30u);
  for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(seen[i].executed_probes, i);
}

TEST_F(SplitExecutorTest, ObservesEachMutantInOrderUntilItIsEnough) {
  cores_.SetCores(3);
  SplitExecutor executor(
      [] {
        return std::make_unique<test::FakeMutants>(
            [](const TestCase& test, model::MutantIndex mutant) {
              return model::Observation{.verdict = Verdict::kPassed,
                                        .executed_probes = 100 * mutant + NumberOf(test)};
            });
      },
      cores_, 0);
  std::vector<model::Executor::Trial> trials;
  for (model::MutantIndex mutant = 0; mutant < 20; ++mutant) {
    trials.push_back({mutant, Numbered(5), std::vector<uint32_t>(5, 1'000'000)});
  }
  std::vector<std::vector<uint64_t>> seen(trials.size());
  executor.ObserveEachUnder(trials, deadline_,
                            [&](std::size_t trial, std::size_t test, const auto& observation) {
                              EXPECT_EQ(test, seen[trial].size());
                              seen[trial].push_back(observation.executed_probes);
                              return test < 2;
                            });
  for (uint64_t trial = 0; trial < trials.size(); ++trial) {
    EXPECT_THAT(seen[trial], ElementsAre(100 * trial, 100 * trial + 1, 100 * trial + 2));
  }
}

}  // namespace
}  // namespace skua::worker
