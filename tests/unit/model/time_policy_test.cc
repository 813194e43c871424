#include "model/options/time_policy.h"

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

TEST(TimePolicy, HasNumbersInTheirOrder) {
  const TimePolicy policy;
  EXPECT_LT(policy.run.writing_reports, policy.run.reporting) << "listing comes before writing";
  EXPECT_LT(policy.imports.surely_enough, policy.imports.short_one)
      << "else nothing that hangs would be told in a short run";
}

}  // namespace
}  // namespace skua::model
