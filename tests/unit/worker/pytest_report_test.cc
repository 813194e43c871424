#include "worker/pytest_report.h"

#include <string>

#include "support/matchers.h"

namespace skua::worker {
namespace {

using Outcome = model::PytestResult::Outcome;

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

TEST(PytestReportTest, TellsWhatTestsLeft) {
  const PytestReport report = ReadPytestReport(
      R"lines({"file": "test_a.py", "name": "test_one", "outcome": "passed", "pass": 2}
{"file": "test_a.py", "name": "test_one", "outcome": "passed", "pass": 1}
{"file": "test_a.py", "name": "test_one", "pass": 2, "left": [{"what": "1 item in shop._stack", "module": "shop", "path": "_stack", "by": "copy"}, {"what": "another umask"}, {"what": "another working folder", "by": "folder"}]}
)lines");
  ASSERT_EQ(report.tests.size(), 2u);
  EXPECT_THAT(report.tests[1].left, IsEmpty());
  const auto& left = report.tests[0].left;
  ASSERT_EQ(left.size(), 3u);
  EXPECT_EQ(left[0].what, "1 item in shop._stack");
  EXPECT_EQ(left[0].restoring, (model::RestoredState{model::RestoredBy::kCopy, "shop", "_stack"}));
  EXPECT_EQ(left[1].restoring, std::nullopt);
  EXPECT_EQ(left[2].restoring, (model::RestoredState{model::RestoredBy::kFolder, "", ""}));
}

TEST(PytestReportTest, TellsTheAllocationsThatWereCounted) {
  const PytestReport report = ReadPytestReport(
      R"lines({"file": "test_a.py", "name": "test_one", "outcome": "passed", "peak_bytes": 2048}
{"file": "test_a.py", "name": "test_two", "outcome": "passed", "peak_bytes": -1}
{"file": "test_a.py", "name": "test_three", "outcome": "passed"}
)lines");
  ASSERT_EQ(report.tests.size(), 3u);
  EXPECT_EQ(report.tests[0].peak_bytes, 2048u);
  EXPECT_EQ(report.tests[1].peak_bytes, std::nullopt);
  EXPECT_EQ(report.tests[2].peak_bytes, std::nullopt);
}

// What is to be restored becomes part of a test's text.
TEST(PytestReportTest, TakesOnlyNamesForWhatIsToBeRestored) {
  for (const std::string path : {"a b", "", ".a", "a.", "1a", "a;b", "a..b", "a(b)"}) {
    const PytestReport report = ReadPytestReport(
        R"({"file": "test_a.py", "name": "test_one", "outcome": "passed"})"
        "\n"
        R"({"file": "test_a.py", "name": "test_one", "left": [{"what": "x", "module": "shop", )"
        R"("by": "name", "path": ")" +
        path + "\"}]}\n");
    ASSERT_EQ(report.tests.size(), 1u);
    ASSERT_EQ(report.tests[0].left.size(), 1u) << path;
    EXPECT_EQ(report.tests[0].left[0].restoring, std::nullopt) << path;
  }
}

// The code under test shares a process with what writes the report.
TEST(PytestReportTest, PassesOverLinesThatAreNotAsTheyShouldBe) {
  const std::string good = R"({"file": "test_a.py", "name": "test_one", "outcome": "passed"})";
  for (const std::string bad :
       {"", "{", "[]", "7", "null", R"({"outcome": 5})", R"({"outcome": "passed", "file": 7})",
        R"({"outcome": "passed", "name": null})", R"({"outcome": "passed", "seconds": "long"})",
        R"({"outcome": "passed", "line": []})", R"({"outcome": "passed", "pass": {}})",
        R"({"outcome": "passed", "line": 1e79})", R"({"outcome": "passed", "pass": -0.5})",
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
