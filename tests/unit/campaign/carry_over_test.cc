#include "campaign/files/carry_over.h"

#include "base/files.h"
#include "render/file/suite_json.h"
#include "support/fake_clock.h"
#include "support/fake_pytest_runner.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::campaign {
namespace {

using testing::FakePytestRunner;
using testing::TestCaseBuilder;

constexpr const char* kRatesFile = "tests/test_rates.py";

model::GeneratedTest Quote(int64_t weight) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(weight)}});
  return model::GeneratedTest{.test = b.test()};
}

class CarryOverTest : public ::testing::Test {
 protected:
  BehaviourReport RunEarlier(const std::string& suite, model::PytestRunner& pytest) const {
    const SuiteWriter writer(subject_, kRatesFile, kRatesFile, {"0.1.0", "73252ebc", {}});
    return RunEarlierTests({kRatesFile, nullptr, suite}, subject_, writer, files_, pytest,
                           base::Deadline(clock_), log_);
  }

  const model::Subject subject_ = testing::SampleSubject();
  const std::string suite_ = render::SuiteToJson(subject_, {Quote(1), Quote(2)});
  const base::ScratchFolder root_;
  const TestFiles files_{root_.path(), "tests"};
  const base::Log log_{0};
  test::FakeClock clock_;
};

TEST_F(CarryOverTest, TakesTheTestsOfAllSuites) {
  const CarriedOver carried = CarryOver({suite_, suite_}, subject_);
  EXPECT_THAT(carried.seeds, SizeIs(4));
  EXPECT_EQ(carried.count.replayed, 4u);
  EXPECT_EQ(carried.count.dropped, 0u);
}

TEST_F(CarryOverTest, KnowsWhichTestsArePlain) {
  model::Suite suite = {Quote(1), Quote(2)};
  suite[1].is_plain = true;
  const CarriedOver carried = CarryOver({render::SuiteToJson(subject_, suite)}, subject_);
  EXPECT_THAT(carried.plain, ElementsAre(suite[1].test));
}

TEST_F(CarryOverTest, CountsTestsOfWhatIsGone) {
  model::Subject now = subject_;
  now.callables[testing::kQuote].parameters[0].name = "grams";
  const CarriedOver carried = CarryOver({suite_}, now);
  EXPECT_THAT(carried.seeds, IsEmpty());
  EXPECT_EQ(carried.count.dropped, 2u);
}

TEST_F(CarryOverTest, RunsEarlierTestsWhereTheyStand) {
  files_.Write(kRatesFile, "def test_one():\n    pass\n");
  FakePytestRunner pytest;
  const BehaviourReport report = RunEarlier(suite_, pytest);
  EXPECT_THAT(report.changes, IsEmpty());
  EXPECT_TRUE(report.passed);
  EXPECT_THAT(pytest.in_place, SizeIs(1));
  EXPECT_THAT(pytest.requests, IsEmpty());
}

TEST_F(CarryOverTest, RunsWhatFitsWherePytestCannotRunTheFile) {
  FakePytestRunner pytest([](const model::PytestRequest& request) {
    model::PytestRequest files{.files = request.files};
    model::PytestResult result = FakePytestRunner::AllPass(files);
    result.tests.at(0).outcome = model::PytestResult::Outcome::kFailed;
    return result;
  });
  const BehaviourReport report = RunEarlier(suite_, pytest);
  EXPECT_THAT(pytest.in_place, IsEmpty());
  EXPECT_THAT(pytest.requests, SizeIs(2));
  ASSERT_THAT(report.changes, SizeIs(1));
  EXPECT_EQ(report.changes[0].file, kRatesFile);
  EXPECT_EQ(report.changes[0].line, 0u);
}

TEST_F(CarryOverTest, DoesNotTakeWhatFitsForTheWholeFile) {
  FakePytestRunner pytest;
  EXPECT_FALSE(RunEarlier(suite_, pytest).passed);
}

TEST_F(CarryOverTest, HasNothingToRunWithoutASuite) {
  FakePytestRunner pytest;
  EXPECT_FALSE(RunEarlier("", pytest).runnable);
  EXPECT_THAT(pytest.requests, IsEmpty());
}

}  // namespace
}  // namespace skua::campaign
