// The passes of one campaign, in their order, with what they hand on to each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "campaign/campaign.h"
#include "campaign/counting_executor.h"
#include "campaign/keep_best.h"
#include "campaign/reserves.h"
#include "campaign/stop_watch.h"
#include "campaign/suite_maker.h"
#include "oracle/verification.h"
#include "search/search.h"

namespace skua::campaign {

class CampaignPasses {
 public:
  // Borrows all. The deadlines are those of Campaign::Run; what comes of it is in `result`.
  CampaignPasses(const CampaignTools& tools, const CampaignTask& task,
                 const base::Deadline& deadline, const base::Deadline& latest,
                 CampaignResult& result);
  CampaignPasses(const CampaignPasses&) = delete;
  CampaignPasses& operator=(const CampaignPasses&) = delete;

  void Run();

 private:
  // Each false: the campaign is over, and the outcome says why.
  bool Load();
  bool LookBack();
  bool Search();
  bool FindsMore();
  bool MakeSuite();
  bool Verify();

  void CollectSeeds();
  // What follows the search has until `end`, and may take until `last`, with what was not used.
  void EndBy(const base::Deadline& end, const base::Deadline& last);
  void Minimise();
  void Keep();

  // Of the suite in place: whether the search found no more of the same code than it did for that;
  // whether it is as good; whether pytest still passes it.
  bool BringsNothing() const;
  bool IsNoBetter(const SuiteWorth& now) const;
  bool StillPasses() const;

  const OracleOptions& oracle() const { return tools_.options.oracle; }
  bool judges_mutants() const { return oracle().mutants > 0; }
  const model::Subject& subject() const { return loaded_.subject; }
  model::LoadedSubject LoadObserver(model::LoadOptions options) const;

  const CampaignTools& tools_;
  const CampaignTask& task_;
  CampaignResult& result_;
  model::ModuleOutcome& outcome_;
  const std::string file_;  // where its tests are, or will be

  // It plans for the one deadline; what must not be lost may take until `finish_`.
  base::Deadline deadline_, latest_, finish_;
  base::Duration load_time_{};
  Reserves reserves_;
  StopWatch watch_;

  model::LoadOptions load_options_;
  model::LoadedSubject loaded_;
  bool passed_ = false;  // the file in place, when it was looked back at
  std::vector<model::TestCase> seeds_, plain_;
  base::Rng rng_;
  std::optional<CountingExecutor> executor_;
  search::SearchResult found_;
  std::vector<search::ArchivedTest> tests_;  // of what was found, made small
  std::vector<search::Trouble> troubles_;
  std::optional<SuiteMaker> maker_;
  model::Suite made_;
  TestFiles::Place place_, findings_;  // as of verification: somebody may edit files meanwhile
  oracle::VerifiedSuite verified_;
};

}  // namespace skua::campaign
