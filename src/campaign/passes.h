// The passes of one campaign, in their order, with the values that they hand on to each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "campaign/campaign.h"
#include "campaign/campaign_context.h"
#include "campaign/standing_tests.h"
#include "campaign/suite/keep_best.h"
#include "campaign/suite/suite_maker.h"
#include "campaign/suite_verification.h"
#include "search/search.h"

namespace skua::campaign {

class CampaignPasses {
 public:
  // Borrows all. The deadlines are those of Campaign::Run; the results are written to `result`.
  CampaignPasses(const CampaignTools& tools, const CampaignTask& task,
                 const base::Deadline& deadline, const base::Deadline& latest,
                 CampaignResult& result);
  CampaignPasses(const CampaignPasses&) = delete;
  CampaignPasses& operator=(const CampaignPasses&) = delete;

  void Run();

 private:
  void RunPasses();
  // Return false if the campaign is over; the outcome then says why.
  bool Load();
  bool Search();
  bool FindsMore();
  bool MakeSuite();
  bool Verify();

  // `covered_by_existing`: by goal, whether a hand-written test covers it; may be empty.
  void LeaveForLast(std::vector<bool> covered_by_existing);
  void CollectSeeds();
  model::Reason WhyNothingWasFound(bool had_no_time, bool time_is_up) const;
  // Sets the deadlines of the passes after the search: `end`, or `last` if there is unused time.
  void EndBy(const base::Deadline& end, const base::Deadline& last);
  void Minimise();
  // Ends the campaign with the files as they were; the tests found start the next one.
  bool LeaveForLater(model::Reason reason);
  // Does the same with tests for whose observation there was no time.
  bool EndUnobserved(model::Reason reason);
  void Keep();
  // Returns the mutants as judged by the verified suite, or as judged before if the same tests
  // judged more of them then.
  std::vector<model::JudgedMutant> MutantsToTell();

  // Return whether the search found no more in the same code than the suite in place has, and
  // whether that suite is as good.
  bool BringsNothing() const;
  bool IsNoBetter(const SuiteWorth& now) const;
  std::size_t StatementsBefore() const;

  const OracleOptions& oracle() const { return tools_.options.oracle; }
  const model::TimePolicy& policy() const { return tools_.options.time; }
  bool judges_mutants() const { return oracle().mutants > 0; }
  const model::Subject& subject() const { return context_.subject(); }
  model::Executor& executor() const { return context_.executor(); }
  void AddSecondTests(const base::Deadline& deadline);
  bool MayBeFinding(const search::Suspect& suspect) const;

  CampaignContext context_;
  const CampaignTools& tools_;
  const CampaignTask& task_;
  model::ModuleOutcome& outcome_;
  CampaignTime& time_;
  StandingTests standing_;
  std::vector<model::GoalIndex> later_;  // that the search comes to last
  std::vector<model::TestCase> seeds_, plain_;
  std::optional<std::size_t> statements_before_;  // of the archived suite, where it was read
  base::Rng rng_;
  search::SearchResult found_;
  std::vector<search::ArchivedTest> tests_;  // tests that were found, minimised
  // The same tests before they became plain as far as goals are concerned.
  std::vector<search::ArchivedTest> before_plain_;
  std::vector<model::TestCase> accidents_;  // displaced ones, which are findings at most
  std::vector<search::Trouble> troubles_;
  std::optional<SuiteMaker> maker_;
  model::Suite made_;
  std::optional<SuiteVerification> verification_;
};

}  // namespace skua::campaign
