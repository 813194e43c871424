#include "worker/worker_executor.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "support/processes.h"
#include "support/source.h"
#include "worker_fixture.h"

namespace skua::worker {
namespace {

using model::Isolation;
using model::Verdict;
using namespace std::chrono_literals;

class WorkerExecutorTest : public WorkerFixture {
 protected:
  WorkerExecutorTest() {
    options_.batch.time_limit_us = 300'000;
    options_.batch.probe_limit = 2'000'000'000;
    options_.description_grace = 1s;
  }
  HostileSubject Load(const model::LoadOptions& load = {}) {
    if (!loader_) loader_ = std::make_unique<WorkerLoader>(options_, log_);
    HostileSubject subject(loader_->Load(Module("hostile"), load, Generous()));
    if (subject.loaded().failure) throw std::runtime_error(subject.loaded().failure->detail);
    return subject;
  }
  // Not as for a search, where tests are stopped before they reach out of their process: what they
  // would do is up to the sandbox alone.
  HostileSubject LoadAsIs() { return Load({.instrument = false}); }
  // What the call, the last statement, gave.
  model::Value ResultOf(HostileSubject& subject, const std::string& function,
                        const std::vector<HostileSubject::Argument>& arguments = {}) {
    const auto test = subject.Call(function, arguments);
    const model::Observation observation = subject.executor().Observe({&test, 1}, Generous()).at(0);
    EXPECT_EQ(observation.verdict, Verdict::kPassed) << function << observation.exception.type_name;
    return observation.verdict == Verdict::kPassed ? observation.statements.back().result
                                                   : model::Value{};
  }

  std::string WorkingFolder(HostileSubject& subject) {
    std::string folder = ResultOf(subject, "working_folder_backwards").text;
    std::ranges::reverse(folder);
    EXPECT_FALSE(folder.empty());
    return folder;
  }

  std::unique_ptr<WorkerLoader> loader_;
};

TEST_F(WorkerExecutorTest, KeepsTheOrderOfTraces) {
  HostileSubject subject = Load();
  std::vector<model::TestCase> tests;
  for (int64_t i = 0; i < 5000; ++i) tests.push_back(subject.Call("add", {i % 7, i % 5}));
  for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
    if (isolation == Isolation::kFresh) tests.resize(20);
    const auto traces = subject.Run(tests, Generous(), isolation);
    ASSERT_EQ(traces.size(), tests.size());
    for (int64_t i = 0; i < static_cast<int64_t>(traces.size()); ++i) {
      const model::Trace& trace = traces[static_cast<std::size_t>(i)];
      ASSERT_EQ(trace.verdict, Verdict::kPassed);
      ASSERT_EQ(trace.predicates.size(), 1u);
      ASSERT_EQ(trace.predicates[0].to_true == 0, i % 7 > i % 5) << i;
    }
  }
}

struct HostileCall {
  const char* function;
  Verdict verdict;
};

class HostileCallTest : public WorkerExecutorTest,
                        public ::testing::WithParamInterface<HostileCall> {};

TEST_P(HostileCallTest, CostsItsOwnVerdictAndNobodyElses) {
  HostileSubject subject = LoadAsIs();
  const auto good = subject.Call("add", {2, 1});
  const auto bad = subject.Call(GetParam().function);
  const std::vector<model::TestCase> tests = {good, good, bad, good, good, good};
  for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
    EXPECT_THAT(VerdictsOf(subject.Run(tests, Generous(), isolation)),
                ElementsAre(Verdict::kPassed, Verdict::kPassed, GetParam().verdict,
                            Verdict::kPassed, Verdict::kPassed, Verdict::kPassed));
  }
  const auto observed = subject.executor().Observe(tests, Generous());
  ASSERT_EQ(observed.size(), tests.size());
  EXPECT_EQ(observed[2].verdict, GetParam().verdict);
  for (std::size_t i : {0, 1, 3, 4, 5}) EXPECT_EQ(observed[i].verdict, Verdict::kPassed);
}

INSTANTIATE_TEST_SUITE_P(
    Calls, HostileCallTest,
    ::testing::Values(
        HostileCall{"raise_key_error", Verdict::kRaised}, HostileCall{"leave", Verdict::kRaised},
        HostileCall{"loop", Verdict::kTimedOut},
        HostileCall{"loop_and_swallow", Verdict::kTimedOut},
        HostileCall{"hang_in_c", Verdict::kTimedOut},
        HostileCall{"block_signals_and_sleep", Verdict::kTimedOut},
        HostileCall{"crash", Verdict::kCrashed}, HostileCall{"recurse", Verdict::kRaised},
        HostileCall{"eat_memory", Verdict::kOutOfMemory},
        HostileCall{"fork_and_return", Verdict::kPassed},
        HostileCall{"print_much", Verdict::kPassed}, HostileCall{"read_stdin", Verdict::kRaised},
        HostileCall{"close_everything", Verdict::kCrashed},
        HostileCall{"write_to_every_descriptor", Verdict::kCrashed}),
    [](const auto& test) { return std::string(test.param.function); });

// A test that writes to the socket is believed where it says what can be, and nowhere else.
TEST_F(WorkerExecutorTest, BelievesNoTraceThatCannotBe) {
  HostileSubject subject = Load();
  std::vector<model::TestCase> tests = {subject.Call("forge_trace", {"none"})};
  for (const char* const lie : {"executed", "code_object", "order", "predicate", "distance",
                                "negative", "class", "verdict", "rest"}) {
    tests.push_back(subject.Call("forge_trace", {lie}));
  }
  tests.push_back(subject.Call("add", {1, 2}));
  auto verdicts = VerdictsOf(subject.Run(tests, Generous(), Isolation::kFresh));
  EXPECT_EQ(verdicts.front(), Verdict::kPassed);
  EXPECT_EQ(verdicts.back(), Verdict::kPassed);
  verdicts.erase(verdicts.begin());
  verdicts.pop_back();
  EXPECT_THAT(verdicts, Each(Verdict::kCrashed));
}

TEST_F(WorkerExecutorTest, GivesUpASubjectWhoseTestsOnlyLie) {
  HostileSubject subject = Load();
  const auto lie = subject.Call("forge_trace", {"distance"});
  const auto honest = subject.Call("add", {1, 2});
  std::vector<model::TestCase> tests(19, lie);
  tests.push_back(honest);
  tests.insert(tests.end(), 19, lie);
  EXPECT_NO_THROW(subject.Run(tests, Generous(), Isolation::kFresh));
  const std::vector<model::TestCase> lies(25, lie);
  EXPECT_THAT(test::ErrorOf([&] { subject.Run(lies, Generous(), Isolation::kFresh); }),
              HasSubstr("invalid answers in a row: a distance that is none"));
}

TEST_F(WorkerExecutorTest, TellsAnExitFromAPass) {
  HostileSubject subject = Load();
  const auto traces =
      subject.Run({subject.Call("end_process", {0}), subject.Call("end_process", {3})}, Generous());
  EXPECT_THAT(VerdictsOf(traces), Each(Verdict::kCrashed));
}

TEST_F(WorkerExecutorTest, StandsManyCulpritsAmongMany) {
  HostileSubject subject = LoadAsIs();
  std::vector<model::TestCase> tests;
  for (int64_t i = 0; i < 600; ++i) {
    tests.push_back(i % 50 == 7 ? subject.Call("crash") : subject.Call("add", {i, 3}));
  }
  const auto traces = subject.Run(tests, Generous());
  for (std::size_t i = 0; i < traces.size(); ++i) {
    EXPECT_EQ(traces[i].verdict, i % 50 == 7 ? Verdict::kCrashed : Verdict::kPassed) << i;
  }
}

TEST_F(WorkerExecutorTest, GetsANewServerForOneThatWasKilled) {
  HostileSubject subject = LoadAsIs();
  const auto good = subject.Call("add", {2, 1});
  const auto traces = subject.Run(
      {good, subject.Call("kill_parent"), good, subject.Call("crash"), good}, Generous());
  // A child dies with its server, a moment later: it may be in the next test by then.
  const auto either = AnyOf(Verdict::kPassed, Verdict::kCrashed);
  EXPECT_THAT(VerdictsOf(traces),
              ElementsAre(Verdict::kPassed, either, either, Verdict::kCrashed, Verdict::kPassed));
}

TEST_F(WorkerExecutorTest, KeepsTheOrderOfTracesOfSeveralChildren) {
  const base::CoreShare cores(3);
  HostileSubject subject = Load({.cores = &cores});
  std::vector<model::TestCase> tests;
  for (int64_t i = 0; i < 500; ++i) {
    tests.push_back(i == 137 ? subject.Call("end_process", {0})
                             : subject.Call("add", {i % 7, i % 5}));
  }
  const auto traces = subject.Run(tests, Generous());
  for (int64_t i = 0; i < 500; ++i) {
    const model::Trace& trace = traces[static_cast<std::size_t>(i)];
    ASSERT_EQ(trace.verdict, i == 137 ? Verdict::kCrashed : Verdict::kPassed) << i;
    if (i == 137) continue;
    ASSERT_EQ(trace.predicates.at(0).to_true == 0, i % 7 > i % 5) << i;
  }
}

// All children end with their server, but only one test is to blame.
TEST_F(WorkerExecutorTest, BlamesNoTestOfAnotherChildForALostServer) {
  const base::CoreShare cores(4);
  HostileSubject subject = Load({.instrument = false, .cores = &cores});
  std::vector<model::TestCase> tests(40, subject.Call("add", {2, 1}));
  tests[9] = subject.Call("kill_parent");  // the last of its part
  for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
    auto verdicts = VerdictsOf(subject.Run(tests, Generous(), isolation));
    verdicts.erase(verdicts.begin() + 9);
    EXPECT_THAT(verdicts, Each(Verdict::kPassed));
  }
  const auto observed = subject.executor().Observe(tests, Generous());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (i == 9) continue;
    EXPECT_EQ(observed[i].verdict, Verdict::kPassed) << i;
  }
}

// The engine is not contained, and what it kills is killed.
TEST_F(WorkerExecutorTest, KillsNoProcessThatAWorkerNames) {
  const pid_t victim = fork();
  if (victim == 0) {
    while (true) pause();
  }
  base::WriteFileAtomically(project_ / "victim", std::to_string(victim));
  loader_ = std::make_unique<WorkerLoader>(options_, log_);
  {
    HostileSubject subject(loader_->Load(Module("import_names_a_process"), {}, Generous()));
    ASSERT_FALSE(subject.loaded().failure);
    const auto test = subject.Call("harmless");
    EXPECT_THROW(subject.Run({test, test}, Generous(), Isolation::kFresh), base::Error);
  }
  EXPECT_EQ(waitpid(victim, nullptr, WNOHANG), 0);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
}

TEST_F(WorkerExecutorTest, ForgetsWhatATraceShowedBefore) {
  HostileSubject subject = Load();
  std::vector<model::Trace> traces;
  const auto reaching_out = subject.Call("write_file", {canary_.string()});
  subject.executor().Execute({&reaching_out, 1}, Isolation::kShared, Generous(), traces);
  ASSERT_TRUE(traces[0].reached_out);
  traces[0].lazy_uses.emplace_back();
  const auto crash = subject.Call("end_process", {3});
  subject.executor().Execute({&crash, 1}, Isolation::kShared, Generous(), traces);
  EXPECT_EQ(traces[0].verdict, Verdict::kCrashed);
  EXPECT_FALSE(traces[0].reached_out);
  EXPECT_TRUE(traces[0].lazy_uses.empty());
}

TEST_F(WorkerExecutorTest, RunsTestsApartInOneChildUntilOneLeavesStateOrEnds) {
  HostileSubject subject = LoadAsIs();
  const auto count = subject.Call("count_unseen", {});
  const auto results = [&](const std::vector<model::TestCase>& tests) {
    std::vector<int64_t> found;
    for (const auto& seen : subject.executor().Observe(tests, Generous())) {
      found.push_back(seen.statements.empty() ? -1 : seen.statements.back().result.integer);
    }
    return found;
  };
  EXPECT_THAT(results({count, count, count}), ElementsAre(0, 1, 2));
  EXPECT_THAT(results(std::vector<model::TestCase>(kTestsApart + 2, count)),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 0, 1));
  EXPECT_THAT(results({count, subject.Call("count_calls", {}), count}), ElementsAre(0, 1, 0));
  EXPECT_THAT(results({count, subject.Call("end_process", {3}), count}), ElementsAre(0, -1, 0));
  // What ends the process only behind other tests is no culprit.
  const auto ends = subject.Call("end_process_if_counted", {});
  EXPECT_THAT(results({count, ends, count}), ElementsAre(0, 7, 1));
  std::vector<model::Trace> traces;
  subject.executor().Execute(std::vector<model::TestCase>{count, ends, count}, Isolation::kFresh,
                             Generous(), traces);
  EXPECT_THAT(VerdictsOf(traces), Each(Verdict::kPassed));
}

TEST_F(WorkerExecutorTest, RunsFreshTestsEachInAProcessOfItsOwn) {
  HostileSubject subject = Load();
  // Each would see the file of the one before, had it not been another process with other ids.
  EXPECT_EQ(ResultOf(subject, "remember", {5}).integer, 1);
  EXPECT_EQ(ResultOf(subject, "remember", {5}).integer, 1);
}

TEST_F(WorkerExecutorTest, LeavesTestsUnrunWhenTheDeadlineComes) {
  HostileSubject subject = Load();
  const auto good = subject.Call("add", {2, 1});
  const auto hang = subject.Call("hang_in_c");
  std::vector<model::TestCase> tests(200, hang);
  tests.insert(tests.begin(), good);
  const auto deadline = base::Deadline(shared().clock).Within(1500ms);
  const auto traces = subject.Run(tests, deadline);
  // Not an absolute time, but far from the minute and more that these would take.
  EXPECT_LT(shared().clock.Now() - deadline.end(), 10s);
  EXPECT_EQ(traces.size(), tests.size());
  EXPECT_EQ(traces.front().verdict, Verdict::kPassed);
  EXPECT_EQ(traces.back().verdict, Verdict::kNotRun);

  const auto observed = subject.executor().Observe(tests, deadline);
  EXPECT_EQ(observed.size(), tests.size());
  EXPECT_EQ(observed.back().verdict, Verdict::kNotRun);
  // And it goes on with another deadline.
  EXPECT_THAT(VerdictsOf(subject.Run({good}, Generous())), ElementsAre(Verdict::kPassed));
}

TEST_F(WorkerExecutorTest, GivesATestLessTimeWhenLittleIsLeft) {
  options_.batch.time_limit_us = 600'000'000;
  HostileSubject subject = Load();
  const std::vector<model::TestCase> tests{subject.Call("hang_in_c"), subject.Call("add", {2, 1})};
  for (const Isolation isolation : {Isolation::kShared, Isolation::kFresh}) {
    const auto deadline = base::Deadline(shared().clock).Within(10s);
    EXPECT_THAT(VerdictsOf(subject.Run(tests, deadline, isolation)),
                ElementsAre(Verdict::kTimedOut, Verdict::kPassed));
  }
}

TEST_F(WorkerExecutorTest, StopsAtAnInterruptionWithoutADeadline) {
  HostileSubject subject = Load();
  std::atomic<bool> interrupted = true;
  const auto traces =
      subject.Run({subject.Call("hang_in_c")}, base::Deadline(shared().clock, &interrupted));
  EXPECT_THAT(VerdictsOf(traces), ElementsAre(Verdict::kNotRun));
}

TEST_F(WorkerExecutorTest, LetsTheProbeLimitDecideWithoutAClock) {
  options_.batch.time_limit_us = 60'000'000;
  options_.batch.probe_limit = 100'000;
  HostileSubject subject = Load();
  EXPECT_THAT(VerdictsOf(subject.Run({subject.Call("count")}, Generous())),
              ElementsAre(Verdict::kTimedOut));
}

TEST_F(WorkerExecutorTest, ReplacesChildrenThatHaveRunMany) {
  options_.tests_per_child = 10;
  HostileSubject subject = Load();
  for (int i = 0; i < 5; ++i) {
    const std::vector<model::TestCase> tests(7, subject.Call("add", {2, 1}));
    EXPECT_THAT(VerdictsOf(subject.Run(tests, Generous())), Each(Verdict::kPassed));
  }
}

TEST_F(WorkerExecutorTest, RetiresPredicatesAndBringsThemBack) {
  HostileSubject subject = Load();
  const auto test = subject.Call("add", {2, 1});
  const auto predicate = subject.Run({test}, Generous())[0].predicates.at(0).predicate;
  const auto executed = [&](Isolation isolation) {
    return subject.Run({test}, Generous(), isolation)[0].predicates.size();
  };
  subject.executor().Retire({&predicate, 1});
  EXPECT_EQ(executed(Isolation::kShared), 0u);
  EXPECT_EQ(executed(Isolation::kFresh), 0u);
  subject.executor().Retire({});
  EXPECT_EQ(executed(Isolation::kShared), 1u);
  subject.executor().Retire({&predicate, 1});
  subject.executor().Retire({});
  EXPECT_EQ(executed(Isolation::kShared), 1u);
}

TEST_F(WorkerExecutorTest, ServesSeveralThreadsAtOnce) {
  loader_ = std::make_unique<WorkerLoader>(options_, log_);
  std::vector<std::vector<Verdict>> verdicts(4);
  std::vector<std::thread> threads;
  for (auto& seen : verdicts) {
    threads.emplace_back([&] {
      HostileSubject subject = LoadAsIs();
      const auto good = subject.Call("add", {2, 1});
      for (int i = 0; i < 5; ++i) {
        const auto traces = subject.Run({good, subject.Call("crash"), good}, Generous());
        for (const model::Trace& trace : traces) seen.push_back(trace.verdict);
      }
      seen.push_back(subject.Run({good}, Generous(), Isolation::kFresh)[0].verdict);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& seen : verdicts) {
    ASSERT_EQ(seen.size(), 16u);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      EXPECT_EQ(seen[i], i % 3 == 1 ? Verdict::kCrashed : Verdict::kPassed) << i;
    }
  }
}

// Containment, seen from the inside.

TEST_F(WorkerExecutorTest, KeepsFilesOutsideTheScratchFolderFromTests) {
  if (options_.features.landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  HostileSubject subject = LoadAsIs();
  const std::string folder = scratch_.path().string();
  const auto traces =
      subject.Run({subject.Call("write_file", {canary_.string()}),
                   subject.Call("write_file", {folder + "/new"}),
                   subject.Call("write_file", {(project_ / "hostile.py").string()}),
                   subject.Call("remove_tree", {folder}), subject.Call("write_file", {"/dev/null"}),
                   subject.Call("write_file", {"in-scratch.txt"})},
                  Generous());
  EXPECT_THAT(VerdictsOf(traces),
              ElementsAre(Verdict::kRaised, Verdict::kRaised, Verdict::kRaised, Verdict::kPassed,
                          Verdict::kPassed, Verdict::kPassed));
  EXPECT_EQ(traces[0].exception, "builtins:PermissionError");
  EXPECT_FALSE(std::filesystem::exists(scratch_.path() / "new"));
  EXPECT_EQ(base::ReadFile(project_ / "hostile.py"),
            base::ReadFile(test::Source("tests/unit/worker/subjects/hostile.py")));
}

TEST_F(WorkerExecutorTest, LimitsTheSizeOfFiles) {
  HostileSubject subject = LoadAsIs();
  const auto traces = subject.Run({subject.Call("write_much", {"large"})}, Generous());
  EXPECT_THAT(VerdictsOf(traces), ElementsAre(Verdict::kRaised));
  EXPECT_EQ(traces[0].exception, "builtins:OSError");
}

TEST_F(WorkerExecutorTest, KeepsSecretsOutOfTheEnvironment) {
  setenv("GITHUB_TOKEN", "secret", 1);
  setenv("LC_TIME", "C", 1);
  HostileSubject subject = Load();
  unsetenv("GITHUB_TOKEN");
  unsetenv("LC_TIME");
  std::vector<std::string> names;
  for (const model::Value& name : ResultOf(subject, "environment").items)
    names.push_back(name.text);
  EXPECT_THAT(names, IsSupersetOf({"HOME", "LC_TIME", "TMPDIR"}));
  for (const std::string& name : names) {
    EXPECT_THAT(name, AnyOf("PATH", "LANG", "LANGUAGE", "TZ", "VIRTUAL_ENV", "HOME", "TMPDIR",
                            "LD_LIBRARY_PATH", StartsWith("LC_"), StartsWith("XDG_"),
                            "PYTHONUSERBASE", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"));
  }
}

TEST_F(WorkerExecutorTest, KeepsOtherProcessesFromTests) {
  if (options_.features.landlock_abi < 6) GTEST_SKIP() << "Landlock here knows no signals";
  HostileSubject subject = LoadAsIs();
  const int64_t self = getpid();
  const auto traces = subject.Run(
      {subject.Call("kill", {self}), subject.Call("environment_of", {self})}, Generous());
  EXPECT_THAT(VerdictsOf(traces), Each(Verdict::kRaised));
  // In a namespace of its own nobody has that number.
  const bool is_alone = options_.features.processes;
  EXPECT_EQ(traces[0].exception,
            is_alone ? "builtins:ProcessLookupError" : "builtins:PermissionError");
  EXPECT_EQ(traces[1].exception,
            is_alone ? "builtins:FileNotFoundError" : "builtins:PermissionError");
}

TEST_F(WorkerExecutorTest, KeepsTheNetworkFromTests) {
  using NetworkKind = ContainmentFeatures::Network;
  if (options_.features.network == NetworkKind::kNone && options_.features.landlock_abi < 4) {
    GTEST_SKIP() << "nothing here keeps the network from a process";
  }
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  HostileSubject subject = Load();
  const auto traces =
      subject.Run({subject.Call("connect", {int64_t{ntohs(address.sin_port)}})}, Generous());
  EXPECT_THAT(VerdictsOf(traces), ElementsAre(Verdict::kRaised));
  close(listener);
}

TEST_F(WorkerExecutorTest, KeepsTheUserAndTheProjectReadable) {
  HostileSubject subject = Load();
  EXPECT_EQ(ResultOf(subject, "user").integer, static_cast<int64_t>(getuid()));
  EXPECT_THAT(WorkingFolder(subject), Not(HasSubstr(project_.string())));
}

TEST_F(WorkerExecutorTest, TakesItsProcessesWithIt) {
  std::vector<pid_t> left_behind;
  {
    HostileSubject subject = LoadAsIs();
    for (const bool own_session : {false, true}) {
      const auto process = ProcessHandle::OfDescendant(
          static_cast<pid_t>(ResultOf(subject, "leave_a_process_behind", {own_session}).integer),
          getpid());
      ASSERT_TRUE(process);
      left_behind.push_back(process->pid());
    }
  }
  for (const pid_t pid : left_behind) {
    EXPECT_TRUE(test::HasEnded(pid));
  }
}

TEST_F(WorkerExecutorTest, DiesWithAnEngineThatIsKilled) {
  shared();
  int fds[2];
  ASSERT_EQ(pipe2(fds, O_CLOEXEC), 0);
  const pid_t engine = fork();
  if (engine == 0) {
    setenv("TMPDIR", scratch_.path().c_str(), 1);  // whose clean-up falls to this process
    HostileSubject subject = Load();
    const auto process = ProcessHandle::OfDescendant(
        static_cast<pid_t>(ResultOf(subject, "parent").integer), getpid());
    const pid_t server = process ? process->pid() : -1;
    [[maybe_unused]] const ssize_t written = write(fds[1], &server, sizeof server);
    while (true) pause();
  }
  pid_t server = -1;
  ASSERT_EQ(read(fds[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
  ASSERT_GT(server, 1);
  ASSERT_EQ(kill(server, 0), 0);
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  EXPECT_TRUE(test::HasEnded(server));
  for (const int fd : fds) close(fd);
}

TEST_F(WorkerExecutorTest, LeavesNoScratchFolderAndNoZombie) {
  std::string folder;
  {
    HostileSubject subject = Load();
    folder = WorkingFolder(subject);
    EXPECT_TRUE(std::filesystem::exists(folder));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  siginfo_t info{};
  waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
  EXPECT_EQ(info.si_pid, 0);
}

}  // namespace
}  // namespace skua::worker
