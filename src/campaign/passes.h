// The passes of one campaign, in their order, with the values that they hand on to each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "base/team.h"
#include "campaign/campaign.h"
#include "campaign/keep_best.h"
#include "campaign/reserves.h"
#include "campaign/standing.h"
#include "campaign/stop_watch.h"
#include "campaign/suite_maker.h"
#include "campaign/suite_time.h"
#include "oracle/verification.h"
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
  // Each returns false when the campaign is over; the outcome then says why.
  bool Load();
  // `covered_by_existing`: by goal, whether a hand-written test covers it; may be empty.
  void LeaveForLast(std::vector<bool> covered_by_existing);
  bool LookBack();
  bool Search();
  bool FindsMore();
  bool MakeSuite();
  bool Verify();
  // Takes tests that hold a secret out of the suite; false when nothing else is in it.
  bool LeaveOutSecrets(model::Suite& suite);

  SettledChanges SettleNow();
  void WriteEarlier(const std::string& text);
  // Reads the tests that stand, and learns what nothing but their text tells.
  void ReadStanding();
  // The text of an unedited file of ours in the style of the options; else empty.
  std::string TextInStyle(const std::string& file) const;
  void AskUnknown();
  // Learns which goals the tests that stand cover.
  void MeasureStanding();
  void MeasureUnknown();
  // What somebody made of the module's generated files covers, by goal; empty: nothing is known.
  std::vector<bool> CoveredByEdited();
  void CollectSeeds();
  // Sets the deadlines behind the search: `end`, or `last` if there is unused time.
  void EndBy(const base::Deadline& end, const base::Deadline& last);
  void Minimise();
  oracle::VerifiedSuite RunVerification(model::Suite suite);
  // Leaves tests out of the verified suite that take too long for budget.suite_time.
  void FitSuiteTime();
  std::vector<TimedTest> TimedTests();
  // By test of the suite as made, the mutants that it kills. Finds that out once.
  const std::vector<std::vector<model::MutantIndex>>& AllKills();
  // Adds the names of all tests that kill a mutant. `names` are those of the tests in `suite`.
  void NameAllKillers(const model::Suite& suite, const std::vector<std::string>& names,
                      std::vector<model::JudgedMutant>& judged);
  // Whether verification leaves the files with all that stands and holds. Else the result is that
  // of the standing tests alone.
  bool KeepsWhatHolds();
  std::vector<std::string> LostBy(const oracle::VerifiedSuite& verified) const;
  // The campaign ends with the files as they were; what was found starts the next one.
  bool LeaveForLater(model::Reason reason);
  // The same for tests that nobody observed, where there was no time for it.
  bool EndUnobserved(model::Reason reason);
  bool IsWrittenAlready() const;
  void Keep();

  // These compare with the suite in place: whether the search found no more of the same code;
  // whether the suite in place is as good; whether pytest still passes it.
  bool BringsNothing() const;
  bool HasFreshChanges() const;
  bool IsNoBetter(const SuiteWorth& now) const;
  std::size_t StatementsBefore() const;
  bool StillPasses() const;

  const OracleOptions& oracle() const { return tools_.options.oracle; }
  const model::TimePolicy& time() const { return tools_.options.time; }
  bool judges_mutants() const { return oracle().mutants > 0; }
  const model::Subject& subject() const { return loaded_.subject; }
  const model::ModuleId& loaded_module() const {
    return task_.pair ? task_.pair->caller : task_.module;
  }
  model::Executor& executor() const { return *loaded_.executor; }
  model::LoadedSubject LoadObserver(model::LoadOptions options) const;

  const CampaignTools& tools_;
  const CampaignTask& task_;
  CampaignResult& result_;
  model::ModuleOutcome& outcome_;
  const std::string file_;  // the module's file of tests, which may not exist yet

  // The campaign plans for `deadline_`; work that must not be lost may take until `finish_`.
  base::Deadline deadline_, latest_, finish_;
  base::Duration load_time_{};
  Reserves reserves_;
  StopWatch watch_;
  base::Team team_;  // for what is done side by side, but for tests, which the executors see to

  model::LoadOptions load_options_;
  model::LoadedSubject loaded_;
  bool passed_ = false;  // the file in place passed when it was looked at
  Standing standing_;
  std::vector<std::string> edited_;               // the module's files that somebody edited
  std::vector<model::GoalIndex> standing_goals_;  // that its tests, or those of edited files, cover
  std::vector<model::GoalIndex> later_;           // that the search comes to last
  std::vector<model::TestCase> seeds_, plain_;
  std::optional<std::size_t> statements_before_;  // of the archived suite, where it was read
  base::Rng rng_;
  search::SearchResult found_;
  std::vector<search::ArchivedTest> tests_;  // tests that were found, minimised
  std::vector<model::TestCase> accidents_;   // displaced ones, which are findings at most
  std::vector<search::Trouble> troubles_;
  std::optional<SuiteMaker> maker_;
  model::Suite made_;
  std::optional<std::vector<std::vector<model::MutantIndex>>> all_kills_;
  TestFiles::Place place_, findings_;  // as of verification, since somebody may edit files
                                       // meanwhile
  oracle::VerifiedSuite verified_;
};

}  // namespace skua::campaign
