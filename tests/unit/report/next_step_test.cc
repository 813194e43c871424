#include "report/outcome/next_step.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/outcome/remark.h"
#include "unit/report/sample_run.h"

namespace skua::report {
namespace {

using skua::testing::SampleRun;

constexpr const char* kPage = "build/skua/index.html";

TEST(NextStep, IsToLookAtABehaviourChangeThenAtAFindingThenAtTheGate) {
  model::RunOutcome run = SampleRun();
  EXPECT_EQ(NextStep(run, kPage),
            "python -m pytest tests/generated/test_parcel_money_findings.py::"
            "test_split_of_no_parts_raises shows the finding");
  model::BehaviourChange change{.test = "test_quote", .file = "tests/generated/it's.py"};
  run.modules[3].behaviour_changes = {change};
  EXPECT_EQ(NextStep(run, kPage),
            "python -m pytest tests/generated/test_parcel_money_findings.py::"
            "test_split_of_no_parts_raises shows the finding")
      << "no test of the change stands";
  change.expectation = "5d41402a";
  run.modules[3].behaviour_changes = {change, change};
  EXPECT_EQ(NextStep(run, kPage),
            "python -m pytest 'tests/generated/it'\\''s.py::test_quote' shows the first of 2 "
            "behaviour changes");
  run.modules[3].behaviour_changes.clear();
  for (auto& module : run.modules) module.findings.clear();
  EXPECT_EQ(NextStep(run, kPage), "build/skua/index.html shows the lines that no test reaches");
}

TEST(NextStep, NamesTheFindingWhereATestOfTheOtherFileHasItsName) {
  model::RunOutcome run = SampleRun();
  const auto money = std::ranges::find_if(
      run.modules, [](const auto& module) { return module.module.name == "parcel.money"; });
  money->written.tests[0].name = money->written.tests[1].name;
  money->written.tests[0].line = 7;
  money->written.tests[1].line = 9;
  EXPECT_EQ(NextStep(run, kPage),
            "python -m pytest tests/generated/test_parcel_money_findings.py::"
            "test_split_of_no_parts_raises shows the finding");
  EXPECT_EQ(RemarksOfRun(run).front().test_line, 9u);
}

TEST(NextStep, KnowsWhatTestsOfTwoModulesShow) {
  model::RunOutcome run;
  run.modules.emplace_back().module = {"shop.cart", "shop/cart.py"};
  model::ModuleOutcome& pair = run.pairs.emplace_back();
  pair.module = {"shop.cart -> shop.rates", "shop/cart.py"};
  model::BehaviourChange& change = pair.behaviour_changes.emplace_back();
  change.test = "test_cart_calls_quote_returns_3";
  change.file = "tests/generated/test_shop_cart_shop_rates_integration.py";
  change.expectation = "5d41402a";
  EXPECT_EQ(NextStep(run, kPage),
            "python -m pytest tests/generated/test_shop_cart_shop_rates_integration.py::"
            "test_cart_calls_quote_returns_3 shows the behaviour change");
}

TEST(NextStep, IsToCommitWhatWasWrittenWhereAllIsWell) {
  model::RunOutcome run;
  run.failed_gates.emplace();
  EXPECT_EQ(NextStep(run, kPage), "");
  run.files_written = {"tests/generated/test_a.py"};
  EXPECT_EQ(NextStep(run, kPage), "read what was written, and commit it beside the code");
}

}  // namespace
}  // namespace skua::report
