#include "oracle/verification.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_pytest_runner.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::PytestRequest;
using model::PytestResult;
using ::testing::ElementsAre;
using testing::FakePytestRunner;
using ::testing::HasSubstr;
using testing::IntValue;
using ::testing::IsEmpty;
using Outcome = PytestResult::Outcome;

const base::SteadyClock kClock;

// A suite of tests that are told apart by their goal.
model::Suite SuiteOf(int tests, int assertions = 1) {
  model::Suite suite;
  for (int i = 0; i < tests; ++i) {
    testing::TestCaseBuilder b;
    const auto call = b.Call(testing::kQuote, {{0, b.Int(i)}});
    model::GeneratedTest test;
    test.test = b.test();
    test.goals = {static_cast<model::GoalIndex>(i)};
    for (int a = 0; a < assertions; ++a) {
      test.assertions.push_back({model::AssertionKind::kEquals, call, call, "", IntValue(a)});
    }
    suite.push_back(std::move(test));
  }
  return suite;
}

// "def test_3():" with one line a assertion.
WrittenSuite Write(const model::Suite& suite) {
  WrittenSuite written;
  uint32_t line = 1;
  for (const model::GeneratedTest& test : suite) {
    WrittenSuite::Test one;
    one.name = fmt::format("test_{}", test.goals[0]);
    if (test.is_finding) {
      written.text += "@pytest.mark.xfail(strict=True)\n";
      ++line;
    }
    one.line = line++;
    written.text += fmt::format("def {}():\n", one.name);
    for (const model::Assertion& assertion : test.assertions) {
      one.assertion_lines.push_back(line++);
      written.text += fmt::format("    assert x == {}\n", assertion.expected.integer);
    }
    written.tests.push_back(std::move(one));
  }
  return written;
}

VerifiedSuite VerifyWith(model::Suite suite, FakePytestRunner& pytest,
                         const base::Deadline& deadline = base::Deadline(kClock)) {
  VerificationOptions options;
  options.file_name = "test_parcel_rates.py";
  options.other_files = {{"conftest.py", "import sys\n"}};
  return Verify(std::move(suite), Write, pytest, deadline, options);
}

PytestResult::Test& TestNamed(PytestResult& result, const std::string& name) {
  return *std::find_if(result.tests.begin(), result.tests.end(),
                       [&](const auto& test) { return test.name == name; });
}

bool Has(const PytestResult& result, const std::string& name) {
  return std::any_of(result.tests.begin(), result.tests.end(),
                     [&](const auto& test) { return test.name == name; });
}

TEST(Verify, KeepsWhatPassesEveryRun) {
  FakePytestRunner pytest;
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_EQ(verified.suite.size(), 2u);
  EXPECT_EQ(verified.text, Write(SuiteOf(2)).text);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNone);
  ASSERT_EQ(verified.tests.size(), 2u);
  EXPECT_EQ(verified.tests[1].name, "test_1");
}

TEST(Verify, RunsAsWrittenWithTheProjectsSettingsAndTwiceShuffledWithout) {
  FakePytestRunner pytest;
  VerifyWith(SuiteOf(1), pytest);
  ASSERT_EQ(pytest.requests.size(), 3u);
  EXPECT_TRUE(pytest.requests[0].project_settings);
  EXPECT_FALSE(pytest.requests[0].shuffle_seed);
  EXPECT_FALSE(pytest.requests[1].project_settings);
  EXPECT_TRUE(pytest.requests[1].shuffle_seed);
  EXPECT_NE(pytest.requests[1].shuffle_seed, pytest.requests[2].shuffle_seed);
  EXPECT_NE(pytest.requests[0].hash_seed, pytest.requests[1].hash_seed);
  EXPECT_NE(pytest.requests[1].hash_seed, pytest.requests[2].hash_seed);
  for (const PytestRequest& request : pytest.requests) {
    EXPECT_EQ(request.files.size(), 2u);
    EXPECT_EQ(request.files.at("test_parcel_rates.py"), Write(SuiteOf(1)).text);
  }
}

TEST(Verify, DropsWhatFailsInOneRunAndVerifiesTheRestAgain) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    if (request.hash_seed == 2 && Has(result, "test_1")) {
      TestNamed(result, "test_1").outcome = Outcome::kFailed;
      TestNamed(result, "test_1").message = "    x()\nE   KeyError: 3\n\nlib.py:7: KeyError";
    }
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), pytest);
  EXPECT_EQ(pytest.requests.size(), 6u);
  ASSERT_EQ(verified.suite.size(), 2u);
  EXPECT_THAT(verified.suite[1].goals, ElementsAre(2));
  EXPECT_EQ(verified.text, Write(verified.suite).text);
  ASSERT_EQ(verified.dropped.size(), 1u);
  EXPECT_EQ(verified.dropped[0].test, "test_1");
  EXPECT_EQ(verified.dropped[0].why, "fails when shuffled: KeyError: 3");
}

TEST(Verify, DropsOnlyTheAssertionThatFails) {
  for (const char* message : {"E   assert 7 == 1\n\ntest_parcel_rates.py:3: AssertionError",
                              "test_parcel_rates.py:3: assert 7 == 1\n +  where 7 = f()"}) {
    FakePytestRunner pytest([message](const PytestRequest& request) {
      PytestResult result = FakePytestRunner::AllPass(request);
      if (request.files.at("test_parcel_rates.py").find("x == 1") != std::string::npos) {
        TestNamed(result, "test_0").outcome = Outcome::kFailed;
        TestNamed(result, "test_0").message = message;
      }
      return result;
    });
    const VerifiedSuite verified = VerifyWith(SuiteOf(1, 3), pytest);
    ASSERT_EQ(verified.suite.size(), 1u);
    EXPECT_THAT(verified.suite[0].assertions,
                ElementsAre(SuiteOf(1, 3)[0].assertions[0], SuiteOf(1, 3)[0].assertions[2]));
    ASSERT_EQ(verified.dropped.size(), 1u);
    EXPECT_TRUE(verified.dropped[0].assertion_only);
    EXPECT_THAT(verified.dropped[0].why, HasSubstr("assert 7 == 1"));
  }
}

TEST(Verify, DropsATestWithItsLastAssertion) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    for (auto& test : result.tests) {
      if (test.name != "test_0") continue;
      test.outcome = Outcome::kFailed;
      test.message = "E   assert 7 == 0\n\ntest_parcel_rates.py:2: AssertionError";
    }
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  ASSERT_EQ(verified.suite.size(), 1u);
  EXPECT_THAT(verified.suite[0].goals, ElementsAre(1));
}

TEST(Verify, WantsFindingsToFailAsExpected) {
  model::Suite suite = SuiteOf(2);
  suite[0].is_finding = true;
  suite[0].assertions.clear();
  FakePytestRunner good;
  EXPECT_EQ(VerifyWith(suite, good).suite.size(), 2u);
  FakePytestRunner passing([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    for (auto& test : result.tests) test.outcome = Outcome::kPassed;
    return result;
  });
  EXPECT_EQ(VerifyWith(suite, passing).suite.size(), 1u);
}

TEST(Verify, DropsWhatPytestDoesNotCollect) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    std::erase_if(result.tests, [](const auto& test) { return test.name == "test_0"; });
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_EQ(verified.suite.size(), 1u);
  EXPECT_THAT(verified.dropped.at(0).why, HasSubstr("did not run it"));
}

TEST(Verify, KeepsNothingWhenPytestItselfBreaks) {
  FakePytestRunner pytest([](const PytestRequest&) {
    PytestResult result;
    result.output = "INTERNALERROR\nusage: pytest: unrecognized arguments\n";
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_EQ(verified.text, "");
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNothingStable);
  EXPECT_THAT(verified.reason.detail, HasSubstr("unrecognized arguments"));
}

TEST(Verify, KeepsNothingWhenEveryTestIsFlaky) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    for (auto& test : result.tests) test.outcome = Outcome::kError;
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_EQ(verified.dropped.size(), 2u);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNothingStable);
}

TEST(Verify, GivesUpWhenEachRoundBreaksAnotherTest) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    result.tests.front().outcome = Outcome::kFailed;
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(20), pytest);
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_THAT(verified.text, IsEmpty());
  EXPECT_EQ(pytest.requests.size(), 3u * VerificationOptions{}.rounds);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNothingStable);
}

TEST(Verify, KeepsWhatPassedBesideWhatWasDroppedWhenNoTimeIsLeft) {
  std::atomic<bool> interrupted = false;
  FakePytestRunner pytest([&](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    if (request.hash_seed == 2) {
      TestNamed(result, "test_1").outcome = Outcome::kFailed;
      interrupted = true;  // behind the first round
    }
    return result;
  });
  const VerifiedSuite verified =
      VerifyWith(SuiteOf(3), pytest, base::Deadline(kClock, &interrupted));
  EXPECT_EQ(pytest.requests.size(), 3u);
  ASSERT_EQ(verified.suite.size(), 2u);
  EXPECT_EQ(verified.text, Write(verified.suite).text);
  ASSERT_EQ(verified.tests.size(), 2u);
  EXPECT_EQ(verified.tests[1].name, "test_2");
  EXPECT_EQ(verified.tests[1].line, 3u);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNone);
}

TEST(Verify, SaysSoWhenNoTimeIsLeft) {
  const std::atomic<bool> interrupted = true;
  FakePytestRunner pytest;
  const VerifiedSuite verified =
      VerifyWith(SuiteOf(2), pytest, base::Deadline(kClock, &interrupted));
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNoBudgetLeft);
  EXPECT_THAT(pytest.requests, IsEmpty());
}

}  // namespace
}  // namespace skua::oracle
