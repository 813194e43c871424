#include "worker/pytest_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace skua::worker {
namespace {

using Outcome = model::PytestResult::Outcome;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(PytestReportTest, TellsWhatEachTestDid) {
  const PytestReport report = ReadPytestReport(
      R"lines({"begin": "8.0"}
{"file": "test_a.py", "name": "test_one", "outcome": "failed", "seconds": 0.5, "message": "m", "line": 3, "pass": 1, "failure": {"line": 4, "call": "f()", "misfit": true}}
{"file": "test_a.py", "name": "test_two", "outcome": "xfailed"}
{"passed": 0}
{"statements": [1, 2, 3]}
{"lines": [2]}
{"end": 1}
)lines");
  EXPECT_TRUE(report.begun);
  EXPECT_TRUE(report.ended);
  EXPECT_EQ(report.passes, 1u);
  EXPECT_THAT(report.lines, ElementsAre(Pair(1, false), Pair(2, true), Pair(3, false)));
  ASSERT_EQ(report.tests.size(), 2u);
  EXPECT_EQ(report.tests[0].name, "test_one");
  EXPECT_EQ(report.tests[0].outcome, Outcome::kFailed);
  EXPECT_EQ(report.tests[0].seconds, 0.5);
  EXPECT_EQ(report.tests[0].line, 3u);
  EXPECT_EQ(report.tests[0].pass, 1u);
  EXPECT_EQ(report.tests[0].failure->line, 4u);
  EXPECT_TRUE(report.tests[0].failure->misfit);
  EXPECT_EQ(report.tests[1].outcome, Outcome::kExpectedFailure);
}

// The code under test shares a process with what writes the report.
TEST(PytestReportTest, PassesOverLinesThatAreNotAsTheyShouldBe) {
  const std::string good = R"({"file": "test_a.py", "name": "test_one", "outcome": "passed"})";
  for (const std::string bad :
       {"", "{", "[]", "7", "null", R"({"outcome": 5})", R"({"outcome": "passed", "file": 7})",
        R"({"outcome": "passed", "name": null})", R"({"outcome": "passed", "seconds": "long"})",
        R"({"outcome": "passed", "line": []})", R"({"outcome": "passed", "pass": {}})",
        R"({"outcome": "failed", "failure": {"line": "four"}})",
        R"({"outcome": "failed", "failure": {"call": 1}})", R"({"statements": "many"})",
        R"({"lines": {"1": 2}})", R"({"lines": [-1, "two", null]})", "\xff\xfe"}) {
    const PytestReport report = ReadPytestReport(bad + "\n" + good + "\n" + bad);
    EXPECT_EQ(report.tests.size(), 1u) << bad;
    EXPECT_THAT(report.lines, IsEmpty()) << bad;
  }
}

TEST(PytestReportTest, DoesNotReadALineThatWasCutOff) {
  EXPECT_THAT(ReadPytestReport(R"({"outcome": "passed"})").tests, IsEmpty());
  EXPECT_THAT(ReadPytestReport("").tests, IsEmpty());
}

}  // namespace
}  // namespace skua::worker
