#include "model/time_policy.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/policy_numbers.h"

namespace skua::model {
namespace {

using namespace std::chrono_literals;

TEST(Scaled, RoundsToTheNearestNanosecondAndDoesNotOverflow) {
  EXPECT_EQ(Scaled(1s, 0.1), 100ms);
  EXPECT_EQ(Scaled(9s, 1.0 / 3), 3s);
  EXPECT_EQ(Scaled(base::Duration::max(), 0.75) / 1h, base::Duration::max() / 4 * 3 / 1h);
  EXPECT_EQ(Scaled(base::Duration::max(), 1.5), base::Duration::max());
}

TEST(TimePolicy, HasNumbersThatMakeSense) {
  TimePolicy policy;
  std::set<std::string> names;
  test::VisitNumbers(policy, [&](std::string_view name, test::PolicyNumber number) {
    EXPECT_TRUE(names.emplace(name).second) << name;
    if (auto** duration = std::get_if<base::Duration*>(&number)) {
      EXPECT_GT(**duration, base::Duration::zero()) << name;
      EXPECT_LE(**duration, 30s) << name;
    }
    if (auto** part = std::get_if<double*>(&number)) {
      EXPECT_GT(**part, 0) << name;
    }
    if (auto** count = std::get_if<unsigned*>(&number)) {
      EXPECT_GT(**count, 0u) << name;
    }
  });
  EXPECT_GT(names.size(), 50u);
}

// What these do shows only with processes and a real clock, where a test would be slow or guess.
// They stand here a second time, so that a change of one is a decision.
TEST(TimePolicy, HasTheNumbersOfProcesses) {
  const TimePolicy policy;
  EXPECT_EQ(policy.run.reporting, 0.25);
  EXPECT_EQ(policy.run.writing_reports, 0.125);
  EXPECT_LT(policy.run.writing_reports, policy.run.reporting) << "listing comes before writing";
  EXPECT_EQ(policy.run.bytecode, 0.025);
  EXPECT_EQ(policy.slices.slices_to_load, 4u);

  EXPECT_EQ(policy.executing.confirming, 0.25);
  EXPECT_EQ(policy.executing.import_mutants, 0.25);
  EXPECT_EQ(policy.executing.test, 1.0 / 16);
  EXPECT_EQ(policy.executing.least_test, 100ms);
  EXPECT_EQ(policy.executing.slow, 0.1);
  EXPECT_EQ(policy.executing.generous, 16u);
  EXPECT_EQ(policy.executing.alone, 2u);

  EXPECT_EQ(policy.imports.longest, 30s);
  EXPECT_EQ(policy.imports.longest_mutated, 10s);
  EXPECT_EQ(policy.imports.most, 0.4);
  EXPECT_EQ(policy.imports.short_one, 5s);
  EXPECT_EQ(policy.imports.surely_enough, 4s);
  EXPECT_LT(policy.imports.surely_enough, policy.imports.short_one)
      << "else nothing that hangs would be told in a short run";
  EXPECT_EQ(policy.imports.existing_tests, 0.8);
}

// Where the campaign's passes meet them.
TEST(TimePolicy, HasTheNumbersOfPasses) {
  const TimePolicy policy;
  EXPECT_EQ(policy.campaign.long_load, 10s);
  EXPECT_EQ(policy.campaign.loads_in_share, 9u);
  EXPECT_EQ(policy.campaign.confirming_troubles, 0.5);
  EXPECT_EQ(policy.campaign.making_plain, 0.4);
  EXPECT_EQ(policy.campaign.passing_plain_first, 0.15);
  EXPECT_EQ(policy.campaign.adding_for_mutants, 0.5);
  EXPECT_EQ(policy.campaign.passing_plain, 0.4);
  EXPECT_EQ(policy.campaign.trying_plain, 0.5);
  EXPECT_EQ(policy.campaign.extending, 0.75);
  EXPECT_EQ(policy.campaign.importing_again, 0.4);
  EXPECT_EQ(policy.campaign.trying_all_kills, 0.5);
  EXPECT_EQ(policy.verifying.after_alone, 0.45);
  EXPECT_EQ(policy.verifying.after_alone_least, 500ms);
  EXPECT_EQ(policy.reserves.most_busy, 3);
  EXPECT_EQ(policy.reserves.fitting, 0.2);
  EXPECT_EQ(policy.reserves.fitting_test, 15ms);
  EXPECT_EQ(policy.reserves.fitting_observed, 1.5);
  EXPECT_EQ(policy.reserves.fitting_least, 0.25);
  EXPECT_EQ(policy.reserves.imports_elsewhere, 4);
  EXPECT_EQ(policy.reserves.observing_late, 0.5);
  EXPECT_EQ(policy.reserves.overrun, 0.5);
}

}  // namespace
}  // namespace skua::model
