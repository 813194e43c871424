#include "command/run/run_pipeline.h"

#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/error.h"
#include "command/shards/shard_stamp.h"
#include "support/fake_project.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using model::ReasonCode;
using nlohmann::json;
using test::CampaignStep;
using namespace std::chrono_literals;

constexpr const char* kTestOfFirst = "tests/generated/test_first.py";
constexpr const char* kTestOfSecond = "tests/generated/test_second.py";

// A project of two modules that do not know each other.
class RunPipelineTest : public ::testing::Test {
 protected:
  state::State::Opened OpenState() const {
    return state::State::Open(project_.root() / ".skua", state::State::Access::kRead);
  }
  static std::string CodeOf(const json& module) {
    return module.contains("reason") ? module.at("reason").at("code").get<std::string>() : "";
  }
  // Whatever became of a run, its reports, its state and its files tell the same.
  void ExpectConsistent() {
    const json report = runs_.Report();
    std::set<std::string> told;
    for (const json& module : report.at("modules")) {
      told.insert(module.at("module").get<std::string>());
      if (!module.contains("file")) continue;
      const auto file = module.at("file").get<std::string>();
      for (const json& test : module.value("tests", json::array())) {
        EXPECT_THAT(project_.TextOf(file),
                    HasSubstr("def " + test.at("name").get<std::string>() + "("));
      }
    }
    EXPECT_THAT(told, ElementsAre("first", "second"));
    for (const json& file : report.at("files_written")) {
      EXPECT_TRUE(project_.Has(file.get<std::string>())) << file;
    }
    const auto state = OpenState();
    const auto history = state.state->History();
    ASSERT_THAT(history, Not(IsEmpty()));
    EXPECT_EQ(history.back().number, state.state->LastRun());
    EXPECT_EQ(runs_.processes.started, runs_.processes.ended);
    EXPECT_EQ(runs_.ci.closed, 1);
  }

  test::FakeProject project_{{{"first.py", "one"}, {"second.py", "two"}}};
  test::FakeRuns runs_{project_};
};

TEST_F(RunPipelineTest, WritesTestsStateAndReports) {
  runs_.processes.missing = {{ReasonCode::kNoLandlock, ""}};
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_THAT(project_.TextOf(kTestOfFirst), HasSubstr("def test_"));
  EXPECT_THAT(project_.TextOf(kTestOfSecond), HasSubstr("def test_"));
  EXPECT_TRUE(project_.Has("tests/generated/conftest.py"));
  const json report = runs_.Report();
  EXPECT_THAT(report.at("files_written"), ElementsAre(kTestOfFirst, kTestOfSecond));
  EXPECT_FALSE(report.at("interrupted").get<bool>());
  EXPECT_EQ(report.at("notes").at(0).at("code"), "SKUA-C601");
  EXPECT_EQ(OpenState().state->LastSuite("first")->fingerprint, base::HashHex("one"));
  EXPECT_THAT(runs_.out.str(), HasSubstr("2 modules"));
  ExpectConsistent();
}

TEST(RunPipeline, GivesTheTimeOfOwnTestsToACampaignWhereNothingWasWritten) {
  test::FakeProject project({{"first.py", "one"}, {"tests/test_first.py", "import first\n"}});
  test::FakeRuns runs(project);
  project.config.budget.total = 60s;
  const base::TimePoint start = runs.tools.clock.Now();
  bool is_late = false;
  runs.tools.at = [&](CampaignStep step) {
    if (step != CampaignStep::kVerify || std::exchange(is_late, true)) return;
    // Closing keeps 3 s back, and own tests 9.
    runs.tools.clock.Advance(start + 49s - runs.tools.clock.Now());
  };
  EXPECT_EQ(runs.Run(), 0);
  ASSERT_TRUE(is_late);
  EXPECT_THAT(project.TextOf(kTestOfFirst), HasSubstr("def test_"));
  EXPECT_LE(runs.tools.clock.Now() - start, 60s);
}

TEST_F(RunPipelineTest, StartsNothingWhereNothingChanged) {
  project_.config.budget.unchanged = false;
  ASSERT_EQ(runs_.Run(), 0);
  const std::string before = project_.TextOf(kTestOfFirst);
  runs_.processes.started = runs_.processes.ended = runs_.ci.closed = 0;
  project_.asked.clear();
  // Whether goals are open is not the question here.
  project_.config.call.changed = true;
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_EQ(runs_.processes.started, 0);
  EXPECT_EQ(CodeOf(runs_.ReportOf("first")), "SKUA-N201");
  EXPECT_EQ(project_.TextOf(kTestOfFirst), before);
  EXPECT_EQ(project_.asked["scan.py first.py"], 0) << "the file was not touched";
  ExpectConsistent();
}

TEST_F(RunPipelineTest, RemovesTheTestsOfAModuleThatIsGone) {
  ASSERT_EQ(runs_.Run(), 0);
  project_.Remove("second.py");
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_TRUE(project_.Has(kTestOfFirst));
  EXPECT_FALSE(project_.Has(kTestOfSecond));
  EXPECT_THAT(runs_.Report().at("files_removed"), ElementsAre(kTestOfSecond));
}

TEST_F(RunPipelineTest, RestoresFilesThatTheTreeLacks) {
  project_.config.output.restore = true;
  ASSERT_EQ(runs_.Run(), 0);
  project_.config.call.changed = true;
  const std::string before = project_.TextOf(kTestOfFirst);
  project_.Remove(kTestOfFirst);
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_EQ(project_.TextOf(kTestOfFirst), before);
  EXPECT_EQ(runs_.processes.started, 1) << "a restored file is no reason to run its module";
}

TEST_F(RunPipelineTest, RefusesASandboxThatIsWeakerThanAskedFor) {
  project_.config.sandbox.require = model::SandboxGrade::kStrict;
  runs_.processes.sandbox.grade = model::SandboxGrade::kStandard;
  EXPECT_THROW(runs_.Run(), base::Error);
  EXPECT_EQ(runs_.processes.started, 0);
  EXPECT_FALSE(project_.Has(kTestOfFirst));
  EXPECT_FALSE(project_.Has("build/skua/report.json"));
}

TEST_F(RunPipelineTest, NeedsPytest) {
  project_.interpreter.pytest_version.reset();
  EXPECT_THROW(runs_.Run(), base::Error);
  EXPECT_EQ(runs_.processes.started, 0);
}

TEST_F(RunPipelineTest, FailsAGateAndWritesReports) {
  project_.config.fail_under = 100;
  project_.errors["second.py"] = "invalid syntax";
  EXPECT_EQ(runs_.Run(), 1);
  EXPECT_THAT(runs_.Report().at("failed_gates"), Not(IsEmpty()));
  EXPECT_EQ(CodeOf(runs_.ReportOf("second")), "SKUA-N101");
  ExpectConsistent();
}

TEST_F(RunPipelineTest, GivesTheLinesThatAllTestsExecuteTogether) {
  runs_.tools.watched = [](const model::WatchedFiles& watched) {
    model::PytestResult result{.completed = true, .reported = true};
    for (const std::string& path : watched.paths) result.ran[path].lines = {1};
    return result;
  };
  ASSERT_EQ(runs_.Run(), 0);
  EXPECT_EQ(runs_.ReportOf("first").at("lines").at("executed"), json({1}));
  EXPECT_EQ(project_.asked["statement_lines.py first.py"], 1);
}

// What goes wrong outside of campaigns: what was done until then is reported, and the fault told.
TEST_F(RunPipelineTest, ClosesWhateverAPassThrows) {
  runs_.tools.at = [](CampaignStep step) {
    if (step == CampaignStep::kRunInPlace) throw std::out_of_range("a bug");
  };
  EXPECT_THROW(runs_.Run(), std::out_of_range);
  EXPECT_EQ(runs_.ci.closed, 1);
  EXPECT_EQ(CodeOf(runs_.ReportOf("first")), "");
  EXPECT_EQ(runs_.Report().at("files_written"), json::array());
}

TEST_F(RunPipelineTest, IsRefusedWhereNoWorkerStarts) {
  runs_.processes.at_start = [] { throw base::Error("no worker can be started"); };
  EXPECT_THROW(runs_.Run(), base::Error);
  EXPECT_EQ(runs_.ci.closed, 0);
  EXPECT_FALSE(project_.Has("build/skua/report.json")) << "nothing was tested";
}

std::string NameOfStep(const ::testing::TestParamInfo<CampaignStep>& info) {
  return std::string(test::kCampaignStepNames[static_cast<std::size_t>(info.param)]);
}

class RunAtStepTest : public RunPipelineTest, public ::testing::WithParamInterface<CampaignStep> {
 protected:
  // Lets something happen when the step is taken for the first time.
  void AtStep(const std::function<void()>& happens) {
    runs_.tools.at = [this, happens, is_first = true](CampaignStep step) mutable {
      if (step == GetParam() && is_first) {
        is_first = false;
        happens();
      }
    };
  }
};

INSTANTIATE_TEST_SUITE_P(Steps, RunAtStepTest,
                         ::testing::Values(CampaignStep::kLoad, CampaignStep::kSearch,
                                           CampaignStep::kMinimise, CampaignStep::kLoadMutants,
                                           CampaignStep::kLoadObserver, CampaignStep::kObserve,
                                           CampaignStep::kJudge, CampaignStep::kVerify,
                                           CampaignStep::kRunInPlace),
                         NameOfStep);

TEST_P(RunAtStepTest, ReportsWhatIsDoneWhenTimeRunsOut) {
  AtStep([this] { runs_.tools.clock.Advance(60s); });
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_FALSE(runs_.Report().at("interrupted").get<bool>());
  ExpectConsistent();
}

TEST_P(RunAtStepTest, ReportsWhatIsDoneWhenItIsInterrupted) {
  AtStep([this] { runs_.interrupted = true; });
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_TRUE(runs_.Report().at("interrupted").get<bool>());
  EXPECT_TRUE(OpenState().state->History().back().interrupted);
  ExpectConsistent();
}

TEST_P(RunAtStepTest, GoesOnWithTheOtherModuleWhenAWorkerIsLost) {
  // Where files run in place, it is those of both modules.
  if (GetParam() == CampaignStep::kRunInPlace) return;
  AtStep([] { throw base::Error("the worker is lost"); });
  EXPECT_EQ(runs_.Run(), 0);
  const json report = runs_.Report();
  EXPECT_THAT(report.at("files_written"), Not(IsEmpty()));
  ExpectConsistent();
}

TEST_P(RunAtStepTest, ReportsABugOfItsOwnAndFails) {
  if (GetParam() == CampaignStep::kRunInPlace) return;
  AtStep([] { throw std::logic_error("a bug"); });
  EXPECT_EQ(runs_.Run(), 2);
  ExpectConsistent();
}

// Files that stand are run together when all campaigns are over: a fault there ends the run.
TEST_F(RunPipelineTest, ReportsWhatWasWrittenWhenPytestIsLostAtTheEnd) {
  runs_.tools.at = [](CampaignStep step) {
    if (step == CampaignStep::kRunInPlace) throw base::Error("pytest is lost");
  };
  EXPECT_THROW(runs_.Run(), base::Error);
  EXPECT_THAT(project_.TextOf(kTestOfFirst), HasSubstr("def test_"));
  EXPECT_EQ(runs_.ReportOf("first").at("file"), kTestOfFirst);
  runs_.ci.closed = 1;
  ExpectConsistent();
}

class RunCulpritTest : public RunPipelineTest {
 protected:
  // What pytest tells of tests that stand, of which some fail.
  void Fail(const std::function<bool(const model::PytestResult::Test&)>& fails) {
    runs_.tools.pytest.answer_in_place = [this, fails](const auto& files) {
      model::PytestRequest request;
      for (const auto& file : files) request.files[file.string()] = project_.TextOf(file.string());
      model::PytestResult result = testing::FakePytestRunner::AllPass(request);
      result.reported = true;
      for (model::PytestResult::Test& test : result.tests) {
        if (fails(test)) test.outcome = model::PytestResult::Outcome::kFailed;
      }
      return result;
    };
  }
};

TEST_F(RunCulpritTest, IsTakenOutOfItsFileAndTheOthersStay) {
  std::string victim;
  Fail([&](const model::PytestResult::Test& test) {
    if (victim.empty() && test.file == kTestOfFirst) victim = test.name;
    return test.file == kTestOfFirst && test.name == victim;
  });
  EXPECT_EQ(runs_.Run(), 0);
  ASSERT_FALSE(victim.empty());
  EXPECT_THAT(project_.TextOf(kTestOfFirst), Not(HasSubstr("def " + victim + "(")));
  EXPECT_THAT(project_.TextOf(kTestOfFirst), HasSubstr("def test_"));
  EXPECT_EQ(runs_.ReportOf("second").contains("notes"), false);
  ExpectConsistent();
}

TEST_F(RunCulpritTest, IsTheWholeFileWhereAllOfItFails) {
  Fail([&](const model::PytestResult::Test& test) { return test.file == kTestOfFirst; });
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_FALSE(project_.Has(kTestOfFirst));
  EXPECT_THAT(project_.TextOf(kTestOfSecond), HasSubstr("def test_"));
  ExpectConsistent();
}

TEST_F(RunCulpritTest, IsNobodyWherePytestDoesNotStart) {
  runs_.tools.pytest.answer_in_place = [](const auto&) {
    return model::PytestResult{
        .output = "ImportError while loading conftest '/p/conftest.py'.\nE   NameError: x\n"};
  };
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_THAT(project_.TextOf(kTestOfFirst), HasSubstr("def test_"));
  EXPECT_THAT(runs_.Report().at("notes").dump(), HasSubstr("NameError"));
  ExpectConsistent();
}

TEST_F(RunPipelineTest, RunsThePartOfAShardAndStampsIt) {
  EXPECT_EQ(runs_.Run(model::Shard{1, 2}), 0);
  const auto stamp = ReadStamp(project_.root() / ".skua");
  ASSERT_TRUE(stamp);
  EXPECT_EQ(stamp->modules.size(), 2u);
  EXPECT_NE(stamp->modules[0].shard, stamp->modules[1].shard);
  const std::size_t mine = stamp->modules[0].shard == 1 ? 0 : 1;
  EXPECT_EQ(runs_.Report().at("modules").size(), 1u);
  EXPECT_EQ(runs_.Report().at("modules").at(0).at("module"), stamp->modules[mine].module.name);
  EXPECT_EQ(runs_.Run(), 0);
  EXPECT_FALSE(ReadStamp(project_.root() / ".skua")) << "a run of the whole leaves none";
}

}  // namespace
}  // namespace skua::command
