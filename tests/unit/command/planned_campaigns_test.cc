#include "command/campaigns/planned_campaigns.h"

#include <chrono>

#include "support/matchers.h"

namespace skua::command {
namespace {

using model::ModuleOutcome;
using model::ReasonCode;
using namespace std::chrono_literals;

// Two campaigns, the first of which is for a module that imports the other.
class WorthAnotherTest : public ::testing::Test {
 protected:
  WorthAnotherTest() {
    modules_[0].module.name = "user";
    modules_[0].imports = {"values"};
    modules_[1].module.name = "values";
    for (std::size_t i = 0; i < 2; ++i) {
      outcomes_[i].module = modules_[i].module;
      outcomes_[i].change = model::Change::kNew;
      outcomes_[i].used = 3s;
      outcomes_[i].written.file = "test.py";
      outcomes_[i].goals.count = 2;
      outcomes_[i].goals.covered = {true, false};
    }
  }

  std::vector<std::size_t> Places(bool lends_objects = true) const {
    return WorthAnother(modules_, outcomes_, timeline_, lends_objects);
  }

  std::vector<plan::PlannedModule> modules_{2};
  std::vector<ModuleOutcome> outcomes_{2};
  std::vector<model::Slice> timeline_{{0, "user", 0s, 3s}, {1, "values", 0s, 3s}};
};

TEST_F(WorthAnotherTest, IsOneThatBeganBeforeItsImportsHadTests) {
  EXPECT_THAT(Places(), ElementsAre(0));
  EXPECT_THAT(Places(/*lends_objects=*/false), IsEmpty());
  timeline_ = {{0, "values", 0s, 3s}, {0, "user", 3s, 6s}};
  EXPECT_THAT(Places(), IsEmpty());
}

TEST_F(WorthAnotherTest, IsNoneWithoutOpenGoals) {
  outcomes_[0].goals.covered = {true, true};
  EXPECT_THAT(Places(), IsEmpty());
}

TEST_F(WorthAnotherTest, IsNoneWhoseImportsGotNoTests) {
  outcomes_[1].reason = {ReasonCode::kNoGain, ""};
  EXPECT_THAT(Places(), IsEmpty());
}

TEST_F(WorthAnotherTest, IsNoneThatHadTestsBeforeTheRun) {
  outcomes_[0].change = model::Change::kAffected;
  EXPECT_THAT(Places(), IsEmpty());
}

TEST_F(WorthAnotherTest, IsFirstOneThatLostTestsForTime) {
  outcomes_[1].reason = {ReasonCode::kNoBudgetLeft, "no time was left to verify the tests"};
  outcomes_[1].written.file.clear();
  EXPECT_THAT(Places(/*lends_objects=*/false), ElementsAre(1));

  outcomes_[1] = outcomes_[0];
  outcomes_[1].module.name = "values";
  outcomes_[1].notes.push_back({ReasonCode::kVerifiedInPart, ""});
  EXPECT_THAT(Places(), ElementsAre(1, 0));
}

TEST_F(WorthAnotherTest, IsNoneThatWasVerifiedInFewerOrders) {
  outcomes_[1].notes.push_back({ReasonCode::kVerifiedInPart, "in fewer orders than usual"});
  outcomes_[1].goals.found = {true, false};
  EXPECT_THAT(Places(/*lends_objects=*/false), IsEmpty());
}

TEST_F(WorthAnotherTest, IsNoneThatWasNeverStarted) {
  outcomes_[1].reason = {ReasonCode::kNoBudgetLeft, ""};
  outcomes_[1].used = 0s;
  EXPECT_THAT(Places(), IsEmpty());
}

}  // namespace
}  // namespace skua::command
