#include "campaign/standing/existing_coverage.h"

#include <fmt/format.h>

#include "support/fake_clock.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::campaign {
namespace {

using namespace std::chrono_literals;

constexpr const char* kComplete =
    R"({"code_objects": [], "true": [1, 0], "false": [], "tests": 2, "failed": 0,
        "complete": true, "seconds": 1.0, "types": [{"callable": "f"}]})";
constexpr const char* kCutOff =
    R"({"code_objects": [], "true": [0], "false": [], "tests": 1, "failed": 0,
        "complete": false, "seconds": 1.0, "types": []})";

class FakeLoader final : public model::SubjectLoader {
 public:
  model::LoadedSubject Load(const model::ModuleId&, const model::LoadOptions&,
                            const base::Deadline&) override {
    return {};
  }
  std::string RunExistingTests(const model::ModuleId&, const std::vector<std::string>& files,
                               const base::Deadline& deadline) override {
    ran.push_back(files);
    had = deadline.Remaining();
    return answer;
  }
  std::vector<std::vector<std::string>> ran;
  base::Duration had{};
  std::string answer = kComplete;
};

class ExistingTestsTest : public ::testing::Test {
 protected:
  ExistingCoverage Ask(base::Duration share, base::Duration latest = 60s) {
    const base::Deadline now(clock_);
    return AskExistingTests(tests_, loader_, now.Within(share), now.Within(latest), outcome_);
  }

  test::FakeClock clock_;
  FakeLoader loader_;
  model::ModuleOutcome outcome_;
  ExistingTests tests_{{"tests/test_a.py"}, "key", ""};
};

TEST_F(ExistingTestsTest, RunOnceWithinAPartOfTheShareAndAreNotedForTheState) {
  const ExistingCoverage coverage = Ask(20s);
  EXPECT_EQ(loader_.ran, (std::vector<std::vector<std::string>>{{"tests/test_a.py"}}));
  EXPECT_EQ(loader_.had, 5s);
  EXPECT_EQ(outcome_.existing_tests.json, kComplete);
  EXPECT_EQ(outcome_.existing_tests.key, "key");
  EXPECT_EQ(coverage.types(), R"([{"callable":"f"}])");
}

TEST_F(ExistingTestsTest, GetTimeToStartOfASmallShare) {
  Ask(4s);
  EXPECT_EQ(loader_.had, 1500ms);
  Ask(1s);
  EXPECT_EQ(loader_.had, 500ms);
}

TEST_F(ExistingTestsTest, AreNotRunWhenWhatTheyShowIsKnown) {
  tests_.known = kComplete;
  EXPECT_EQ(Ask(20s).types(), R"([{"callable":"f"}])");
  EXPECT_TRUE(loader_.ran.empty());
  EXPECT_EQ(outcome_.existing_tests.json, "");
}

TEST_F(ExistingTestsTest, SayHowManyOfThemCameToTheirEnd) {
  EXPECT_EQ(ExistingCoverage(kComplete).part(), "");
  EXPECT_EQ(ExistingCoverage(kCutOff).part(), "1 of 1");
  for (const char* complete : {"false", "true"}) {  // true: the others took too long
    const std::string shown = fmt::format(
        R"({{"tests": 2, "ended": 1, "collected": 6, "complete": {}, "seconds": 1.0, "types": []}})",
        complete);
    EXPECT_EQ(ExistingCoverage(shown).part(), "1 of 6");
  }
}

TEST_F(ExistingTestsTest, GetTwiceTheTimeWhenTheyWereCutOff) {
  tests_.known = kCutOff;
  Ask(2s);
  EXPECT_EQ(loader_.had, 2s);
}

TEST_F(ExistingTestsTest, AreGivenUpWhereTheBudgetLeavesNoMore) {
  tests_.known = kCutOff;
  Ask(2s, /*latest=*/6s);
  EXPECT_TRUE(loader_.ran.empty());
}

TEST_F(ExistingTestsTest, AreAsIfNotThereWhenTheyCannotBeRun) {
  const std::string bottomless = R"({"complete": true, "tests": 1, "types": )" +
                                 std::string(100'000, '[') + std::string(100'000, ']') + "}";
  const std::string timeless = R"({"complete": false, "seconds": 1e300, "tests": 1, "types": []})";
  for (const std::string& answer : {std::string(), std::string("[]"), std::string("{"),
                                    std::string(R"({"complete": true})"), bottomless, timeless}) {
    loader_.answer = answer;
    tests_.known = "";
    const model::Subject subject = skua::testing::SampleSubject();
    EXPECT_TRUE(Ask(20s).Covered(subject, model::GoalsOf(subject)).empty())
        << answer.substr(0, 100);
  }
}

TEST_F(ExistingTestsTest, GetTwiceTheTimeWhenTheyHadNoneToBegin) {
  loader_.answer = "";
  Ask(2s);
  tests_.known = outcome_.existing_tests.json;
  Ask(2s);
  EXPECT_EQ(loader_.had, 2s);
}

TEST_F(ExistingTestsTest, CoverWhatTheyOrTheImportDo) {
  const model::Subject subject = skua::testing::SampleSubject();
  const std::vector<model::Goal> goals = model::GoalsOf(subject);
  const std::vector<bool> by_import = model::CoveredByImport(subject, goals);
  const std::vector<bool> covered = ExistingCoverage(kComplete).Covered(subject, goals);
  ASSERT_EQ(covered.size(), goals.size());
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const bool by_tests = goals[i].kind == model::GoalKind::kTrueBranch && goals[i].index <= 1;
    EXPECT_EQ(covered[i], by_tests || by_import[i]) << i;
  }
  EXPECT_EQ(GoalsForLater({false, true, true}), (std::vector<model::GoalIndex>{1, 2}));
}

TEST(CallsOfExistingTests, AreThoseOfEachCaller) {
  const auto runs = CallsOfExistingTests(
      R"({"calls": [["a.py", "f", 1, "b.py", "B.g"], ["b.py", "h", 0, "a.py", "f"]]})");
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_THAT(runs.at("a.py").calls, ElementsAre(model::FileRun::Call{"f", 1, "b.py", "B.g"}));
  EXPECT_THAT(runs.at("b.py").calls, ElementsAre(model::FileRun::Call{"h", 0, "a.py", "f"}));
}

TEST(CallsOfExistingTests, AreNoneInTextsThatSayNothingOfThem) {
  for (const char* text : {"", kComplete, "[", "[]", R"({"calls": 1})", R"({"calls": [["a.py"]]})",
                           R"({"calls": [["a.py", "f", -1, "b.py", "g"]]})"}) {
    EXPECT_TRUE(CallsOfExistingTests(text).empty()) << text;
  }
}

}  // namespace
}  // namespace skua::campaign
