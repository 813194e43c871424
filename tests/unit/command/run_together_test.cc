#include "command/closing/run_together.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "model/options/time_policy.h"
#include "support/fake_clock.h"
#include "support/fake_pytest_runner.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using model::PytestResult;
using testing::FakePytestRunner;
using Outcome = PytestResult::Outcome;
using TestNames = std::vector<std::string>;

const base::SteadyClock kClock;
const base::Log kLog;

const TestFiles kFiles{{{"tests/generated/test_a.py", {"test_a1", "test_a2", "test_a3"}},
                        {"tests/generated/test_b.py", {"test_b1", "test_b2"}}},
                       {"tests/generated/test_kept.py"},
                       {"tests/test_own.py", "tests/test_other.py"}};
const std::map<std::string, TestNames> kOthers{{"tests/generated/test_kept.py", {"test_kept"}},
                                               {"tests/test_own.py", {"test_own1", "test_own2"}},
                                               {"tests/test_other.py", {"test_other"}}};

// Runs what pytest is asked for, files and single tests, in its order. A test fails where `fails`
// says so of it and those before it.
using Fails = std::function<bool(const std::string& test, const TestNames& before)>;
auto Running(Fails fails) {
  return [fails = std::move(fails)](const std::vector<std::filesystem::path>& asked) {
    PytestResult result{.completed = true, .reported = true};
    TestNames before;
    const auto run = [&](const std::string& file, const std::string& name) {
      PytestResult::Test test{.file = file, .name = name};
      if (fails(name, before)) test.outcome = Outcome::kFailed;
      before.push_back(name);
      result.tests.push_back(test);
    };
    for (const std::filesystem::path& one : asked) {
      const std::string text = one.string();
      const auto separator = text.find("::");
      if (separator != std::string::npos) {
        run(text.substr(0, separator), text.substr(separator + 2));
        continue;
      }
      const auto written = kFiles.written.find(text);
      const TestNames& names = written != kFiles.written.end() ? written->second : kOthers.at(text);
      for (const std::string& name : names) run(text, name);
    }
    return result;
  };
}

bool Has(const TestNames& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

RunTogetherResult RunWith(FakePytestRunner& pytest, Fails fails) {
  pytest.answer_in_place = Running(std::move(fails));
  return RunTogether(kFiles, pytest, base::Deadline(kClock), kLog);
}

std::string NamesOf(const std::vector<Culprit>& culprits) {
  std::string names;
  for (const Culprit& culprit : culprits) {
    names += fmt::format("{}::{} ", culprit.file, culprit.name);
  }
  return names;
}

TEST(RunTogether, RunsBothOrdersWhereAllPass) {
  FakePytestRunner pytest;
  const RunTogetherResult result =
      RunWith(pytest, [](const std::string&, const TestNames&) { return false; });
  EXPECT_THAT(result.culprits, IsEmpty());
  EXPECT_THAT(result.failing, IsEmpty());
  EXPECT_THAT(result.notes, IsEmpty());
  ASSERT_THAT(pytest.in_place, SizeIs(2));
  EXPECT_EQ(pytest.in_place[0].front(), "tests/generated/test_a.py");
  EXPECT_EQ(pytest.in_place[0].back(), "tests/test_other.py");
  EXPECT_EQ(pytest.in_place[1].front(), "tests/test_own.py");
  EXPECT_EQ(pytest.in_place[1].back(), "tests/generated/test_b.py");
}

TEST(RunTogether, FindsTheTestThatHarmsAnOwnOne) {
  FakePytestRunner pytest;
  const RunTogetherResult result =
      RunWith(pytest, [](const std::string& test, const TestNames& before) {
        return test == "test_own2" && Has(before, "test_a2");
      });
  EXPECT_EQ(NamesOf(result.culprits), "tests/generated/test_a.py::test_a2 ");
  EXPECT_EQ(result.culprits[0].harms, "tests/test_own.py::test_own2");
  EXPECT_THAT(result.failing, IsEmpty());
}

TEST(RunTogether, FindsSeveralInSeveralFiles) {
  FakePytestRunner pytest;
  const RunTogetherResult result =
      RunWith(pytest, [](const std::string& test, const TestNames& before) {
        return (test == "test_own1" && (Has(before, "test_a1") || Has(before, "test_b2"))) ||
               (test == "test_kept" && Has(before, "test_a3"));
      });
  EXPECT_EQ(NamesOf(result.culprits),
            "tests/generated/test_a.py::test_a1 tests/generated/test_a.py::test_a3 "
            "tests/generated/test_b.py::test_b2 ");
}

TEST(RunTogether, FindsACulpritThatHarmsOnlyBehindOthersOfTheFile) {
  FakePytestRunner pytest;
  const RunTogetherResult result =
      RunWith(pytest, [](const std::string& test, const TestNames& before) {
        return test == "test_own2" && Has(before, "test_own1") && Has(before, "test_b1");
      });
  EXPECT_EQ(NamesOf(result.culprits), "tests/generated/test_b.py::test_b1 ");
}

TEST(RunTogether, BlamesNobodyForWhatFailsByItself) {
  FakePytestRunner pytest;
  const RunTogetherResult result = RunWith(
      pytest, [](const std::string& test, const TestNames&) { return test == "test_own1"; });
  EXPECT_THAT(result.culprits, IsEmpty());
  EXPECT_THAT(pytest.in_place, SizeIs(3));
  ASSERT_THAT(result.notes, SizeIs(1));
  EXPECT_THAT(result.notes[0].detail, HasSubstr("1 other test fails without the generated ones"));
}

TEST(RunTogether, TellsWhichWrittenTestsFailBehindOwnOnes) {
  FakePytestRunner pytest;
  const RunTogetherResult result =
      RunWith(pytest, [](const std::string& test, const TestNames& before) {
        return test == "test_b1" && Has(before, "test_other");
      });
  EXPECT_THAT(result.culprits, IsEmpty());
  EXPECT_EQ(
      result.failing,
      (std::map<std::string, std::set<std::string>>{{"tests/generated/test_b.py", {"test_b1"}}}));
}

TEST(RunTogether, KeepsTimeForTheWrittenTestsBehindOwnOnes) {
  FakePytestRunner pytest;
  test::FakeClock clock;
  const auto run = Running([](const std::string&, const TestNames&) { return false; });
  pytest.answer_in_place = [&](const std::vector<std::filesystem::path>& asked) {
    PytestResult result = run(asked);
    for (PytestResult::Test& test : result.tests) test.seconds = 0.5;
    result.gave_way = asked.front() == kFiles.own.front() ? 1 : 0;
    return result;
  };
  const base::Deadline deadline = base::Deadline(clock).Within(std::chrono::minutes(1));
  const RunTogetherResult result = RunTogether(kFiles, pytest, deadline, kLog);
  const model::TimePolicy::Run policy;
  const std::chrono::duration<double> kept =
      model::Scaled(deadline.Remaining(), policy.both_orders) - pytest.time_in_front;
  EXPECT_NEAR(kept.count(), policy.after_own_tests * 6 * 0.5, 1e-6);  // six tests are no own ones
  ASSERT_THAT(result.notes, SizeIs(1));
  EXPECT_THAT(result.notes[0].detail, HasSubstr("no time was left"));
}

TEST(RunTogether, NamesAFileOfAnEarlierRunThatHarms) {
  FakePytestRunner pytest;
  const RunTogetherResult result =
      RunWith(pytest, [](const std::string& test, const TestNames& before) {
        return test == "test_own1" && Has(before, "test_kept");
      });
  EXPECT_THAT(result.culprits, IsEmpty());
  ASSERT_THAT(result.notes, SizeIs(1));
  EXPECT_EQ(result.notes[0].code, model::ReasonCode::kHarmsOthers);
  EXPECT_THAT(result.notes[0].detail, HasSubstr("tests/generated/test_kept.py"));
}

TEST(RunTogether, HasNothingToDoWithoutOtherTests) {
  FakePytestRunner pytest;
  RunTogether({kFiles.written, {}, {}}, pytest, base::Deadline(kClock), kLog);
  RunTogether({{}, kFiles.kept, kFiles.own}, pytest, base::Deadline(kClock), kLog);
  EXPECT_THAT(pytest.in_place, IsEmpty());
}

TEST(RunTogether, SuspectsAllThatWereNotClearedWhenTheTimeEnds) {
  FakePytestRunner pytest;
  test::FakeClock clock;
  const auto run = Running([](const std::string& test, const TestNames& before) {
    return test == "test_own2" && Has(before, "test_b1");
  });
  int trials = 0;
  pytest.answer_in_place = [&](const std::vector<std::filesystem::path>& asked) {
    // Both orders, the others alone, all with the witness, then the first trial by file.
    if (++trials == 6) clock.Advance(std::chrono::minutes(5));
    return run(asked);
  };
  const RunTogetherResult result =
      RunTogether(kFiles, pytest, base::Deadline(clock).Within(std::chrono::minutes(1)), kLog);
  EXPECT_THAT(NamesOf(result.culprits), HasSubstr("test_b1"));
  EXPECT_THAT(NamesOf(result.culprits), HasSubstr("test_b2"));
  EXPECT_TRUE(
      std::ranges::all_of(result.culprits, [](const Culprit& one) { return one.is_suspect; }));
}

TEST(RunTogether, TellsThoseThatWereSeenToHarmFromThoseForWhichNoTimeWasLeft) {
  FakePytestRunner pytest;
  test::FakeClock clock;
  const auto run = Running([](const std::string& test, const TestNames& before) {
    return (test == "test_own1" && Has(before, "test_a1")) ||
           (test == "test_other" && Has(before, "test_a3"));
  });
  pytest.answer_in_place = [&](const std::vector<std::filesystem::path>& asked) {
    // The last trial for which there is time shows what the first test does.
    if (asked.front() == "tests/generated/test_a.py::test_a1" && asked[1] != asked.front() &&
        !asked[1].string().starts_with("tests/generated")) {
      clock.Advance(std::chrono::minutes(5));
    }
    return run(asked);
  };
  const RunTogetherResult result =
      RunTogether(kFiles, pytest, base::Deadline(clock).Within(std::chrono::minutes(1)), kLog);
  ASSERT_THAT(result.culprits, SizeIs(3));
  EXPECT_EQ(result.culprits[0].name, "test_a1");
  EXPECT_EQ(result.culprits[0].harms, "tests/test_own.py::test_own1");
  EXPECT_FALSE(result.culprits[0].is_suspect);
  EXPECT_TRUE(result.culprits[1].is_suspect);
  EXPECT_TRUE(result.culprits[2].is_suspect);
}

TEST(FindTestsThatBlockExit, FindsTheTest) {
  FakePytestRunner pytest;
  const auto run = Running([](const std::string&, const TestNames&) { return false; });
  pytest.answer_in_place = [&](const std::vector<std::filesystem::path>& asked) {
    PytestResult result = run(asked);
    result.hangs = std::ranges::any_of(
        result.tests, [](const PytestResult::Test& test) { return test.name == "test_b2"; });
    result.completed = !result.hangs;
    return result;
  };
  const auto found = FindTestsThatBlockExit(kFiles.written, pytest, base::Deadline(kClock));
  EXPECT_EQ(NamesOf(found), "tests/generated/test_b.py::test_b2 ");
  EXPECT_THAT(found[0].harms, IsEmpty());
}

}  // namespace
}  // namespace skua::command
