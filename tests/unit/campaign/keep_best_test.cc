#include "campaign/suite/keep_best.h"

#include <gtest/gtest.h>

#include <string>

#include "support/sample_subject.h"

namespace skua::campaign {
namespace {

struct Case {
  std::string name;
  SuiteWorth now, before;
  bool better;
};

class KeepBestTest : public ::testing::TestWithParam<Case> {};

TEST_P(KeepBestTest, ReplacesOnlyWhatIsWorse) {
  EXPECT_EQ(IsBetter(GetParam().now, GetParam().before), GetParam().better);
}

INSTANTIATE_TEST_SUITE_P(
    Suites, KeepBestTest,
    ::testing::Values(
        Case{"AsGood", {{true, false}, 3, 9}, {{true, false}, 3, 9}, false},
        Case{"AnotherGoal", {{true, true}, 3, 20}, {{true, false}, 3, 9}, true},
        Case{"AnotherGoalForMutants", {{true, true}, 0, 20}, {{true, false}, 3, 9}, false},
        Case{"AnotherGoalForOneLost", {{false, true}, 3, 9}, {{true, false}, 3, 9}, false},
        Case{"AGoalLost", {{false, false}, 9, 1}, {{true, false}, 3, 9}, false},
        Case{"MoreMutants", {{true, false}, 4, 20}, {{true, false}, 3, 9}, true},
        Case{"FewerMutants", {{true, false}, 2, 1}, {{true, false}, 3, 9}, false},
        Case{"FewerStatements", {{true, false}, 3, 8}, {{true, false}, 3, 9}, true},
        Case{"MoreStatements", {{true, false}, 3, 10}, {{true, false}, 3, 9}, false},
        Case{"UnknownBefore", {{true, false}, 3, 8}, {{true, false}, 3, 0}, false},
        Case{"OtherGoals", {{true}, 0, 20}, {{true, false}, 3, 9}, true}),
    [](const auto& test) { return test.param.name; });

TEST(CountStatementsTest, CountsThoseOfAllTests) {
  testing::TestCaseBuilder one, two;
  one.Call(testing::kQuote, {{0, one.Int(1)}});
  two.Int(1);
  model::Suite suite(2);
  suite[0].test = one.test();
  suite[1].test = two.test();
  EXPECT_EQ(CountStatements(suite), 3u);
  EXPECT_EQ(CountStatements({}), 0u);
}

}  // namespace
}  // namespace skua::campaign
