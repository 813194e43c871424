#include "campaign/pacing/campaign_time.h"

#include <algorithm>

namespace skua::campaign {

using base::Duration;

base::Deadline PartOf(const base::Deadline& deadline, double part) {
  return deadline.unlimited() ? deadline
                              : deadline.Within(model::Scaled(deadline.Remaining(), part));
}

CampaignTime::CampaignTime(const base::Deadline& deadline, const base::Deadline& latest,
                           bool judges_mutants, const model::TimePolicy& policy)
    : policy_(policy),
      judges_mutants_(judges_mutants),
      deadline_(deadline),
      latest_(latest),
      finish_(latest),
      share_(deadline.Remaining()),
      reserves_({}, load_time_, judges_mutants, policy.reserves),
      watch_(deadline.clock()) {}

void CampaignTime::BeginAnew() {
  if (!deadline_.unlimited()) deadline_ = latest_.Within(share_);
}

void CampaignTime::BeginToLoad() {
  if (!deadline_.unlimited()) finish_ = latest_.Within(WithOverrun(share_));
}

base::Deadline CampaignTime::ToLoad() const {
  return deadline_.unlimited() ? deadline_
                               : latest_.Within(std::max(share_, policy_.campaign.long_load));
}

void CampaignTime::Loaded(Duration import_time, Duration waited, bool asks_world) {
  const Duration load = watch_.Lap("loaded");
  load_time_ = LoadTime(load, import_time, waited);
  load_time_.asks_world = asks_world;
  const Duration least = policy_.campaign.loads_in_share * load;
  if (!deadline_.unlimited() && share_ < least) {
    share_ = std::min(least, load + latest_.Remaining());
    deadline_ = latest_.Within(share_ - load);
    finish_ = latest_.Within(WithOverrun(share_) - load);
  }
  reserves_ = Reserves(share_, load_time_, judges_mutants_, policy_.reserves);
}

void CampaignTime::KeepBackForReports(std::size_t goals) {
  const Duration reporting = policy_.campaign.reporting_goal * static_cast<int64_t>(goals);
  for (base::Deadline* one : {&deadline_, &latest_, &finish_}) *one = one->Less(reporting);
}

void CampaignTime::SearchEnded(Duration searched, const base::Deadline& end,
                               const base::Deadline& last, bool must_not_be_lost) {
  deadline_ = end;
  const Duration left = deadline_.Remaining();
  const Duration had = load_time_.whole + searched + left;
  finish_ =
      must_not_be_lost ? last : last.Within(left + model::Scaled(had, policy_.reserves.overrun));
  reserves_ = Reserves(had, load_time_, judges_mutants_, policy_.reserves);
}

}  // namespace skua::campaign
