#include "worker/contained_pytest.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "support/matchers.h"
#include "worker_fixture.h"

namespace skua::worker {
namespace {

using model::PytestRequest;
using model::PytestResult;
using Order = model::PytestPass::Order;
using Outcome = model::PytestResult::Outcome;
using namespace std::chrono_literals;

class ContainedPytestTest : public WorkerFixture {
 protected:
  ContainedPytestTest() {
    base::WriteFileAtomically(project_ / "parcel.py", "def size():\n    return 5\n");
  }
  void SetUp() override {
    if (!shared().interpreter.pytest_version) GTEST_SKIP() << "no pytest in this interpreter";
  }
  void TearDown() override {
    WorkerFixture::TearDown();
    EXPECT_FALSE(std::filesystem::exists(project_ / ".pytest_cache"));
    EXPECT_FALSE(std::filesystem::exists(project_ / "__pycache__"));
  }

  ContainedPytest Runner() const {
    return ContainedPytest({options_.interpreter,
                            project_,
                            {project_},
                            options_.runtime_folder,
                            options_.bytecode,
                            options_.coverage_exclusions,
                            options_.limits,
                            options_.features},
                           log_);
  }
  PytestResult Run(const PytestRequest& request) { return Runner().Run(request, Generous()); }
  static std::map<std::string, Outcome> OutcomesOf(const PytestResult& result) {
    std::map<std::string, Outcome> outcomes;
    for (const PytestResult::Test& test : result.tests) outcomes[test.name] = test.outcome;
    return outcomes;
  }
  // The names of the tests of one pass, in the order in which they were run.
  static std::vector<std::string> NamesOf(const PytestResult& result, std::size_t pass = 0) {
    std::vector<std::string> names;
    for (const PytestResult::Test& test : result.tests) {
      if (test.pass == pass) names.push_back(test.name);
    }
    return names;
  }
  static std::string MessageOf(const PytestResult& result, const std::string& name) {
    const auto test = std::ranges::find(result.tests, name, &PytestResult::Test::name);
    return test == result.tests.end() ? "" : test->message;
  }
  static std::vector<std::string> FailuresOf(const PytestResult& result, std::size_t pass) {
    std::vector<std::string> names;
    for (const PytestResult::Test& test : result.tests) {
      if (test.pass == pass && test.outcome == Outcome::kFailed) names.push_back(test.name);
    }
    return names;
  }
};

constexpr const char* kEveryOutcome = R"(import os
import pytest
from parcel import size


def test_passes():
    assert size() == 5


def test_fails():
    assert size() == 6


@pytest.mark.xfail(strict=True, raises=ZeroDivisionError)
def test_finding():
    1 / 0


@pytest.mark.xfail(strict=True, raises=ZeroDivisionError)
def test_finding_that_is_gone():
    pass


@pytest.mark.skip(reason="not today")
def test_skipped():
    pass


@pytest.fixture
def broken():
    raise ValueError("no such thing")


@pytest.fixture
def broken_afterwards():
    yield
    raise ValueError("no way back")


def test_without_its_fixture(broken):
    pass


def test_that_cannot_be_torn_down(broken_afterwards):
    pass


@pytest.mark.parametrize("value", ["one", "two"])
def test_each(value):
    assert value == "one"
)";

TEST_F(ContainedPytestTest, MeasuresLinesOfAFileBesideThePasses) {
  PytestRequest request;
  request.files["test_it.py"] =
      "from parcel import size\n\n\ndef test_it():\n    assert size() == 5\n";
  base::WriteFileAtomically(project_ / "parcel.py",
                            "def size():\n    return 5\n\n\ndef weight():\n    return 7\n");
  EXPECT_TRUE(Run(request).lines.empty());

  request.measured = "parcel.py";
  const PytestResult result = Run(request);
  std::map<uint32_t, bool> lines;
  for (const model::LineHit& line : result.lines) lines[line.line] = line.hit;
  EXPECT_THAT(lines, ElementsAre(std::pair(1, true), std::pair(2, true), std::pair(5, true),
                                 std::pair(6, false)));
  EXPECT_TRUE(result.completed);
  EXPECT_EQ(result.tests.size(), 1u);
  EXPECT_EQ(result.completed_passes, 1u);
}

TEST_F(ContainedPytestTest, TellsWhatEachTestDid) {
  for (const bool project_settings : {true, false}) {
    PytestRequest request{.files = {{"test_parcel.py", kEveryOutcome}},
                          .project_settings = project_settings};
    const PytestResult result = Run(request);
    EXPECT_TRUE(result.completed) << result.output;
    EXPECT_EQ(OutcomesOf(result),
              (std::map<std::string, Outcome>{{"test_passes", Outcome::kPassed},
                                              {"test_fails", Outcome::kFailed},
                                              {"test_finding", Outcome::kExpectedFailure},
                                              {"test_finding_that_is_gone", Outcome::kFailed},
                                              {"test_skipped", Outcome::kSkipped},
                                              {"test_without_its_fixture", Outcome::kError},
                                              {"test_that_cannot_be_torn_down", Outcome::kError},
                                              {"test_each[one]", Outcome::kPassed},
                                              {"test_each[two]", Outcome::kFailed}}));
    ASSERT_EQ(result.tests.size(), 9u);
    EXPECT_EQ(result.tests[0].file, "test_parcel.py");
    EXPECT_EQ(result.tests[0].line, 6u);
    EXPECT_EQ(result.tests[0].message, "");
    EXPECT_GE(result.tests[0].seconds, 0);
    EXPECT_THAT(result.tests[1].message,
                HasSubstr("test_parcel.py:11: AssertionError: assert size() == 6"));
    EXPECT_THAT(result.tests[4].message, HasSubstr("not today"));
    EXPECT_THAT(result.tests[5].message, HasSubstr("no such thing"));
  }
}

TEST_F(ContainedPytestTest, ReportsAFileThatCannotBeCollected) {
  PytestRequest request{.files = {{"test_broken.py", "import module_that_is_not_there\n"},
                                  {"test_good.py", "def test_good():\n    pass\n"}}};
  const PytestResult result = Run(request);
  ASSERT_FALSE(result.tests.empty());
  EXPECT_EQ(result.tests[0].file, "test_broken.py");
  EXPECT_EQ(result.tests[0].outcome, Outcome::kError);
  EXPECT_THAT(result.tests[0].message, HasSubstr("module_that_is_not_there"));
}

TEST_F(ContainedPytestTest, ShufflesBySeed) {
  PytestRequest request;
  for (char name = 'a'; name < 'i'; ++name) {
    request.files["test_all.py"] += std::string("def test_") + name + "():\n    pass\n\n\n";
  }
  request.passes = {{Order::kAsWritten}, {Order::kShuffled, 1}, {Order::kShuffled, 2}};
  const PytestResult result = Run(request);
  const auto written = NamesOf(result, 0);
  const auto first = NamesOf(result, 1);
  const auto second = NamesOf(result, 2);
  EXPECT_EQ(NamesOf(Run(request), 1), first);
  EXPECT_NE(first, written);
  EXPECT_NE(second, first);
  EXPECT_THAT(first, ::testing::UnorderedElementsAreArray(written));
}

constexpr const char* kPolluting = R"(import parcel

SEEN = []


def test_first():
    SEEN.append(1)
    parcel.size = None


def test_second():
    assert SEEN == []


def test_third():
    assert parcel.size is None
)";

TEST_F(ContainedPytestTest, RunsEachPassFromWhereTheTestsWereCollected) {
  PytestRequest request{
      .files = {{"test_parcel.py", kPolluting}},
      .passes = {{Order::kAsWritten}, {Order::kReversed}, {Order::kAsWritten}, {Order::kAlone}}};
  const PytestResult result = Run(request);
  EXPECT_TRUE(result.completed) << result.output;
  using Names = std::vector<std::string>;
  const Names written = {"test_first", "test_second", "test_third"};
  EXPECT_EQ(NamesOf(result, 0), written);
  EXPECT_EQ(FailuresOf(result, 0), Names{"test_second"});
  EXPECT_EQ(NamesOf(result, 1), (Names{"test_third", "test_second", "test_first"}));
  EXPECT_EQ(FailuresOf(result, 1), Names{"test_third"});
  EXPECT_EQ(FailuresOf(result, 2), Names{"test_second"});
  EXPECT_EQ(NamesOf(result, 3), written);
  EXPECT_EQ(FailuresOf(result, 3), Names{"test_third"});
  EXPECT_EQ(result.completed_passes, 4u);
}

TEST_F(ContainedPytestTest, LeavesOutOfLaterPassesWhatLeavesSomething) {
  PytestRequest request{.files = {{"test_parcel.py", kPolluting}},
                        .passes = {{Order::kAlone}, {Order::kReversed}}};
  using Names = std::vector<std::string>;
  EXPECT_EQ(NamesOf(Run(request), 0), (Names{"test_first", "test_second", "test_third"}));
  EXPECT_EQ(NamesOf(Run(request), 1), (Names{"test_third", "test_second"}));
  request.left_out = {"test_parcel.py::test_third"};
  EXPECT_EQ(NamesOf(Run(request), 0), (Names{"test_first", "test_second"}));
  EXPECT_EQ(NamesOf(Run(request), 1), Names{"test_second"});
}

TEST_F(ContainedPytestTest, RunsAloneOnlyWhatWasNotSeenAlone) {
  PytestRequest request{
      .files = {{"test_parcel.py", kPolluting}},
      .passes = {{Order::kAlone}, {Order::kReversed}},
      .seen_alone = {"test_parcel.py::test_second", "test_parcel.py::test_third"}};
  using Names = std::vector<std::string>;
  EXPECT_EQ(NamesOf(Run(request), 0), Names{"test_first"});
  EXPECT_EQ(NamesOf(Run(request), 1), (Names{"test_third", "test_second"}));
  request.seen_alone.push_back("test_parcel.py::test_first");
  EXPECT_EQ(NamesOf(Run(request), 0), Names{});
  EXPECT_EQ(NamesOf(Run(request), 1), (Names{"test_third", "test_second", "test_first"}));
}

TEST_F(ContainedPytestTest, EndsEarlyWhereATestCanPutBackWhatItLeft) {
  PytestRequest request{.files = {{"test_parcel.py", kPolluting}},
                        .passes = {{Order::kAlone}, {Order::kReversed}},
                        .ends_early_within = 100s};
  const PytestResult early = Run(request);
  EXPECT_TRUE(early.completed) << early.output;
  EXPECT_EQ(early.completed_passes, 1u);
  request.ends_early_within = 1ms;
  EXPECT_EQ(Run(request).completed_passes, 2u);
  request.ends_early_within = 100s;
  request.left_out = {"test_parcel.py::test_first"};
  EXPECT_EQ(Run(request).completed_passes, 2u);
}

TEST_F(ContainedPytestTest, RunsNothingThatWasNotReachedInThePassAlone) {
  PytestRequest request{.files = {{"test_parcel.py", kPolluting}},
                        .passes = {{Order::kAlone}, {Order::kReversed}},
                        .time_for_all = 1ms};
  const PytestResult nothing = Run(request);
  EXPECT_TRUE(nothing.completed) << nothing.output;
  EXPECT_EQ(nothing.completed_passes, 2u);
  EXPECT_TRUE(nothing.tests.empty());
  request.time_for_all = 100s;
  EXPECT_EQ(NamesOf(Run(request), 0).size(), 3u);
}

TEST_F(ContainedPytestTest, LosesOnlyTheTestThatTakesItsProcessWithIt) {
  PytestRequest request{
      .files = {{"test_parcel.py",
                 "import os, signal, time\n\n\n"
                 "def test_good():\n    pass\n\n\n"
                 "def test_exits():\n    os._exit(0)\n\n\n"
                 "def test_dies():\n    os.kill(os.getpid(), signal.SIGKILL)\n\n\n"
                 "def test_interrupts():\n    raise KeyboardInterrupt\n\n\n"
                 "def test_hangs():\n    time.sleep(1000)\n\n\n"
                 "def test_also_good():\n    pass\n"}},
      .test_limit = 1s};
  for (const Order order : {Order::kAlone, Order::kReversed}) {
    request.passes = {{order}, {Order::kAsWritten}};
    const PytestResult result = Run(request);
    EXPECT_TRUE(result.completed) << result.output;
    std::map<std::string, Outcome> first;
    for (const PytestResult::Test& test : result.tests) {
      if (test.pass == 0) first[test.name] = test.outcome;
    }
    EXPECT_EQ(first, (std::map<std::string, Outcome>{{"test_good", Outcome::kPassed},
                                                     {"test_exits", Outcome::kCrashed},
                                                     {"test_dies", Outcome::kCrashed},
                                                     {"test_interrupts", Outcome::kCrashed},
                                                     {"test_hangs", Outcome::kTimedOut},
                                                     {"test_also_good", Outcome::kPassed}}));
    EXPECT_THAT(MessageOf(result, "test_exits"), HasSubstr("ended with code 0"));
    EXPECT_THAT(MessageOf(result, "test_dies"), HasSubstr("killed by SIGKILL"));
    EXPECT_THAT(NamesOf(result, 1), ElementsAre("test_good", "test_also_good"));
  }
}

TEST_F(ContainedPytestTest, NamesMethodsAndCases) {
  PytestRequest request{
      .files = {{"test_parcel.py",
                 "import unittest\n\nimport pytest\n\n\n"
                 "class TestSize(unittest.TestCase):\n"
                 "    def test_it(self):\n        self.assertEqual(1, 1)\n\n\n"
                 "@pytest.mark.parametrize('x', [1, 2])\ndef test_x(x):\n    pass\n"}}};
  EXPECT_THAT(NamesOf(Run(request)), ElementsAre("TestSize::test_it", "test_x[1]", "test_x[2]"));
}

TEST_F(ContainedPytestTest, RunsAllTestsWhenTheProjectStopsAtTheFirstFailure) {
  base::WriteFileAtomically(project_ / "pytest.ini", "[pytest]\naddopts = -x\n");
  PytestRequest request{
      .files = {{"test_parcel.py",
                 "def test_bad():\n    assert False\n\n\ndef test_good():\n    pass\n"}}};
  EXPECT_THAT(NamesOf(Run(request)), ElementsAre("test_bad", "test_good"));
}

TEST_F(ContainedPytestTest, KeepsTestsApartThatWriteFiles) {
  PytestRequest request{.files = {{"test_parcel.py",
                                   "import pathlib\n\n\ndef test_it(tmp_path):\n"
                                   "    assert list(tmp_path.iterdir()) == []\n"
                                   "    (tmp_path / 'file').write_text('x')\n"}},
                        .passes = {{Order::kAlone}, {Order::kAsWritten}, {Order::kReversed}}};
  EXPECT_EQ(OutcomesOf(Run(request)),
            (std::map<std::string, Outcome>{{"test_it", Outcome::kPassed}}));
}

// What pytest-randomly does that matters here.
constexpr const char* kRandomly = R"(import random


def pytest_addoption(parser):
    parser.addoption("--randomly-seed", dest="randomly_seed", default="default")


def pytest_runtest_call(item):
    random.seed(item.config.option.randomly_seed)


def pytest_collection_modifyitems(config, items):
    assert isinstance(config.option.randomly_seed, int)
    items.reverse()
)";

TEST_F(ContainedPytestTest, LeavesPytestRandomlyOnOnlyWhenAskedTo) {
  base::WriteFileAtomically(project_ / "randomly.py", kRandomly);
  base::WriteFileAtomically(project_ / "pytest.ini", "[pytest]\naddopts = -p randomly\n");
  PytestRequest request{.files = {{"test_parcel.py",
                                   "import random\n\n\ndef test_a():\n"
                                   "    drawn = random.random()\n    assert drawn == 7, drawn\n\n\n"
                                   "def test_b():\n    pass\n\n\ndef test_c():\n    pass\n\n\n"
                                   "def test_d():\n    pass\n"}},
                        .hash_seed = 7,
                        .passes = {{Order::kShuffled, 1}, {Order::kShuffled, 2}}};
  const PytestResult without = Run(request);
  EXPECT_NE(MessageOf(without, "test_a"), MessageOf(Run(request), "test_a"));  // any number
  EXPECT_NE(NamesOf(without, 0), NamesOf(without, 1));                         // our orders
  request.randomly = true;
  const PytestResult with = Run(request);
  EXPECT_EQ(MessageOf(with, "test_a"), MessageOf(Run(request), "test_a"));  // as seeded
  EXPECT_EQ(NamesOf(with, 0), NamesOf(with, 1));                            // its order
}

TEST_F(ContainedPytestTest, SetsTheHashSeedAndHidesSecrets) {
  setenv("GITHUB_TOKEN", "secret", 1);
  PytestRequest request{.files = {{"test_environment.py",
                                   "import os\n\n\ndef test_it():\n"
                                   "    assert os.environ['PYTHONHASHSEED'] == '5'\n"
                                   "    assert 'GITHUB_TOKEN' not in os.environ\n"}},
                        .hash_seed = 5};
  const PytestResult result = Run(request);
  unsetenv("GITHUB_TOKEN");
  ASSERT_EQ(result.tests.size(), 1u) << result.output;
  EXPECT_EQ(result.tests[0].outcome, Outcome::kPassed) << result.tests[0].message;
}

// What `python -m pytest` has at its beginning, and nothing of who has forked it or ran before.
TEST_F(ContainedPytestTest, IsAsPytestIsWhenItStarts) {
  PytestRequest request;
  request.files = {{"test_start.py", R"(import os
import signal
import stat
import sys

import pytest


def test_start():
    assert not [name for name in sys.modules if name == "skua_native" or "skua_runtime" in name]
    assert sys.modules["__main__"].__spec__.name == "pytest.__main__"
    assert sys.argv[0] == sys.modules["__main__"].__file__
    assert sys.path.count(os.getcwd()) >= 1
    assert not [folder for folder in sys.path if os.path.isdir(folder + "/skua_runtime")]
    assert signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL
    assert not [fd for fd in os.listdir("/proc/self/fd") if is_socket(int(fd))]
    assert not hasattr(pytest, "earlier")
    pytest.earlier = True


def is_socket(fd):
    try:
        return stat.S_ISSOCK(os.fstat(fd).st_mode)
    except OSError:
        return False
)"}};
  ContainedPytest runner = Runner();
  for (int i = 0; i < 2; ++i) {
    const PytestResult result = runner.Run(request, Generous());
    ASSERT_EQ(result.tests.size(), 1u) << result.output;
    EXPECT_EQ(result.tests[0].outcome, Outcome::kPassed) << result.tests[0].message;
  }
}

// A project that pytest itself imports: its tests are of the project's files, not of another copy
// that is installed beside pytest.
TEST_F(ContainedPytestTest, TestsTheProjectWhereItIsWhatPytestImports) {
  base::WriteFileAtomically(project_ / "iniconfig.py",
                            "class ParseError(Exception):\n    pass\n\n\n"
                            "class SectionWrapper:\n    pass\n\n\n"
                            "class IniConfig:\n"
                            "    def __init__(self, path, data=None):\n        self.path = path\n\n"
                            "    def __contains__(self, section):\n        return False\n\n\n"
                            "def unused():\n    return 1\n");
  base::WriteFileAtomically(project_ / "tests/generated/test_ini.py",
                            "import iniconfig\n\n\ndef test_it():\n"
                            "    assert iniconfig.IniConfig('far').path == 'far'\n");
  ContainedPytest runner = Runner();
  const PytestResult result =
      runner.WatchInPlace({"tests/generated/test_ini.py"}, {{"iniconfig.py"}}, Generous());
  EXPECT_THAT(OutcomesOf(result), ElementsAre(std::pair("test_it", Outcome::kPassed)));
  ASSERT_EQ(result.ran.count("iniconfig.py"), 1u) << result.output;
  EXPECT_THAT(result.ran.at("iniconfig.py").lines, ElementsAre(1, 2, 5, 6, 9, 10, 11, 13, 14, 17));

  PytestRequest request;
  request.files["test_ini.py"] = base::ReadFile(project_ / "tests/generated/test_ini.py");
  request.measured = "iniconfig.py";
  request.project_settings = false;
  const PytestResult passes = runner.Run(request, Generous());
  std::map<uint32_t, bool> lines;
  for (const model::LineHit& line : passes.lines) lines[line.line] = line.hit;
  EXPECT_EQ(lines.size(), 11u) << passes.output;
  EXPECT_TRUE(lines[1] && lines[11] && lines[17]);
  EXPECT_FALSE(lines[18]);
}

// The project's file has the name of a module that pytest imports, but pytest cannot use it.
TEST_F(ContainedPytestTest, KeepsPytestGoingBesideAModuleOfTheSameName) {
  base::WriteFileAtomically(project_ / "iniconfig.py", "SIZE = 5\n");
  base::WriteFileAtomically(project_ / "pluggy.py", "SIZE = 5\n");
  PytestRequest request;
  request.files["test_it.py"] = "def test_it():\n    pass\n";
  EXPECT_THAT(NamesOf(Run(request)), ElementsAre("test_it"));
}

TEST_F(ContainedPytestTest, KeepsRunsFromWritingIntoThoseOfOthers) {
  if (options_.features.landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  PytestRequest request{
      .files = {{"test_harm.py",
                 "import os\n\n\ndef test_harm():\n"
                 "    open(os.path.dirname(os.environ['HOME']) + '/harm', 'w')\n"}}};
  const PytestResult result = Run(request);
  ASSERT_EQ(result.tests.size(), 1u) << result.output;
  EXPECT_THAT(result.tests[0].message, HasSubstr("PermissionError"));
}

TEST_F(ContainedPytestTest, LetsTestsShareMemory) {
  if (!options_.features.shared_memory) GTEST_SKIP() << "no mount namespace here";
  PytestRequest request{
      .files = {{"test_shared.py",
                 "import multiprocessing\nfrom multiprocessing import shared_memory\n\n\n"
                 "def test_lock():\n    assert multiprocessing.Lock().acquire()\n\n\n"
                 "def test_segment():\n"
                 "    segment = shared_memory.SharedMemory(create=True, size=4096)\n"
                 "    segment.buf[0] = 7\n    segment.close()\n    segment.unlink()\n"}}};
  const PytestResult result = Run(request);
  ASSERT_EQ(result.tests.size(), 2u) << result.output;
  for (const auto& test : result.tests) {
    EXPECT_EQ(test.outcome, Outcome::kPassed) << test.message;
  }
}

TEST_F(ContainedPytestTest, StartsAProcessWhereThereIsNoServerToForkIt) {
  const base::ScratchFolder runtime;
  for (const char* file :
       {"alone/pytest_report.py", "alone/pytest_state.py", "alone/project_state.py",
        "alone/process_state.py", "alone/pytest_failures.py", "alone/line_coverage.py",
        "alone/run_watch.py", "alone/pytest_allocations.py", "world/questions.py"}) {
    const auto path = std::filesystem::path("skua_runtime") / file;
    base::WriteFileAtomically(runtime.path() / path,
                              base::ReadFile(options_.runtime_folder / path));
  }
  options_.runtime_folder = runtime.path();
  PytestRequest request{.files = {{"test_parcel.py", "def test_it():\n    pass\n"}}};
  ContainedPytest runner = Runner();
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(NamesOf(runner.Run(request, Generous())), ElementsAre("test_it"));
  }
}

TEST_F(ContainedPytestTest, KeepsTestsFromWritingIntoTheProject) {
  if (options_.features.landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  PytestRequest request{.files = {{"test_harm.py",
                                   "import os, shutil\n\n\ndef test_harm(tmp_path):\n"
                                   "    (tmp_path / 'allowed').write_text('x')\n"
                                   "    shutil.rmtree(os.getcwd(), ignore_errors=True)\n"
                                   "    shutil.rmtree(" +
                                       ("'" + scratch_.path().string() + "'") +
                                       ", ignore_errors=True)\n"
                                       "    open('parcel.py', 'w')\n"}}};
  const PytestResult result = Run(request);
  ASSERT_EQ(result.tests.size(), 1u) << result.output;
  EXPECT_THAT(result.tests[0].message, HasSubstr("PermissionError"));
  EXPECT_EQ(base::ReadFile(project_ / "parcel.py"), "def size():\n    return 5\n");
}

TEST_F(ContainedPytestTest, UsesTheProjectsSettingsOnlyWhenAskedTo) {
  base::WriteFileAtomically(
      project_ / "setup.cfg",
      "[metadata]\nname = parcel\n\n[tool:pytest]\naddopts = -k nothing_is_named_so\n");
  PytestRequest request{.files = {{"test_parcel.py", "def test_it():\n    pass\n"}}};
  EXPECT_TRUE(Run(request).tests.empty());
  request.project_settings = false;
  EXPECT_THAT(NamesOf(Run(request)), ElementsAre("test_it"));
}

TEST_F(ContainedPytestTest, SetsAsideOptionsThatKeepPytestFromStarting) {
  PytestRequest request{.files = {{"test_parcel.py", "def test_it():\n    pass\n"}}};
  for (const char* options :
       {"--option-of-a-plug-in-that-is-not-there", "-p no_such_plugin_at_all"}) {
    base::WriteFileAtomically(project_ / "pytest.ini",
                              std::string("[pytest]\naddopts = ") + options + "\n");
    const PytestResult result = Run(request);
    EXPECT_TRUE(result.completed) << result.output;
    EXPECT_THAT(NamesOf(result), ElementsAre("test_it")) << options;
  }
}

TEST_F(ContainedPytestTest, StandsAReportThatCannotBeWrittenIntoTheProject) {
  if (options_.features.landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  base::WriteFileAtomically(project_ / "pytest.ini", "[pytest]\naddopts = --junitxml=report.xml\n");
  PytestRequest request{.files = {{"test_parcel.py", "def test_it():\n    pass\n"}}};
  const PytestResult result = Run(request);
  EXPECT_TRUE(result.completed) << result.output;
  EXPECT_THAT(NamesOf(result), ElementsAre("test_it"));
  EXPECT_FALSE(std::filesystem::exists(project_ / "report.xml"));
}

TEST_F(ContainedPytestTest, SaysWhenCollectingEndedOrATestHungTheProcess) {
  PytestRequest request{.files = {{"test_end.py", "import os\n\nos._exit(0)\n"}}};
  const PytestResult ended = Run(request);
  EXPECT_FALSE(ended.completed);
  EXPECT_TRUE(ended.tests.empty());

  request.test_limit = 100s;
  request.files = {
      {"test_hang.py", "import itertools\n\n\ndef test_hang():\n    sum(itertools.repeat(0))\n"}};
  const PytestResult hung = Runner().Run(request, base::Deadline(shared().clock).Within(3s));
  EXPECT_FALSE(hung.completed);
  EXPECT_EQ(hung.completed_passes, 0u);
  EXPECT_TRUE(hung.tests.empty());
}

TEST_F(ContainedPytestTest, RunsFilesWhereTheyStand) {
  base::WriteFileAtomically(project_ / "conftest.py",
                            "import pytest\n\n\n@pytest.fixture\ndef five():\n    return 5\n");
  base::WriteFileAtomically(
      project_ / "tests/generated/test_parcel.py",
      "from parcel import size\n\n\ndef test_it(five):\n    assert size() == five\n");
  base::WriteFileAtomically(project_ / "tests/generated/test_other.py",
                            "def test_other():\n    pass\n");
  const PytestResult result = Runner().RunInPlace(
      {"tests/generated/test_parcel.py", "tests/generated/test_other.py"}, Generous());
  EXPECT_TRUE(result.completed) << result.output;
  ASSERT_EQ(result.tests.size(), 2u);
  EXPECT_EQ(result.tests[0].outcome, Outcome::kPassed) << result.tests[0].message;
  EXPECT_EQ(result.tests[0].file, "tests/generated/test_parcel.py");
  EXPECT_THAT(NamesOf(result), UnorderedElementsAre("test_it", "test_other"));
}

TEST_F(ContainedPytestTest, LetsFilesGiveWayToThoseBehindThem) {
  base::WriteFileAtomically(project_ / "tests/test_own.py",
                            "import pytest\n\n\n@pytest.fixture(scope='module')\ndef five():\n"
                            "    return 5\n\n\ndef test_one(five):\n    pass\n\n\n"
                            "def test_two(five):\n    pass\n");
  base::WriteFileAtomically(project_ / "tests/generated/test_parcel.py",
                            "def test_it():\n    pass\n");
  const auto run = [&](base::Duration for_first) {
    return Runner().RunInPlaceAfter({"tests/test_own.py"}, {"tests/generated/test_parcel.py"},
                                    for_first, Generous());
  };
  const PytestResult all = run(1h);
  EXPECT_THAT(NamesOf(all), ElementsAre("test_one", "test_two", "test_it"));
  EXPECT_EQ(all.gave_way, 0u);
  const PytestResult last = run(0s);
  EXPECT_TRUE(last.completed) << last.output;
  EXPECT_THAT(NamesOf(last), ElementsAre("test_it"));
  EXPECT_EQ(last.gave_way, 2u);
}

TEST_F(ContainedPytestTest, WatchesWhatRunsOfSourceFiles) {
  base::WriteFileAtomically(project_ / "parcel.py",
                            "def size(far=0):\n    if far:\n        return 9\n    return 5\n");
  base::WriteFileAtomically(project_ / "unused.py", "def unused():\n    pass\n");
  base::WriteFileAtomically(project_ / "tests/generated/test_parcel.py",
                            "from parcel import size\n\n\ndef test_it():\n    size()\n");
  const PytestResult result = Runner().WatchInPlace({"tests/generated/test_parcel.py"},
                                                    {{"parcel.py", "unused.py"}}, Generous());
  EXPECT_TRUE(result.completed) << result.output;
  EXPECT_THAT(NamesOf(result), ElementsAre("test_it"));
  ASSERT_THAT(result.ran, ElementsAre(::testing::Key("parcel.py")));
  const model::FileRun& ran = result.ran.at("parcel.py");
  EXPECT_THAT(ran.lines, ElementsAre(1, 2, 4));
  EXPECT_THAT(ran.jumps, Contains(Pair(2u, 4)));
  EXPECT_THAT(ran.jumps, Not(Contains(Pair(2u, 3))));
}

TEST_F(ContainedPytestTest, SeesWhichFunctionsOfSourceFilesCallEachOther) {
  base::WriteFileAtomically(project_ / "till.py", "def pay(rates):\n    return rates.quote()\n");
  base::WriteFileAtomically(project_ / "rates.py",
                            "class Rates:\n    def quote(self):\n        return 1\n");
  base::WriteFileAtomically(
      project_ / "tests/generated/test_till.py",
      "import rates, till\n\n\ndef test_it():\n    till.pay(rates.Rates())\n");
  const auto watched_with_calls = [this](bool with_calls) {
    return Runner().WatchInPlace({"tests/generated/test_till.py"},
                                 {{"rates.py", "till.py"}, with_calls}, Generous());
  };
  const PytestResult result = watched_with_calls(true);
  ASSERT_EQ(result.ran.count("till.py"), 1u) << result.output;
  EXPECT_THAT(result.ran.at("till.py").calls,
              ElementsAre(model::FileRun::Call{"pay", 1, "rates.py", "Rates.quote"}));
  EXPECT_THAT(result.ran.at("rates.py").calls, IsEmpty());

  const PytestResult without = watched_with_calls(false);
  ASSERT_EQ(without.ran.count("till.py"), 1u) << without.output;
  EXPECT_THAT(without.ran.at("till.py").calls, IsEmpty());
  EXPECT_EQ(without.ran.at("till.py").lines, result.ran.at("till.py").lines);
}

TEST_F(ContainedPytestTest, WatchesInPlaceOfACoveragePlugIn) {
  base::WriteFileAtomically(project_ / "pytest.ini", "[pytest]\naddopts = -p fake_cov\n");
  base::WriteFileAtomically(project_ / "fake_cov.py",
                            "import sys\n\nimport pytest\n\n\n"
                            "@pytest.hookimpl(hookwrapper=True)\n"
                            "def pytest_load_initial_conftests(early_config):\n"
                            "    if not getattr(early_config.known_args_namespace, 'no_cov', 0):\n"
                            "        sys.settrace(lambda *_: None)\n"
                            "    yield\n");
  base::WriteFileAtomically(project_ / "parcel.py", "def size():\n    return 5\n");
  base::WriteFileAtomically(project_ / "tests/generated/test_parcel.py",
                            "from parcel import size\n\n\ndef test_it():\n    size()\n");
  const PytestResult result =
      Runner().WatchInPlace({"tests/generated/test_parcel.py"}, {{"parcel.py"}}, Generous());
  EXPECT_THAT(NamesOf(result), ElementsAre("test_it"));
  EXPECT_EQ(result.ran.count("parcel.py"), 1u);
}

TEST_F(ContainedPytestTest, RunsFilesWhereTheyStandWithAHashSeedOfTheirOwn) {
  base::WriteFileAtomically(project_ / "tests/generated/test_parcel.py",
                            "import os\n\n\ndef test_it():\n"
                            "    assert os.environ['PYTHONHASHSEED'] not in ('0', '2', '3')\n");
  const PytestResult result = Runner().RunInPlace({"tests/generated/test_parcel.py"}, Generous());
  ASSERT_EQ(result.tests.size(), 1u) << result.output;
  EXPECT_EQ(result.tests[0].outcome, Outcome::kPassed) << result.tests[0].message;
}

TEST_F(ContainedPytestTest, WeighsTestsOnlyWhereItIsAskedTo) {
  base::WriteFileAtomically(project_ / "tests/generated/test_parcel.py",
                            "def test_it():\n    assert len(bytearray(2_000_000)) == 2_000_000\n");
  const std::vector<std::filesystem::path> files = {"tests/generated/test_parcel.py"};
  const PytestResult weighed = Runner().WeighInPlace(files, Generous());
  EXPECT_TRUE(weighed.completed) << weighed.output;
  ASSERT_THAT(NamesOf(weighed), ElementsAre("test_it"));
  ASSERT_TRUE(weighed.tests[0].peak_bytes);
  EXPECT_GE(*weighed.tests[0].peak_bytes, 2'000'000u);
  EXPECT_LT(*weighed.tests[0].peak_bytes, 2'100'000u);
  const PytestResult run = Runner().RunInPlace(files, Generous());
  ASSERT_THAT(NamesOf(run), ElementsAre("test_it"));
  EXPECT_EQ(run.tests[0].peak_bytes, std::nullopt);
}

TEST_F(ContainedPytestTest, NamesABrokenFileWhereItStands) {
  base::WriteFileAtomically(project_ / "tests/test_broken.py", "def broken(:\n");
  const PytestResult result = Runner().RunInPlace({"tests/test_broken.py"}, Generous());
  ASSERT_EQ(result.tests.size(), 1u);
  EXPECT_EQ(result.tests[0].file, "tests/test_broken.py");
  EXPECT_EQ(result.tests[0].outcome, Outcome::kError);
}

TEST_F(ContainedPytestTest, WaitsNoLongerThanNeededForWhatDoesNotEnd) {
  base::WriteFileAtomically(project_ / "tests/test_ending.py",
                            "import atexit\nimport time\n\n\ndef test_it():\n"
                            "    atexit.register(time.sleep, 3600)\n");
  const PytestResult result = Runner().RunInPlace({"tests/test_ending.py"}, Generous());
  EXPECT_TRUE(result.reported);
  EXPECT_TRUE(result.hangs);
  EXPECT_FALSE(result.completed);
  EXPECT_THAT(NamesOf(result), ElementsAre("test_it"));
}

TEST_F(ContainedPytestTest, HasNothingToDoWithoutFiles) {
  EXPECT_TRUE(Run({}).completed);
  EXPECT_TRUE(Runner().RunInPlace({}, Generous()).completed);
}

TEST_F(ContainedPytestTest, SaysThatThereIsNoPytest) {
  const std::filesystem::path python = scratch_.path() / "python";
  base::WriteFileAtomically(python, "#!/bin/sh\necho \"$0: No module named pytest\" >&2\nexit 1\n");
  std::filesystem::permissions(python, std::filesystem::perms::owner_all);
  options_.interpreter = python;
  PytestRequest request{.files = {{"test_parcel.py", "def test_it():\n    pass\n"}}};
  EXPECT_THAT([&] { Run(request); },
              ::testing::ThrowsMessage<base::Error>(HasSubstr("-m pip install pytest")));
}

}  // namespace
}  // namespace skua::worker
