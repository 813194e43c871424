#include "state/campaign_record.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "state/state.h"

namespace skua::state {
namespace {

using model::ReasonCode;
using std::chrono::seconds;

// Campaigns for one module, a run each.
class CampaignRecordTest : public ::testing::Test {
 protected:
  CampaignRecordTest() : state_(State::Open(folder_).state) {}

  model::ModuleOutcome Covering(std::vector<bool> covered, const std::string& fingerprint = "f1") {
    model::ModuleOutcome outcome{.module = {"a", "a.py"}, .fingerprint = fingerprint};
    outcome.goals.count = 3;  // and a block
    outcome.goals.covered = std::move(covered);
    outcome.used = seconds(10);
    outcome.search.time = seconds(6);
    return outcome;
  }
  model::ModuleOutcome Ending(ReasonCode code, base::Duration used) {
    model::ModuleOutcome outcome = Covering({});
    outcome.reason = {code, ""};
    outcome.used = used;
    outcome.search.time = {};
    return outcome;
  }

  model::ModuleRecord Run(const model::ModuleOutcome& outcome) {
    last_ = state_->BeginRun({}, {{outcome.module, outcome.fingerprint}});
    return Record(outcome);
  }
  model::ModuleRecord Record(const model::ModuleOutcome& outcome) {
    state_->RecordModule(last_, outcome);
    return state_->Modules().at(0);
  }
  // A number of the last campaign's row.
  double Column(const std::string& name) {
    SQLite::Database database((folder_ / "state.db").string());
    return database.execAndGet("SELECT " + name + " FROM campaigns ORDER BY run DESC LIMIT 1")
        .getDouble();
  }

  const base::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path() / ".skua";
  const std::unique_ptr<State> state_;
  int64_t last_ = 0;
};

TEST_F(CampaignRecordTest, CountsCampaignsThatCoverNothingNewOfTheSameCode) {
  EXPECT_EQ(Run(Covering({true, false, false, false})).fruitless, 0u);
  EXPECT_EQ(Run(Covering({true, false, false, false})).fruitless, 1u);
  EXPECT_EQ(Run(Covering({false, false, false, false})).fruitless, 2u);
  EXPECT_EQ(Run(Covering({false, true, false, false})).fruitless, 0u) << "another goal";
  EXPECT_EQ(Run(Covering({false, true, false, true})).fruitless, 0u) << "a block";
  EXPECT_EQ(Run(Covering({false, true, false, true})).fruitless, 1u);
  EXPECT_EQ(Run(Covering({false, true, false, true}, "f2")).fruitless, 0u) << "other code";
}

TEST_F(CampaignRecordTest, CountsACampaignThatIsRecordedAgainOnce) {
  Run(Covering({true, false, false, false}));
  EXPECT_EQ(Run(Covering({true, false, false, false})).fruitless, 1u);
  EXPECT_EQ(Record(Covering({true, false, false, false})).fruitless, 1u);
  EXPECT_EQ(Record(Covering({true, false, false, false})).searched_all, seconds(12));
}

TEST_F(CampaignRecordTest, CountsRunsThatDidNotReachTheModule) {
  model::ModuleRecord record = Run(Ending(ReasonCode::kNoBudgetLeft, {}));
  EXPECT_EQ(record.tried_run, 0);
  EXPECT_EQ(record.passed_over, 1u);
  record = Run(Ending(ReasonCode::kInterrupted, {}));
  EXPECT_EQ(record.passed_over, 2u);
  EXPECT_EQ(record.cut_short, 0u);
  record = Run(Covering({true, false, false, false}));
  EXPECT_EQ(record.tried_run, 3);
  EXPECT_EQ(record.passed_over, 0u);
}

TEST_F(CampaignRecordTest, CountsCampaignsThatTimeDidNotSufficeFor) {
  EXPECT_EQ(Run(Ending(ReasonCode::kNoBudgetLeft, seconds(2))).cut_short, 1u);
  EXPECT_EQ(Run(Ending(ReasonCode::kNoBudgetLeft, {})).cut_short, 1u) << "was not started";
  EXPECT_EQ(Run(Ending(ReasonCode::kInterrupted, seconds(2))).cut_short, 1u);
  const model::ModuleRecord record = Run(Ending(ReasonCode::kNoBudgetLeft, seconds(2)));
  EXPECT_EQ(record.cut_short, 2u);
  EXPECT_EQ(record.tried_run, 4);
  EXPECT_EQ(record.finished_run, 0);
  EXPECT_EQ(Run(Covering({true, false, false, false})).cut_short, 0u);
}

TEST_F(CampaignRecordTest, AddsUpWhatWasSearchedOfTheSameCode) {
  EXPECT_EQ(Run(Covering({true, false, false, false})).searched_all, seconds(6));
  Run(Ending(ReasonCode::kNoBudgetLeft, {}));
  const model::ModuleRecord record = Run(Covering({true, false, false, false}));
  EXPECT_EQ(record.searched_all, seconds(12));
  EXPECT_EQ(record.searched, seconds(6));
  EXPECT_EQ(record.used, seconds(10));
  EXPECT_EQ(Run(Covering({true, false, false, false}, "f2")).searched_all, seconds(6));
}

TEST_F(CampaignRecordTest, KnowsWhatTheSecondHalfOfTheSearchFound) {
  model::ModuleOutcome outcome = Covering({true, true, false, false});
  outcome.search.discovery = {{seconds(1), 1}, {seconds(4), 2}};
  EXPECT_EQ(Run(outcome).late_gain, 1u);
  outcome.search.discovery = {{seconds(4), 2}};  // again, by the tests of the last run
  EXPECT_EQ(Run(outcome).late_gain, 0u);
  outcome.search.discovery.clear();
  outcome.search.last_gain = seconds(5);
  EXPECT_EQ(Run(outcome).late_gain, 1u);
  outcome.search.last_gain = seconds(2);
  EXPECT_EQ(Run(outcome).late_gain, 0u);
}

TEST_F(CampaignRecordTest, KeepsThePredictionBesideWhatHappened) {
  model::ModuleOutcome outcome = Covering({true, false, false, false});
  outcome.search.expected_gain = 2.5;
  Run(outcome);
  EXPECT_EQ(Column("expected_gain"), 2.5);
  EXPECT_EQ(Column("gained"), 1);
  Run(Covering({true, true, true, false}));
  EXPECT_EQ(Column("gained"), 2);
  Run(Covering({true, false, false, false}));
  EXPECT_EQ(Column("gained"), 0);
}

}  // namespace
}  // namespace skua::state
