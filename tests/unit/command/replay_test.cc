#include "command/campaigns/replay.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "support/fake_project.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using model::PytestResult;
using namespace std::chrono_literals;

constexpr const char* kFirst = "tests/generated/test_first.py";
constexpr const char* kSecond = "tests/generated/test_second.py";

// Two modules got tests in an earlier run, and were modified since.
class ReplayTest : public ::testing::Test {
 protected:
  ReplayTest() {
    test::FakeRuns runs(project_);
    EXPECT_EQ(runs.Run(), 0);
    victim_ = NamesIn(kFirst).front();
    project_.Write("first.py", "another one");
    project_.Write("second.py", "another two");
    pytest_.answer_in_place = [this](const auto& files) { return Answer(files); };
  }

  // Settles what a survey finds now, as run 2.
  std::map<std::string, campaign::SettledChanges> Settle(base::Duration time = 60s,
                                                         model::PytestRunner* pytest = nullptr) {
    const base::Deadline deadline = base::Deadline(clock_).Within(time);
    const Survey survey = project_.TakeSurvey(base::Deadline(clock_));
    const plan::Plan no_pairs;
    const campaign::TestFiles files(project_.root(), project_.config.output.tests);
    Replay replay(project_.config, survey, no_pairs, files, StampOf(2, "1234567", 1'700'000'000),
                  log_);
    auto settled = replay.Settle(pytest, deadline, deadline);
    open_ = survey.state->OpenChanges();
    return settled;
  }
  std::map<std::string, campaign::SettledChanges> SettleByPytest() { return Settle(60s, &pytest_); }
  PytestResult Answer(const std::vector<std::filesystem::path>& files) {
    ++processes_;
    model::PytestRequest request;
    for (const auto& file : files) request.files[file.string()] = project_.TextOf(file.string());
    PytestResult result = testing::FakePytestRunner::AllPass(request);
    for (PytestResult::Test& test : result.tests) {
      if (fails_(test)) test.outcome = PytestResult::Outcome::kFailed;
    }
    return result;
  }
  std::vector<std::string> NamesIn(const std::string& file) const {
    model::PytestRequest request;
    request.files[file] = project_.TextOf(file);
    std::vector<std::string> names;
    for (const auto& test : testing::FakePytestRunner::AllPass(request).tests) {
      names.push_back(test.name);
    }
    return names;
  }
  bool IsVictim(const PytestResult::Test& test) const {
    return test.file == kFirst && test.name == victim_;
  }

  test::FakeProject project_{{{"first.py", "one"}, {"second.py", "two"}}};
  test::FakeClock clock_;
  testing::FakePytestRunner pytest_;
  const base::Log log_;
  std::string victim_;
  std::function<bool(const PytestResult::Test&)> fails_ = [](const auto&) { return false; };
  int processes_ = 0;
  std::vector<state::OpenChange> open_;  // as the state has them then
};

TEST_F(ReplayTest, TellsWhatFailsInTwoProcesses) {
  fails_ = [this](const PytestResult::Test& test) { return IsVictim(test); };
  const auto settled = SettleByPytest();
  ASSERT_THAT(settled, SizeIs(2));
  ASSERT_THAT(settled.at("first").open, SizeIs(1));
  EXPECT_EQ(settled.at("first").open[0].test, victim_);
  EXPECT_EQ(settled.at("first").open[0].run, 2);
  EXPECT_EQ(settled.at("first").open[0].commit, "1234567");
  EXPECT_TRUE(settled.at("second").passed);
  EXPECT_EQ(processes_, 2) << "both files in one process, and that with a failure in another";
  ASSERT_THAT(open_, SizeIs(1));
  EXPECT_EQ(open_[0].module, "first");
  EXPECT_THAT(project_.TextOf(kFirst), HasSubstr("xfail"));
}

TEST_F(ReplayTest, TellsNothingOfWhatFailsOnce) {
  fails_ = [this](const PytestResult::Test& test) { return processes_ == 1 && IsVictim(test); };
  const std::string before = project_.TextOf(kFirst);
  const auto settled = SettleByPytest();
  EXPECT_THAT(settled.at("first").open, IsEmpty());
  EXPECT_THAT(open_, IsEmpty());
  EXPECT_EQ(project_.TextOf(kFirst), before);
}

TEST_F(ReplayTest, LeavesToCampaignsWhatTimeDoesNotSufficeFor) {
  EXPECT_THAT(Settle(0s, &pytest_), IsEmpty());
  EXPECT_EQ(processes_, 0);
}

TEST_F(ReplayTest, LeavesToCampaignsWhatNobodyRuns) {
  EXPECT_THAT(Settle(60s, nullptr), IsEmpty());
}

// Its campaign makes the file of what is archived.
TEST_F(ReplayTest, LeavesToTheCampaignWhatTheTreeLacks) {
  std::filesystem::remove(project_.root() / kFirst);
  const auto settled = SettleByPytest();
  EXPECT_THAT(settled, SizeIs(1));
  EXPECT_TRUE(settled.contains("second"));
  EXPECT_FALSE(std::filesystem::exists(project_.root() / kFirst));
}

TEST_F(ReplayTest, RunsNothingWhereTheCodeIsAsItWas) {
  project_.Write("first.py", "one");
  project_.Write("second.py", "two");
  SettleByPytest();
  EXPECT_EQ(processes_, 0);
}

TEST_F(ReplayTest, RunsTheOthersWhereAFileCannotBeCollected) {
  pytest_.answer_in_place = [this](const auto& files) {
    PytestResult result = Answer(files);
    if (std::ranges::count(files, kFirst) == 0) return result;
    result.tests.clear();
    result.tests.push_back({.file = kFirst, .outcome = PytestResult::Outcome::kError});
    return result;
  };
  const auto settled = SettleByPytest();
  EXPECT_FALSE(settled.contains("first"));
  ASSERT_TRUE(settled.contains("second"));
  EXPECT_TRUE(settled.at("second").passed);
}

// As where a test ends the process or hangs.
TEST_F(ReplayTest, RunsEachFileByItselfWhereOneKeepsTheOthersFromBeingRun) {
  pytest_.answer_in_place = [this](const auto& files) {
    PytestResult result = Answer(files);
    result.completed = std::ranges::count(files, kFirst) == 0;
    return result;
  };
  const auto settled = SettleByPytest();
  EXPECT_FALSE(settled.contains("first"));
  EXPECT_TRUE(settled.contains("second"));
  EXPECT_THAT(pytest_.in_place, Not(IsEmpty()));
  EXPECT_THAT(pytest_.in_place.back(), ElementsAre(kSecond));
}

TEST_F(ReplayTest, EndsAChangeWhenTheCodeIsBackThatTheFileWasWrittenFor) {
  project_.config.on_behaviour_change = "fail";  // which leaves the file as it is
  const std::string before = project_.TextOf(kFirst);
  fails_ = [this](const PytestResult::Test& test) { return IsVictim(test); };
  SettleByPytest();
  ASSERT_THAT(open_, SizeIs(1));
  project_.Write("first.py", "one");
  const auto settled = SettleByPytest();
  EXPECT_THAT(settled.at("first").open, IsEmpty());
  EXPECT_THAT(settled.at("first").ended, SizeIs(1));
  EXPECT_THAT(open_, IsEmpty());
  EXPECT_EQ(project_.TextOf(kFirst), before);
}

}  // namespace
}  // namespace skua::command
