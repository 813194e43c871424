#include "oracle/verification/verification.h"

#include <fmt/format.h>

#include <atomic>
#include <barrier>
#include <set>

#include "support/fake_clock.h"
#include "support/fake_pytest_runner.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::PytestPass;
using model::PytestRequest;
using model::PytestResult;
using testing::FakePytestRunner;
using testing::IntValue;
using Order = PytestPass::Order;
using Outcome = PytestResult::Outcome;

const base::SteadyClock kClock;

// A suite of tests that are told apart by their goal.
model::Suite SuiteOf(int tests, int assertions = 1) {
  model::Suite suite;
  for (int i = 0; i < tests; ++i) {
    testing::TestCaseBuilder b;
    const auto call = b.Call(testing::kQuote, {{0, b.Int(i)}});
    model::GeneratedTest test{.test = b.test(), .goals = {static_cast<model::GoalIndex>(i)}};
    for (int a = 0; a < assertions; ++a) {
      test.assertions.push_back({model::AssertionKind::kEquals, call, call, "", IntValue(a)});
    }
    suite.push_back(std::move(test));
  }
  return suite;
}

// "def test_3():" with one line an assertion; findings in a file of their own.
WrittenSuite Write(const model::Suite& suite) {
  WrittenSuite written;
  std::map<std::string, uint32_t> lines;
  for (const model::GeneratedTest& test : suite) {
    WrittenSuite::Test one{
        .file = test.is_finding ? "test_parcel_rates_findings.py" : "test_parcel_rates.py",
        .name = fmt::format("test_{}", test.goals[0])};
    std::string& text = written.files[one.file];
    uint32_t& line = lines.try_emplace(one.file, 1u).first->second;
    if (test.is_finding) {
      text += test.verdict == model::Verdict::kRaised ? "@pytest.mark.xfail(strict=True)\n"
                                                      : "@pytest.mark.skip\n";
      ++line;
    }
    one.line = line++;
    text += fmt::format("def {}():\n", one.name);
    for (const model::Assertion& assertion : test.assertions) {
      one.assertion_lines.push_back(line++);
      text += fmt::format("    assert x == {}\n", assertion.expected.integer);
    }
    written.tests.push_back(std::move(one));
  }
  return written;
}

const std::string kFile = "test_parcel_rates.py";

VerifiedSuite VerifyWith(model::Suite suite, FakePytestRunner& pytest,
                         const base::Deadline& deadline = base::Deadline(kClock)) {
  VerificationOptions options{.other_files = {{"conftest.py", "import sys\n"}}};
  return Verify(std::move(suite), Write, pytest, deadline, options);
}

// A test about to be run, and what it knows of its surroundings.
struct Moment {
  std::string test;
  std::set<std::string> before;  // in the same process
  const PytestPass* pass = nullptr;
  const PytestRequest* request = nullptr;
};

// A program in which a test fails, with a message, where `fails` gives one.
FakePytestRunner::Answer FailsWhere(std::function<std::string(const Moment&)> fails) {
  return [fails = std::move(fails)](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    std::set<std::string> before;
    for (std::size_t i = 0; i < result.tests.size(); ++i) {
      PytestResult::Test& test = result.tests[i];
      const PytestPass& pass = request.passes[test.pass];
      const bool is_new = i == 0 || result.tests[i - 1].pass != test.pass;
      if (is_new || pass.order == Order::kAlone) before.clear();
      test.message = fails({test.name, before, &pass, &request});
      if (!test.message.empty()) test.outcome = Outcome::kFailed;
      before.insert(test.name);
    }
    return result;
  };
}

// A program in which a test leaves what `leaves` says, where it runs alone.
FakePytestRunner::Answer LeavesWhere(
    std::function<std::vector<PytestResult::Left>(const PytestResult::Test&)> leaves) {
  return [leaves = std::move(leaves)](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    for (PytestResult::Test& test : result.tests) {
      if (request.passes[test.pass].order == Order::kAlone) test.left = leaves(test);
    }
    return result;
  };
}

const model::RestoredState kStack{model::RestoredBy::kCopy, "parcel.stack", "_items"};

std::vector<model::GoalIndex> GoalsOf(const model::Suite& suite) {
  std::vector<model::GoalIndex> goals;
  for (const model::GeneratedTest& test : suite) goals.push_back(test.goals[0]);
  return goals;
}

TEST(Verify, KeepsWhatPassesEveryRun) {
  FakePytestRunner pytest;
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_EQ(verified.suite.size(), 2u);
  EXPECT_EQ(verified.files, Write(SuiteOf(2)).files);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNone);
  EXPECT_FALSE(verified.in_part);
  ASSERT_EQ(verified.tests.size(), 2u);
  EXPECT_EQ(verified.tests[1].name, "test_1");
}

TEST(Verify, RunsInEveryWayThatMattersWithThreeProcesses) {
  FakePytestRunner pytest;
  VerifyWith(SuiteOf(1), pytest);
  ASSERT_EQ(pytest.requests.size(), 3u);
  std::set<uint32_t> hash_seeds;
  std::set<std::pair<Order, bool>> orders;  // with and without the project's settings
  std::set<uint64_t> shuffles;
  for (const PytestRequest& request : pytest.requests) {
    EXPECT_EQ(request.files.size(), 2u);
    EXPECT_EQ(request.files.at(kFile), Write(SuiteOf(1)).files.at(kFile));
    hash_seeds.insert(request.hash_seed);
    for (const PytestPass& pass : request.passes) {
      orders.emplace(pass.order, request.project_settings);
      if (pass.order == Order::kShuffled) shuffles.insert(pass.seed);
    }
  }
  EXPECT_THAT(hash_seeds, SizeIs(2));
  EXPECT_THAT(shuffles, SizeIs(2));
  EXPECT_EQ(orders, (std::set<std::pair<Order, bool>>{{Order::kAlone, true},
                                                      {Order::kAsWritten, true},
                                                      {Order::kShuffled, true},
                                                      {Order::kShuffled, false},
                                                      {Order::kReversed, true}}));
  const auto randomly = std::ranges::count(pytest.requests, true, &PytestRequest::randomly);
  EXPECT_EQ(randomly, 1);
  for (const PytestRequest& request : pytest.requests) {
    EXPECT_TRUE(request.project_settings || !request.randomly);
  }
}

// Without pytest-randomly; the run that shuffles is cut off behind so many orders.
FakePytestRunner::Answer CutOffBehind(std::size_t orders, std::atomic<bool>& interrupted) {
  return [orders, &interrupted](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    result.has_randomly = false;
    if (request.passes[0].order != Order::kShuffled || orders >= request.passes.size()) {
      return result;
    }
    interrupted = true;
    result.completed = result.reported = false;
    result.completed_passes = orders;
    std::erase_if(result.tests, [&](const auto& test) { return test.pass >= orders; });
    return result;
  };
}

TEST(Verify, TriesAllOrdersInOneRunWherePytestRandomlyIsNot) {
  std::atomic<bool> interrupted = false;
  FakePytestRunner pytest(CutOffBehind(2, interrupted));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), pytest);
  ASSERT_EQ(pytest.requests.size(), 2u);
  ASSERT_THAT(pytest.requests[1].passes, SizeIs(2));
  EXPECT_NE(pytest.requests[1].passes[0].seed, pytest.requests[1].passes[1].seed);
  EXPECT_EQ(verified.suite.size(), 3u);
  EXPECT_FALSE(verified.has_fewer_orders);
}

TEST(Verify, IsContentWithOneOrderOfTheLastRunWhenTheTimeEnds) {
  for (const std::size_t orders : {0u, 1u}) {
    std::atomic<bool> interrupted = false;
    FakePytestRunner pytest(CutOffBehind(orders, interrupted));
    const VerifiedSuite verified =
        VerifyWith(SuiteOf(3), pytest, base::Deadline(kClock, &interrupted));
    EXPECT_EQ(verified.suite.size(), orders == 0 ? 0u : 3u);
    EXPECT_EQ(verified.has_fewer_orders, orders == 1);
    EXPECT_FALSE(verified.in_part);
  }
}

// What pytest says of lines where it is asked to measure; `blind` runs cannot.
FakePytestRunner::Answer Measures(std::vector<std::string>& asked, bool blind_with_settings) {
  return [&asked, blind_with_settings](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    asked.push_back(request.measured);
    const bool is_blind = blind_with_settings && request.project_settings;
    if (!request.measured.empty() && !is_blind) result.lines = {{3, true}, {4, false}};
    return result;
  };
}

VerifiedSuite VerifyMeasured(FakePytestRunner& pytest) {
  VerificationOptions options{.measured = "src/parcel/rates.py"};
  return Verify(SuiteOf(2), Write, pytest, base::Deadline(kClock), options);
}

TEST(Verify, MeasuresLinesOnce) {
  std::vector<std::string> asked;
  FakePytestRunner pytest(Measures(asked, false));
  const VerifiedSuite verified = VerifyMeasured(pytest);
  EXPECT_THAT(asked, ElementsAre("src/parcel/rates.py", "", ""));
  ASSERT_EQ(verified.lines.size(), 2u);
  EXPECT_TRUE(verified.lines[0].hit);
  EXPECT_FALSE(verified.lines[1].hit);
}

TEST(Verify, MeasuresWithoutTheProjectsSettingsWhereTheyAreInTheWay) {
  std::vector<std::string> asked;
  FakePytestRunner pytest(Measures(asked, true));
  EXPECT_EQ(VerifyMeasured(pytest).lines.size(), 2u);
  EXPECT_THAT(asked, ElementsAre("src/parcel/rates.py", "src/parcel/rates.py", ""));
}

TEST(Verify, DropsWhatFailsAndSeesTheRestOnceMoreAsItIsWritten) {
  FakePytestRunner pytest(FailsWhere([](const Moment& moment) {
    const bool fails = moment.test == "test_1" && moment.request->randomly;
    return fails ? "    x()\nE   KeyError: 3\n\nlib.py:7: KeyError" : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), pytest);
  ASSERT_EQ(pytest.requests.size(), 4u);  // the others were proven
  EXPECT_EQ(pytest.requests[3].files.at(kFile), Write(verified.suite).files.at(kFile));
  EXPECT_THAT(pytest.requests[3].passes, ElementsAre(PytestPass{Order::kAsWritten}));
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  EXPECT_EQ(verified.files, Write(verified.suite).files);
  ASSERT_EQ(verified.dropped.size(), 1u);
  EXPECT_EQ(verified.dropped[0].test, "test_1");
  EXPECT_EQ(verified.dropped[0].cause, DropCause::kUnstable);
  EXPECT_EQ(verified.dropped[0].why, "shuffled: KeyError: 3");
}

struct CauseCase {
  const char* name;
  std::function<bool(const Moment&)> fails;  // of test_1, of three
  DropCause cause;
};

class VerifyCause : public ::testing::TestWithParam<CauseCase> {};

TEST_P(VerifyCause, IsNamed) {
  FakePytestRunner pytest(FailsWhere([](const Moment& moment) {
    return moment.test == "test_1" && GetParam().fails(moment) ? "E   assert 1 == 2" : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  ASSERT_EQ(verified.dropped.size(), 1u);
  EXPECT_EQ(verified.dropped[0].cause, GetParam().cause) << NameOf(verified.dropped[0].cause);
  EXPECT_THAT(verified.dropped[0].why, HasSubstr("assert 1 == 2"));
}

INSTANTIATE_TEST_SUITE_P(
    Dropped, VerifyCause,
    ::testing::Values(
        CauseCase{"Always", [](const Moment&) { return true; }, DropCause::kFails},
        CauseCase{"WithoutAnyBefore", [](const Moment& m) { return m.before.empty(); },
                  DropCause::kNeedsOthers},
        CauseCase{"WithoutItsPredecessor",
                  [](const Moment& m) { return !m.before.contains("test_0"); },
                  DropCause::kNeedsOthers},
        CauseCase{"BehindAnother", [](const Moment& m) { return m.before.contains("test_2"); },
                  DropCause::kFailsAfter},
        CauseCase{"BehindAny", [](const Moment& m) { return !m.before.empty(); },
                  DropCause::kFailsAfter},
        CauseCase{"WithSettings", [](const Moment& m) { return m.request->project_settings; },
                  DropCause::kProjectSettings},
        CauseCase{"WithRandomly", [](const Moment& m) { return m.request->randomly; },
                  DropCause::kUnstable},
        CauseCase{"WithoutSettings", [](const Moment& m) { return !m.request->project_settings; },
                  DropCause::kUnstable}),
    [](const auto& test) { return test.param.name; });

// Files in which one of these tests stands cannot be imported.
FakePytestRunner::Answer CollectsNothingWith(const std::set<std::string>& breaking) {
  return [breaking](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    for (const auto& [file, text] : request.files) {
      const bool breaks = std::ranges::any_of(breaking, [&, &text = text](const std::string& test) {
        return text.find(fmt::format("def {}()", test)) != std::string::npos;
      });
      if (!breaks) continue;
      std::erase_if(result.tests,
                    [&, &file = file](const auto& test) { return test.file == file; });
      result.tests.push_back({.file = file,
                              .outcome = Outcome::kError,
                              .message = "E   ImportError: cannot import name 'gone'"});
    }
    return result;
  };
}

TEST(Verify, OneTestThatCannotBeImportedCostsItselfAlone) {
  for (const std::set<std::string>& breaking :
       {std::set<std::string>{"test_0"}, {"test_4"}, {"test_2", "test_7"}, {"test_5", "test_6"}}) {
    FakePytestRunner pytest(CollectsNothingWith(breaking));
    const VerifiedSuite verified = VerifyWith(SuiteOf(9), pytest);
    EXPECT_THAT(verified.suite, SizeIs(9 - breaking.size()));
    ASSERT_THAT(verified.dropped, SizeIs(breaking.size()));
    for (const Dropped& dropped : verified.dropped) {
      EXPECT_TRUE(breaking.contains(dropped.test)) << dropped.test;
      EXPECT_EQ(dropped.cause, DropCause::kNotRun);
      EXPECT_THAT(dropped.why, HasSubstr("cannot import name 'gone'"));
    }
  }
}

TEST(Verify, TestsThatAllCannotBeImportedLeaveNothing) {
  FakePytestRunner pytest(CollectsNothingWith({"test_0", "test_1"}));
  EXPECT_THAT(VerifyWith(SuiteOf(2), pytest).suite, IsEmpty());
}

TEST(Verify, DropsTheOneThatMakesSeveralFail) {
  FakePytestRunner pytest(FailsWhere([](const Moment& moment) {
    const bool is_victim = moment.test == "test_1" || moment.test == "test_4";
    return is_victim && moment.before.contains("test_3") ? "E   assert 1 == 2" : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(6), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 1, 2, 4, 5));
  ASSERT_EQ(verified.dropped.size(), 1u);
  EXPECT_EQ(verified.dropped[0].test, "test_3");
  EXPECT_EQ(verified.dropped[0].cause, DropCause::kPollutes);
  EXPECT_EQ(pytest.requests.size(), 7u);  // one to find it, and then what failed has to pass all
}

TEST(Verify, FindsTheOneThatMakesSeveralFailAmongMany) {
  for (int culprit = 0; culprit < 40; ++culprit) {
    FakePytestRunner pytest(FailsWhere([&](const Moment& moment) {
      const bool is_victim = moment.test == "test_5" || moment.test == "test_20" ||
                             moment.test == "test_33" || moment.test == "test_39";
      const bool is_after = moment.before.contains(fmt::format("test_{}", culprit));
      return is_victim && is_after ? "E   assert 1 == 2" : "";
    }));
    const VerifiedSuite verified = VerifyWith(SuiteOf(40), pytest);
    ASSERT_EQ(verified.dropped.size(), 1u) << culprit;
    EXPECT_EQ(verified.dropped[0].test, fmt::format("test_{}", culprit));
  }
}

TEST(Verify, KeepsOneOfTwoThatGetIntoEachOthersWay) {
  FakePytestRunner pytest(FailsWhere([](const Moment& moment) {
    const bool fails = (moment.test == "test_1" && moment.before.contains("test_2")) ||
                       (moment.test == "test_2" && moment.before.contains("test_1"));
    return fails ? "E   KeyError: taken" : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(4), pytest);
  EXPECT_THAT(verified.suite, SizeIs(3));
  EXPECT_THAT(verified.dropped, SizeIs(1));
}

TEST(Verify, FindsTheCulpritOfNobodyWhenTheTestsFailAtRandom) {
  int calls = 0;
  FakePytestRunner pytest(FailsWhere([&](const Moment& moment) {
    return moment.test != "test_0" && ++calls % 3 == 0 ? "E   assert 1 == 2" : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(4), pytest);
  for (const Dropped& dropped : verified.dropped) EXPECT_NE(dropped.test, "test_0");
}

TEST(Verify, DropsWhatTakesItsProcessWithItBeforeItIsRunAgain) {
  for (const Outcome end : {Outcome::kCrashed, Outcome::kTimedOut}) {
    FakePytestRunner pytest([end](const PytestRequest& request) {
      PytestResult result = FakePytestRunner::AllPass(request);
      // As the plug-in does it: lost in its first pass, and not run in those that follow.
      std::erase_if(result.tests,
                    [](const auto& test) { return test.name == "test_0" && test.pass > 0; });
      for (auto& test : result.tests) {
        if (test.name != "test_0") continue;
        test.outcome = end;
        test.message = "it ended so";
      }
      return result;
    });
    const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
    EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(1));
    ASSERT_EQ(verified.dropped.size(), 1u);
    EXPECT_EQ(verified.dropped[0].cause,
              end == Outcome::kCrashed ? DropCause::kCrashes : DropCause::kTimesOut);
    EXPECT_EQ(verified.dropped[0].why, "alone: it ended so");
    EXPECT_EQ(pytest.requests.size(), 4u);  // one, and then all three
  }
}

TEST(Verify, ShufflesMoreWhereTestsAssertWhatOthersMayHaveChanged) {
  const auto orders = [](model::AssertionKind kind) {
    model::Suite suite = SuiteOf(3);
    suite[1].assertions[0].kind = kind;
    FakePytestRunner pytest(FailsWhere([](const Moment&) { return ""; }));
    VerifyWith(suite, pytest);
    std::set<uint64_t> seeds;
    for (const PytestRequest& request : pytest.requests) {
      for (const PytestPass& pass : request.passes) {
        if (pass.order == Order::kShuffled) seeds.insert(pass.seed);
      }
    }
    return seeds.size();
  };
  EXPECT_EQ(orders(model::AssertionKind::kEquals), 2u);
  EXPECT_EQ(orders(model::AssertionKind::kGlobal), 10u);
  EXPECT_EQ(orders(model::AssertionKind::kLog), 10u);
}

TEST(Verify, DropsOnlyTheAssertionThatFails) {
  for (const char* message : {"E   assert 7 == 1\n\ntest_parcel_rates.py:3: AssertionError",
                              "test_parcel_rates.py:3: assert 7 == 1\n +  where 7 = f()",
                              "test_parcel_rates.py:3: AssertionError: assert 7 == 1"}) {
    FakePytestRunner pytest(FailsWhere([message](const Moment& moment) {
      const bool asserts = moment.request->files.at(kFile).find("x == 1") != std::string::npos;
      return asserts ? message : "";
    }));
    const VerifiedSuite verified = VerifyWith(SuiteOf(1, 3), pytest);
    ASSERT_EQ(verified.suite.size(), 1u);
    EXPECT_THAT(verified.suite[0].assertions,
                ElementsAre(SuiteOf(1, 3)[0].assertions[0], SuiteOf(1, 3)[0].assertions[2]));
    ASSERT_EQ(verified.dropped.size(), 1u);
    EXPECT_TRUE(verified.dropped[0].assertion_only);
    EXPECT_THAT(verified.dropped[0].why, HasSubstr("assert 7 == 1"));
    EXPECT_EQ(pytest.requests.size(), 6u);  // another one may have hidden behind it
  }
}

TEST(Verify, DropsATestWithItsLastAssertion) {
  FakePytestRunner pytest(FailsWhere([](const Moment& moment) {
    return moment.test == "test_0" ? "E   assert 7 == 0\n\ntest_parcel_rates.py:2: AssertionError"
                                   : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(1));
}

TEST(Verify, DropsATestWholeWhoseAssertionsFailOneBehindTheOther) {
  FakePytestRunner pytest(FailsWhere([](const Moment& moment) {
    return moment.test == "test_0" ? "E   assert 7 == 0\n\ntest_parcel_rates.py:2: AssertionError"
                                   : "";
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(2, 8), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(1));
  EXPECT_FALSE(verified.dropped.back().assertion_only);
}

TEST(Verify, TakesTestsOfSeveralFilesForTheirOwn) {
  model::Suite suite = SuiteOf(2);
  suite[1].goals = suite[0].goals;  // the same name
  suite[1].is_finding = true;
  suite[1].verdict = model::Verdict::kRaised;
  FakePytestRunner pytest;
  const VerifiedSuite verified = VerifyWith(suite, pytest);
  EXPECT_THAT(verified.dropped, IsEmpty());
  EXPECT_THAT(verified.files, SizeIs(2));
  ASSERT_THAT(verified.tests, SizeIs(2));
  EXPECT_EQ(verified.tests[0].file, "test_parcel_rates.py");
  EXPECT_EQ(verified.tests[0].outcome, Outcome::kPassed);
  EXPECT_EQ(verified.tests[1].file, "test_parcel_rates_findings.py");
  EXPECT_EQ(verified.tests[1].outcome, Outcome::kExpectedFailure);
}

TEST(Verify, WantsFindingsToFailAsExpectedOrToBeSkipped) {
  using model::Verdict;
  for (const Verdict verdict : {Verdict::kRaised, Verdict::kCrashed, Verdict::kTimedOut}) {
    model::Suite suite = SuiteOf(2);
    suite[0].is_finding = true;
    suite[0].verdict = verdict;
    suite[0].assertions.clear();
    FakePytestRunner good;
    EXPECT_EQ(VerifyWith(suite, good).suite.size(), 2u);
    for (const Outcome outcome : {Outcome::kPassed, Outcome::kExpectedFailure, Outcome::kSkipped}) {
      const bool is_right =
          outcome == (verdict == Verdict::kRaised ? Outcome::kExpectedFailure : Outcome::kSkipped);
      FakePytestRunner pytest([&](const PytestRequest& request) {
        PytestResult result = FakePytestRunner::AllPass(request);
        for (auto& test : result.tests) {
          if (test.name == "test_0") test.outcome = outcome;
        }
        return result;
      });
      EXPECT_EQ(VerifyWith(suite, pytest).suite.size(), is_right ? 2u : 1u);
    }
  }
}

TEST(Verify, DropsWhatPytestDoesNotCollect) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    std::erase_if(result.tests, [](const auto& test) { return test.name == "test_0"; });
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_EQ(verified.suite.size(), 1u);
  EXPECT_EQ(verified.dropped.at(0).cause, DropCause::kNotRun);
  EXPECT_THAT(verified.dropped.at(0).why, HasSubstr("did not run it"));
}

TEST(Verify, SaysWhyAFileCouldNotBeCollected) {
  FakePytestRunner pytest([](const PytestRequest&) {
    PytestResult result{.completed = true};
    result.tests.push_back(
        {.file = kFile, .outcome = Outcome::kError, .message = "E   ImportError: no such thing"});
    return result;
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(1), pytest);
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_THAT(verified.reason.detail, HasSubstr("ImportError: no such thing"));
}

TEST(Verify, KeepsNothingWhenPytestItselfBreaks) {
  FakePytestRunner pytest([](const PytestRequest&) {
    return model::PytestResult{.output = "INTERNALERROR\nusage: pytest: unrecognized arguments\n"};
  });
  const VerifiedSuite verified = VerifyWith(SuiteOf(2), pytest);
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_THAT(verified.files, IsEmpty());
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNothingStable);
  EXPECT_THAT(verified.reason.detail, HasSubstr("unrecognized arguments"));
}

TEST(Verify, KeepsNothingWhenEveryTestIsFlaky) {
  FakePytestRunner pytest(FailsWhere([](const Moment&) { return "E   assert 1 == 2"; }));
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
  EXPECT_THAT(verified.files, IsEmpty());
  EXPECT_THAT(verified.dropped, SizeIs(::testing::Ge(VerificationOptions{}.rounds)));
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNothingStable);
}

TEST(Verify, KeepsWhatPassedBesideWhatWasDroppedWhenNoTimeIsLeft) {
  std::atomic<bool> interrupted = false;
  FakePytestRunner pytest(FailsWhere([&](const Moment& moment) {
    const bool fails = moment.test == "test_1" && moment.request->randomly;
    if (fails) interrupted = true;  // behind the first round
    return fails ? "E   assert 1 == 2" : "";
  }));
  const VerifiedSuite verified =
      VerifyWith(SuiteOf(3), pytest, base::Deadline(kClock, &interrupted));
  EXPECT_EQ(pytest.requests.size(), 3u);
  ASSERT_EQ(verified.suite.size(), 2u);
  EXPECT_EQ(verified.files, Write(verified.suite).files);
  ASSERT_EQ(verified.tests.size(), 2u);
  EXPECT_EQ(verified.tests[1].name, "test_2");
  EXPECT_EQ(verified.tests[1].line, 3u);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNone);
}

TEST(Verify, KeepsNothingThatRanInOneProcessAlone) {
  std::atomic<bool> interrupted = false;
  FakePytestRunner pytest(FailsWhere([&](const Moment&) {
    interrupted = true;
    return "";
  }));
  const VerifiedSuite verified =
      VerifyWith(SuiteOf(3), pytest, base::Deadline(kClock, &interrupted));
  EXPECT_THAT(pytest.requests, SizeIs(1));
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_THAT(verified.files, IsEmpty());
  EXPECT_FALSE(verified.in_part);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNoBudgetLeft);
}

TEST(Verify, MakesDoWithTwoProcessesWhereTheTimeEnds) {
  std::atomic<bool> interrupted = false;
  FakePytestRunner pytest(FailsWhere([&](const Moment& moment) {
    if (!moment.request->project_settings) interrupted = true;
    return "";
  }));
  const VerifiedSuite verified =
      VerifyWith(SuiteOf(3), pytest, base::Deadline(kClock, &interrupted));
  EXPECT_THAT(pytest.requests, SizeIs(2));
  EXPECT_THAT(verified.suite, SizeIs(3));
  EXPECT_TRUE(verified.has_fewer_orders);
}

TEST(Verify, DoesNotTakeForProvenWhatFailedBehindACulprit) {
  std::atomic<bool> interrupted = false;
  FakePytestRunner pytest(FailsWhere([&](const Moment& moment) {
    if (moment.request->randomly) interrupted = true;  // behind the first round
    const bool is_victim = moment.test == "test_1" || moment.test == "test_2";
    return is_victim && moment.before.contains("test_0") ? "E   assert 1 == 2" : "";
  }));
  const VerifiedSuite verified =
      VerifyWith(SuiteOf(4), pytest, base::Deadline(kClock, &interrupted));
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(3));
  EXPECT_TRUE(verified.in_part);
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNone);
}

// A clock that each run of pytest moves on by ten seconds.
struct SlowRuns {
  explicit SlowRuns(FakePytestRunner::Answer answer)
      : pytest([this, answer = std::move(answer)](const PytestRequest& request) {
          clock.Advance(std::chrono::seconds(10));
          return answer(request);
        }) {}
  test::FakeClock clock;
  FakePytestRunner pytest;
};

TEST(Verify, GivesNoSecondChanceForWhichThereIsNoTime) {
  SlowRuns slow(FailsWhere([](const Moment& moment) {
    const bool is_victim = moment.test == "test_1" || moment.test == "test_2";
    return is_victim && moment.before.contains("test_0") ? "E   assert 1 == 2" : "";
  }));
  // Three runs, and too little for one more.
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(35));
  const VerifiedSuite verified = VerifyWith(SuiteOf(4), slow.pytest, deadline);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(3));
  EXPECT_TRUE(verified.in_part);
  EXPECT_EQ(verified.files, Write(verified.suite).files);
  EXPECT_EQ(slow.pytest.requests.size(), 4u);
}

TEST(Verify, DropsWhatWouldHaveToPutStateBackWithoutTimeToSeeIt) {
  SlowRuns slow(LeavesWhere([](const PytestResult::Test& test) {
    return test.name == "test_1"
               ? std::vector<PytestResult::Left>{{"1 item in parcel.stack._items", kStack}}
               : std::vector<PytestResult::Left>{};
  }));
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(35));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), slow.pytest, deadline);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  EXPECT_TRUE(verified.in_part);
}

TEST(Verify, MakesDoWithTheFirstRunOfALaterRound) {
  bool is_restored = false;
  SlowRuns slow(LeavesWhere([&](const PytestResult::Test& test) {
    return test.name == "test_1" && !is_restored
               ? std::vector<PytestResult::Left>{{"1 item in parcel.stack._items", kStack}}
               : std::vector<PytestResult::Left>{};
  }));
  const auto write = [&](const model::Suite& suite) {
    for (const model::GeneratedTest& test : suite) is_restored |= !test.restored.empty();
    return Write(suite);
  };
  // Three runs, and two of the second round.
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(45));
  const VerifiedSuite verified = Verify(SuiteOf(3), write, slow.pytest, deadline, {});
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 1, 2));
  EXPECT_TRUE(verified.has_fewer_orders);
  EXPECT_FALSE(verified.in_part);
  EXPECT_THAT(slow.pytest.requests, SizeIs(5));
}

TEST(Verify, KeepsTheTestsForWhoseOwnProcessesThereWasTime) {
  const auto is_late = [](const std::string& name) { return name == "test_2" || name == "test_3"; };
  SlowRuns slow([&](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    if (request.time_for_all == std::chrono::milliseconds(16500)) {
      std::erase_if(result.tests, [&](const auto& test) { return is_late(test.name); });
    }
    std::erase_if(result.tests, [&](const PytestResult::Test& test) {
      return std::ranges::find(request.left_out, kFile + "::" + test.name) !=
             request.left_out.end();
    });
    return result;
  });
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(30));
  const VerifiedSuite verified = VerifyWith(SuiteOf(4), slow.pytest, deadline);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 1));
  EXPECT_TRUE(verified.in_part);
  ASSERT_THAT(verified.dropped, SizeIs(2));
  EXPECT_EQ(verified.dropped[0].cause, DropCause::kNotReached);
  EXPECT_THAT(slow.pytest.requests[1].left_out,
              ElementsAre(kFile + "::test_2", kFile + "::test_3"));
  EXPECT_EQ(slow.pytest.requests[1].time_for_all, base::Duration::zero());
}

TEST(Verify, SaysThatTimeWasShortWhereTheOnlyTestsThatItSufficedForFail) {
  SlowRuns slow([&](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    std::erase_if(result.tests, [&](const PytestResult::Test& test) {
      return test.name != "test_0" && request.time_for_all > base::Duration::zero();
    });
    for (PytestResult::Test& test : result.tests) test.outcome = Outcome::kFailed;
    return result;
  });
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(30));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), slow.pytest, deadline);
  EXPECT_THAT(verified.suite, IsEmpty());
  EXPECT_EQ(verified.reason.code, model::ReasonCode::kNoBudgetLeft);
}

// As DropsWhatWouldHaveToPutStateBackWithoutTimeToSeeIt, but pytest ends where it has seen enough.
TEST(Verify, MakesNoFurtherPassesBeforeATestPutsBackWhatItLeaves) {
  bool is_restored = false;
  const FakePytestRunner::Answer leaves = LeavesWhere([&](const PytestResult::Test& test) {
    return test.name == "test_1" && !is_restored
               ? std::vector<PytestResult::Left>{{"1 item in parcel.stack._items", kStack}}
               : std::vector<PytestResult::Left>{};
  });
  SlowRuns slow([&](const PytestRequest& request) {
    PytestResult result = leaves(request);
    const bool is_left = std::ranges::any_of(
        result.tests, [](const PytestResult::Test& test) { return !test.left.empty(); });
    if (is_left && request.ends_early_within >= std::chrono::seconds(10)) {
      std::erase_if(result.tests, [](const PytestResult::Test& test) { return test.pass > 0; });
      result.completed_passes = 1;
    }
    return result;
  });
  const auto write = [&](const model::Suite& suite) {
    for (const model::GeneratedTest& test : suite) is_restored |= !test.restored.empty();
    return Write(suite);
  };
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(45));
  const VerifiedSuite verified = Verify(SuiteOf(3), write, slow.pytest, deadline, {});
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 1, 2));
  EXPECT_FALSE(verified.in_part);
  EXPECT_EQ(verified.tests.size(), 3u);
  ASSERT_THAT(slow.pytest.requests, SizeIs(4));
  EXPECT_EQ(slow.pytest.requests[1].ends_early_within, base::Duration::zero());
  // Only the test with another text runs alone once more.
  EXPECT_THAT(slow.pytest.requests[0].seen_alone, IsEmpty());
  EXPECT_THAT(slow.pytest.requests[1].seen_alone,
              ElementsAre(kFile + "::test_0", kFile + "::test_2"));
}

TEST(Verify, BelievesWhatRanAloneWithTheSameText) {
  const auto runs_all_but_seen = [](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    std::erase_if(result.tests, [&](const PytestResult::Test& test) {
      return request.passes[test.pass].order == Order::kAlone &&
             std::ranges::count(request.seen_alone, kFile + "::" + test.name) > 0;
    });
    // The first round drops one.
    for (PytestResult::Test& test : result.tests) {
      if (test.name == "test_1" && request.seen_alone.empty()) test.outcome = Outcome::kFailed;
    }
    return result;
  };
  FakePytestRunner pytest(runs_all_but_seen);
  model::Suite suite = SuiteOf(3);
  const VerifiedSuite verified = VerifyWith(std::move(suite), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  EXPECT_FALSE(verified.in_part);
}

// Nobody has decided about an open change, which is written as it is.
TEST(Verify, MakesAllPassesWhereWhatLeavesSomethingIsNotToChange) {
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    for (PytestResult::Test& test : result.tests) {
      const bool is_alone = request.passes[test.pass].order == Order::kAlone;
      if (is_alone && test.name == "test_1")
        test.left = {{"1 item in parcel.stack._items", kStack}};
    }
    if (request.ends_early_within > base::Duration::zero()) {
      std::erase_if(result.tests, [](const PytestResult::Test& test) { return test.pass > 0; });
      result.completed_passes = 1;
    }
    return result;
  });
  model::Suite suite = SuiteOf(3);
  suite[1].is_open_change = true;
  suite[1].name = "test_1";
  VerifyWith(suite, pytest);
  EXPECT_THAT(pytest.requests, SizeIs(::testing::Ge(3)));
  EXPECT_GE(pytest.requests[1].passes.size(), 3u);
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

// --- With a second core --------------------------------------------------------------------------

TEST(Verify, MakesTheSecondRunBesideTheFirstWhereThereIsACore) {
  std::barrier meeting(2);  // nobody gets past it alone
  std::atomic<int> runs = 0;
  FakePytestRunner pytest([&](const PytestRequest& request) {
    if (++runs <= 2) meeting.arrive_and_wait();
    PytestResult result = FakePytestRunner::AllPass(request);
    result.has_randomly = false;
    return result;
  });
  const base::CoreShare cores(2);
  base::Team team(&cores);
  VerificationOptions options{.team = &team};
  const VerifiedSuite verified = Verify(SuiteOf(3), Write, pytest, base::Deadline(kClock), options);
  EXPECT_EQ(verified.suite.size(), 3u);
  EXPECT_EQ(pytest.requests.size(), 2u);
}

struct ProgramCase {
  const char* name;
  FakePytestRunner::Answer answer;
};

class VerifyWithCores : public ::testing::TestWithParam<ProgramCase> {};

TEST_P(VerifyWithCores, KeepsAndDropsTheSame) {
  for (const bool has_randomly : {false, true}) {
    std::vector<VerifiedSuite> verified;
    for (const unsigned count : {1u, 2u}) {
      FakePytestRunner pytest([&](const PytestRequest& request) {
        PytestResult result = GetParam().answer(request);
        result.has_randomly = has_randomly;
        return result;
      });
      const base::CoreShare cores(count);
      base::Team team(&cores);
      VerificationOptions options{.team = &team};
      verified.push_back(Verify(SuiteOf(5), Write, pytest, base::Deadline(kClock), options));
    }
    EXPECT_EQ(GoalsOf(verified[0].suite), GoalsOf(verified[1].suite));
    EXPECT_EQ(verified[0].files, verified[1].files);
    EXPECT_EQ(verified[0].tests.size(), verified[1].tests.size());
    ASSERT_EQ(verified[0].dropped.size(), verified[1].dropped.size());
    for (std::size_t i = 0; i < verified[0].dropped.size(); ++i) {
      EXPECT_EQ(Describe(verified[0].dropped[i]), Describe(verified[1].dropped[i]));
    }
    EXPECT_EQ(verified[0].in_part, verified[1].in_part);
    EXPECT_EQ(verified[0].reason.code, verified[1].reason.code);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, VerifyWithCores,
    ::testing::Values(ProgramCase{"AllPass", FakePytestRunner::AllPass},
                      ProgramCase{"OneFails", FailsWhere([](const Moment& moment) {
                                    return moment.test == "test_2" ? "E   assert 3 == 4" : "";
                                  })},
                      ProgramCase{"OneFailsWithoutSettings", FailsWhere([](const Moment& moment) {
                                    const bool fails = moment.test == "test_1" &&
                                                       !moment.request->project_settings;
                                    return fails ? "E   assert 3 == 4" : "";
                                  })},
                      ProgramCase{"OneFailsBehindAnother", FailsWhere([](const Moment& moment) {
                                    const bool fails =
                                        moment.test == "test_3" && moment.before.contains("test_1");
                                    return fails ? "E   assert 3 == 4" : "";
                                  })},
                      ProgramCase{"OneLeavesSomething",
                                  LeavesWhere([](const PytestResult::Test& test) {
                                    std::vector<PytestResult::Left> left;
                                    if (test.name == "test_4")
                                      left.push_back({"a thread", std::nullopt});
                                    return left;
                                  })}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(DropCause, IsCountedInWords) {
  const std::vector<Dropped> dropped = {{"a", DropCause::kFailsAfter, "", false},
                                        {"b", DropCause::kUnstable, "", false},
                                        {"c", DropCause::kFailsAfter, "", false},
                                        {"d", DropCause::kUnstable, "", true}};
  EXPECT_EQ(CountByCause(dropped), "1 differed between processes, 2 failed after another test");
  EXPECT_EQ(CountByCause({}), "");
}

TEST(DropCause, IsDescribedWithWhatWasSeen) {
  EXPECT_EQ(Describe({"test_x", DropCause::kNeedsOthers, "alone: KeyError: 3", false}),
            "dropped test_x: passes only after another test (alone: KeyError: 3)");
  EXPECT_EQ(Describe({"test_x", DropCause::kFails, "", true}),
            "an assertion dropped from test_x: fails under pytest");
}

TEST(Verify, DropsATestThatLeavesWhatCannotBePutBack) {
  FakePytestRunner pytest(LeavesWhere([](const PytestResult::Test& test) {
    return test.name == "test_1" ? std::vector<PytestResult::Left>{{"another umask", {}}}
                                 : std::vector<PytestResult::Left>{};
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  ASSERT_THAT(verified.dropped, SizeIs(1));
  EXPECT_EQ(verified.dropped[0].cause, DropCause::kLeavesState);
  EXPECT_EQ(verified.dropped[0].why, "another umask");
}

TEST(Verify, HasATestPutBackWhatItLeaves) {
  // With the state restored, nothing is left any more.
  bool is_restored = false;
  FakePytestRunner pytest(LeavesWhere([&](const PytestResult::Test& test) {
    return test.name == "test_1" && !is_restored
               ? std::vector<PytestResult::Left>{{"1 item in parcel.stack._items", kStack}}
               : std::vector<PytestResult::Left>{};
  }));
  const auto write = [&](const model::Suite& suite) {
    for (const model::GeneratedTest& test : suite) is_restored |= !test.restored.empty();
    return Write(suite);
  };
  const base::Deadline deadline(kClock);
  const VerifiedSuite verified = Verify(SuiteOf(3), write, pytest, deadline, {});
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 1, 2));
  EXPECT_THAT(verified.suite[1].restored, ElementsAre(kStack));
  EXPECT_THAT(verified.suite[0].restored, IsEmpty());
  EXPECT_THAT(verified.dropped, IsEmpty());
  EXPECT_EQ(verified.tests.size(), 3u);
  // The new text went through all runs.
  EXPECT_GE(pytest.requests.size(), 6u);
}

TEST(Verify, DropsATestThatLeavesTheSameAlthoughItPutsItBack) {
  FakePytestRunner pytest(LeavesWhere([](const PytestResult::Test& test) {
    return test.name == "test_1"
               ? std::vector<PytestResult::Left>{{"1 item in parcel.stack._items", kStack}}
               : std::vector<PytestResult::Left>{};
  }));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  ASSERT_THAT(verified.dropped, SizeIs(1));
  EXPECT_EQ(verified.dropped[0].cause, DropCause::kLeavesState);
}

TEST(Verify, KeepsAnOpenChangeThatLeavesSomething) {
  model::Suite suite = SuiteOf(2);
  suite[1].name = "test_1";
  suite[1].is_open_change = true;
  FakePytestRunner pytest([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    const bool is_alone_first = request.passes[0].order == Order::kAlone;
    std::erase_if(result.tests, [&](const PytestResult::Test& test) {
      return is_alone_first && test.name == "test_1" && test.pass > 0;
    });
    for (PytestResult::Test& test : result.tests) {
      if (test.name != "test_1") continue;
      test.outcome = Outcome::kExpectedFailure;
      test.left = {{"another umask", {}}};
    }
    return result;
  });
  const VerifiedSuite verified = VerifyWith(std::move(suite), pytest);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 1));
  ASSERT_THAT(verified.tests, SizeIs(2));
  EXPECT_EQ(verified.tests[1].outcome, Outcome::kExpectedFailure);
}

// What test_1 leaves would make all others fail, and there is time for one round only.
TEST(Verify, RunsNothingBehindATestThatLeavesSomething) {
  SlowRuns slow([](const PytestRequest& request) {
    PytestResult result = FakePytestRunner::AllPass(request);
    const auto is_culprit = [](const PytestResult::Test& test) { return test.name == "test_1"; };
    const bool is_seen_first = request.passes[0].order == Order::kAlone;
    std::erase_if(result.tests, [&](const PytestResult::Test& test) {
      return is_seen_first && is_culprit(test) && test.pass > 0;
    });
    for (PytestResult::Test& test : result.tests) {
      const bool is_spoilt = std::ranges::any_of(result.tests, [&](const auto& other) {
        return other.pass == test.pass && is_culprit(other);
      });
      const bool is_alone = request.passes[test.pass].order == Order::kAlone;
      if (is_alone && is_culprit(test)) test.left = {{"another sys.stdout", {}}};
      if (!is_alone && is_spoilt) test.outcome = Outcome::kFailed;
    }
    return result;
  });
  const auto deadline = base::Deadline(slow.clock).Within(std::chrono::seconds(45));
  const VerifiedSuite verified = VerifyWith(SuiteOf(3), slow.pytest, deadline);
  EXPECT_THAT(GoalsOf(verified.suite), ElementsAre(0, 2));
  ASSERT_THAT(verified.dropped, SizeIs(1));
  EXPECT_EQ(verified.dropped[0].cause, DropCause::kLeavesState);
}

}  // namespace
}  // namespace skua::oracle
