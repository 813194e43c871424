// Subjects loaded with their mutants, and tests observed under one of them.

#include <stdexcept>

#include "support/matchers.h"

#include "worker_fixture.h"

namespace skua::worker {
namespace {

using model::MutantIndex;
using model::Observation;
using model::Verdict;
using namespace std::chrono_literals;

constexpr const char* kSource = R"(
import itertools
import os

LIMIT = 3

def clipped(value: int) -> int:
    if value > LIMIT:
        return LIMIT
    return value

def countdown(steps: int) -> int:
    while steps > 0:
        steps -= 1
    return steps

def guarded(key: str, is_safe: bool = True) -> int:
    if not is_safe:
        os._exit(3)
    if key == "hang":
        sum(itertools.repeat(0))
    return len(key)

def remember(value: int, seen: list = []) -> int:
    seen.append(value)
    return len(seen)

LEFT = []

def process(leaves: bool = False) -> int:
    if leaves:
        LEFT.append(1)
    return os.getpid()
)";

class MutantsTest : public WorkerFixture {
 protected:
  MutantsTest() {
    base::WriteFileAtomically(project_ / "mutated.py", kSource);
    options_.batch.time_limit_us = 300'000;
  }
  HostileSubject Load(const model::LoadOptions& load) {
    if (!loader_) loader_ = std::make_unique<WorkerLoader>(options_, log_);
    return HostileSubject(loader_->Load(Module("mutated"), load, Generous()));
  }
  HostileSubject LoadMutated() { return Load(kWithMutants); }

  static MutantIndex Find(const HostileSubject& subject, const std::string& original,
                          const std::string& mutated) {
    const auto& mutants = const_cast<HostileSubject&>(subject).loaded().mutants;
    for (MutantIndex i = 0; i < mutants.size(); ++i) {
      if (mutants[i].original == original && mutants[i].mutated == mutated) return i;
    }
    throw std::logic_error("no mutant " + mutated);
  }

  struct Seen {
    std::size_t test;
    Observation observation;
  };
  // All that is told of the tests, up to `most` of them.
  std::vector<Seen> ObserveUnder(HostileSubject& subject, MutantIndex mutant,
                                 const std::vector<model::TestCase>& tests,
                                 std::size_t most = SIZE_MAX, uint32_t probes = 1'000'000) {
    std::vector<Seen> seen;
    const std::vector<uint32_t> limits(tests.size(), probes);
    subject.executor().ObserveUnder(mutant, tests, limits, Generous(),
                                    [&](std::size_t test, Observation observation) {
                                      seen.push_back({test, std::move(observation)});
                                      return seen.size() < most;
                                    });
    return seen;
  }
  static std::vector<Verdict> VerdictsIn(const std::vector<Seen>& seen) {
    std::vector<Verdict> verdicts;
    for (const Seen& one : seen) verdicts.push_back(one.observation.verdict);
    return verdicts;
  }
  static int64_t ResultIn(const Observation& observation) {
    return observation.statements.empty() ? -1 : observation.statements.back().result.integer;
  }

  static inline const model::LoadOptions kWithMutants{
      .instrument = false, .mutants = 100, .mutant_seed = 1};
  std::unique_ptr<WorkerLoader> loader_;
};

TEST_F(MutantsTest, AreOfTheSubjectAsItIs) {
  HostileSubject plain = Load({.instrument = false});
  HostileSubject mutated = LoadMutated();
  ASSERT_FALSE(mutated.loaded().failure) << mutated.loaded().failure->detail;
  EXPECT_THAT(plain.loaded().mutants, IsEmpty());
  const auto& mutants = mutated.loaded().mutants;
  const model::Mutant& boundary = mutants[Find(mutated, "value > LIMIT", "value >= LIMIT")];
  EXPECT_EQ(boundary.operator_name, "comparison");
  EXPECT_EQ(boundary.line, 8u);
  EXPECT_FALSE(boundary.at_import);
  EXPECT_EQ(mutated.loaded().subject.code_objects[boundary.code_object].qualified_name, "clipped");
  EXPECT_TRUE(mutants[Find(mutated, "3", "4")].at_import);
  HostileSubject again = LoadMutated();
  ASSERT_EQ(again.loaded().mutants.size(), mutants.size());
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    EXPECT_EQ(again.loaded().mutants[i].mutated, mutants[i].mutated);
  }
}

TEST_F(MutantsTest, AreReachedByTestsThatExecuteTheirPlaces) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests = {subject.Call("clipped", {1}),
                                              subject.Call("clipped", {5})};
  const auto observed = subject.executor().Observe(tests, Generous());
  const MutantIndex small = Find(subject, "return value", "pass");
  const MutantIndex large = Find(subject, "return LIMIT", "pass");
  EXPECT_THAT(observed[0].reached_mutants, Contains(small));
  EXPECT_THAT(observed[0].reached_mutants, Not(Contains(large)));
  EXPECT_THAT(observed[1].reached_mutants, Contains(large));
  EXPECT_THAT(observed[1].reached_mutants, Not(Contains(small)));
  EXPECT_GT(observed[0].executed_probes, 0u);
  const auto seen = ObserveUnder(subject, model::kNoIndex, tests);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[1].observation.reached_mutants, observed[1].reached_mutants);
}

TEST_F(MutantsTest, ChangeWhatTestsShowWhileTheyAreActive) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests = {subject.Call("clipped", {1}),
                                              subject.Call("clipped", {5})};
  const auto seen = ObserveUnder(subject, Find(subject, "return LIMIT", "pass"), tests);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].test, 0u);
  EXPECT_EQ(ResultIn(seen[0].observation), 1);
  EXPECT_EQ(ResultIn(seen[1].observation), 5);
  EXPECT_THAT(seen[1].observation.reached_mutants, IsEmpty());
  // And no longer: not for whoever comes next.
  EXPECT_EQ(ResultIn(subject.executor().Observe(tests, Generous())[1]), 3);
  EXPECT_THAT(VerdictsOf(subject.Run(tests, Generous())), Each(Verdict::kPassed));
}

TEST_F(MutantsTest, AreLeftWhenEnoughWasSeen) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests(5, subject.Call("clipped", {5}));
  const MutantIndex mutant = Find(subject, "return LIMIT", "pass");
  EXPECT_EQ(ObserveUnder(subject, mutant, tests, 2).size(), 2u);
  EXPECT_EQ(ObserveUnder(subject, mutant, tests, 1).size(), 1u);
  EXPECT_EQ(ObserveUnder(subject, model::kNoIndex, tests).size(), 5u);
}

TEST_F(MutantsTest, CostTheTestThatCrashesAndNoOther) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests = {subject.Call("guarded", {"abc"}),
                                              subject.Call("clipped", {1}),
                                              subject.Call("guarded", {"abc", false})};
  const auto seen = ObserveUnder(subject, Find(subject, "not is_safe", "is_safe"), tests);
  EXPECT_THAT(VerdictsIn(seen), ElementsAre(Verdict::kCrashed, Verdict::kPassed, Verdict::kPassed));
}

TEST_F(MutantsTest, CostTheTestThatHangsAndNoOther) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests = {subject.Call("guarded", {"abc"}),
                                              subject.Call("guarded", {"hang"})};
  const auto mutant = Find(subject, "key == 'hang'", "key != 'hang'");
  const auto seen = ObserveUnder(subject, mutant, tests);
  ASSERT_THAT(VerdictsIn(seen), ElementsAre(Verdict::kTimedOut, Verdict::kPassed));
  EXPECT_EQ(ResultIn(seen[1].observation), 4);
}

TEST_F(MutantsTest, ThatLoopForEverEndAtTheLimitOnProbes) {
  options_.batch.time_limit_us = 60'000'000;
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests = {subject.Call("countdown", {3})};
  const uint64_t needed = subject.executor().Observe(tests, Generous())[0].executed_probes;
  EXPECT_THAT(
      VerdictsIn(ObserveUnder(subject, model::kNoIndex, tests, 1, static_cast<uint32_t>(needed))),
      ElementsAre(Verdict::kPassed));
  const MutantIndex mutant = Find(subject, "steps -= 1", "steps += 1");
  EXPECT_THAT(VerdictsIn(ObserveUnder(subject, mutant, tests, 1, 10'000)),
              ElementsAre(Verdict::kTimedOut));
}

TEST_F(MutantsTest, MeetTestsAsIfEachWereTheFirst) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests(3, subject.Call("remember", {5}));
  for (const auto& seen : ObserveUnder(subject, Find(subject, "not is_safe", "is_safe"), tests)) {
    EXPECT_EQ(ResultIn(seen.observation), 1);
  }
}

TEST_F(MutantsTest, ShareAProcessAsLongAsTheyLeaveNothing) {
  HostileSubject subject = LoadMutated();
  const MutantIndex mutant = Find(subject, "not is_safe", "is_safe");
  // The processes in which trials ran, of which one leaves state changed.
  const auto processes = [&](std::size_t count, std::size_t leaving = SIZE_MAX) {
    std::vector<model::Executor::Trial> trials;
    for (std::size_t i = 0; i < count; ++i) {
      trials.push_back({mutant, {subject.Call("process", {i == leaving})}, {1'000'000}});
    }
    std::vector<int64_t> seen;
    subject.executor().ObserveEachUnder(
        trials, Generous(), [&](std::size_t, std::size_t, const Observation& observation) {
          seen.push_back(ResultIn(observation));
          return true;
        });
    return seen;
  };
  constexpr std::size_t kTogether = model::Executor::kTrialsTogether;
  std::vector<int64_t> seen = processes(kTogether + 1);
  EXPECT_EQ(std::ranges::count(seen, seen[0]), static_cast<std::ptrdiff_t>(kTogether));
  EXPECT_THAT(processes(1), Not(ElementsAre(seen.back()))) << "the first has a new one";
  seen = processes(3, /*leaving=*/1);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_NE(seen[1], seen[2]);
  EXPECT_NE(ResultIn(subject.executor().Observe({{subject.Call("process", {})}}, Generous())[0]),
            seen[2])
      << "what runs without a mutant has another";
  subject.executor().KeepTrialsApart();
  seen = processes(3);
  EXPECT_NE(seen[0], seen[1]);
}

TEST_F(MutantsTest, AreNotTriedWhenTheDeadlineHasCome) {
  HostileSubject subject = LoadMutated();
  const std::vector<model::TestCase> tests(200, subject.Call("guarded", {"hang"}));
  const std::vector<uint32_t> limits(tests.size(), 1'000'000);
  std::size_t told = 0;
  const auto count = [&](std::size_t, const Observation& observation) {
    EXPECT_EQ(observation.verdict, Verdict::kTimedOut);
    return ++told > 0;
  };
  const auto deadline = base::Deadline(shared().clock).Within(1500ms);
  subject.executor().ObserveUnder(0, tests, limits, deadline, count);
  EXPECT_LT(told, 10u);
  told = 0;
  subject.executor().ObserveUnder(0, tests, limits, deadline, count);
  EXPECT_EQ(told, 0u);
}

TEST_F(MutantsTest, MustHaveBeenAskedFor) {
  HostileSubject subject = Load({.instrument = false});
  const std::vector<model::TestCase> tests = {subject.Call("clipped", {1})};
  EXPECT_THROW(ObserveUnder(subject, model::kNoIndex, tests), std::logic_error);
  model::LoadOptions load = kWithMutants;
  load.active_mutant = 0;
  EXPECT_THROW(Load(load), std::logic_error);
  LoadMutated();
  load.mutant_seed = 2;
  EXPECT_THROW(Load(load), std::logic_error);
  load.instrument = true;
  EXPECT_THROW(Load(load), std::logic_error);
}

TEST_F(MutantsTest, OfTheImportAreActiveFromThereOn) {
  HostileSubject plain = LoadMutated();
  const std::vector<model::TestCase> tests = {plain.Call("clipped", {5})};
  model::LoadOptions load = kWithMutants;
  load.active_mutant = Find(plain, "3", "4");
  HostileSubject subject = Load(load);
  ASSERT_FALSE(subject.loaded().failure) << subject.loaded().failure->detail;
  EXPECT_EQ(subject.loaded().subject.callables.size(), plain.loaded().subject.callables.size());
  EXPECT_EQ(subject.loaded().mutants.size(), plain.loaded().mutants.size());
  EXPECT_EQ(ResultIn(subject.executor().Observe(tests, Generous())[0]), 4);
  EXPECT_EQ(ResultIn(ObserveUnder(subject, model::kNoIndex, tests)[0].observation), 4);
  EXPECT_EQ(ResultIn(plain.executor().Observe(tests, Generous())[0]), 3);
}

TEST_F(MutantsTest, OfTheImportMayBreakIt) {
  base::WriteFileAtomically(project_ / "mutated.py", "N = 1\nM = 6 // N\ndef half(): return M\n");
  HostileSubject plain = LoadMutated();
  model::LoadOptions load = kWithMutants;
  load.active_mutant = Find(plain, "1", "0");
  HostileSubject subject = Load(load);
  ASSERT_TRUE(subject.loaded().failure.has_value());
  EXPECT_EQ(subject.loaded().failure->code, model::ReasonCode::kImportRaises);
}

}  // namespace
}  // namespace skua::worker
